// SPDX-License-Identifier: Apache-2.0
// Dividing a display list, and numbering what its parts became.
#include "gpu/cpu/scene_parts.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace overlace {
namespace {

/// Primitives that are worth a part of their own, and parts for each worker, to even out their
/// work.
constexpr std::size_t smallest_part = 64, parts_per_worker = 4;

bool is_group(const Primitive& p) {
  return p.kind == PrimitiveKind::group_begin || p.kind == PrimitiveKind::group_end;
}

}  // namespace

/// Groups reach across parts, and so a list that has any is one part. Joined curves stay together.
void SceneParts::divide(std::span<const Primitive> primitives, int workers) {
  const std::size_t most = workers > 1 ? parts_per_worker * static_cast<std::size_t>(workers) : 1;
  used_ = std::clamp(primitives.size() / smallest_part, std::size_t{1}, most);
  if (used_ > 1 && std::any_of(primitives.begin(), primitives.end(), is_group)) used_ = 1;
  if (parts_.size() < used_) parts_.resize(used_);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    std::size_t end = std::max(begin, primitives.size() * (i + 1) / used_);
    while (end < primitives.size() && continues_line(primitives[end])) ++end;
    parts_[i].primitives = primitives.subspan(begin, end - begin);
    begin = end;
  }
}

void SceneParts::number_parts() {
  std::size_t items = 0, pieces = 0;
  for (Part& part : std::span(parts_).first(used_)) {
    part.first_item = static_cast<std::uint32_t>(items);
    part.first_piece = static_cast<std::uint32_t>(pieces);
    items += part.scene.items().size();
    pieces += part.scene.pieces().size();
  }
  items_.resize(items);
  pieces_.resize(pieces);
  placed_.resize(pieces);
}

/// Copies a part to its place in the whole.
void SceneParts::join(const Part& part) {
  std::transform(part.scene.items().begin(), part.scene.items().end(),
                 items_.begin() + part.first_item, [&](Item item) {
                   item.first_piece += part.first_piece;
                   return item;
                 });
  std::transform(part.scene.pieces().begin(), part.scene.pieces().end(),
                 pieces_.begin() + part.first_piece, [&](Piece piece) {
                   piece.item += part.first_item;
                   return piece;
                 });
  std::transform(part.bins.placed().begin(), part.bins.placed().end(),
                 placed_.begin() + part.first_piece, [&](PlacedPiece piece) {
                   piece.item += part.first_item;
                   return piece;
                 });
}

void SceneParts::build(const DisplayList& list, std::span<const Layer16> layers,
                       const SceneFrame& frame, tbb::task_arena& arena) {
  layers_.clear();
  for (const Layer16& layer : layers) layers_.push_back(view_of(layer));
  divide(list.primitives, arena.max_concurrency());
  const auto build_part = [&](Part& part) {
    part.scene.begin(frame.space, {list.stored, frame.size}, list.atlas, layers_);
    part.scene.add(part.primitives);
    part.bins.build(part.scene, frame.size, frame.above);
  };
  if (used_ == 1) return build_part(parts_.front());
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, used_, [&](std::size_t i) { build_part(parts_[i]); });
    number_parts();
    tbb::parallel_for(std::size_t{0}, used_, [&](std::size_t i) { join(parts_[i]); });
  });
}

SceneView SceneParts::view() const {
  SceneView view = parts_.front().scene.view();
  view.placed = parts_.front().bins.placed().data();
  if (used_ > 1) {
    view.items = items_.data();
    view.pieces = pieces_.data();
    view.placed = placed_.data();
  }
  return view;
}

std::size_t SceneParts::piece_count() const {
  return used_ > 1 ? pieces_.size() : parts_.front().scene.pieces().size();
}

bool SceneParts::is_empty(int row) const {
  const auto parts = std::span(parts_).first(used_);
  return std::all_of(parts.begin(), parts.end(),
                     [row](const Part& part) { return part.bins.row(row).empty(); });
}

}  // namespace overlace
