// SPDX-License-Identifier: Apache-2.0
// Frames at a screen's size, in any order and within any memory, are those of a run from the start,
// scaled; what takes longer is stood in for.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "graph/core/error.h"
#include "io/av/av.h"
#include "io/read/small_frames.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

constexpr Size small{48, 32};
constexpr std::size_t small_bytes = 48 * 32 * 3 / 2;
constexpr Deadline at_once = Deadline::min();

class SmallFramesTest : public ClipTest {
 protected:
  /// 75 frames of 96 x 64 px with a key frame every 25 and frames in another order than shown.
  [[nodiscard]] std::string clip() const {
    return make("clip.mkv",
                "-f lavfi -i testsrc2=s=96x64:r=25:d=3 -c:v libx264 -preset veryfast -threads 1 "
                "-x264-params keyint=25:scenecut=0:bframes=3");
  }
};

/// All frames, as ffmpeg's own scaler makes them from a run in order.
std::vector<std::vector<std::uint8_t>> scaled_in_order(const std::string& path) {
  VideoReader reader(path);
  ColorSpec color = reader.info().color;
  color.siting = ChromaSiting::left;
  FrameConverter converter(
      {.format = AV_PIX_FMT_YUV420P, .color = color, .accurate = false, .size = small});
  FrameConverter as_shown(
      {.format = AV_PIX_FMT_YUV420P, .color = as_jpeg(color), .accurate = false});
  std::vector<std::vector<std::uint8_t>> frames;
  for (DecodedFrame picture; reader.read(picture);) {
    const FramePtr scaled = converter.convert(*picture.frame, reader.info().color);
    frames.push_back(pixels_of(*as_shown.convert(*scaled, color)));
  }
  return frames;
}

TEST_F(SmallFramesTest, AnyOrderAndAnyMemory) {
  const std::string path = clip();
  const auto expected = scaled_in_order(path);
  ASSERT_EQ(expected.size(), 75U);
  for (const std::size_t capacity : {std::size_t{1}, 20 * small_bytes, std::size_t{1} << 30U}) {
    FrameStore store(path, {}, capacity);
    SmallFrames frames(store, capacity);
    frames.resize(small);
    std::mt19937 random(7);
    for (int i = 0; i < 60; ++i) {
      const auto number = static_cast<std::int32_t>(random() % expected.size());
      const DecodedFrame picture = frames.towards(number, Deadline::max());
      EXPECT_EQ(picture.number, number);
      EXPECT_EQ(pixels_of(*picture.frame), expected[static_cast<std::size_t>(number)]) << number;
      EXPECT_LE(frames.bytes(), std::max(capacity, 2 * small_bytes));
    }
  }
}

TEST_F(SmallFramesTest, GoingBackDecodesNothing) {
  FrameStore store(clip(), {}, 1);  // no room for full frames
  SmallFrames frames(store);
  frames.resize(small);
  ASSERT_EQ(frames.towards(74, Deadline::max()).number, 74);
  const std::int64_t decoded = store.decoded();
  for (std::int32_t number = 74; number >= 50; --number)
    EXPECT_EQ(frames.towards(number, at_once).number, number);
  EXPECT_EQ(store.decoded(), decoded);
}

TEST_F(SmallFramesTest, KeyFrameFirstThenOn) {
  FrameStore store(clip());
  SmallFrames frames(store);
  frames.resize(small);
  std::vector<std::int32_t> reached;
  do reached.push_back(frames.towards(73, at_once).number);
  while (reached.back() < 73 && reached.size() < 75);
  EXPECT_EQ(reached.front(), 50);  // the key frame before it
  EXPECT_EQ(reached.size(), 24U);  // each call goes on where the last one stopped
  EXPECT_TRUE(std::ranges::is_sorted(reached));
  EXPECT_EQ(reached.back(), 73);
}

TEST_F(SmallFramesTest, AnotherSizeAndTheEnd) {
  FrameStore store(clip());
  SmallFrames frames(store);
  frames.resize(small);
  EXPECT_EQ(frames.towards(3, Deadline::max()).frame->width, 48);
  frames.resize({24, 16});
  EXPECT_EQ(frames.bytes(), 0U);
  EXPECT_EQ(frames.towards(3, Deadline::max()).frame->width, 24);
  EXPECT_THROW(static_cast<void>(frames.towards(75, Deadline::max())), Error);
}

}  // namespace
}  // namespace overlace::testing
