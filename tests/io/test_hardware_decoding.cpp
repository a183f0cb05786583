// SPDX-License-Identifier: Apache-2.0
// libav's NVDEC code on the fake driver: its pictures arrive intact, and whatever breaks, the
// result equals that of software decoding.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "graph/core/error.h"
#include "io/av/av.h"
#include "io/cuda/cuda_frames.h"
#include "tests/io/fake_gpu.h"

namespace overlace::testing {
namespace {

/// A decoded frame: its stamp and its samples.
struct Shot {
  std::int64_t pts = 0;
  std::vector<std::uint8_t> pixels;
  bool operator==(const Shot&) const = default;
};

struct Shots : std::vector<Shot> {
  std::string damage;  ///< the damage that the reader reports
};

Shots shots(const std::string& clip, const ReaderOptions& options = {}) {
  VideoReader reader(clip, options);
  Shots all;
  for (DecodedFrame picture; reader.read(picture);) {
    EXPECT_EQ(picture.number, static_cast<int>(all.size()));
    all.push_back({picture.pts, pixels_of(*picture.frame)});
  }
  all.damage = reader.damage().text();
  return all;
}

// Joined transport streams look broken at the joint. Software decodes what follows and finds no
// damage; a device reports nothing about what it decodes, so the packet counts as damaged.
Shots as_a_device_tells(Shots joined) {
  EXPECT_EQ(joined.damage, "");
  joined.damage = "1 damaged packet";
  return joined;
}

// The number of leading frames from hardware; the rest are from software. Fails if they are mixed
// or a stamp differs.
std::size_t hardware_part(const Shots& got, const Shots& software) {
  EXPECT_EQ(got.damage, software.damage);
  if (got.size() != software.size()) {
    ADD_FAILURE() << got.size() << " frames instead of " << software.size();
    return 0;
  }
  std::size_t end = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].pts, software[i].pts) << "frame " << i;
    if (got[i].pixels != software[i].pixels) end = i + 1;
  }
  for (std::size_t i = 0; i < end; ++i) EXPECT_NE(got[i].pixels, software[i].pixels) << i;
  return end;
}

// Picture `number` of the fake decoder in planar form.
std::vector<std::uint8_t> pattern_pixels(int number, int width, int height, int bits) {
  std::vector<std::uint8_t> pixels;
  for (int plane = 0; plane < 3; ++plane) {
    for (int y = 0; y < (plane == 0 ? height : height / 2); ++y) {
      for (int x = 0; x < (plane == 0 ? width : width / 2); ++x) {
        const int value = fake_driver::pattern(number, plane, x, y, bits);
        pixels.push_back(static_cast<std::uint8_t>(value));
        if (bits > 8) pixels.push_back(static_cast<std::uint8_t>(value >> 8U));
      }
    }
  }
  return pixels;
}

class HardwareDecoding : public FakeGpuTest {
 protected:
  // Groups of 10 frames with B-pyramids and open ends.
  std::string make_clip() {
    return make("in.mp4",
                "-f lavfi -i testsrc2=s=160x90:r=25:d=2.4 -pix_fmt yuv420p -c:v libx264 -bf 3 "
                "-x264-params open-gop=1:keyint=10:min-keyint=10:b-pyramid=normal:scenecut=0");
  }
  std::string make_still_order(const std::string& name, const std::string& codec) {
    return make(name, "-f lavfi -i testsrc2=s=320x180:r=25:d=0.6 -bf 0 -c:v " + codec);
  }
  [[nodiscard]] std::vector<std::string> told_of_software() const {
    std::vector<std::string> told;
    std::ranges::copy_if(said_, std::back_inserter(told), [](const std::string& text) {
      return text.starts_with("decoding in software");
    });
    return told;
  }
  // The frames of `clip` with these failures; `said_` receives the log.
  Shots shots_failing(const std::string& clip, const std::string& rules) {
    said_.clear();
    const ReaderOptions options = on_gpu();
    fail(rules);
    return shots(clip, options);
  }
  // The same with frames kept on the device until the end.
  Shots device_shots(const std::string& clip, const std::string& rules, std::size_t& on_device) {
    const ReaderOptions options = on_gpu(Memory::cuda);
    fail(rules);
    std::vector<DecodedFrame> pictures;
    VideoReader reader(clip, options);
    for (DecodedFrame picture; reader.read(picture);) pictures.push_back(std::move(picture));
    fail("");
    Shots got;
    CudaTransfer transfer(options.hardware.session);
    for (const DecodedFrame& p : pictures) {
      const bool there = on_cuda(*p.frame);
      on_device += there ? 1 : 0;
      got.push_back({p.pts, pixels_of(there ? *transfer.download(*p.frame) : *p.frame)});
    }
    return got;
  }
};

TEST_F(HardwareDecoding, EverySampleArrives) {
  const std::vector<std::pair<std::string, int>> clips{
      {make_still_order("h264.mp4", "libx264 -pix_fmt yuv420p"), 8},
      {make_still_order("hevc.mkv",
                        "libx265 -pix_fmt yuv420p10le -x265-params log-level=none:bframes=0"),
       10}};
  for (const auto& [clip, bits] : clips) {
    fail("");
    const Shots got = shots(clip, on_gpu());
    const Shots software = shots(clip);
    EXPECT_EQ(hardware_part(got, software), 15U) << clip;
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(got[i].pixels, pattern_pixels(static_cast<int>(i), 320, 180, bits))
          << clip << " frame " << i;
    }
    EXPECT_TRUE(std::ranges::none_of(
        said_, [](const std::string& text) { return text.find("software") != std::string::npos; }));
    EXPECT_EQ(calls("cuvidDecodePicture"), 15);
  }
}

TEST_F(HardwareDecoding, ClipLooksTheSameToItsUsers) {
  const std::string clip = make_clip();
  const VideoReader software(clip);
  const VideoReader hardware(clip, on_gpu(Memory::cuda));
  EXPECT_TRUE(hardware.in_hardware());
  EXPECT_EQ(hardware.info().pixel_format, software.info().pixel_format);
  EXPECT_EQ(hardware.info().clip.size, software.info().clip.size);
  EXPECT_EQ(hardware.info().clip.frame_count, software.info().clip.frame_count);
  EXPECT_EQ(hardware.info().color, software.info().color);
  EXPECT_EQ(hardware.first_frame().format, software.first_frame().format);
}

// Forwards, backwards and into groups: decoding stays on the device, and frames have the numbers
// and stamps of a run from the start.
TEST_F(HardwareDecoding, SeekingStaysOnTheDevice) {
  const std::string clip =
      make("in.mp4",
           "-f lavfi -i testsrc2=s=160x90:r=25:d=2.4 -pix_fmt yuv420p -c:v libx264 -bf 2 -g 10");
  const Shots software = shots(clip);
  VideoReader reader(clip, on_gpu(Memory::cuda));
  DecodedFrame picture;
  for (const std::int32_t number : {45, 46, 12, 33, 59, 0}) {
    EXPECT_LE(number - reader.begins_at(number), 10);
    reader.seek(number);
    ASSERT_TRUE(reader.read(picture)) << number;
    EXPECT_EQ(picture.number, number);
    EXPECT_EQ(picture.pts, software[static_cast<std::size_t>(number)].pts);
    EXPECT_TRUE(reader.in_hardware());
  }
  EXPECT_TRUE(told_of_software().empty());
}

TEST_F(HardwareDecoding, FramesOnTheDeviceMayBeHeld) {
  const std::string clip = make_still_order("in.mp4", "libx264 -pix_fmt yuv420p");
  const ReaderOptions options = on_gpu(Memory::cuda);
  VideoReader reader(clip, options);
  std::vector<DecodedFrame> held = read_all(reader);
  ASSERT_EQ(held.size(), 15U);
  EXPECT_TRUE(reader.in_hardware());
  EXPECT_LE(live().surfaces, 2);
  CudaTransfer transfer(options.hardware.session);
  for (std::size_t i = 0; i < held.size(); ++i) {
    ASSERT_TRUE(on_cuda(*held[i].frame));
    EXPECT_EQ(pixels_of(*transfer.download(*held[i].frame)),
              pattern_pixels(static_cast<int>(i), 320, 180, 8));
  }
}

TEST_F(HardwareDecoding, UploadedPicturesComeBack) {
  const std::string clip = make_clip();
  const auto session = std::make_shared<const CudaSession>(0);
  CudaFramePool pool(session, AV_PIX_FMT_NV12, {160, 90});
  CudaTransfer transfer(session);
  VideoReader reader(clip);
  DecodedFrame picture;
  ASSERT_TRUE(reader.read(picture));
  const FramePtr there = transfer.upload(*picture.frame, pool);
  EXPECT_TRUE(on_cuda(*there));
  EXPECT_EQ(pixels_of(*transfer.download(*there)), pixels_of(*picture.frame));
}

TEST_F(HardwareDecoding, EveryCodecFallsBack) {
  const std::string source = "-f lavfi -i testsrc2=s=160x96:r=25:d=2 -pix_fmt yuv420p -c:v ";
  const std::vector<std::string> clips{
      make("hevc.mkv", source + "libx265 -x265-params log-level=none:keyint=12:min-keyint=12:"
                                "open-gop=1:bframes=4:b-adapt=0"),
      make("vp9.webm", source + "libvpx-vp9 -g 15 -auto-alt-ref 1 -lag-in-frames 10 -b:v 200k"),
      make("vp8.webm", source + "libvpx -g 15 -b:v 200k"),
      make("refresh.mkv", source + "libx264 -x264-params intra-refresh=1:keyint=12"),
      make("mpeg2.ts", source + "mpeg2video -g 12 -bf 2")};
  for (const std::string& clip : clips) {
    const Shots software = shots(clip);
    ASSERT_EQ(software.size(), 50U);
    for (const char* rules : {"cuvidDecodePicture:33:700", "cuvidMapVideoFrame:26:205"}) {
      SCOPED_TRACE(clip + " " + rules);
      EXPECT_GT(hardware_part(shots_failing(clip, rules), software), 15U);
      EXPECT_EQ(told_of_software().size(), 1U);
    }
  }
}

// NVDEC does not report which pictures it has concealed; the file counts as damaged all the same.
TEST_F(HardwareDecoding, DamagedFilesKeepTheirFrames) {
  const std::string clip =
      make("in.ts", "-f lavfi -i testsrc2=s=160x96:r=25:d=2 -pix_fmt yuv420p -c:v libx264 -g 12");
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(clip));
  std::fstream(clip).seekp(size / 2) << std::string(2000, '\0');
  const Shots software = shots(clip);
  const Shots got = shots(clip, on_gpu());
  EXPECT_NE(software.damage, "");
  EXPECT_NE(got.damage, "");
  EXPECT_TRUE(std::ranges::equal(got, software, {}, &Shot::pts, &Shot::pts));
}

TEST_F(HardwareDecoding, WhereDamageMustBeKnownSoftwareDecodes) {
  const std::string clip = make_clip();
  EXPECT_TRUE(VideoReader(clip, on_gpu()).in_hardware());
  for (const OnCorrupt policy : {OnCorrupt::skip, OnCorrupt::stop}) {
    fail("");
    said_.clear();
    ReaderOptions options = on_gpu(Memory::cuda);
    options.on_corrupt = policy;
    EXPECT_FALSE(VideoReader(clip, options).in_hardware());
    EXPECT_EQ(calls("cuvidCreateDecoder"), 0);
    EXPECT_EQ(told_of_software().size(), 1U);
    options.hardware.required = true;
    EXPECT_THROW(VideoReader(clip, options), Error);
  }
}

// Work of another program may come first; a long wait is not a failure.
TEST_F(HardwareDecoding, SlowWorkIsToldOnceAndWaitedFor) {
  const auto log = [this](const std::string& text) { said_.push_back(text); };
  const CudaSession session(0, {.log = log, .after = std::chrono::milliseconds(1)});
  std::string never_ready;
  for (int call = 1; call <= 200; ++call)
    never_ready += "cuEventQuery:" + std::to_string(call) + ":600,";
  never_ready.pop_back();
  for (int wait = 0; wait < 2; ++wait) {
    fail(never_ready);
    CudaEvent event(session);
    event.record();
    event.wait();
    EXPECT_GT(calls("cuEventQuery"), 200);
  }
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_NE(said_.front().find("waiting"), std::string::npos) << said_.front();
}

TEST_F(HardwareDecoding, MemoryOfTheDeviceMayRunOut) {
  const std::string clip = make_clip();
  std::size_t on_device = 0;
  const Shots got = device_shots(clip, "cuMemAlloc:9:2", on_device);
  EXPECT_EQ(on_device, 8U);
  EXPECT_EQ(hardware_part(got, shots(clip)), on_device);
  EXPECT_EQ(told_of_software().size(), 1U);
}

TEST_F(HardwareDecoding, CopyMayBreakLater) {
  const std::string clip = make_clip();
  EXPECT_EQ(hardware_part(shots_failing(clip, "work:51:700"), shots(clip)), 25U);
  EXPECT_EQ(told_of_software().size(), 1U);
}

struct Failure {
  const char* name;
  const char* rules;
  std::size_t least_hardware;  ///< frames that come before the failure
};

class HardwareFailing : public HardwareDecoding, public ::testing::WithParamInterface<Failure> {};

TEST_P(HardwareFailing, FramesAreThoseOfSoftware) {
  const std::string clip = make_clip();
  const Shots software = shots(clip);
  ASSERT_EQ(software.size(), 60U);
  const Shots got = shots_failing(clip, GetParam().rules);
  const std::size_t hardware = hardware_part(got, software);
  EXPECT_GE(hardware, GetParam().least_hardware);
  EXPECT_LT(hardware, 60U);
  const std::vector<std::string> told = told_of_software();
  ASSERT_EQ(told.size(), 1U);
  const std::string from =
      hardware == 0 ? "decoding in software: "
                    : "decoding in software from frame " + std::to_string(hardware) + " on: ";
  EXPECT_TRUE(told.front().starts_with(from)) << told.front();
}

// Frames from before the failure stay valid.
TEST_P(HardwareFailing, FramesOnTheDeviceStay) {
  const std::string clip = make_clip();
  std::size_t on_device = 0;
  const Shots got = device_shots(clip, GetParam().rules, on_device);
  EXPECT_EQ(hardware_part(got, shots(clip)), on_device);
  EXPECT_GE(on_device, GetParam().least_hardware);
  EXPECT_EQ(told_of_software().size(), 1U);
}

TEST_P(HardwareFailing, IsAnErrorWhereHardwareIsRequired) {
  const std::string clip = make_clip();
  ReaderOptions options = on_gpu();
  options.hardware.required = true;
  fail(GetParam().rules);
  try {
    shots(clip, options);
    ADD_FAILURE() << "went on without hardware";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unavailable) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, HardwareFailing,
    ::testing::Values(Failure{"NoDecoder", "cuvidCreateDecoder:1:100", 0},
                      Failure{"NoCapabilities", "cuvidGetDecoderCaps:1:999", 0},
                      Failure{"OutOfMemoryAtStart", "cuvidCreateDecoder:1:2", 0},
                      Failure{"FirstPicture", "cuvidDecodePicture:1:700", 0},
                      Failure{"SomePicture", "cuvidDecodePicture:30:700", 20},
                      Failure{"PictureAtGroupStart", "cuvidDecodePicture:31:700", 20},
                      Failure{"LastPicture", "cuvidDecodePicture:60:700", 50},
                      Failure{"FirstMap", "cuvidMapVideoFrame:1:205", 0},
                      Failure{"SomeMap", "cuvidMapVideoFrame:42+:205", 41},
                      Failure{"LastMap", "cuvidMapVideoFrame:60:205", 59},
                      Failure{"CopyRefused", "cuMemcpy2DAsync:51:700", 25},
                      Failure{"NoEvent", "cuEventCreate:12:2", 11}),
    [](const auto& test) { return test.param.name; });

TEST_F(HardwareDecoding, LostContextIsNoEnd) {
  expect_lost();
  const std::string clip = make_clip();
  EXPECT_GT(hardware_part(shots_failing(clip, "cuCtxPushCurrent:200+:700"), shots(clip)), 0U);
}

// At every position of a picture in its group.
TEST_F(HardwareDecoding, AnyPictureMayFail) {
  const std::string clip = make_clip();
  const Shots software = shots(clip);
  for (int n = 20; n <= 42; ++n) {
    SCOPED_TRACE(n);
    const Shots got = shots_failing(clip, "cuvidDecodePicture:" + std::to_string(n) + ":700");
    EXPECT_GT(hardware_part(got, software), 0U);
    EXPECT_EQ(told_of_software().size(), 1U);
  }
}

TEST_F(HardwareDecoding, WhatItCannotTakeIsDecodedInSoftware) {
  const std::string source = "-f lavfi -i testsrc2=s=160x90:d=0.4 -c:v ";
  const std::vector<std::string> clips{
      make("ten.mp4", source + "libx264 -pix_fmt yuv420p10le"),
      make("422.mp4", source + "libx264 -pix_fmt yuv422p"),
      make("444.mp4", source + "libx264 -pix_fmt yuv444p"),
      make("odd.webm", source + "libvpx-vp9 -vf crop=157:89:exact=1 -pix_fmt yuv420p"),
      make("ffv1.mkv", source + "ffv1 -pix_fmt yuv420p")};
  for (const std::string& clip : clips) {
    EXPECT_EQ(shots_failing(clip, ""), shots(clip)) << clip;
    const std::vector<std::string> told = told_of_software();
    ASSERT_EQ(told.size(), 1U) << clip;
    EXPECT_TRUE(told.front().starts_with("decoding in software: NVDEC does not decode"))
        << told.front();
  }
}

// Nothing on a device scales pictures: software decodes from a change of size on.
TEST_F(HardwareDecoding, ChangeOfSizeGoesOnInSoftware) {
  make("a.ts", "-f lavfi -i testsrc2=s=160x90:d=0.4 -pix_fmt yuv420p -c:v libx264");
  make("b.ts",
       "-f lavfi -i testsrc2=s=80x60:d=0.4 -pix_fmt yuv420p -c:v libx264 -output_ts_offset 1");
  const std::string both = folder_ / "both.ts";
  shell("cat '" + folder_ / "a.ts" + "' '" + folder_ / "b.ts" + "' > '" + both + "'");
  const Shots software = as_a_device_tells(shots(both));
  ASSERT_EQ(software.size(), 20U);
  const Shots got = shots_failing(both, "");
  EXPECT_LE(hardware_part(got, software), 10U);
  const std::vector<std::string> told = told_of_software();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told.front().find("changes to 80x60"), std::string::npos) << told.front();
  std::size_t on_device = 0;
  EXPECT_EQ(device_shots(both, "", on_device).size(), 20U);
}

// A new sequence makes libav request a decoder again; this time there is none.
TEST_F(HardwareDecoding, SwitchToSoftwareInsideAStream) {
  const std::string source = "-f lavfi -i testsrc2=s=160x90:r=25:d=0.8 -pix_fmt yuv420p ";
  make("a.ts", source + "-c:v libx264 -colorspace bt709");
  make("b.ts", source + "-c:v libx264 -colorspace bt470bg -output_ts_offset 0.8");
  const std::string both = folder_ / "both.ts";
  shell("cat '" + folder_ / "a.ts" + "' '" + folder_ / "b.ts" + "' > '" + both + "'");
  const Shots software = as_a_device_tells(shots(both));
  const Shots got = shots_failing(both, "cuvidCreateDecoder:2:2");
  EXPECT_EQ(calls("cuvidCreateDecoder"), 2);
  EXPECT_GE(hardware_part(got, software), 15U);  // the decoder still held the rest of part one
  EXPECT_EQ(told_of_software().size(), 1U);
}

}  // namespace
}  // namespace overlace::testing
