// SPDX-License-Identifier: Apache-2.0
// picture_obscure: a far and a near object, compared with what picture_pixelate and picture_blur
// make of each alone.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "nodes/parts/size_classes.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Random 2 px squares, with objects in these boxes obscured.
GraphRun obscured(const std::string& params, const std::vector<Box>& boxes, float degrees = 0) {
  std::vector<TrackRow> rows;
  for (const Box& box : boxes) rows.push_back({.box = box});
  TrackTable table = tracks_of({rows});
  if (degrees != 0) table.rotation.assign(boxes.size(), degrees);
  GraphRun run(
      R"("noise": {"type": "draw_pattern", "params": {"kind": "grain", "period": 2, "amount": 1,
                            "color": "#fff"}},
                  "hide": {"type": "picture_obscure", "inputs": {"tracks": "tracks"}, "params": )" +
          params + "}",
      R"(["noise", "hide"])", std::move(table));
  run.draw();
  return run;
}
/// The columns at which neighbours in a row differ.
std::set<int> edges(const GraphRun& run, int left, int right, int y) {
  std::set<int> found;
  for (int x = left + 1; x < right; ++x)
    if (run.picture().at(x, y, 0) != run.picture().at(x - 1, y, 0)) found.insert(x);
  return found;
}

/// Boxes of 8 and 64 px: a quarter of the large one is 16 px; of the small one 2 px, and at most 3
/// px. Blocks are aligned to the picture's corner.
TEST(PictureObscure, BlocksAreAShareOfEachObject) {
  const GraphRun run =
      obscured(R"({"share": 0.25, "padding": 0})", {{8, 16, 8, 8}, {64, 16, 64, 64}});
  for (int y = 16; y < 80; ++y)
    for (const int edge : edges(run, 64, 128, y)) EXPECT_EQ(edge % 16, 0) << edge;
  EXPECT_GE(edges(run, 64, 128, 40).size(), 2U);
  EXPECT_GE(edges(run, 8, 16, 20).size(), 2U) << "the small one is not one block";
}

/// The side of a box's size class is 1 to 1.5 times its width, over widths from 200 down to 23 px.
TEST(PictureObscure, EachSizeIsObscuredAtLeastAsItsShareAndHalfAsMuchMore) {
  std::vector<std::vector<TrackRow>> frames(1);
  for (int i = 0; i < 60; ++i) {
    const auto side = static_cast<float>(200 - 3 * i);
    frames[0].push_back({.box = {0, 0, side, 2 * side}});
  }
  const TrackTable table = tracks_of(frames);
  const SizeClasses sizes(table);
  for (const Box& box : table.box) {
    const double side = sizes.side(sizes.of(box));
    EXPECT_GE(side, box.width * (1 - 1e-9));
    EXPECT_LT(side, box.width * 1.5 * (1 + 1e-9));
    EXPECT_TRUE(sizes.has(sizes.of(box), 0));
  }
  EXPECT_FALSE(sizes.has(0, 1)) << "nobody is there";
}

TEST(PictureObscure, NothingElseIsChanged) {
  const GraphRun run = obscured(R"({"padding": 2})", {{20, 20, 40, 40}});
  const GraphRun plain = obscured(R"({"strength": 0})", {{20, 20, 40, 40}});
  int changed = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) {
      const bool differs = run.picture().at(x, y, 0) != plain.picture().at(x, y, 0);
      const bool inside = x >= 18 && x < 62 && y >= 18 && y < 62;
      changed += differs ? 1 : 0;
      if (!inside) EXPECT_FALSE(differs) << x << ", " << y;
    }
  EXPECT_GT(changed, 1000);
}

/// A single object looks as if the other nodes were applied to its box.
TEST(PictureObscure, OneObjectIsWhatTheOtherEffectsMakeOfIt) {
  for (const bool blur : {false, true}) {
    const std::string effect = blur ? R"("picture_blur", "params": {"sigma": 10})"
                                    : R"("picture_pixelate", "params": {"block": 10})";
    const Box box{50, 20, 40, 60};
    GraphRun other(
        R"("noise": {"type": "draw_pattern", "params": {"kind": "grain", "period": 2, "amount": 1,
                                "color": "#fff"}},
                      "box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                              "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#fff"}},
                      "hide": {"type": )" +
            effect + R"(, "inputs": {"region": "box"}})",
        R"(["noise", "hide"])", tracks_of({{{.box = box}}}));
    other.draw();
    const GraphRun run = obscured(std::string(R"({"share": 0.25, "padding": 0, "by": )") +
                                      (blur ? R"("blur"})" : R"("blocks"})"),
                                  {box});
    EXPECT_EQ(run.picture().rgb, other.picture().rgb) << effect;
  }
}

/// A 60 x 20 px box rotated by 90 degrees equals a 20 x 60 px box.
TEST(PictureObscure, TurnsWithTheBox) {
  const GraphRun turned = obscured(R"({"padding": 0})", {{70, 40, 60, 20}}, 90);
  const GraphRun upright = obscured(R"({"padding": 0})", {{90, 20, 20, 60}});
  EXPECT_EQ(turned.picture().rgb, upright.picture().rgb);
}

/// An ellipse leaves out corners: pi / 4 of the box changes, less pixels that equal their block.
TEST(PictureObscure, MayBeAnEllipse) {
  const GraphRun run = obscured(R"({"shape": "ellipse", "padding": 0})", {{40, 10, 80, 80}});
  const GraphRun plain = obscured(R"({"strength": 0})", {{40, 10, 80, 80}});
  for (const auto& [x, y] : {std::pair{42, 12}, {117, 12}, {42, 87}, {117, 87}})
    EXPECT_EQ(run.picture().at(x, y, 0), plain.picture().at(x, y, 0)) << x << ", " << y;
  EXPECT_NE(run.picture().at(80, 50, 0), plain.picture().at(80, 50, 0));
}

}  // namespace
}  // namespace overlace::test
