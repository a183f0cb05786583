// SPDX-License-Identifier: Apache-2.0
// The frame loop allocates nothing after warm-up.
#include <gtest/gtest.h>

#include "tests/gpu/memory_picture.h"
#include "tests/text/allocations.h"

namespace overlace::test {
namespace {

TEST(RasterMemory, WarmFramesAllocateNothing) {
  const Size size{640, 360};
  std::mt19937 random(4);
  GlyphAtlas atlas;
  fill_atlas(random, atlas);
  std::vector<DisplayList> frames;
  for (int i = 0; i < 20; ++i) frames.push_back(random_scene(random, size, atlas));
  for (int i = 0; i < 3; ++i) frames.push_back(crowded_scene(random, size, atlas, 700));
  Picture picture(size, nv12_format(), {});
  Picture top_left(size, nv12_format(), {.siting = ChromaSiting::top_left});
  Rasterizer rasterizer({.threads = 2});
  auto draw_all = [&] {
    for (const DisplayList& list : frames) {
      rasterizer.draw(list, {}, picture.view());
      rasterizer.draw(list, {}, top_left.view());
    }
  };
  // Which worker takes which row of tiles varies between runs, especially on a busy machine, and
  // each worker's memory grows once. A frame's own allocations would recur in every round.
  constexpr int wanted = 3, most = 100;
  int quiet = 0;
  for (int round = 0; round < most && quiet < wanted; ++round) {
    const std::size_t before = allocations();
    draw_all();
    quiet = allocations() == before ? quiet + 1 : 0;
  }
  EXPECT_EQ(quiet, wanted);
}

}  // namespace
}  // namespace overlace::test
