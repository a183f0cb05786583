// SPDX-License-Identifier: Apache-2.0
// libav's NVENC code on the fake driver, whose encoder is lossless: pictures that were decoded,
// drawn on and encoded on the device are read back from the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "gpu/device/fallback_replay.h"
#include "graph/core/error.h"
#include "io/av/av.h"
#include "io/cuda/cuda_frames.h"
#include "io/cuda/hardware_codecs.h"
#include "render/hwaccel.h"
#include "tests/io/fake_gpu.h"

namespace overlace::testing {
namespace {

constexpr int frames = 40;

class HardwareEncoding : public FakeGpuTest {
 protected:
  void SetUp() override {
    FakeGpuTest::SetUp();
    if (IsSkipped()) return;
    clip_ = make("in.mp4",
                 "-f lavfi -i testsrc2=s=160x90:r=30000/1001 -frames:v 40 -pix_fmt yuv420p -c:v "
                 "libx264 -bf 2 -g 12 -colorspace bt709");
  }

  /// Transcodes with this hardware; the overlay sets the first luma sample of frame n to n.
  TranscodeResult run(HwAccel mode, std::optional<int> gpu, TranscodeOptions options) {
    ReaderOptions reading;
    reading.log = options.run.log = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      said_.push_back(text);
    };
    choose_hardware(mode, gpu, reading, options.run.hardware);
    VideoReader reader(clip_, reading);
    const std::shared_ptr<const CudaSession> session = reading.hardware.session;
    const auto draw = [&](const FrameTime& time, const ImageView& picture) {
      const bool on_device = picture.memory == Memory::cuda;
      ++(on_device ? on_device_ : on_host_);
      if (on_device) wait_for(*session);
      *picture.planes[0].data = static_cast<std::byte>(time.frame);  // the fake uses host memory
    };
    // Drawing on the device fails from frame `last_` on; the host takes over.
    const auto draw_or_fail = [&](const FrameTime& time, const ImageView& picture) {
      if (time.frame >= last_)
        throw Error(ErrorCode::out_of_memory, "no room for frame " + std::to_string(time.frame));
      draw(time, picture);
    };
    if (!gpu) {
      DrawFunction replay(draw, 3);
      return transcode(reader, options, replay);
    }
    FallbackReplay replay(
        {.make_first =
             [&] { return std::make_unique<DrawFunction>(draw_or_fail, 3, Memory::cuda); },
         .make_second = [&] { return std::make_unique<DrawFunction>(draw); },
         .log = [&](const Error& error) { options.run.log(error.what()); },
         .copy = [session](const ImageView& to,
                           const ImageView& from) { copy_picture(*session, to, from); }});
    return transcode(reader, options, replay);
  }
  // A picture on the device is complete once the work queued on the session's stream is done.
  static void wait_for(const CudaSession& session) {
    CudaEvent event(session);
    event.record();
    event.wait();
  }
  [[nodiscard]] TranscodeOptions to(const std::string& name, const std::string& codec = "") const {
    TranscodeOptions options;
    options.output = folder_ / name;
    options.writer.codec = codec;
    options.writer.overwrite = true;
    return options;
  }
  std::vector<std::vector<std::uint8_t>> pictures(const std::string& path) {
    std::vector<std::vector<std::uint8_t>> all;
    VideoReader reader(path);
    for (DecodedFrame p; reader.read(p);) all.push_back(pixels_of(*p.frame));
    return all;
  }
  /// The result of software alone on the clip, with the same overlay.
  std::vector<std::vector<std::uint8_t>> reference() {
    const TranscodeResult result = run(HwAccel::none, std::nullopt, to("reference.mkv", "ffv1"));
    EXPECT_EQ(result.route, "software -> cpu -> ffv1");
    return pictures(folder_ / "reference.mkv");
  }
  [[nodiscard]] std::vector<std::string> told(const std::string& start) const {
    std::vector<std::string> lines;
    std::ranges::copy_if(said_, std::back_inserter(lines),
                         [&](const std::string& text) { return text.starts_with(start); });
    return lines;
  }

  std::string clip_;
  std::mutex mutex_;
  int on_device_ = 0, on_host_ = 0;
  int last_ = frames;  ///< the first frame that the device cannot draw
};

TEST_F(HardwareEncoding, PicturesNeverLeaveTheDevice) {
  const TranscodeResult result = run(HwAccel::automatic, 0, to("out.mp4"));
  EXPECT_EQ(result.route, "nvdec -> cuda -> h264_nvenc");
  EXPECT_EQ(on_device_, frames);
  const std::vector<std::vector<std::uint8_t>> got = pictures(folder_ / "out.mp4");
  ASSERT_EQ(got.size(), std::size_t{frames});
  std::vector<bool> seen(frames);
  for (int i = 0; i < frames; ++i) {
    EXPECT_EQ(got[static_cast<std::size_t>(i)][0], i);
    for (int n = 0; n < frames; ++n) {  // in decoding order, B-frames later
      if (got[static_cast<std::size_t>(i)][1] == fake_driver::pattern(n, 0, 1, 0, 8))
        seen[n] = true;
    }
  }
  EXPECT_TRUE(std::ranges::all_of(seen, std::identity()));
  EXPECT_EQ(presentation_times(folder_ / "out.mp4").size(), std::size_t{frames});
  EXPECT_EQ(presentation_times(folder_ / "out.mp4"), presentation_times(clip_));
}

TEST_F(HardwareEncoding, SoftwareEncodersGetPicturesFromTheDevice) {
  const TranscodeResult result = run(HwAccel::automatic, 0, to("out.mkv", "ffv1"));
  EXPECT_EQ(result.route, "nvdec -> cuda -> ffv1");
  EXPECT_EQ(on_device_, frames);
  EXPECT_EQ(stream_field(folder_ / "out.mkv", "pix_fmt"), "yuv420p");
  const std::vector<std::vector<std::uint8_t>> got = pictures(folder_ / "out.mkv");
  ASSERT_EQ(got.size(), std::size_t{frames});
  for (int i = 0; i < frames; ++i) EXPECT_EQ(got[static_cast<std::size_t>(i)][0], i);
}

// The current frame and the two in flight come back from the device; later ones are drawn on the
// host and then moved to wherever the encoder reads.
TEST_F(HardwareEncoding, DrawingMayFailOnTheWay) {
  for (const auto& [name, codec] : {std::pair{"out.mp4", ""}, std::pair{"out.mkv", "ffv1"}}) {
    SCOPED_TRACE(name);
    last_ = frames;
    run(HwAccel::automatic, 0, to(name, codec));
    const std::vector<std::vector<std::uint8_t>> whole = pictures(folder_ / name);
    last_ = 20;
    on_device_ = on_host_ = 0;
    said_.clear();
    const TranscodeResult result = run(HwAccel::automatic, 0, to(name, codec));
    EXPECT_EQ(on_device_, 20);
    EXPECT_EQ(on_host_, frames - 20);
    EXPECT_EQ(told("no room for frame 20").size(), 1U);
    EXPECT_GT(result.moves.downloaded, 0);
    EXPECT_TRUE(pictures(folder_ / name) == whole);
  }
}

// After the failure, software decodes; pictures are uploaded, drawn on and encoded on the device.
TEST_F(HardwareEncoding, DecoderMayFailOnTheWay) {
  const auto software = reference();
  on_device_ = 0;
  fail("cuvidDecodePicture:25:700");
  const TranscodeResult result = run(HwAccel::automatic, 0, to("out.mp4"));
  EXPECT_EQ(on_device_, frames);
  EXPECT_EQ(told("decoding in software from frame").size(), 1U);
  const auto got = pictures(folder_ / "out.mp4");
  ASSERT_EQ(got.size(), software.size());
  const auto first_equal = std::ranges::mismatch(got, software, std::not_equal_to()).in1;
  const auto hardware = first_equal - got.begin();
  EXPECT_GT(hardware, 10);
  EXPECT_LT(hardware, 25);
  EXPECT_TRUE(std::equal(first_equal, got.end(), software.begin() + hardware));
}

TEST_F(HardwareEncoding, PicturesOfTheCpuAreEncodedToo) {
  const auto software = reference();
  on_host_ = 0;
  fail("cuvidCreateDecoder:1+:100");
  const TranscodeResult result = run(HwAccel::cuda, std::nullopt, to("out.mp4"));
  EXPECT_EQ(result.route, "software -> cpu -> h264_nvenc");
  EXPECT_EQ(on_host_, frames);
  EXPECT_EQ(pictures(folder_ / "out.mp4"), software);
}

TEST_F(HardwareEncoding, SoftwareTakesOverWhereItCannotBeHad) {
  for (const char* rules : {"nvEncOpenEncodeSessionEx:1+:2", "nvEncOpenEncodeSessionEx:1+:10",
                            "nvEncInitializeEncoder:1+:8", "nvEncGetEncodeGUIDs:1+:15"}) {
    for (const char* codec : {"", "h264", "h264_nvenc"}) {
      SCOPED_TRACE(std::string(rules) + " " + codec);
      said_.clear();
      fail(rules);
      const TranscodeResult result = run(HwAccel::automatic, 0, to("out.mp4", codec));
      EXPECT_EQ(result.route, "nvdec -> cuda -> libx264");
      EXPECT_EQ(result.frames, frames);
      ASSERT_EQ(told("encoding in software (libx264): encoder h264_nvenc").size(), 1U);
    }
  }
  // The fake driver has no HEVC.
  fail("");
  EXPECT_EQ(run(HwAccel::automatic, 0, to("out.mp4", "hevc")).route, "nvdec -> cuda -> libx265");
}

TEST_F(HardwareEncoding, IsAnErrorWhereItIsRequired) {
  fail("nvEncOpenEncodeSessionEx:1:10");
  try {
    run(HwAccel::required, 0, to("out.mp4"));
    ADD_FAILURE() << "went on in software";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unavailable) << error.what();
  }
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"in.mp4"});
}

// libav has NVENC for H.264, HEVC and, in newer versions, AV1; neither it nor any card has VP9.
TEST_F(HardwareEncoding, CodecsWithoutItAreSoftwaresOrRefused) {
  for (const auto& [name, codec] : {std::pair{"out.mkv", "av1"}, std::pair{"out.webm", ""}}) {
    SCOPED_TRACE(name);
    said_.clear();
    EXPECT_EQ(run(HwAccel::automatic, 0, to(name, codec)).frames, frames);
    EXPECT_EQ(told("encoding in software (lib").size(), 1U);
    std::filesystem::remove(folder_ / name);
    try {
      run(HwAccel::required, 0, to(name, codec));
      ADD_FAILURE() << "went on in software";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unavailable) << error.what();
    }
    EXPECT_EQ(folder_.names(), std::vector<std::string>{"in.mp4"});
  }
  EXPECT_EQ(run(HwAccel::required, 0, to("out.webm", "libvpx-vp9")).frames, frames);
}

TEST_F(HardwareEncoding, SoftwareEncodersStayWhereTheyAreNamed) {
  EXPECT_EQ(run(HwAccel::automatic, 0, to("a.mp4", "libx264")).route, "nvdec -> cuda -> libx264");
  TranscodeOptions tuned = to("b.mp4");
  tuned.writer.preset = "veryfast";
  EXPECT_EQ(run(HwAccel::required, 0, tuned).route, "nvdec -> cuda -> libx264");
  EXPECT_EQ(run(HwAccel::none, 0, to("c.mp4")).route, "software -> cuda -> libx264");
  EXPECT_EQ(run(HwAccel::automatic, std::nullopt, to("d.mp4")).route, "software -> cpu -> libx264");
}

TEST_F(HardwareEncoding, CodecsAreListed) {
  const HardwareCodecs all = probe_hardware_codecs(0);
  EXPECT_EQ(all.decoding_text(),
            "NVDEC (1 engine): h264, hevc 10-bit, av1 10-bit, vp9 10-bit, vp8 10-bit, mpeg2video "
            "10-bit");
  EXPECT_EQ(all.encoding_text(), "NVENC: h264");
  fail("nvEncOpenEncodeSessionEx:1:2,cuvidGetDecoderCaps:1+:999");
  const HardwareCodecs none = probe_hardware_codecs(0);
  EXPECT_EQ(none.decoding_text(), "NVDEC not usable: the GPU has no video decoder");
  EXPECT_EQ(none.encoding_text(), "NVENC not usable: the GPU has no video encoder");
  EXPECT_TRUE(probe_hardware_codecs(7).decoding_text().find("no CUDA device 7") !=
              std::string::npos);
}

}  // namespace
}  // namespace overlace::testing
