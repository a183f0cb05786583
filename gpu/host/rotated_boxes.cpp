// SPDX-License-Identifier: Apache-2.0
// Rotated outlines: those of the shape, rotated curve by curve.
#include "gpu/host/rotated_boxes.h"

#include <cmath>
#include <numbers>

#include "gpu/kernels/item.h"

namespace overlace {
namespace {

/// `turn` is the cosine and sine of the angle.
Vec2 turned(Vec2 offset, Vec2 turn) {
  return {offset.x * turn.x - offset.y * turn.y, offset.x * turn.y + offset.y * turn.x};
}

/// A curve of an outline, turned about `center`. Its control point is homogeneous.
Curve turned(Curve curve, Vec2 center, Vec2 turn) {
  curve.p0 = center + turned(curve.p0 - center, turn);
  curve.p1 = center + turned(curve.p1 - center, turn);
  curve.hc = center * curve.w + turned(curve.hc - center * curve.w, turn);
  return curve;
}

/// Makes the matrix map points that are first turned back.
void rotate_image(ImageGeometry& image, Vec2 center, double cosine, double sine) {
  for (std::size_t row = 0; row < 6; row += 3) {
    const double a = image.to_texture[row], b = image.to_texture[row + 1];
    const double x = a * cosine - b * sine, y = a * sine + b * cosine;
    image.to_texture[row] = static_cast<float>(x);
    image.to_texture[row + 1] = static_cast<float>(y);
    image.to_texture[row + 2] =
        static_cast<float>(image.to_texture[row + 2] + (a - x) * center.x + (b - y) * center.y);
  }
}

}  // namespace

void RotatedBoxes::fill(const Primitive& box, Vec2 turn, DisplayList& out) {
  ShapeGeometry shape = outline_shape(box);
  if (shape.kind == ShapeKind::corner_brackets) shape.kind = ShapeKind::rounded_box;
  corners_.clear();
  for (std::uint32_t i = 0; i < outline_size(shape).curves(); ++i) {
    const Curve curve = turned(outline_curve(shape, i), shape.center, turn);
    for (std::uint32_t s = 0; s < curve.segments; ++s)
      corners_.push_back(
          point_at(curve, static_cast<float>(s) / static_cast<float>(curve.segments)));
  }
  AreaRings area(out);
  area.add(corners_);
  area.paint(box.fill);
}

void RotatedBoxes::append(const Primitive& emitted, float degrees, Vec2 center, DisplayList& out) {
  const double angle = double{degrees} * std::numbers::pi / 180;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  if (emitted.kind == PrimitiveKind::image) {
    out.primitives.push_back(emitted);
    rotate_image(out.primitives.back().image, center, cosine, sine);
    return;
  }
  append_shape(emitted, {static_cast<float>(cosine), static_cast<float>(sine)}, out);
}

void RotatedBoxes::append_shape(const Primitive& box, Vec2 turn, DisplayList& out) {
  if (box.fill.a > 0) fill(box, turn, out);
  if (!has_stroke(box)) return;
  const ShapeGeometry shape = outline_shape(box);
  const OutlineSize size = outline_size(shape);
  for (std::uint32_t i = 0; i < size.curves(); ++i) {
    Primitive segment;
    segment.kind = PrimitiveKind::curve;
    segment.joined = i % size.curves_per_chain != 0;
    segment.cap = size.closed ? CapStyle::round : CapStyle::butt;  // round, to close without a seam
    segment.curve = turned(outline_curve(shape, i), shape.center, turn);
    segment.stroke = segment.stroke_end = box.stroke;
    segment.width = segment.width_end = box.width;
    segment.trim_end = box.trim_end;
    segment.dash = box.dash;
    segment.glow = box.glow;
    out.primitives.push_back(segment);
  }
}

}  // namespace overlace
