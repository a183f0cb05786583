// SPDX-License-Identifier: Apache-2.0
// The frame loop allocates nothing once it is warm.
#include <gtest/gtest.h>

#include "tests/gpu/picture.h"
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
  // Which worker meets which row of tiles differs from run to run: give each the chance to grow.
  for (int i = 0; i < 8; ++i) draw_all();
  const std::size_t before = allocations();
  draw_all();
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace overlace::test
