// SPDX-License-Identifier: Apache-2.0
// Display list to scene: items and their pieces, in paint order.
#include "gpu/host/scene_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gpu/kernels/item.h"

namespace overlace {

void SceneBuilder::begin(const WorkingSpace& space, const Turn& turn, const GlyphAtlas* atlas,
                         std::span<const LayerView> layers) {
  items_.clear();
  pieces_.clear();
  groups_.clear();
  layers_.assign(layers.begin(), layers.end());
  space_ = &space;
  atlas_ = atlas;
  turn_ = turn;
  open_group_ = no_group;
  ignored_depth_ = 0;
}

void SceneBuilder::add(std::span<const Primitive> primitives) {
  atlas_bytes_ = atlas_ == nullptr ? 0 : atlas_->coverage.size();
  for (auto first = primitives.begin(); first != primitives.end();) {
    const auto next = std::next(first);
    const bool curve = first->kind == PrimitiveKind::curve;
    const auto end = curve ? std::find_if_not(next, primitives.end(), continues_line) : next;
    curve ? add_line({first, end}) : add_single(*first);
    first = end;
  }
}

void SceneBuilder::build(const DisplayList& list, std::span<const Layer16> layers,
                         const WorkingSpace& space, Size size) {
  begin(space, {list.stored, size}, list.atlas, {});
  for (const Layer16& layer : layers) layers_.push_back(view_of(layer));
  add(list.primitives);
}

bool SceneBuilder::blends_with_picture() const {
  return std::any_of(groups_.begin(), groups_.end(), [](const Group& group) {
    return group.parent == no_group && group.blend != BlendMode::normal;
  });
}

void SceneBuilder::add_single(const Primitive& primitive) {
  Item item;
  switch (primitive.kind) {
    case PrimitiveKind::curve:
      return add_line({&primitive, 1});
    case PrimitiveKind::shape:
      return add_shape(primitive);
    case PrimitiveKind::glyph:
      if (make_glyph(primitive, *space_, atlas_bytes_, item)) add_area(item);
      return;
    case PrimitiveKind::fill:
      if (make_fill(primitive, *space_, item)) add_area(item);
      return;
    case PrimitiveKind::group_begin:
      return begin_group(primitive.group);
    case PrimitiveKind::group_end:
      return end_group();
    case PrimitiveKind::layer:
      if (primitive.layer.layer < layers_.size()) add_area(make_layer(primitive.layer.layer));
      return;
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

void SceneBuilder::add_line(std::span<const Primitive> curves) {
  Item item;
  if (!make_line(curves.front(), curves.back(), *space_, item)) return;
  path_.clear();
  for (const Primitive& primitive : curves) path_.push_back(primitive.curve);
  add_stroke(item, curves.front().dash, path_.size());
}

void SceneBuilder::add_shape(const Primitive& primitive) {
  Item item;
  if (make_area(primitive, *space_, item)) add_area(item);
  if (!make_outline(primitive, *space_, item)) return;
  const ShapeGeometry shape = outline_shape(primitive);
  const OutlineSize size = outline_size(shape);
  path_.clear();
  for (std::uint32_t i = 0; i < size.curves(); ++i) path_.push_back(outline_curve(shape, i));
  add_stroke(item, primitive.dash, size.curves_per_chain);
}

void SceneBuilder::add_area(const Item& item) {
  Piece piece;
  piece.item = next_item();
  pieces_.push_back(piece);
  push_item(item, 1);
}

void SceneBuilder::add_stroke(Item item, const Dash& dash, std::size_t curves_per_chain) {
  const std::size_t first_piece = pieces_.size();
  const ViewBounds view = stroke_view(item, turned(turn_.size, turn_.stored));
  ChainStyle style = chain_style(item, next_item());
  const std::span<const Curve> path = path_;
  for (std::size_t begin = 0; begin < path.size(); begin += curves_per_chain) {
    style.along = flatten_chain(path.subspan(begin, curves_per_chain), style, view, pieces_);
    if (style.along < 0) return pieces_.resize(first_piece);
  }
  const std::size_t count = pieces_.size() - first_piece;
  if (count == 0) return;
  finish_stroke(dash, style.along, item);
  push_item(item, count);
}

void SceneBuilder::push_item(Item item, std::size_t piece_count) {
  item.group = open_group_;
  item.first_piece = static_cast<std::uint32_t>(pieces_.size() - piece_count);
  item.piece_count = static_cast<std::uint32_t>(piece_count);
  turn_.apply(item);
  for (Piece& piece : std::span(pieces_).last(piece_count)) turn_.apply(piece);
  items_.push_back(item);
}

}  // namespace overlace
