// SPDX-License-Identifier: Apache-2.0
// effect_warp: where it bends with and without strokes, and what is refused. Displacements are
// tested in tests/gpu/test_warp.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white band, 20 px high and as wide as the picture, under a warp.
std::string band(const std::string& inputs, const std::string& params) {
  return R"("band": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
    "bent": {"type": "effect_warp", "inputs": {"layer": "band")" +
         inputs + R"(}, "params": )" + params + "}";
}
TrackTable one_band() {
  return tracks_of({{{.box = {-50, 40, 300, 20}}}, {}});
}
/// The first white row of a column.
int top_of(const GraphRun& run, int x) {
  for (int y = 0; y < 100; ++y)
    if (run.picture().at(x, y, 0) > 127) return y;
  return -1;
}

TEST(EffectWarp, BendsInTheMiddleOfThePicture) {
  GraphRun run(band("", R"({"amount": 10, "angle": 90, "radius": 20})"), R"(["bent"])", one_band());
  run.draw();
  EXPECT_EQ(top_of(run, 5), 40);
  EXPECT_EQ(top_of(run, 195), 40);
  EXPECT_NEAR(top_of(run, 100), 49, 1);  // the push peaks below the band's edge, where it is weaker
}

TEST(EffectWarp, BendsWhereItIsPut) {
  GraphRun run(band("", R"({"amount": 10, "angle": 90, "radius": 10, "x": -60, "y": -8})"),
               R"(["bent"])", one_band());
  run.draw();
  EXPECT_GT(top_of(run, 40), 46);
  EXPECT_EQ(top_of(run, 100), 40);
}

/// Strokes are the objects of the table: boxes around (30, 50) and (170, 50), among others.
TEST(EffectWarp, BendsAtEachObject) {
  TrackTable tracks = tracks_of({{{.box = {-50, 40, 300, 20}, .class_index = 0},
                                  {.box = {20, 40, 20, 20}, .class_index = 0},
                                  {.box = {160, 40, 20, 20}, .class_index = 0}}});
  GraphRun run(band(R"(, "strokes": "tracks")", R"({"amount": 8, "angle": -90, "radius": 6})"),
               R"(["bent"])", std::move(tracks));
  run.draw();
  for (const int x : {30, 100, 170}) EXPECT_NEAR(top_of(run, x), 39, 1) << x;
  for (const int x : {60, 65, 135, 140}) EXPECT_EQ(top_of(run, x), 40) << x;
}

/// A frame drawn alone equals the same frame drawn after others, in motion, too.
TEST(EffectWarp, FramesStandAlone) {
  const std::string nodes = band("", R"({"kind": "noise", "amount": 10, "scale": 20})");
  const TrackTable tracks =
      tracks_of({{{.box = {-50, 40, 300, 20}}}, {{.box = {-50, 40, 300, 20}}}});
  GraphRun whole(nodes, R"(["bent"])", tracks), alone(nodes, R"(["bent"])", tracks);
  whole.draw(0);
  const std::vector<std::uint8_t> first = whole.picture().rgb;
  whole.draw(1);
  alone.draw(1);
  EXPECT_EQ(whole.picture().rgb, alone.picture().rgb);
  EXPECT_NE(first, alone.picture().rgb);
}

TEST(EffectWarp, OfNothingIsNothing) {
  GraphRun run(band("", "{}"), R"(["bent"])", one_band());
  run.draw(0);
  run.draw(1);  // the band is gone
  EXPECT_TRUE(std::ranges::all_of(run.picture().rgb, [](std::uint8_t v) { return v == 0; }));
}

TEST(EffectWarp, RefusesWhatItCannotDo) {
  const auto problem = [](const std::string& inputs, const std::string& params,
                          const TrackTable& tracks) -> std::string {
    try {
      GraphRun run(band(inputs, params), R"(["bent"])", tracks);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(problem("", R"({"amount": 600})", one_band()).find("-512 to 512"), std::string::npos);
  EXPECT_NE(problem("", R"({"kind": "swril"})", one_band()).find("swirl"), std::string::npos);
  std::vector<TrackRow> crowd(257, TrackRow{.box = {10, 10, 5, 5}});
  EXPECT_NE(problem(R"(, "strokes": "tracks")", "{}", tracks_of({crowd})).find("256 strokes"),
            std::string::npos);
}

}  // namespace
}  // namespace overlace::test
