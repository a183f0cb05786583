// SPDX-License-Identifier: Apache-2.0
// Rotation of pictures, checked sample by sample against small pictures written by hand.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "io/frames/frame_rotator.h"

namespace overlace {
namespace {

/// A picture of letters, 3 x 2 unless rotated.
FramePtr letters(const std::string& text, Size size) {
  FramePtr frame = FramePool().get(AV_PIX_FMT_GRAY8, size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      frame->data[0][frame->linesize[0] * y + x] =
          static_cast<std::uint8_t>(text[static_cast<std::size_t>(y * size.width + x)]);
  return frame;
}

std::string shown(const std::string& text, Orientation stored) {
  FrameRotator rotator(AV_PIX_FMT_GRAY8, stored, {});
  const FramePtr frame = rotator.rotate(letters(text, {3, 2}));
  std::string result;
  for (int y = 0; y < frame->height; ++y) {
    for (int x = 0; x < frame->width; ++x)
      result += static_cast<char>(frame->data[0][frame->linesize[0] * y + x]);
    result += '/';
  }
  return result;
}

TEST(FrameRotator, AllEightWays) {
  // Stored: abc
  //         def
  const std::string text = "abcdef";
  EXPECT_EQ(shown(text, {false, false, false}), "abc/def/");
  EXPECT_EQ(shown(text, {false, true, false}), "cba/fed/");
  EXPECT_EQ(shown(text, {false, false, true}), "def/abc/");
  EXPECT_EQ(shown(text, {false, true, true}), "fed/cba/");
  EXPECT_EQ(shown(text, {true, false, false}), "ad/be/cf/");
  EXPECT_EQ(shown(text, {true, true, false}), "cf/be/ad/");  // counter-clockwise
  EXPECT_EQ(shown(text, {true, false, true}), "da/eb/fc/");  // clockwise
  EXPECT_EQ(shown(text, {true, true, true}), "fc/eb/da/");
}

TEST(FrameRotator, SubsampledPlanesAndPackedPixels) {
  constexpr Orientation clockwise{true, false, true};
  FrameRotator rotator(AV_PIX_FMT_YUV420P, clockwise, {});
  FramePtr planes = FramePool().get(AV_PIX_FMT_YUV420P, {4, 2});
  for (int x = 0; x < 2; ++x) planes->data[1][x] = static_cast<std::uint8_t>('a' + x);
  const FramePtr rotated_planes = rotator.rotate(std::move(planes));
  EXPECT_EQ(rotated_planes->width, 2);
  EXPECT_EQ(rotated_planes->height, 4);
  EXPECT_EQ(rotated_planes->data[1][0], 'a');
  EXPECT_EQ(rotated_planes->data[1][rotated_planes->linesize[1]], 'b');

  FramePtr packed = FramePool().get(AV_PIX_FMT_RGB24, {2, 1});
  std::memcpy(packed->data[0], "RGBrgb", 6);
  const FramePtr rotated_packed =
      FrameRotator(AV_PIX_FMT_RGB24, clockwise, {}).rotate(std::move(packed));
  EXPECT_EQ(std::memcmp(rotated_packed->data[0], "RGB", 3), 0);
  EXPECT_EQ(std::memcmp(rotated_packed->data[0] + rotated_packed->linesize[0], "rgb", 3), 0);
}

// 4:2:2 chroma cannot be rotated by a quarter turn.
TEST(FrameRotator, ChromaSubsampledOneWayBecomesWhole) {
  constexpr Orientation clockwise{true, false, true}, half_turn{false, true, true};
  EXPECT_EQ(FrameRotator(AV_PIX_FMT_YUV422P10, clockwise, {}).format(), AV_PIX_FMT_YUV444P10);
  EXPECT_EQ(FrameRotator(AV_PIX_FMT_YUV422P10, half_turn, {}).format(), AV_PIX_FMT_YUV422P10);
  EXPECT_EQ(FrameRotator(AV_PIX_FMT_YUYV422, half_turn, {}).format(), AV_PIX_FMT_YUV422P);
  EXPECT_EQ(FrameRotator(AV_PIX_FMT_YUV420P, clockwise, {}).format(), AV_PIX_FMT_YUV420P);
}

}  // namespace
}  // namespace overlace
