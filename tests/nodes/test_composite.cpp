// SPDX-License-Identifier: Apache-2.0
// composite: groups, opacity and blend modes, checked on pixels by the blend formulas.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Paints red #804020 below; then a group of a full-frame #408060 with the given composite params.
std::array<int, 3> blended(const std::string& params) {
  GraphRun run(R"("below": {"type": "draw_fill", "params": {"color": "#804020"}},
                   "above": {"type": "draw_fill", "params": {"color": "#408060"}},
                   "group": {"type": "composite", "inputs": {"layers": ["above"]}, "params": )" +
                   params + "}",
               R"(["below", "group"])", tracks_of({{}}));
  run.draw();
  return {run.picture().at(100, 50, 0), run.picture().at(100, 50, 1), run.picture().at(100, 50, 2)};
}

using Rgb = std::array<int, 3>;
constexpr int b[3] = {0x80, 0x40, 0x20}, s[3] = {0x40, 0x80, 0x60};

Rgb expected(double (*blend)(double, double), double opacity = 1) {
  Rgb out{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double below = b[c] / 255.0, above = s[c] / 255.0;
    out[c] = static_cast<int>(
        std::lround(255 * ((1 - opacity) * below + opacity * blend(below, above))));
  }
  return out;
}

void expect_near(const Rgb& got, const Rgb& want) {
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(got[c], want[c], 1) << "channel " << c;
}

TEST(Composite, BlendModesFollowTheirFormulas) {
  expect_near(blended(R"({"blend": "normal"})"), expected([](double, double a) { return a; }));
  expect_near(blended(R"({"blend": "add"})"),
              expected([](double x, double a) { return std::min(1.0, x + a); }));
  expect_near(blended(R"({"blend": "screen"})"),
              expected([](double x, double a) { return x + a - x * a; }));
  expect_near(blended(R"({"blend": "multiply"})"),
              expected([](double x, double a) { return x * a; }));
  expect_near(blended(R"({"blend": "difference"})"),
              expected([](double x, double a) { return std::abs(x - a); }));
}

TEST(Composite, OpacityAppliesToTheWhole) {
  expect_near(blended(R"({"opacity": 0.25})"), expected([](double, double a) { return a; }, 0.25));
  expect_near(blended(R"({"blend": "multiply", "opacity": 0.5})"),
              expected([](double x, double a) { return x * a; }, 0.5));
}

TEST(Composite, OverlapInsideAGroupDoesNotShowThrough) {
  // Two opaque fills in a half-transparent group: only the upper one is seen, at half strength.
  GraphRun run(R"("one": {"type": "draw_fill", "params": {"color": "#ff0000"}},
                   "two": {"type": "draw_fill", "params": {"color": "#0000ff"}},
                   "group": {"type": "composite", "inputs": {"layers": ["one", "two"]}, "params": {"opacity": 0.5}})",
               R"(["group"])", tracks_of({{}}));
  run.draw();
  EXPECT_EQ(run.picture().at(10, 10, 0), 0);
  EXPECT_NEAR(run.picture().at(10, 10, 2), 128, 1);
}

TEST(Composite, NormalGroupAtFullOpacityIsNoGroup) {
  GraphRun run(
      R"("one": {"type": "draw_fill"}, "group": {"type": "composite", "inputs": {"layers": ["one"]}})",
      R"(["group"])", tracks_of({{}}));
  EXPECT_EQ(run.plan().steps.size(), 2U);  // the fill and the raster
}

}  // namespace
}  // namespace overlace::test
