// SPDX-License-Identifier: Apache-2.0
// Display list to scene: colours converted once, numbers checked once, outlines flattened.
#include "gpu/cpu/scene_builder.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "gpu/cpu/outline.h"

namespace overlace {
namespace {

constexpr float widest = 1e5F;  // px; wider strokes, glows and shapes cover any picture anyway
constexpr float thin_width = 1.5F;

bool all_finite(std::initializer_list<float> values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

bool has_finite_paint(const Primitive& p) {
  return all_finite(
      {p.width, p.width_end, p.dash.period, p.dash.on, p.dash.phase, p.glow.radius, p.glow.gain});
}

bool has_finite_shape(const ShapeGeometry& s) {
  return all_finite(
             {s.center.x, s.center.y, s.half_size.x, s.half_size.y, s.corner_radius, s.arm}) &&
         s.half_size.x >= 0 && s.half_size.y >= 0;
}

/// Sets the dashes of a line `length` px long. On a closed one a whole number of them fits. Dashes
/// too fine for the pixel grid become an even tone.
void set_dash(const Dash& dash, Item& item) {
  if (!(dash.period > 0) || dash.on >= dash.period) return;
  double period = dash.period, on = std::max(dash.on, 0.0F);
  if (period < 1) {
    for (WorkColor* color : {&item.stroke, &item.stroke_end}) {
      color->a *= static_cast<float>(on / period);
    }
    return;
  }
  if (item.closed != 0) {
    const double fitted = item.length / std::max(std::round(item.length / period), 1.0);
    on *= fitted / period;
    period = fitted;
  }
  item.dash.period = static_cast<float>(period);
  item.dash.on = static_cast<float>(on);
  item.dash.phase = static_cast<float>(std::fmod(dash.phase, period));
}

/// What an end of a stroke looks like. A thin cap is a straight end that adds the
/// area of the half disc: a disc's edge cannot be told from its tangent at that size.
ChainEnd open_end(const Item& item, float half_width) {
  if (item.butt != 0) return {butt_end, 0};
  if (2 * half_width >= thin_width || item.glow_radius > 0) return {round_end, 0};
  constexpr double quarter_pi = 0.7853981633974483;
  return {butt_end, half_width * quarter_pi};
}

/// Edges from centre and half size, in double so that large shapes keep sharp near edges.
Rect shape_rect(const ShapeGeometry& s) {
  auto edge = [](double center, double half) {
    return static_cast<float>(std::clamp(center + half, -1e6, 1e6));
  };
  return {edge(s.center.x, -s.half_size.x), edge(s.center.y, -s.half_size.y),
          edge(s.center.x, s.half_size.x), edge(s.center.y, s.half_size.y)};
}

}  // namespace

void SceneBuilder::build(const DisplayList& list, std::span<const Layer16> layers,
                         const WorkingSpace& space, Size size) {
  items_.clear();
  pieces_.clear();
  groups_.clear();
  layers_.clear();
  space_ = &space;
  atlas_ = list.atlas;
  size_ = size;
  open_group_ = no_group;
  ignored_depth_ = 0;
  for (const Layer16& layer : layers) {
    layers_.push_back(
        {layer.pixels.data(), layer.occupied.data(), layer.size, layer.tiles_x, layer.tiles_y});
  }
  const auto joins = [](const Primitive& p) { return p.kind == PrimitiveKind::curve && p.joined; };
  for (auto first = list.primitives.begin(); first != list.primitives.end();) {
    const auto next = std::next(first);
    const bool curve = first->kind == PrimitiveKind::curve;
    const auto end = curve ? std::find_if_not(next, list.primitives.end(), joins) : next;
    curve ? add_line({first, end}) : add(*first);
    first = end;
  }
}

SceneView SceneBuilder::view() const {
  return {items_.data(), pieces_.data(), groups_.data(), layers_.data(),
          atlas_ != nullptr ? atlas_->coverage.data() : nullptr};
}

bool SceneBuilder::blends_with_picture() const {
  return std::any_of(groups_.begin(), groups_.end(), [](const Group& group) {
    return group.parent == no_group && group.blend != BlendMode::normal;
  });
}

void SceneBuilder::add(const Primitive& primitive) {
  switch (primitive.kind) {
    case PrimitiveKind::curve:
      return add_line({&primitive, 1});
    case PrimitiveKind::shape:
      return add_shape(primitive);
    case PrimitiveKind::glyph:
      return add_glyph(primitive);
    case PrimitiveKind::fill:
      return add_area(make_item(primitive, ItemKind::fill));
    case PrimitiveKind::group_begin:
      return begin_group(primitive.group);
    case PrimitiveKind::group_end:
      return end_group();
    case PrimitiveKind::layer:
      return add_layer(primitive.layer.layer);
  }
}

void SceneBuilder::begin_group(const GroupGeometry& group) {
  const std::uint32_t depth = open_group_ == no_group ? 0 : groups_[open_group_].depth;
  if (depth == max_group_depth) {
    ++ignored_depth_;
    return;
  }
  const float opacity = group.opacity > 0 ? std::min(group.opacity, 1.0F) : 0.0F;
  groups_.push_back({open_group_, depth + 1, group.blend, opacity});
  open_group_ = static_cast<std::uint32_t>(groups_.size() - 1);
}

void SceneBuilder::end_group() {
  if (ignored_depth_ > 0) {
    --ignored_depth_;
  } else if (open_group_ != no_group) {
    open_group_ = groups_[open_group_].parent;
  }
}

Item SceneBuilder::make_item(const Primitive& primitive, ItemKind kind) const {
  Item item;
  item.kind = kind;
  item.group = open_group_;
  item.fill = space_->convert(primitive.fill);
  if (primitive.glow.radius > 0 && primitive.glow.gain > 0) {
    item.glow_radius = std::min(primitive.glow.radius, widest);
    item.glow_inverse = 1.0F / item.glow_radius;
    item.glow_gain = std::min(primitive.glow.gain, 1.0F);
  }
  return item;
}

void SceneBuilder::add_area(Item item) {
  if (!(item.fill.a > 0) && !(item.stroke.a > 0)) return;
  Piece& piece = pieces_.emplace_back();
  piece.item = static_cast<std::uint32_t>(items_.size());
  items_.push_back(item);
}

bool SceneBuilder::set_stroke(const Primitive& primitive, Item& item) const {
  item.stroke = space_->convert(primitive.stroke);
  item.half_width = std::clamp(primitive.width, 0.0F, widest) * 0.5F;
  return item.half_width > 0 && item.stroke.a > 0;
}

void SceneBuilder::add_line(std::span<const Primitive> curves) {
  const Primitive &first = curves.front(), &last = curves.back();
  if (!has_finite_paint(first) || !has_finite_paint(last)) return;
  Item item = make_item(first, ItemKind::stroke);
  set_stroke(first, item);
  item.stroke_end = space_->convert(last.stroke_end);
  item.half_width_end = std::clamp(last.width_end, 0.0F, widest) * 0.5F;
  item.taper = item.half_width_end != item.half_width ? 1 : 0;
  item.gradient = last.stroke_end == first.stroke ? 0 : 1;
  item.butt = first.cap == CapStyle::butt ? 1 : 0;
  outline_.clear();
  for (const Primitive& primitive : curves) outline_.push_back(primitive.curve);
  chain_ends_.assign(1, outline_.size());
  item.dash = first.dash;
  add_stroke(item, false, chain_ends_);
}

void SceneBuilder::add_stroke(Item item, bool closed, std::span<const std::size_t> chain_ends) {
  const float widest_half = std::max(item.half_width, item.half_width_end);
  if (!(widest_half > 0) || !(std::max(item.stroke.a, item.stroke_end.a) > 0)) return;
  item.closed = closed ? 1 : 0;
  item.thin = 2 * std::min(item.half_width, item.half_width_end) < thin_width ? 1 : 0;
  item.reach = widest_half + coverage_reach + item.glow_radius;

  const std::size_t first_piece = pieces_.size();
  const double margin = item.reach + 2.0;
  const ViewBounds view{-margin, -margin, size_.width + margin, size_.height + margin};
  ChainStyle style{closed, open_end(item, item.half_width), open_end(item, item.half_width_end),
                   static_cast<std::uint32_t>(items_.size())};
  double length = 0;
  std::size_t begin = 0;
  for (const std::size_t end : chain_ends) {
    style.along = length;
    length = flatten_chain({outline_.data() + begin, end - begin}, style, view, pieces_);
    if (length < 0) {
      pieces_.resize(first_piece);
      return;
    }
    begin = end;
  }
  if (pieces_.size() == first_piece) return;
  item.length = static_cast<float>(length);
  item.inverse_length = length > 0 ? static_cast<float>(1 / length) : 0.0F;
  const Dash dash = std::exchange(item.dash, {});
  set_dash(dash, item);
  const bool cut = style.start.kind == butt_end || style.end.kind == butt_end;
  item.detailed =
      item.gradient != 0 || item.taper != 0 || item.dash.period > 0 || (cut && !closed) ? 1 : 0;
  items_.push_back(item);
}

void SceneBuilder::add_shape(const Primitive& primitive) {
  if (!has_finite_paint(primitive) || !has_finite_shape(primitive.shape)) return;
  const ShapeGeometry& shape = primitive.shape;
  Item item = make_item(primitive, ItemKind::box);
  item.rect = shape_rect(shape);
  const bool stroked = set_stroke(primitive, item);
  const bool dashed = primitive.dash.period > 0;
  const bool box = shape.kind == ShapeKind::rounded_box || shape.kind == ShapeKind::corner_brackets;
  if (box && !(stroked && dashed)) return add_box(primitive, item);

  if (shape.kind != ShapeKind::cross) {
    Item area = item;
    area.stroke.a = 0;
    area.half_width = 0;
    if (stroked) area.glow_radius = 0;
    area.kind = shape.kind == ShapeKind::ellipse   ? ItemKind::ellipse
                : shape.kind == ShapeKind::diamond ? ItemKind::diamond
                                                   : ItemKind::box;
    if (box) return add_box(primitive, area), add_outline(primitive, item);
    add_area(area);
  }
  if (stroked) add_outline(primitive, item);
}

void SceneBuilder::add_box(const Primitive& primitive, Item item) {
  const ShapeGeometry& shape = primitive.shape;
  const float smaller = std::min(shape.half_size.x, shape.half_size.y);
  item.radius = std::clamp(shape.corner_radius, 0.0F, smaller);
  if (!(item.half_width > 0 && item.stroke.a > 0)) {
    item.half_width = 0;
    item.stroke.a = 0;
  } else if (shape.kind == ShapeKind::corner_brackets) {
    item.brackets = 1;
    item.arm = std::max(shape.arm, 0.0F);
  }
  add_area(item);
}

void SceneBuilder::add_outline(const Primitive& primitive, const Item& base) {
  Item item = base;
  item.kind = ItemKind::stroke;
  item.stroke_end = item.stroke;
  item.half_width_end = item.half_width;
  item.dash = primitive.dash;
  item.butt = primitive.cap == CapStyle::butt ? 1 : 0;
  ShapeGeometry shape = primitive.shape;
  shape.corner_radius =
      std::clamp(shape.corner_radius, 0.0F, std::min(shape.half_size.x, shape.half_size.y));
  outline_.clear();
  chain_ends_.clear();
  const bool closed = append_outline(shape, outline_, chain_ends_);
  add_stroke(item, closed, chain_ends_);
}

void SceneBuilder::add_glyph(const Primitive& primitive) {
  const GlyphGeometry& glyph = primitive.glyph;
  constexpr std::int32_t largest = 1 << 15;
  if (atlas_ == nullptr || glyph.width <= 0 || glyph.height <= 0 || glyph.width > largest ||
      glyph.height > largest || std::abs(static_cast<double>(glyph.x)) > widest ||
      std::abs(static_cast<double>(glyph.y)) > widest) {
    return;
  }
  const std::size_t bytes =
      static_cast<std::size_t>(glyph.width) * static_cast<std::size_t>(glyph.height);
  if (glyph.offset + bytes > atlas_->coverage.size()) return;
  Item item = make_item(primitive, ItemKind::glyph);
  item.glyph = glyph;
  add_area(item);
}

void SceneBuilder::add_layer(std::uint32_t layer) {
  if (layer >= layers_.size()) return;
  Item item;
  item.kind = ItemKind::layer;
  item.group = open_group_;
  item.layer = layer;
  item.fill.a = 1;
  add_area(item);
}

}  // namespace overlace
