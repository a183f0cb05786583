// SPDX-License-Identifier: Apache-2.0
// draw_labels: text and its position, in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

TrackTable one_object(Box box) {
  TrackTable table = tracks_of({{{.id = 7, .box = box, .class_index = 0, .score = 0.5F}}});
  table.class_names = {"car"};
  return table;
}

GraphRun drawn(const std::string& params, TrackTable tracks = one_object({80, 60, 40, 30})) {
  GraphRun run(R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["labels"])", std::move(tracks));
  run.draw();
  return run;
}

std::size_t glyphs(const GraphRun& run) {
  return static_cast<std::size_t>(
      std::ranges::count(run.primitives(), PrimitiveKind::glyph, &Primitive::kind));
}

TEST(DrawLabels, WritesTheTemplate) {
  EXPECT_EQ(glyphs(drawn(R"({"size": 10, "text": "{class} {id}"})")), 4U);  // "car 7"
  EXPECT_EQ(glyphs(drawn(R"({"size": 10, "text": "{score:.3f}"})")), 5U);   // "0.500"
}

TEST(DrawLabels, OnePlateBeforeItsLettersForEachThing) {
  const GraphRun run =
      drawn(R"({"size": 10, "text": "{id}"})",
            tracks_of({{{.id = 1, .box = {10, 50, 20, 20}}, {.id = 2, .box = {90, 50, 20, 20}}}}));
  ASSERT_EQ(run.primitives().size(), 4U);
  EXPECT_EQ(run.primitives()[0].kind, PrimitiveKind::shape);
  EXPECT_EQ(run.primitives()[1].kind, PrimitiveKind::glyph);
  EXPECT_EQ(run.primitives()[2].kind, PrimitiveKind::shape);
  EXPECT_GT(run.primitives()[3].glyph.x, 80);
}

TEST(DrawLabels, StandsOnTheBox) {
  const Box label = plate(drawn(R"({"size": 10, "offset": 3})"));
  EXPECT_EQ(label.x, 80);
  EXPECT_EQ(label.y + label.height, 57);
}

TEST(DrawLabels, StandsInTheBox) {
  const Box label =
      plate(drawn(R"({"size": 10, "offset": 3, "inside": true, "position": "bottom_right"})"));
  EXPECT_EQ(label.x + label.width, 117);
  EXPECT_EQ(label.y + label.height, 87);
}

/// A 40 x 30 box about 100, 75, rotated onto its side: 30 x 40, from 85, 55.
TEST(DrawLabels, StandsOnATurnedBox) {
  TrackTable object = one_object({80, 60, 40, 30});
  object.rotation = {90};
  const Box label = plate(drawn(R"({"size": 10, "offset": 3})", object));
  EXPECT_EQ(label.x, 85);
  EXPECT_EQ(label.y + label.height, 52);
}

TEST(DrawLabels, IsKeptWithinThePicture) {
  const TrackTable corner = one_object({190, -5, 30, 30});
  const Box kept = plate(drawn(R"({"size": 10})", corner));
  EXPECT_EQ(kept.x + kept.width, 200);
  EXPECT_EQ(kept.y, 0);
  const Box free = plate(drawn(R"({"size": 10, "keep_inside": false})", corner));
  EXPECT_EQ(free.x, 190);
  EXPECT_LT(free.y, -5);
}

TEST(DrawLabels, NothingToSayDrawsNothing) {
  TrackTable nameless = tracks_of({{{.box = {9, 9, 9, 9}}}});
  nameless.id = {no_id};
  EXPECT_TRUE(drawn(R"({"text": "{class} {id?}"})", std::move(nameless)).primitives().empty());
}

TEST(DrawLabels, DarkensItsPlateAndLightensItsLetters) {
  const GraphRun run = drawn(R"({"size": 30, "text": "III", "plate": "#ff0000"})");
  const Box label = plate(run);
  const auto x = static_cast<int>(label.x), y = static_cast<int>(label.y + label.height / 2);
  int letters = 0;
  for (int i = x + 2; i < x + static_cast<int>(label.width) - 2; ++i) {
    EXPECT_EQ(run.picture().at(i, y, 0), 255) << "red plate, white letters";
    letters += run.picture().at(i, y, 1) > 200 ? 1 : 0;
  }
  EXPECT_GE(letters, 3);
  EXPECT_EQ(run.picture().at(x - 2, y, 0), 0);
}

TEST(DrawLabels, SizeMayBeMapped) {
  const Box small = plate(drawn(R"({"size": {"map": "score", "from": [0, 1], "to": [6, 10]}})"));
  const Box constant = plate(drawn(R"({"size": 8})"));
  EXPECT_EQ(small, constant);
}

TEST(DrawLabels, UnknownFieldIsRefused) {
  try {
    (void)drawn(R"({"text": "{scor}"})");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("scor"), std::string::npos);
  }
}

/// The plates of a frame.
std::vector<Box> plates(const GraphRun& run) {
  std::vector<Box> all;
  for (const Primitive& p : run.primitives())
    if (p.kind == PrimitiveKind::shape)
      all.push_back({p.shape.center.x - p.shape.half_size.x, p.shape.center.y - p.shape.half_size.y,
                     2 * p.shape.half_size.x, 2 * p.shape.half_size.y});
  return all;
}

bool overlap(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

TrackTable neighbours() {
  return tracks_of({{{.id = 1, .box = {80, 40, 20, 20}}, {.id = 2, .box = {86, 40, 20, 20}}}});
}

TEST(DrawLabels, AvoidEachOtherWhenAskedTo) {
  const auto fixed = plates(drawn(R"({"size": 10, "text": "label {id}"})", neighbours()));
  ASSERT_EQ(fixed.size(), 2U);
  EXPECT_TRUE(overlap(fixed[0], fixed[1]));
  const auto apart =
      plates(drawn(R"({"size": 10, "text": "label {id}", "layout": "avoid"})", neighbours()));
  ASSERT_EQ(apart.size(), 2U);
  EXPECT_FALSE(overlap(apart[0], apart[1]));
  EXPECT_EQ(apart[0], fixed[0]) << "the smaller id chooses first";
}

TEST(DrawLabels, OfHigherPriorityChooseFirst) {
  const auto fixed = plates(drawn(R"({"size": 10, "text": "label {id}"})", neighbours()));
  const auto apart = plates(
      drawn(R"({"size": 10, "text": "label {id}", "layout": "avoid", "priority": {"expr": "id"}})",
            neighbours()));
  ASSERT_EQ(apart.size(), 2U);
  EXPECT_EQ(apart[1], fixed[1]);
  EXPECT_NE(apart[0], fixed[0]);
}

TEST(DrawLabels, LeaderGoesFromThePlateToTheBox) {
  const GraphRun run = drawn(R"({"size": 10, "text": "x", "offset": 20, "leader": "straight",
                                 "leader_from": 10, "position": "top"})");
  ASSERT_EQ(run.primitives().at(0).kind, PrimitiveKind::curve);
  const Curve& line = run.primitives()[0].curve;
  EXPECT_NEAR(line.p0.x, 100, 0.25);
  EXPECT_NEAR(line.p0.y, 40, 0.5);
  EXPECT_NEAR(line.p1.x, 100, 0.25);
  EXPECT_EQ(line.p1.y, 60);
  const GraphRun near = drawn(R"({"size": 10, "text": "x", "offset": 20, "leader": "straight",
                                  "leader_from": 30, "position": "top"})");
  EXPECT_EQ(near.primitives().at(0).kind, PrimitiveKind::shape);
}

TEST(DrawLabels, LeaderGoesToTheMiddleWhenAskedTo) {
  const GraphRun run = drawn(R"({"size": 10, "text": "x", "offset": 20, "leader": "straight",
                                 "leader_from": 10, "position": "top", "leader_to": "center"})");
  ASSERT_EQ(run.primitives().at(0).kind, PrimitiveKind::curve);
  EXPECT_NEAR(run.primitives()[0].curve.p0.y, 40, 0.5);
  EXPECT_TRUE(run.primitives()[0].curve.p1 == (Vec2{100, 75}));
}

/// Two labels whose leaders cross the other's text.
TEST(DrawLabels, LeadersAreUnderAllLabels) {
  const GraphRun run = drawn(
      R"({"size": 10, "text": "label {id}", "layout": "margin", "leader": "straight",
                "leader_from": 0})",
      tracks_of({{{.id = 1, .box = {120, 40, 10, 10}}, {.id = 2, .box = {150, 44, 10, 10}}}}));
  const auto is_line = [](const Primitive& p) { return p.kind == PrimitiveKind::curve; };
  EXPECT_EQ(std::ranges::count_if(run.primitives(), is_line), 2);
  EXPECT_TRUE(std::ranges::is_partitioned(run.primitives(), is_line));
}

/// The label is at the centre of its box.
TEST(DrawLabels, ALabelOverItsLeadersEndHasNone) {
  for (const char* end : {"box", "center"}) {
    const GraphRun run = drawn(std::string(R"({"size": 20, "text": "wide", "leader": "elbow",
        "leader_from": 0, "position": "center", "leader_to": ")") +
                               end + "\"}");
    EXPECT_EQ(run.primitives().at(0).kind, PrimitiveKind::shape) << end;
  }
}

TEST(DrawLabels, BowsLeaveThePlateLevelAndArriveUpright) {
  const GraphRun run =
      drawn(R"({"size": 10, "text": "label {id}", "layout": "margin", "leader": "curve",
                "leader_from": 0})",
            tracks_of({{{.id = 1, .box = {90, 45, 9, 3}},  // too flat for all of the labels
                        {.id = 2, .box = {91, 46, 8, 3}},
                        {.id = 3, .box = {92, 47, 7, 3}}}}));
  bool bends = false;
  for (const Primitive& primitive : run.primitives()) {
    if (primitive.kind != PrimitiveKind::curve) continue;
    const Curve& line = primitive.curve;
    EXPECT_TRUE(line.hc == (Vec2{line.p1.x, line.p0.y})) << "the corner of the elbow";
    const Vec2 middle = point_at(line, 0.5F);  // of a parabola: (p0 + 2 control + p1) / 4
    EXPECT_NEAR(middle.x, (line.p0.x + 3 * line.p1.x) / 4, 1e-3);
    EXPECT_NEAR(middle.y, (3 * line.p0.y + line.p1.y) / 4, 1e-3);
    bends |= line.p0.y != line.p1.y && line.segments > 1;
  }
  EXPECT_TRUE(bends);
}

}  // namespace
}  // namespace overlace::test
