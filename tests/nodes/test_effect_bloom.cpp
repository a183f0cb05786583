// SPDX-License-Identifier: Apache-2.0
// effect_bloom: the light around a drawing against the error function in double precision, what the
// threshold removes, and what opacity covers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A box of one colour, 80 to 120 px from the left and over the whole height, with bloom.
std::string bloom_of(const std::string& fill, const std::string& params) {
  return R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": ")" +
         fill + R"("}}, "bloom": {"type": "effect_bloom", "inputs": {"layer": "box"}, "params": )" +
         params + "}";
}
TrackTable one_box() {
  return tracks_of({{{.box = {80, -200, 40, 500}}}, {}});
}
bool in_box(int x) {
  return x >= 80 && x < 120;
}
/// The share of a box's light that reaches a pixel.
double spread(int x, double sigma) {
  const auto below = [&](double edge) {
    return 0.5 * std::erfc((edge - x - 0.5) / (sigma * std::sqrt(2)));
  };
  return below(80) - below(120);
}

TEST(EffectBloom, AddsTintedLightAboveTheThreshold) {
  // Straight colour 0.8, 0.4, 0.2; above 0.25 that leaves 0.55, 0.15 and nothing.
  GraphRun run(bloom_of("#cc6633", R"({"sigma": 6, "threshold": 0.25, "gain": 0.5,
                                       "tint": "#ff8000"})"),
               R"(["bloom"])", one_box());
  run.draw();
  const double color[] = {0.8, 0.4, 0.2}, tint[] = {1, 128.0 / 255, 0};
  for (int x = 60; x < 140; ++x)
    for (int c = 0; c < 3; ++c) {
      const double light = 0.5 * tint[c] * std::max(color[c] - 0.25, 0.0) * spread(x, 6);
      EXPECT_NEAR(run.picture().at(x, 50, c),
                  255 * std::min(1.0, (in_box(x) ? color[c] : 0) + light), 1.01)
          << x << ", " << c;
    }
}

/// Over a grey wall: light with opacity 0 is added to the wall, opaque light replaces it.
TEST(EffectBloom, CoversByItsOpacity) {
  for (const double opacity : {0.0, 0.5, 1.0}) {
    GraphRun run(
        R"("wall": {"type": "draw_fill", "params": {"color": "#333333"}}, )" +
            bloom_of("#0000ff", R"({"sigma": 9, "opacity": )" + std::to_string(opacity) + "}"),
        R"(["wall", "bloom"])", one_box());
    run.draw();
    for (int x = 40; x < 160; ++x) {
      if (in_box(x)) continue;
      const double light = spread(x, 9);
      EXPECT_NEAR(run.picture().at(x, 50, 0), 51 * (1 - opacity * light), 1.01) << x;
      EXPECT_NEAR(run.picture().at(x, 50, 2),
                  std::min(255.0, 51 * (1 - opacity * light) + 255 * light), 1.01)
          << x;
    }
  }
}

TEST(EffectBloom, WithoutGainNothingChanges) {
  GraphRun with(bloom_of("#cc6633c0", R"({"gain": 0})"), R"(["bloom"])", one_box());
  GraphRun without(bloom_of("#cc6633c0", "{}"), R"(["box"])", one_box());
  with.draw();
  without.draw();
  for (int x = 0; x < 200; ++x)
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(with.picture().at(x, 50, c), without.picture().at(x, 50, c), 1) << x;
}

TEST(EffectBloom, ShinesInsideItsRegion) {
  const std::string nodes = bloom_of("#ffffff", R"({"sigma": 8})");
  const std::string only =
      nodes.substr(0, nodes.rfind(R"({"layer": "box"})")) + R"({"layer": "box", "region": "box"})" +
      nodes.substr(nodes.rfind(R"({"layer": "box"})") + std::string(R"({"layer": "box"})").size());
  GraphRun run(only, R"(["bloom"])", one_box());
  run.draw();
  EXPECT_EQ(run.picture().at(79, 50, 0), 0);
  EXPECT_EQ(run.picture().at(80, 50, 0), 255);
}

TEST(EffectBloom, OfNothingIsNothing) {
  GraphRun run(bloom_of("#ffffff", "{}"), R"(["bloom"])", one_box());
  run.draw(0);
  run.draw(1);  // the box is gone
  EXPECT_TRUE(std::ranges::all_of(run.picture().rgb, [](std::uint8_t v) { return v == 0; }));
}

TEST(EffectBloom, RefusesWhatIsOutOfRange) {
  const auto problem = [](const std::string& params) -> std::string {
    try {
      GraphRun run(bloom_of("#ffffff", params), R"(["bloom"])", one_box());
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(problem(R"({"gain": 9})").find("0 to 8"), std::string::npos);
  EXPECT_NE(problem(R"({"threshold": -1})").find("0 to 1"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
