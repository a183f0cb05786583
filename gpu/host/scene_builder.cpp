// SPDX-License-Identifier: Apache-2.0
// From a display list to a scene: items and their segments, in paint order.
#include "gpu/host/scene_builder.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "gpu/host/projected_image.h"
#include "gpu/kernels/item.h"
#include "graph/data/bolt.h"

namespace overlace {
namespace {

/// Words of the view of a frame's values.
constexpr std::size_t view_words = sizeof(TextureView) / sizeof(std::uint32_t);
static_assert(sizeof(TextureView) % sizeof(std::uint32_t) == 0);
/// Words of the map of a projected image.
constexpr std::size_t map_words = sizeof(ProjectedImage) / sizeof(std::uint32_t);
static_assert(sizeof(ProjectedImage) % sizeof(std::uint32_t) == 0);

/// Views are read at multiples of 8 bytes, the size of most machines' addresses.
void pad_words(std::vector<std::uint32_t>& words) {
  if (words.size() % 2 != 0) words.push_back(0);
}

/// An image's values; null if the list does not have them.
const std::uint16_t* values_of(const FrameValues& values, const DisplayList& list) {
  if (values.scrolls)
    return values.first < list.scrolling.size() ? list.scrolling[values.first].values : nullptr;
  const auto count = std::size_t(values.size.width) * std::size_t(values.size.height);
  if (values.first > list.values.size() || count > list.values.size() - values.first)
    return nullptr;
  return list.values.data() + values.first;
}

}  // namespace

void SceneBuilder::begin(const WorkingSpace& space, const OrientationTransform& turn,
                         const SceneSources& sources) {
  items_.clear();
  segments_.clear();
  groups_.clear();
  frame_words_.clear();
  placed_items_.clear();
  space_ = &space;
  sources_ = sources;
  turn_ = turn;
  open_group_ = no_group;
  ignored_depth_ = 0;
}

void SceneBuilder::add(std::span<const Primitive> primitives, const DisplayList& list) {
  list_ = &list;
  atlas_bytes_ = sources_.atlas == nullptr ? 0 : sources_.atlas->coverage.size();
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
  own_layers_.clear();
  for (const Layer16& layer : layers) own_layers_.push_back(view_of(layer));
  begin(space, {list.stored, size},
        {list.atlas, own_layers_, own_textures_.views(list.textures, space)});
  add(list.primitives, list);
  place_words(frame_words_.data());
}

void SceneBuilder::place_words(const std::uint32_t* words) {
  for (const PlacedItem& placed : placed_items_) {
    Item& item = items_[placed.item];
    if (item.kind == ItemKind::area) {
      item.area.words = words + placed.words;
      continue;
    }
    if (item.kind == ItemKind::projected_image) {
      item.projected = reinterpret_cast<const ProjectedImage*>(words + placed.words);
      continue;
    }
    TextureView view;
    std::memcpy(static_cast<void*>(&view), &frame_words_[placed.words], sizeof view);
    if (view.texels == nullptr)
      view.texels = reinterpret_cast<const std::uint16_t*>(words + placed.words + view_words);
    std::memcpy(&frame_words_[placed.words], &view, sizeof view);
    item.image.texture = reinterpret_cast<const TextureView*>(words + placed.words);
  }
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
    case PrimitiveKind::bolt:
      return add_bolt(primitive);
    case PrimitiveKind::shape:
      return add_shape(primitive);
    case PrimitiveKind::glyph:
      if (make_glyph(primitive, *space_, atlas_bytes_, item)) add_area(item);
      return;
    case PrimitiveKind::area:
      return add_outline_area(primitive);
    case PrimitiveKind::image:
      return add_image(primitive);
    case PrimitiveKind::projected_image:
      return add_projected_image(primitive);
    case PrimitiveKind::pattern:
      if (make_pattern(primitive, *space_, turned(turn_.size, turn_.stored), item)) add_area(item);
      return;
    case PrimitiveKind::fill:
      if (make_fill(primitive, *space_, item)) add_area(item);
      return;
    case PrimitiveKind::group_begin:
      return begin_group(primitive.group);
    case PrimitiveKind::group_end:
      return end_group();
    case PrimitiveKind::layer:
      if (primitive.layer.layer < sources_.layers.size())
        add_area(make_layer(primitive.layer.layer));
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
  const auto number = static_cast<std::uint32_t>(groups_.size());
  if (group.blend == BlendMode::inside && open_group_ != no_group)
    groups_[open_group_].mask = number;
  groups_.push_back({open_group_, depth + 1, group.blend, opacity});
  open_group_ = number;
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
  add_stroke(item, curves.front(), path_.size());
}

void SceneBuilder::add_bolt(const Primitive& primitive) {
  Item item;
  if (!make_line(primitive, primitive, *space_, item)) return;
  path_.clear();
  Vec2 from = bolt_corner(primitive.bolt, 0);
  for (std::uint32_t i = 1; i <= piece_count(primitive.bolt); ++i) {
    const Vec2 to = bolt_corner(primitive.bolt, i);
    path_.push_back(line_between(from, to));
    from = to;
  }
  add_stroke(item, primitive, path_.size());
}

void SceneBuilder::add_shape(const Primitive& primitive) {
  Item item;
  if (make_area(primitive, *space_, item)) add_area(item);
  if (!make_outline(primitive, *space_, item)) return;
  const ShapeGeometry shape = outline_shape(primitive);
  const OutlineSize size = outline_size(shape);
  path_.clear();
  for (std::uint32_t i = 0; i < size.curves(); ++i) path_.push_back(outline_curve(shape, i));
  add_stroke(item, primitive, size.curves_per_chain);
}

/// Outlines are turned before their cells are made: the item of an area is in stored orientation.
void SceneBuilder::add_outline_area(const Primitive& primitive) {
  const AreaGeometry& area = primitive.area;
  Item item;
  const std::span<const OutlinePoint> outlines = list_->outlines;
  if (!make_fill(primitive, *space_, item) || area.first > outlines.size() ||
      area.count > outlines.size() - area.first)
    return;
  item.kind = ItemKind::area;
  item.area = AreaCells{};
  PlacedItem place{items_.size(), 0};
  if (!rasterizer_.rasterize(outlines.subspan(area.first, area.count), turn_, frame_words_,
                             item.area, place.words))
    return;
  placed_items_.push_back(place);
  pad_words(frame_words_);
  add_area(item);
  items_.back().rect = bounds_of(items_.back().area);
}

void SceneBuilder::add_image(const Primitive& primitive) {
  const ImageGeometry& image = primitive.image;
  if (image.texture >= sources_.textures.size()) return;
  if (image.values.size != Size{}) return add_value_image(primitive);
  Item item;
  if (make_image(primitive, *space_, sources_.textures[image.texture].size,
                 texture_of_painters(image.texture), item))
    add_area(item);
}

/// Corners are turned before the map is made: the item is in stored orientation.
void SceneBuilder::add_projected_image(const Primitive& primitive) {
  const ProjectedImageGeometry& image = primitive.projected_image;
  if (image.texture >= sources_.textures.size()) return;
  std::optional<ProjectedImage> map = project(image, sources_.textures[image.texture].size, turn_);
  Item item;
  if (!map || !make_projected_image(primitive, *space_, map->quad, item)) return;
  map->texture = texture_of_painters(image.texture);
  const std::size_t words = frame_words_.size();
  frame_words_.resize(words + map_words);
  std::memcpy(&frame_words_[words], &*map, sizeof *map);
  pad_words(frame_words_);
  placed_items_.push_back({items_.size(), words});
  add_area(item);
  items_.back().rect = bounds_of(map->quad);
}

const TextureView* SceneBuilder::texture_of_painters(std::uint32_t texture) const {
  const TextureView* first = sources_.textures_of_painters != nullptr
                                 ? sources_.textures_of_painters
                                 : sources_.textures.data();
  return first + texture;
}

/// A frame's values get a view, with the texture's ramp. Painters on another machine find the
/// values right after the view, those on this one where they are.
void SceneBuilder::add_value_image(const Primitive& primitive) {
  const FrameValues& values = primitive.image.values;
  const TextureView& texture = sources_.textures[primitive.image.texture];
  Item item;
  if (values.size.width <= 0 || values.size.height <= 0) return;
  const std::uint16_t* texels = values_of(values, *list_);
  if (texels == nullptr || !make_image(primitive, *space_, values.size, nullptr, item)) return;
  const bool is_copied = sources_.textures_of_painters != nullptr;
  const auto count = std::size_t(values.size.width) * std::size_t(values.size.height);
  const TextureView view{is_copied ? nullptr : texels, texture.ramp, values.size, 1};
  const std::size_t words = frame_words_.size();
  frame_words_.resize(words + view_words + (is_copied ? (count + 1) / 2 : 0));
  std::memcpy(&frame_words_[words], &view, sizeof view);
  if (is_copied)
    std::memcpy(&frame_words_[words + view_words], texels, count * sizeof(std::uint16_t));
  pad_words(frame_words_);
  placed_items_.push_back({items_.size(), words});
  add_area(item);
}

void SceneBuilder::add_area(const Item& item) {
  Segment segment;
  segment.item = next_item();
  segments_.push_back(segment);
  push_item(item, 1);
}

void SceneBuilder::add_stroke(Item item, const Primitive& first, std::size_t curves_per_chain) {
  const std::size_t first_segment = segments_.size();
  const ViewBounds view = stroke_view(item, turned(turn_.size, turn_.stored));
  ChainStyle style = chain_style(item, next_item());
  const std::span<const Curve> path = path_;
  for (std::size_t begin = 0; begin < path.size(); begin += curves_per_chain) {
    style.along = flatten_chain(path.subspan(begin, curves_per_chain), style, view, segments_);
    if (style.along < 0) return segments_.resize(first_segment);
  }
  const std::size_t count = segments_.size() - first_segment;
  if (count == 0) return;
  finish_stroke(first, style.along, item);
  push_item(item, count);
}

void SceneBuilder::push_item(Item item, std::size_t segment_count) {
  item.group = open_group_;
  item.first_segment = static_cast<std::uint32_t>(segments_.size() - segment_count);
  item.segment_count = static_cast<std::uint32_t>(segment_count);
  turn_.apply(item);
  for (Segment& segment : std::span(segments_).last(segment_count)) turn_.apply(segment);
  items_.push_back(item);
}

}  // namespace overlace
