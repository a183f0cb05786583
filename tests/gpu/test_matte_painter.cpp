// SPDX-License-Identifier: Apache-2.0
// Mattes of random graphs: the coverage of all owners adds up to the alpha of the overlay.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "gpu/matte_painter.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// Rounding to half floats, once per owner and enclosing group of a pixel.
constexpr double tolerance = 8.0 / 2048;

double sum_at(const OwnerMatte& matte, int x, int y) {
  double sum = 0;
  const int columns = layer_tiles(matte.size().width);
  const auto tile = static_cast<std::size_t>(y / layer_tile * columns + x / layer_tile);
  const auto pixel = static_cast<std::size_t>(y % layer_tile * layer_tile + x % layer_tile);
  for (const OwnerWeights& weights : matte.at(tile)) sum += weights.weight[pixel];
  return sum;
}

/// The overlay of a frame on transparent black.
Picture overlay(const std::shared_ptr<const Plan>& plan, const FrameTime& time) {
  Picture picture(plan->clip.size, float_format(true), {.range = ColorRange::full});
  ImageView view = picture.view();
  view.alpha = AlphaKind::premultiplied;
  make_cpu_replay(plan, {.threads = 1})->draw(time, view);
  return picture;
}

/// Largest deviation of the owners' total coverage from the overlay's alpha in any pixel, and the
/// sum of that alpha, px.
struct Comparison {
  double worst = 0, covered = 0;
};
Comparison compare(const OwnerMatte& matte, const Picture& overlay) {
  Comparison found;
  for (int y = 0; y < matte.size().height; ++y)
    for (int x = 0; x < matte.size().width; ++x) {
      const double alpha = std::clamp(overlay.sample(3, x, y), 0.0, 1.0);
      found.worst = std::max(found.worst, std::abs(sum_at(matte, x, y) - alpha));
      found.covered += alpha;
    }
  return found;
}

TEST(MattePainter, WeightsAddUpToTheAlphaOfTheOverlay) {
  double covered = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const auto plan = random_plan(seed, {.layered = seed % 3 == 0});
    const auto painter = make_matte_painter(plan, {.threads = 1});
    for (const std::int32_t frame : {2, 0}) {
      const FrameTime time = time_of(plan->clip, frame);
      const Comparison found = compare(painter->paint(time), overlay(plan, time));
      covered += found.covered;
      EXPECT_LT(found.worst, tolerance) << "seed " << seed << ", frame " << frame;
    }
  }
  EXPECT_GT(covered, 1000);  // px
}

// Its values are not in the display list but in the node that keeps them.
TEST(MattePainter, AnImageThatScrollsHasItsOwner) {
  const ClipInfo clip{.size = {160, 120}, .frame_count = 30};
  const auto plan = plan_of(R"({"overlace": 1, "nodes": {
      "heard": {"type": "audio_input"},
      "bands": {"type": "audio_spectrum", "inputs": {"audio": "heard"}},
      "drawn": {"type": "draw_spectrogram", "inputs": {"audio": "bands"},
                "params": {"seconds": 2, "scroll": "pixels"}}}, "composite": ["drawn"]})",
                            {}, clip);
  const auto replay = make_cpu_replay(plan, {.threads = 1});
  const auto painter = make_matte_painter(plan, {.threads = 1});
  for (const std::int32_t frame : {9, 10}) {
    const FrameTime time = time_of(clip, frame);
    Picture picture(clip.size, float_format(true), {.range = ColorRange::full});
    replay->draw(time, picture.view());
    ASSERT_EQ(replay->display_list().scrolling.size(), 1U);
    const Comparison found = compare(painter->paint(time), overlay(plan, time));
    EXPECT_LT(found.worst, tolerance) << "frame " << frame;
    EXPECT_GT(found.covered, 1000);  // px
  }
}

TEST(MattePainter, EveryOwnerIsAStepThatDraws) {
  const auto plan = random_plan(4, {});
  const auto painter = make_matte_painter(plan, {.threads = 1});
  const OwnerMatte& matte = painter->paint(time_of(plan->clip, 1));
  ASSERT_FALSE(painter->owners().empty());
  for (const PrimitiveOwner& owner : painter->owners())
    EXPECT_TRUE(std::holds_alternative<DrawStep>(plan->steps[owner.step].work));
  for (std::size_t tile = 0; tile < matte.tiles(); ++tile)
    for (const OwnerWeights& weights : matte.at(tile))
      EXPECT_LT(weights.owner, painter->owners().size());
}

TEST(MattePainter, LevelsAndThreadsChangeNoBit) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const auto plan = random_plan(seed, {.layered = seed % 3 == 0});
    const FrameTime time = time_of(plan->clip, 1);
    const auto first = make_matte_painter(plan, {.threads = 1, .simd = SimdLevel::scalar});
    const OwnerMatte& wanted = first->paint(time);
    for (const auto& [level, threads] :
         {std::pair{SimdLevel::avx2, 1}, std::pair{SimdLevel::avx512, 3}}) {
      if (detect_simd() < level) continue;
      const auto painter = make_matte_painter(plan, {.threads = threads, .simd = level});
      const OwnerMatte& matte = painter->paint(time);
      for (std::size_t tile = 0; tile < matte.tiles(); ++tile) {
        const auto a = wanted.at(tile), b = matte.at(tile);
        ASSERT_EQ(a.size(), b.size()) << "seed " << seed << ", tile " << tile;
        for (std::size_t i = 0; i < a.size(); ++i) {
          EXPECT_EQ(a[i].owner, b[i].owner);
          EXPECT_EQ(a[i].weight, b[i].weight);
        }
      }
    }
  }
}

TEST(MattePainter, FramesDoNotDependOnWhatWasPaintedBefore) {
  const auto plan = random_plan(7, {});
  const auto after = make_matte_painter(plan, {.threads = 1});
  const auto alone = make_matte_painter(plan, {.threads = 2});
  static_cast<void>(after->paint(time_of(plan->clip, 3)));
  const OwnerMatte& a = after->paint(time_of(plan->clip, 1));
  const OwnerMatte& b = alone->paint(time_of(plan->clip, 1));
  EXPECT_TRUE(std::ranges::equal(after->owners(), alone->owners()));
  for (std::size_t tile = 0; tile < a.tiles(); ++tile)
    EXPECT_TRUE(std::ranges::equal(a.at(tile), b.at(tile),
                                   [](const OwnerWeights& x, const OwnerWeights& y) {
                                     return x.owner == y.owner && x.weight == y.weight;
                                   }));
}

}  // namespace
}  // namespace overlace::test
