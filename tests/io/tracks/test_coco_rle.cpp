// SPDX-License-Identifier: Apache-2.0
// Run-length masks: strings made by pycocotools 2 from masks drawn by hand, and brute force.
#include <gtest/gtest.h>

#include <random>

#include "io/tracks/coco_rle.h"

namespace overlace::test {
namespace {

using Runs = std::vector<std::uint32_t>;

struct Known {
  const char* text;
  Size size;
  Runs runs;
  Box bounds;
};

class KnownMasks : public ::testing::TestWithParam<Known> {};

TEST_P(KnownMasks, DecodeEncodeAndBound) {
  const Known& known = GetParam();
  Runs runs;
  EXPECT_EQ(decode_coco_rle(known.text, known.size, runs), "");
  EXPECT_EQ(runs, known.runs);
  EXPECT_EQ(encode_coco_rle(runs), known.text);
  EXPECT_EQ(mask_bounds(known.size, runs), known.bounds);
}

// Sizes are width x height here; runs are in column order, so that a mask read row by row, or with
// height and width swapped, would have other bounds.
INSTANTIATE_TEST_SUITE_P(All, KnownMasks,
                         ::testing::Values(Known{"92203", {5, 4}, {9, 2, 2, 2, 5}, {2, 1, 2, 2}},
                                           Known{"06", {2, 3}, {0, 6}, {0, 0, 2, 3}},
                                           Known{"6", {2, 3}, {6}, {0, 0, 0, 0}},
                                           Known{"327", {3, 4}, {3, 2, 7}, {0, 0, 2, 4}}));

/// The runs of `inside`, which is in column order.
Runs runs_of(const std::vector<bool>& inside) {
  Runs runs{0};
  bool now = false;
  for (const bool pixel : inside) {
    if (pixel != now) runs.push_back(0);
    now = pixel;
    ++runs.back();
  }
  return runs;
}

TEST(CocoRle, EqualsBruteForceOnRandomMasks) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const Size size{1 + static_cast<int>(random() % 70), 1 + static_cast<int>(random() % 50)};
    const std::size_t sparse = 1 + random() % 200;
    std::vector<bool> inside;
    int left = size.width, top = size.height, right = 0, bottom = 0;
    std::uint64_t area = 0;
    for (int x = 0; x < size.width; ++x) {
      for (int y = 0; y < size.height; ++y) {
        inside.push_back(random() % sparse == 0);
        if (!inside.back()) continue;
        ++area;
        left = std::min(left, x), right = std::max(right, x + 1);
        top = std::min(top, y), bottom = std::max(bottom, y + 1);
      }
    }
    const Runs runs = runs_of(inside);
    Runs again;
    EXPECT_EQ(decode_coco_rle(encode_coco_rle(runs), size, again), "");
    EXPECT_EQ(again, runs);
    EXPECT_EQ(mask_area(runs), area);
    const Box bounds = mask_bounds(size, runs);
    if (area == 0) continue;
    EXPECT_EQ(bounds.x, static_cast<float>(left));
    EXPECT_EQ(bounds.y, static_cast<float>(top));
    EXPECT_EQ(bounds.x + bounds.width, static_cast<float>(right));
    EXPECT_EQ(bounds.y + bounds.height, static_cast<float>(bottom));
  }
}

TEST(CocoRle, RefusesWhatIsNoMask) {
  Runs runs;
  EXPECT_NE(decode_coco_rle("9220", {5, 4}, runs), "") << "a run is missing";
  EXPECT_NE(decode_coco_rle("92203", {4, 4}, runs), "") << "another size";
  EXPECT_NE(decode_coco_rle("9 2203", {5, 4}, runs), "") << "a blank";
  EXPECT_NE(decode_coco_rle("92203P", {5, 4}, runs), "") << "the last number is cut off";
  EXPECT_NE(decode_coco_rle("oooooooooooo0", {5, 4}, runs), "") << "a number without end";
  EXPECT_NE(decode_coco_rle("O", {5, 4}, runs), "") << "a negative run";
  EXPECT_NE(decode_coco_rle("", {5, 4}, runs), "");
  EXPECT_NE(check_mask({0, 0}, {}), "");
  EXPECT_NE(check_mask({1 << 30, 1 << 30}, Runs{0xffffffff}), "");
}

TEST(CocoRle, AFewBytesDoNotAskForGigabytes) {
  // 65536 x 65536 pixels, all inside.
  const std::vector<std::uint32_t> runs = {0, 1U << 31U, 0, 1U << 31U};
  EXPECT_NE(check_mask({65536, 65536}, runs), "");
  const std::vector<std::uint32_t> whole = {0, 15360U * 8640U};
  EXPECT_EQ(check_mask({15360, 8640}, whole), "");
}

}  // namespace
}  // namespace overlace::test
