// SPDX-License-Identifier: Apache-2.0
// Primitives of lines, boxes, points and fills: geometry, colours, and what is omitted.
#include <gtest/gtest.h>

#include <limits>

#include "gpu/kernels/emit_boxes.h"
#include "gpu/kernels/emit_electric.h"
#include "gpu/kernels/emit_lines.h"
#include "gpu/kernels/emit_points.h"

namespace overlace {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr Color red{1, 0, 0, 0.8F}, blue{0, 0, 1, 0.4F}, clear{0, 0, 0, 0};

FrameNumber number(float value) {
  FrameNumber n;
  n.constant = value;
  return n;
}
FrameColor paint(Color value) {
  FrameColor c;
  c.constant = value;
  return c;
}
/// Twice the score, which reveals the row from which a property was evaluated.
FrameNumber twice_score() {
  FrameNumber n;
  n.mapped = true;
  n.map.attribute.source = AttributeSource::score;
  n.map.count = 2;
  n.map.input[1] = 10;
  n.map.output[1] = 20;
  return n;
}

/// Rows with scores 1, 2, 3.
struct Rows {
  Box box[3] = {{10, 20, 30, 60}, {100, 100, 40, 10}, {nan, 0, 5, 5}};
  TrackId id[3] = {1, 2, 3};
  std::int32_t class_index[3] = {0, 0, 0};
  float score[3] = {1, 2, 3};
  float age[3] = {}, remaining[3] = {};
  Vec2 velocity[3];
  [[nodiscard]] TrackView view() const {
    TrackView tracks;
    tracks.box = box;
    tracks.id = id;
    tracks.class_index = class_index;
    tracks.score = score;
    tracks.age = age;
    tracks.remaining = remaining;
    tracks.velocity = velocity;
    tracks.rows = {0, 3};
    return tracks;
  }
};

DrawBoxesOp box_op() {
  DrawBoxesOp op;
  op.stroke_width = number(3);
  op.opacity = number(0.5F);
  op.color = paint(red);
  op.fill = paint(blue);
  return op;
}

Primitive box(const DrawBoxesOp& op, std::uint32_t row = 0) {
  Primitive out;
  EXPECT_TRUE(emit_box(op, Rows().view(), row, out));
  EXPECT_EQ(out.kind, PrimitiveKind::shape);
  return out;
}

bool box_shows(const DrawBoxesOp& op, std::uint32_t row = 0) {
  Primitive out;
  return emit_box(op, Rows().view(), row, out);
}

TEST(EmitBoxes, StrokeAndFillTakeTheOpacity) {
  const Primitive out = box(box_op());
  EXPECT_EQ(out.stroke, (Color{1, 0, 0, 0.4F}));
  EXPECT_EQ(out.stroke_end, out.stroke);
  EXPECT_EQ(out.fill, (Color{0, 0, 1, 0.2F}));
  EXPECT_EQ(out.width, 3);
  EXPECT_EQ(out.width_end, 3);
  EXPECT_EQ(out.dash.period, 0);
  EXPECT_EQ(out.glow.radius, 0);
}

TEST(EmitBoxes, PaddingGrowsAllSides) {
  DrawBoxesOp op = box_op();
  op.padding = number(4);
  const ShapeGeometry shape = box(op).shape;
  EXPECT_EQ(shape.kind, ShapeKind::rounded_box);
  EXPECT_EQ(shape.center, (Vec2{25, 50}));
  EXPECT_EQ(shape.half_size, (Vec2{19, 34}));
  op.padding = number(-1000);
  EXPECT_EQ(box(op).shape.half_size, (Vec2{0, 0}));
}

TEST(EmitBoxes, Styles) {
  DrawBoxesOp op = box_op();
  op.corner_radius = number(8);
  op.corner_length = number(11);
  EXPECT_EQ(box(op).shape.corner_radius, 8);
  op.corner_radius = number(80);
  EXPECT_EQ(box(op).shape.corner_radius, 15);  // half the shorter side
  op.corner_radius = number(8);

  op.style = BoxStyle::corners;
  EXPECT_EQ(box(op).shape.kind, ShapeKind::corner_brackets);
  EXPECT_EQ(box(op).shape.arm, 11);
  EXPECT_EQ(box(op).shape.corner_radius, 8);
  op.style = BoxStyle::circle;
  EXPECT_EQ(box(op).shape.kind, ShapeKind::ellipse);
  EXPECT_EQ(box(op).shape.half_size, (Vec2{30, 30}));
  op.style = BoxStyle::ellipse;
  EXPECT_EQ(box(op).shape.half_size, (Vec2{15, 30}));
  op.style = BoxStyle::capsule;
  EXPECT_EQ(box(op).shape.kind, ShapeKind::rounded_box);
  EXPECT_EQ(box(op).shape.corner_radius, 15);
  op.style = BoxStyle::diamond;
  EXPECT_EQ(box(op).shape.kind, ShapeKind::diamond);
}

TEST(EmitBoxes, WhatCannotBeSeenIsLeftOut) {
  DrawBoxesOp op = box_op();
  EXPECT_FALSE(box_shows(op, 2)) << "a box that is not finite";
  for (const float width : {0.0F, -1.0F, nan}) {
    op.stroke_width = number(width);
    EXPECT_EQ(box(op).width, 0);
    op.fill = paint(clear);
    EXPECT_FALSE(box_shows(op));
    op.fill = paint(blue);
  }
  op = box_op();
  for (const float opacity : {0.0F, -1.0F, nan}) {
    op.opacity = number(opacity);
    EXPECT_FALSE(box_shows(op));
  }
  op.opacity = number(7);
  EXPECT_EQ(box(op).stroke.a, red.a);
  op.padding = number(nan);
  EXPECT_FALSE(box_shows(op));
}

TEST(EmitBoxes, PropertiesAreAskedOfTheRow) {
  DrawBoxesOp op = box_op();
  op.stroke_width = twice_score();
  EXPECT_FLOAT_EQ(box(op, 0).width, 2);
  EXPECT_FLOAT_EQ(box(op, 1).width, 4);
}

TEST(EmitBoxes, DashAndGlow) {
  DrawBoxesOp op = box_op();
  op.dash = {number(6), number(4), number(-3), number(0.5F), number(7)};
  op.glow = {number(9), number(2)};
  const Primitive out = box(op);
  EXPECT_EQ(out.dash.period, 10);
  EXPECT_EQ(out.dash.on, 6);
  EXPECT_EQ(out.dash.phase, -3);
  EXPECT_EQ(out.dash.count, 7);
  EXPECT_EQ(out.glow.radius, 9);
  EXPECT_EQ(out.glow.gain, 1);
  op.dash.gap = number(0);
  EXPECT_EQ(box(op).dash.period, 0) << "no gap is a solid line";
}

Curve faded_curve() {
  Curve curve;
  curve.p0 = {25, 50};
  curve.p1 = {120, 105};
  curve.length = 110;
  curve.strength = 0.5F;
  curve.age = 7;
  curve.row_a = 0;
  curve.row_b = 1;
  return curve;
}

DrawLinesOp line_op() {
  DrawLinesOp op;
  op.width = number(2);
  op.width_end = number(1);
  op.opacity = number(1);
  op.color = paint(red);
  op.color_end = paint(blue);
  op.cap = CapStyle::butt;
  return op;
}

TEST(EmitLines, EndsHaveTheirOwnColourAndWidthAndFadeWithTheLink) {
  Primitive out;
  ASSERT_TRUE(emit_line(line_op(), Rows().view(), faded_curve(), out));
  EXPECT_EQ(out.kind, PrimitiveKind::curve);
  EXPECT_EQ(out.cap, CapStyle::butt);
  EXPECT_EQ(out.curve.p1, (Vec2{120, 105}));
  EXPECT_EQ(out.stroke, (Color{1, 0, 0, 0.4F}));
  EXPECT_EQ(out.stroke_end, (Color{0, 0, 1, 0.2F}));
  EXPECT_EQ(out.width, 2);
  EXPECT_EQ(out.width_end, 1);
  EXPECT_EQ(out.fill.a, 0);
}

TEST(EmitLines, EachEndIsAskedForItsOwn) {
  DrawLinesOp op = line_op();
  op.width = op.width_end = twice_score();
  Primitive out;
  ASSERT_TRUE(emit_line(op, Rows().view(), faded_curve(), out));
  EXPECT_FLOAT_EQ(out.width, 2);
  EXPECT_FLOAT_EQ(out.width_end, 4);
}

TEST(EmitLines, LinkAttributesAreSeen) {
  DrawLinesOp op = line_op();
  for (const auto& [source, expected] :
       {std::pair(AttributeSource::link_length, 110.0F), std::pair(AttributeSource::link_age, 7.0F),
        std::pair(AttributeSource::link_strength, 0.5F)}) {
    op.width.mapped = true;
    op.width.map.attribute.source = source;
    op.width.map.count = 2;
    op.width.map.input[1] = op.width.map.output[1] = 1000;
    Primitive out;
    ASSERT_TRUE(emit_line(op, Rows().view(), faded_curve(), out));
    EXPECT_NEAR(out.width, expected, 1e-3);
  }
}

TEST(EmitLines, WhatCannotBeSeenIsLeftOut) {
  const auto shows = [](const DrawLinesOp& op, float strength = 1) {
    Curve curve = faded_curve();
    curve.strength = strength;
    Primitive out;
    return emit_line(op, Rows().view(), curve, out);
  };
  DrawLinesOp op = line_op();
  EXPECT_TRUE(shows(op));
  EXPECT_FALSE(shows(op, 0)) << "a link without strength";
  op.width = number(0);
  EXPECT_TRUE(shows(op)) << "a line may begin at nothing";
  op.width_end = number(-1);
  EXPECT_FALSE(shows(op));
  op = line_op();
  op.opacity = number(0);
  EXPECT_FALSE(shows(op));
  op = line_op();
  op.color = op.color_end = paint(clear);
  EXPECT_FALSE(shows(op));
}

DrawPointsOp point_op(PointStyle style) {
  DrawPointsOp op;
  op.style = style;
  op.anchor = Anchor::bottom;
  op.size = number(12);
  op.stroke_width = number(2);
  op.opacity = number(0.5F);
  op.color = paint(red);
  return op;
}

Primitive point(const DrawPointsOp& op) {
  Primitive out;
  EXPECT_TRUE(emit_point(op, Rows().view(), 0, out));
  return out;
}

TEST(EmitPoints, Styles) {
  const Primitive dot = point(point_op(PointStyle::dot));
  EXPECT_EQ(dot.shape.kind, ShapeKind::ellipse);
  EXPECT_EQ(dot.shape.center, (Vec2{25, 80}));
  EXPECT_EQ(dot.shape.half_size, (Vec2{6, 6}));
  EXPECT_EQ(dot.fill, (Color{1, 0, 0, 0.4F}));
  EXPECT_EQ(dot.width, 0);

  const Primitive ring = point(point_op(PointStyle::ring));
  EXPECT_EQ(ring.shape.kind, ShapeKind::ellipse);
  EXPECT_EQ(ring.fill.a, 0);
  EXPECT_EQ(ring.width, 2);

  const Primitive cross = point(point_op(PointStyle::cross));
  EXPECT_EQ(cross.shape.kind, ShapeKind::cross);
  EXPECT_GT(cross.shape.arm, 0);
  EXPECT_LT(cross.shape.arm, 6);
  EXPECT_EQ(cross.width, 2);
}

TEST(EmitPoints, WhatCannotBeSeenIsLeftOut) {
  Primitive out;
  DrawPointsOp op = point_op(PointStyle::ring);
  EXPECT_FALSE(emit_point(op, Rows().view(), 2, out)) << "a box that is not finite";
  op.stroke_width = number(0);
  EXPECT_FALSE(emit_point(op, Rows().view(), 0, out));
  op = point_op(PointStyle::dot);
  for (const float size : {0.0F, -2.0F, nan}) {
    op.size = number(size);
    EXPECT_FALSE(emit_point(op, Rows().view(), 0, out));
  }
  op = point_op(PointStyle::dot);
  op.opacity = number(0);
  EXPECT_FALSE(emit_point(op, Rows().view(), 0, out));
}

TEST(EmitFill, CoversTheFrameUnlessTransparent) {
  Primitive out;
  DrawFillOp op{paint(red)};
  ASSERT_TRUE(emit_fill(op, out));
  EXPECT_EQ(out.kind, PrimitiveKind::fill);
  EXPECT_EQ(out.fill, red);
  op.color = paint(clear);
  EXPECT_FALSE(emit_fill(op, out));
}

DrawElectricOp electric_op() {
  DrawElectricOp op;
  op.width = number(3);
  op.amplitude = number(0.2F);
  op.opacity = number(0.5F);
  op.color = paint(red);
  op.octaves = 6;
  op.parts = 2;
  return op;
}

TEST(EmitElectric, ArcsKeepTheirWidthAndBranchesTaper) {
  Primitive arc, branch;
  ASSERT_TRUE(emit_bolt(electric_op(), Rows().view(), faded_curve(), 0, arc));
  ASSERT_TRUE(emit_bolt(electric_op(), Rows().view(), faded_curve(), 1, branch));
  EXPECT_EQ(arc.kind, PrimitiveKind::bolt);
  EXPECT_EQ(arc.bolt.octaves, 6U);
  EXPECT_EQ(branch.bolt.octaves, 5U);
  EXPECT_EQ(arc.width_end, 3);
  EXPECT_EQ(branch.width, 3);
  EXPECT_EQ(branch.width_end, 0);
  EXPECT_EQ(branch.stroke, (Color{1, 0, 0, 0.2F}));  // half of 0.8, and the link's strength
}

/// Numbers that would push a piece of the arc or of a branch beyond the drawable range.
TEST(EmitElectric, WhatCannotBeDrawnIsLeftOut) {
  Primitive out;
  for (const float amplitude : {nan, 1e6F, std::numeric_limits<float>::infinity()}) {
    DrawElectricOp op = electric_op();
    op.amplitude = number(amplitude);
    for (const std::uint32_t part : {0U, 1U})
      EXPECT_FALSE(emit_bolt(op, Rows().view(), faded_curve(), part, out)) << amplitude;
  }
  for (const float far : {nan, 1e9F}) {
    Curve curve = faded_curve();
    curve.hc.x = far;
    EXPECT_FALSE(emit_bolt(electric_op(), Rows().view(), curve, 0, out)) << far;
  }
  DrawElectricOp op = electric_op();
  op.opacity = number(0);
  EXPECT_FALSE(emit_bolt(op, Rows().view(), faded_curve(), 0, out));
}

}  // namespace
}  // namespace overlace
