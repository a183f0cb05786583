// SPDX-License-Identifier: Apache-2.0
// What reaches the encoder: the decoder's own memory if nothing is drawn, never more frames than
// the queues hold, and no more memory for a longer clip.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "io/av/av.h"
#include "io/write/null_sink.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

/// What a WatchingSink saw.
struct Seen {
  std::int64_t frames = 0, shared = 0;  ///< shared: the pixels have another owner, too
  std::set<const void*> memory;         ///< addresses of the pictures' first samples
  std::function<void(std::int64_t)> at_frame = [](std::int64_t) {};
};

class WatchingSink final : public FrameSink {
 public:
  WatchingSink(const VideoReader& source, Seen& seen) : null_(source), seen_(seen) {}
  [[nodiscard]] SinkFormat format() const override { return null_.format(); }
  [[nodiscard]] std::string encoder() const override { return null_.encoder(); }
  [[nodiscard]] bool wants(const AVStream& s) const override { return null_.wants(s); }
  void write(DecodedFrame picture) override {
    seen_.shared += av_frame_is_writable(picture.frame.get()) == 0 ? 1 : 0;
    seen_.memory.insert(picture.frame->data[0]);
    seen_.at_frame(seen_.frames++);
  }
  void copy(PacketPtr) override {}
  void finish() override {}
  [[nodiscard]] std::int64_t bytes_written() const override { return 0; }

 private:
  NullSink null_;
  Seen& seen_;
};

/// Never draws anything.
class DrawsNothing final : public Replay {
 public:
  std::size_t slots() const override { return 1; }
  void submit(std::size_t, const FrameTime&, const ImageView&) override {}
  void submit_lazily(std::size_t, const FrameTime&, const PictureSource&) override {}
  ReplayStats finish(std::size_t) override { return {}; }
  PixelRect bounds(const FrameTime&) override { return {}; }
};

class PassingThrough : public ClipTest {
 protected:
  TranscodeResult run(const std::string& clip, Replay& replay, Seen& seen,
                      const TranscodeOptions& options = {}) const {
    VideoReader reader(clip);
    return transcode(reader, std::make_unique<WatchingSink>(reader, seen), options, replay);
  }
  [[nodiscard]] std::string clip(int frames, const std::string& options = "") const {
    return make("in" + std::to_string(frames) + ".mp4",
                "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v " + std::to_string(frames) +
                    " -c:v libx264 -bf 3 -refs 4 -pix_fmt yuv420p " + options);
  }
};

TEST_F(PassingThrough, FramesWithoutOverlayStayTheDecodersMemory) {
  const std::string in = clip(120);
  DrawsNothing nothing;
  Seen seen;
  const TranscodeResult result = run(in, nothing, seen);
  EXPECT_EQ(seen.frames, 120);
  EXPECT_EQ(result.frames, 120);
  EXPECT_EQ(result.drawn, 0);
  EXPECT_EQ(result.moves.copied, 0);
  EXPECT_EQ(result.moves.converted, 0);
  EXPECT_GT(seen.shared, 0);  // a copy would have no other owner
}

// The counterpart: a frame that is drawn on has no other owner.
TEST_F(PassingThrough, FramesThatAreDrawnOnAreNobodyElses) {
  const std::string in = clip(120);
  DrawFunction draws([](const FrameTime&, const ImageView&) {});
  Seen seen;
  const TranscodeResult result = run(in, draws, seen);
  EXPECT_EQ(result.drawn, 120);
  EXPECT_GT(result.moves.copied, 0);
  EXPECT_LE(result.moves.copied, 120);
  EXPECT_EQ(seen.shared, 0);
}

// Drawing may run ahead of a slow encoder by the frame in the queue, the one being encoded and the
// one waiting for room, but no further.
TEST_F(PassingThrough, LargeFramesWaitOneByOne) {
  const std::string in = clip(60);
  TranscodeOptions options;
  options.drawn_bytes = options.decoded_bytes = 160 * 90 * 3 / 2;
  std::atomic<std::int64_t> drawn = 0;
  DrawFunction draws([&](const FrameTime&, const ImageView&) { ++drawn; });
  std::int64_t ahead = 0;
  Seen seen;
  seen.at_frame = [&](std::int64_t number) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ahead = std::max(ahead, drawn - number);
  };
  run(in, draws, seen, options);
  EXPECT_LE(ahead, 3);
  EXPECT_GE(ahead, 1);
}

// Every converted picture is held by a queue or a stage; one that is kept longer shows up as
// additional memory. All are new pictures, because every frame needs conversion.
TEST_F(PassingThrough, LongClipsTakeNoMoreMemoryThanShortOnes) {
  constexpr std::size_t queue = 4, stages = 3;
  for (const int frames : {50, 500}) {
    const std::string in =
        make("in.mkv", "-f lavfi -i testsrc2=s=160x90:r=30 -c:v ffv1 -pix_fmt yuv411p -frames:v " +
                           std::to_string(frames));
    DrawFunction draws([](const FrameTime&, const ImageView&) {});
    Seen seen;
    const TranscodeResult result = run(in, draws, seen);
    EXPECT_EQ(result.moves.converted, frames);
    EXPECT_LE(seen.memory.size(), queue + stages) << frames;
  }
}

// The same for copies. Frames that need no copy stay in the decoder's memory: at most 16 references
// and one frame for each of its threads.
TEST_F(PassingThrough, CopiesUseTheirMemoryAgain) {
  constexpr std::size_t decoder = 16 + 16, queue = 1, stages = 3;
  TranscodeOptions options;
  options.queue_depth = 1;
  DrawFunction draws([](const FrameTime&, const ImageView&) {});
  Seen seen;
  const TranscodeResult result = run(clip(500), draws, seen, options);
  EXPECT_GT(result.moves.copied, 0);
  EXPECT_LE(seen.memory.size(), decoder + queue + stages);
}

TEST_F(PassingThrough, OtherFormatsAreConvertedAndNotCopied) {
  const std::string in =
      make("in.mkv", "-f lavfi -i testsrc2=s=160x90:r=30:d=1 -c:v ffv1 -pix_fmt yuv411p");
  DrawFunction draws([](const FrameTime&, const ImageView&) {});
  Seen seen;
  const TranscodeResult result = run(in, draws, seen);
  EXPECT_EQ(result.moves.converted, result.frames);
  EXPECT_EQ(result.moves.copied, 0);
}

}  // namespace
}  // namespace overlace::testing
