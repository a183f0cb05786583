// SPDX-License-Identifier: Apache-2.0
// The pipeline: selection, stopping, failures of every stage.
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "graph/core/error.h"
#include "io/av/av.h"
#include "io/read/grab.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

using Names = std::vector<std::string>;

class Transcode : public ClipTest {
 protected:
  void SetUp() override {
    ClipTest::SetUp();
    if (IsSkipped()) return;
    clip_ = make("in.mp4",
                 "-f lavfi -i testsrc2=s=160x90:r=30:d=2 -f lavfi -i sine=d=2 -c:v libx264 -bf 2 "
                 "-c:a aac");
  }

  [[nodiscard]] TranscodeOptions lossless(const char* name) const {
    TranscodeOptions options{folder_ / name, {}, {}};
    options.writer.codec = "ffv1";
    return options;
  }

  std::string clip_;
};

// The clip starts late and its frames are unevenly spaced; ffprobe knows their presentation times.
TEST_F(Transcode, FramesAreDrawnForTheTimeAtWhichTheyAreShown) {
  const std::string clip =
      make("vfr.mp4",
           "-f lavfi -i testsrc2=s=64x64:d=2 -vf settb=1/90000,setpts='N*3003+400*mod(N*N\\,7)' "
           "-vsync passthrough -enc_time_base 1:90000 -video_track_timescale 90000 "
           "-output_ts_offset 3 -c:v libx264 -bf 3");
  std::vector<double> expected;
  for (const std::string& time : presentation_times(clip)) expected.push_back(std::stod(time));
  VideoReader reader(clip);
  std::vector<double> shown;
  transcode(reader, lossless("vfr.mkv"), [&shown](const FrameTime& time, const ImageView&) {
    EXPECT_EQ(time.frame, static_cast<int>(shown.size()));
    shown.push_back(time.shown_s);
  });
  ASSERT_EQ(shown.size(), expected.size());
  EXPECT_GT(expected[0], 2.9);
  int uneven = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    EXPECT_NEAR(shown[i], expected[i] - expected[0], 1e-6) << i;
    uneven += std::abs(shown[i] - static_cast<double>(i) * 3003 / 90000) > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(uneven, 20);
  VideoReader again(clip);
  EXPECT_EQ(grab_frame(again, 12).time().shown_s, shown[12]);
}

TEST_F(Transcode, DrawsEveryFrameOnceInOrder) {
  VideoReader reader(clip_);
  std::vector<int> drawn;
  std::int64_t last_done = 0;
  const TranscodeResult result = transcode(
      reader, lossless("out.mkv"),
      [&drawn](const FrameTime& time, const ImageView& picture) {
        EXPECT_EQ(picture.size, (Size{160, 90}));
        EXPECT_DOUBLE_EQ(time.shown_s, time.frame / 30.0);
        drawn.push_back(time.frame);
      },
      [&last_done](const TranscodeProgress& p) {
        EXPECT_GE(p.frames_done, last_done);
        EXPECT_EQ(p.frames_total, 60);
        last_done = p.frames_done;
      });
  std::vector<int> expected(60);
  for (int i = 0; i < 60; ++i) expected[static_cast<std::size_t>(i)] = i;
  EXPECT_EQ(drawn, expected);
  EXPECT_EQ(result.frames, 60);
  EXPECT_EQ(last_done, 60);
  EXPECT_FALSE(result.cancelled);
}

/// Restricts this thread, and threads that it starts, to one CPU; restored at the end.
class OnOneCpu {
 public:
  OnOneCpu() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
      if (CPU_ISSET(cpu, &before_)) CPU_SET(cpu, &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OnOneCpu() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OnOneCpu(const OnOneCpu&) = delete;
  OnOneCpu& operator=(const OnOneCpu&) = delete;
  [[nodiscard]] int cpus_before() const { return CPU_COUNT(&before_); }

 private:
  cpu_set_t before_{};
};

class EncodedBytes : public Transcode, public ::testing::WithParamInterface<const char*> {};

TEST_P(EncodedBytes, DoNotDependOnTheNumberOfCpus) {
  const std::string codec = GetParam();
  const std::string clip =
      make("large.mp4", "-f lavfi -i testsrc2=s=640x360:r=25:d=1 -c:v libx264 -preset ultrafast");
  const auto encoded = [&] {
    // Containers without random identifiers.
    TranscodeOptions options{folder_ / (codec == "av1" ? "out.ivf" : "out.nut"), {}, {}};
    options.writer.codec = codec;
    options.writer.overwrite = true;
    VideoReader reader(clip);
    transcode(reader, options, [](const FrameTime&, const ImageView&) {});
    std::ifstream file(options.output, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string many = encoded();
  const OnOneCpu one;
  if (one.cpus_before() < 2) GTEST_SKIP() << "this machine has one CPU";
  EXPECT_TRUE(encoded() == many);
}
INSTANTIATE_TEST_SUITE_P(Codecs, EncodedBytes,
                         ::testing::Values("h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "ffv1"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(Transcode, SelectionIsThoseFramesFromTimeZero) {
  TranscodeOptions options = lossless("out.mkv");
  options.frames = parse_frame_list("10-14,20");
  EXPECT_EQ(copy_frames(clip_, options).frames, 6);
  const std::vector<std::string> all = frame_md5(clip_);
  EXPECT_EQ(frame_md5(options.output),
            (std::vector{all[10], all[11], all[12], all[13], all[14], all[20]}));
  const std::vector<std::string> times = presentation_times(options.output);
  EXPECT_NEAR(std::stod(times.front()), 0, 1e-9);
  EXPECT_NEAR(std::stod(times.back()), 10 / 30.0, 1e-3);
}

TEST_F(Transcode, SelectionPastTheEndIsAUsageError) {
  TranscodeOptions options = lossless("out.mkv");
  options.frames = parse_frame_list("60-70");
  try {
    copy_frames(clip_, options);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
  }
  EXPECT_EQ(folder_.names(), Names{"in.mp4"});
}

TEST_F(Transcode, StopLeavesNothing) {
  std::atomic<bool> stop{false};
  VideoReader reader(clip_);
  int drawn = 0;
  const TranscodeResult result = transcode(
      reader, lossless("out.mkv"),
      [&](const FrameTime&, const ImageView&) {
        if (++drawn == 7) stop = true;
      },
      {}, &stop);
  EXPECT_TRUE(result.cancelled);
  EXPECT_LE(drawn, 8);
  EXPECT_EQ(folder_.names(), Names{"in.mp4"});
}

TEST_F(Transcode, StopCanKeepTheFramesSoFar) {
  const std::vector<std::string> all = frame_md5(clip_);
  for (const int at : {1, 7}) {
    std::atomic<bool> stop{false};
    VideoReader reader(clip_);
    TranscodeOptions options = lossless("kept.mkv");
    options.keep_on_stop = true;
    options.writer.overwrite = true;
    const TranscodeResult result = transcode(
        reader, options,
        [&](const FrameTime& time, const ImageView&) {
          if (time.frame + 1 == at) stop = true;
        },
        {}, &stop);
    EXPECT_TRUE(result.cancelled && result.in_place);
    EXPECT_GE(result.frames, at);
    EXPECT_LT(result.frames, 60);
    EXPECT_EQ(frame_md5(options.output),
              std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(result.frames)));
  }
}

TEST_F(Transcode, StopBeforeTheFirstFrameKeepsNothing) {
  const std::atomic<bool> stop{true};
  VideoReader reader(clip_);
  TranscodeOptions options = lossless("kept.mkv");
  options.keep_on_stop = true;
  const TranscodeResult result = transcode(
      reader, options, [](const FrameTime&, const ImageView&) {}, {}, &stop);
  EXPECT_TRUE(result.cancelled);
  EXPECT_FALSE(result.in_place);
  EXPECT_EQ(folder_.names(), Names{"in.mp4"});
}

TEST_F(Transcode, FailingDrawLeavesNothing) {
  for (const int at : {0, 30, 59}) {
    VideoReader reader(clip_);
    const auto draw = [at](const FrameTime& time, const ImageView&) {
      if (time.frame == at) throw std::runtime_error("drawing failed");
    };
    EXPECT_THROW(transcode(reader, lossless("out.mkv"), draw), std::runtime_error) << at;
    EXPECT_EQ(folder_.names(), Names{"in.mp4"}) << at;
  }
}

// Each picture's first sample gets its number while three frames are in flight.
TEST_F(Transcode, FramesInFlightAtOnceStayInOrder) {
  VideoReader reader(clip_);
  DrawFunction replay(
      [](const FrameTime& time, const ImageView& picture) {
        *picture.planes[0].data = static_cast<std::byte>(time.frame + 100);
      },
      3);
  const TranscodeResult result = transcode(reader, lossless("out.mkv"), replay);
  EXPECT_EQ(result.frames, 60);
  VideoReader made(folder_ / "out.mkv");
  DecodedFrame picture;
  for (int n = 0; n < 60; ++n) {
    ASSERT_TRUE(made.read(picture));
    EXPECT_EQ(picture.frame->data[0][0], n + 100);
  }
  EXPECT_FALSE(made.read(picture));
}

TEST_F(Transcode, ExistingOutputSurvivesAFailure) {
  copy_frames(clip_, lossless("out.mkv"));
  const std::vector<std::string> before = frame_md5(folder_ / "out.mkv");
  TranscodeOptions options = lossless("out.mkv");
  EXPECT_THROW(copy_frames(clip_, options), Error);
  options.writer.overwrite = true;
  VideoReader reader(clip_);
  const auto fail = [](const FrameTime&, const ImageView&) { throw std::runtime_error("no"); };
  EXPECT_THROW(transcode(reader, options, fail), std::runtime_error);
  EXPECT_EQ(frame_md5(folder_ / "out.mkv"), before);
}

TEST_F(Transcode, DamagedInputFinishesWithLoss) {
  const auto size = std::filesystem::file_size(clip_);
  const std::string clip = make("front.mp4", "-i '" + clip_ + "' -c copy -movflags +faststart");
  std::filesystem::resize_file(clip, size * 6 / 10);
  const TranscodeResult result = copy_frames(clip, lossless("out.mkv"));
  EXPECT_TRUE(result.damage.any());
  EXPECT_EQ(frame_md5(folder_ / "out.mkv").size(), static_cast<std::size_t>(result.frames));
}

}  // namespace
}  // namespace overlace::testing
