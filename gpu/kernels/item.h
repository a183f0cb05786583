// SPDX-License-Identifier: Apache-2.0
// Makes items of primitives: colours converted once, numbers checked once. A primitive becomes an
// area, a stroke along a path, both, or nothing. Makers return false, and leave the item undefined,
// if nothing would be painted or numbers are not finite.
#pragma once

#include "color/overlay_color.h"
#include "gpu/kernels/flatten.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/shape_outline.h"

namespace overlace {

/// Widest stroke, glow or shape, px; wider ones cover any picture anyway.
inline constexpr float widest = 1e5F;
/// Images whose matrices have larger numbers than this are too small to be seen, or far away.
inline constexpr float largest_factor = 1e8F;
/// Strokes narrower than this, px, can have both edges in one pixel.
inline constexpr float thin_width = 1.5F;

OVL_FN bool has_finite_paint(const Primitive& p) {
  return is_finite(p.width) && is_finite(p.width_end) && is_finite(p.middle.width) &&
         is_finite(p.dash.period) && is_finite(p.dash.on) && is_finite(p.dash.phase) &&
         is_finite(p.dash.fade) && is_finite(p.dash.count) && is_finite(p.glow.radius) &&
         is_finite(p.glow.gain);
}
OVL_FN bool has_finite_shape(const ShapeGeometry& s) {
  return is_finite(s.center) && is_finite(s.half_size) && is_finite(s.corner_radius) &&
         is_finite(s.arm) && s.half_size.x >= 0 && s.half_size.y >= 0;
}

/// Edges from centre and half size, in double so that large shapes keep sharp near edges.
OVL_FN Rect shape_rect(const ShapeGeometry& s) {
  auto edge = [](double center, double half) {
    return static_cast<float>(clamp(center + half, -1e6, 1e6));
  };
  return {edge(s.center.x, -s.half_size.x), edge(s.center.y, -s.half_size.y),
          edge(s.center.x, s.half_size.x), edge(s.center.y, s.half_size.y)};
}

OVL_FN bool is_box(ShapeKind kind) {
  return kind == ShapeKind::rounded_box || kind == ShapeKind::corner_brackets;
}
OVL_FN float half_stroke(float width) {
  return clamp(width, 0.0F, widest) * 0.5F;
}
/// A corner radius that fits the box.
OVL_FN float fitted_radius(const ShapeGeometry& s) {
  return clamp(s.corner_radius, 0.0F, min(s.half_size.x, s.half_size.y));
}
OVL_FN bool has_stroke(const Primitive& p) {
  return half_stroke(p.width) > 0 && unit_component(p.stroke.a) > 0;
}
/// Whether a shape's stroke runs along its outline as a path. A box's stroke that is neither dashed
/// nor trimmed is part of its area.
OVL_FN bool has_outline(const Primitive& p) {
  const bool whole = !(p.dash.period > 0) && !(p.trim_end < 1);
  return has_stroke(p) && !(is_box(p.shape.kind) && whole);
}

OVL_FN void set_glow(const Glow& glow, Item& item) {
  if (!(glow.radius > 0) || !(glow.gain > 0)) return;
  item.glow_radius = min(glow.radius, widest);
  item.glow_inverse = 1.0F / item.glow_radius;
  item.glow_gain = min(glow.gain, 1.0F);
}

// Areas.

/// The part of a shape that is painted by its area: fill, glow around it, and a box's solid stroke.
OVL_FN bool make_area(const Primitive& p, const WorkingSpace& space, Item& item) {
  const ShapeGeometry& shape = p.shape;
  if (shape.kind == ShapeKind::cross || !has_finite_paint(p) || !has_finite_shape(shape))
    return false;
  item = Item{};
  item.kind = shape.kind == ShapeKind::ellipse   ? ItemKind::ellipse
              : shape.kind == ShapeKind::diamond ? ItemKind::diamond
                                                 : ItemKind::box;
  item.fill = space.convert(p.fill);
  item.rect = shape_rect(shape);
  const bool outlined = has_outline(p);
  if (!outlined) set_glow(p.glow, item);
  if (item.kind == ItemKind::box) item.radius = fitted_radius(shape);
  if (!outlined && has_stroke(p)) {
    item.stroke = space.convert(p.stroke);
    item.half_width = half_stroke(p.width);
    if (shape.kind == ShapeKind::corner_brackets) {
      item.brackets = 1;
      item.arm = max(shape.arm, 0.0F);
    }
  }
  return item.fill.a > 0 || item.stroke.a > 0;
}

OVL_FN bool make_fill(const Primitive& p, const WorkingSpace& space, Item& item) {
  item = Item{};
  item.kind = ItemKind::fill;
  item.fill = space.convert(p.fill);
  return item.fill.a > 0;
}

/// A glyph whose bitmap lies within the atlas, which has `atlas_size` bytes.
OVL_FN bool make_glyph(const Primitive& p, const WorkingSpace& space, std::size_t atlas_size,
                       Item& item) {
  const GlyphGeometry& glyph = p.glyph;
  constexpr std::int32_t largest = 1 << 15;
  if (glyph.width <= 0 || glyph.height <= 0 || glyph.width > largest || glyph.height > largest ||
      abs(static_cast<double>(glyph.x)) > widest || abs(static_cast<double>(glyph.y)) > widest)
    return false;
  const std::size_t bytes =
      static_cast<std::size_t>(glyph.width) * static_cast<std::size_t>(glyph.height);
  if (glyph.offset + bytes > atlas_size) return false;
  item = Item{};
  item.kind = ItemKind::glyph;
  item.fill = space.convert(p.fill);
  item.glyph = {glyph.x, glyph.y, glyph.width, glyph.height, glyph.offset, 1, glyph.width};
  return item.fill.a > 0;
}

/// Sets an image's opacity and tint; false when it is transparent or its bounds are too far away.
OVL_FN bool set_image_paint(const Primitive& p, const WorkingSpace& space, Item& item) {
  item.fill.a = static_cast<float>(unit_component(p.fill.a));
  item.stroke = space.convert(p.stroke);
  const Rect& r = item.rect;
  return item.fill.a > 0 && abs(r.left) < widest && abs(r.top) < widest && abs(r.right) < widest &&
         abs(r.bottom) < widest;
}

/// An image with a texture of this size; `texture` is where painters find it.
OVL_FN bool make_image(const Primitive& p, const WorkingSpace& space, Size size,
                       const TextureView* texture, Item& item) {
  const ImageGeometry& image = p.image;
  item = Item{};
  item.kind = ItemKind::image;
  item.image = ImagePlace{};
  for (std::size_t i = 0; i < 6; ++i) {
    if (!(abs(image.to_texture[i]) < largest_factor)) return false;
    item.image.m[i] = image.to_texture[i];
  }
  item.image.texture = texture;
  item.rect = bounds_of(image_quad(item.image, size));
  return set_image_paint(p, space, item);
}

/// An image within a quad, px; the caller sets what it shows there.
OVL_FN bool make_projected_image(const Primitive& p, const WorkingSpace& space,
                                 const ImageQuad& quad, Item& item) {
  item = Item{};
  item.kind = ItemKind::projected_image;
  item.projected = nullptr;
  item.rect = bounds_of(quad);
  return set_image_paint(p, space, item);
}

/// A pattern on a picture of this size as it is shown.
OVL_FN bool make_pattern(const Primitive& p, const WorkingSpace& space, Size shown, Item& item) {
  const PatternGeometry& pattern = p.pattern;
  if (!is_finite(pattern.period) || !is_finite(pattern.share) || !is_finite(pattern.offset))
    return false;
  item = Item{};
  item.kind = ItemKind::pattern;
  item.fill = space.convert(p.fill);
  item.pattern = {pattern, false, false, false, shown.width, shown.height};
  item.pattern.pattern.period = clamp(pattern.period, 1.0F, widest);
  item.pattern.pattern.share = clamp(pattern.share, 0.0F, 1.0F);
  return item.fill.a > 0;
}

OVL_FN Item make_layer(std::uint32_t layer) {
  Item item;
  item.kind = ItemKind::layer;
  item.layer = layer;
  item.fill.a = 1;
  return item;
}

// Strokes. Their length is known once they are flattened: finish_stroke sets what depends on it.

/// Sets what follows from widths and colours; false when the stroke paints nothing.
OVL_FN bool prepare_stroke(Item& item) {
  float widest_half = max(item.half_width, item.half_width_end);
  float thinnest_half = min(item.half_width, item.half_width_end);
  float alpha = max(item.stroke.a, item.stroke_end.a);
  if (item.middle.at > 0) {
    widest_half = max(widest_half, item.middle.half_width);
    thinnest_half = min(thinnest_half, item.middle.half_width);
    alpha = max(alpha, item.middle.a);
  }
  if (!(widest_half > 0) || !(alpha > 0)) return false;
  item.thin = 2 * thinnest_half < thin_width ? 1 : 0;
  item.reach = widest_half + coverage_reach + item.glow_radius;
  return true;
}

/// Sets a line's middle stop of colour and width, even one that changes nothing.
OVL_FN void set_middle(const MiddleStop& middle, const WorkingSpace& space, Item& item) {
  item.middle = StrokeMiddle{};
  if (!(middle.at > 0) || !(middle.at < 1)) return;
  const WorkColor color = space.convert(middle.color);
  item.middle = {
      {color.c[0], color.c[1], color.c[2]}, color.a, half_stroke(middle.width), middle.at};
  item.taper = item.gradient = 1;
}

/// The stroke along a line of curves, of which these are the first and the last.
OVL_FN bool make_line(const Primitive& first, const Primitive& last, const WorkingSpace& space,
                      Item& item) {
  if (!has_finite_paint(first) || !has_finite_paint(last)) return false;
  item = Item{};
  item.kind = ItemKind::stroke;
  set_glow(first.glow, item);
  item.stroke = space.convert(first.stroke);
  item.half_width = half_stroke(first.width);
  item.half_width_end = half_stroke(last.width_end);
  item.taper = item.half_width_end != item.half_width ? 1 : 0;
  item.gradient = last.stroke_end == first.stroke ? 0 : 1;
  item.stroke_end = item.gradient != 0 ? space.convert(last.stroke_end) : item.stroke;
  item.butt = first.cap == CapStyle::butt ? 1 : 0;
  set_middle(first.middle, space, item);
  return prepare_stroke(item);
}

/// The stroke along a shape's outline, where that is not part of the area.
OVL_FN bool make_outline(const Primitive& p, const WorkingSpace& space, Item& item) {
  if (!has_finite_paint(p) || !has_finite_shape(p.shape) || !has_outline(p)) return false;
  item = Item{};
  item.kind = ItemKind::stroke;
  set_glow(p.glow, item);
  item.stroke = item.stroke_end = space.convert(p.stroke);
  item.half_width = item.half_width_end = half_stroke(p.width);
  item.butt = p.cap == CapStyle::butt ? 1 : 0;
  item.closed = outline_size(p.shape).closed ? 1 : 0;
  item.middle = StrokeMiddle{};
  return prepare_stroke(item);
}

/// The shape whose outline is stroked: with a corner radius that fits.
OVL_FN ShapeGeometry outline_shape(const Primitive& p) {
  ShapeGeometry shape = p.shape;
  shape.corner_radius = fitted_radius(shape);
  return shape;
}

/// How an end of a stroke looks. A thin round cap becomes a straight end, extended by the half
/// disc's area: at that size a disc's edge cannot be told from its tangent.
OVL_FN ChainEnd open_end(const Item& item, float half_width) {
  if (item.butt != 0) return {butt_end, 0};
  if (2 * half_width >= thin_width || item.glow_radius > 0) return {round_end, 0};
  constexpr double quarter_pi = 0.7853981633974483;
  return {butt_end, half_width * quarter_pi};
}
OVL_FN ChainStyle chain_style(const Item& item, std::uint32_t index) {
  ChainStyle style{item.closed != 0,
                   open_end(item, item.half_width),
                   open_end(item, item.half_width_end),
                   index,
                   0,
                   max(item.half_width, max(item.half_width_end, item.middle.half_width))};
  if (style.closed) style.start.extension = style.end.extension = 0;
  return style;
}

/// Where segments of a stroke are visible on a picture.
OVL_FN ViewBounds stroke_view(const Item& item, Size size) {
  const double margin = item.reach + 2.0;
  return {-margin, -margin, size.width + margin, size.height + margin};
}

/// The factor for the lengths of a line's dashes that makes the requested number of them fit.
OVL_FN double dash_scale(const Dash& dash, float length) {
  constexpr float least_count = 1e-3F;
  if (!(dash.count > 0) || !(length > 0)) return 1;
  return length / (double{max(dash.count, least_count)} * dash.period);
}

/// Sets the dashes of a line whose length is known. A closed line gets a whole number of them.
/// Dashes too fine for the pixel grid become an even tone.
OVL_FN void set_dash(const Dash& dash, Item& item) {
  if (!(dash.period > 0) || dash.on >= dash.period) return;
  const double scale = dash_scale(dash, item.length);
  double period = dash.period * scale, on = max(dash.on, 0.0F) * scale;
  if (period < 1) {
    const auto tone = static_cast<float>(on / period);
    item.stroke.a *= tone;
    item.stroke_end.a *= tone;
    item.middle.a *= tone;
    return;
  }
  if (item.closed != 0) {
    const double fitted = item.length / max(round(item.length / period), 1.0);
    on *= fitted / period;
    period = fitted;
  }
  item.dash.period = static_cast<float>(period);
  item.dash.on = static_cast<float>(on);
  item.dash.phase = static_cast<float>(remainder_of(dash.phase * scale, period));
  item.dash.fade = clamp(dash.fade, 0.0F, 1.0F);
}

/// Trims a line to the fraction `end` of its length: as one dash, or by that part of each dash.
OVL_FN void set_trim(float end, const Dash& dash, Item& item) {
  end = max(end, 0.0F);
  if (dash.period > 0)
    return set_dash({dash.period, dash.on * end, dash.phase, dash.fade, dash.count}, item);
  // The next dash of an open line would begin beyond its end; on a closed one it is the same dash.
  item.dash = {item.closed != 0 ? item.length : 2 * item.length, end * item.length, 0};
}

/// Sets what depends on the length of the line, px. `primitive` is the first of its curves.
OVL_FN void finish_stroke(const Primitive& primitive, double length, Item& item) {
  item.length = static_cast<float>(length);
  item.inverse_length = length > 0 ? static_cast<float>(1 / length) : 0.0F;
  if (primitive.trim_end < 1)
    set_trim(primitive.trim_end, primitive.dash, item);
  else
    set_dash(primitive.dash, item);
  const bool cut_ends = open_end(item, item.half_width).kind == butt_end ||
                        open_end(item, item.half_width_end).kind == butt_end;
  item.detail = item.middle.at > 0                                       ? StrokeDetail::stops
                : item.dash.period > 0 || (cut_ends && item.closed == 0) ? StrokeDetail::cut
                : item.gradient != 0 || item.taper != 0                  ? StrokeDetail::along
                                                                         : StrokeDetail::none;
}

}  // namespace overlace
