// SPDX-License-Identifier: Apache-2.0
// Divides a display list among the workers.
#include "gpu/cpu/tiles/scene_parts.h"

#include <algorithm>

namespace overlace {
namespace {

/// How many primitives are worth a part of their own, and how many parts each worker gets, to
/// balance the work.
constexpr std::size_t smallest_part = 64, parts_per_worker = 4;

bool is_group(const Primitive& p) {
  return p.kind == PrimitiveKind::group_begin || p.kind == PrimitiveKind::group_end;
}

}  // namespace

/// Groups may span parts, so a list that has any is one part. Joined curves stay together.
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

void SceneParts::build(const DisplayList& list, std::span<const Layer16> layers,
                       const SceneFrame& frame, Workers& workers) {
  atlas_ = list.atlas;
  layers_.clear();
  for (const Layer16& layer : layers) layers_.push_back(view_of(layer));
  divide(list.primitives, workers.count());
  texture_views_ = textures_.views(list.textures, frame.space);
  views_.resize(used_);
  const auto build_part = [&](std::size_t i) {
    auto& [primitives, scene, bins] = parts_[i];
    scene.begin(frame.space, {list.stored, frame.size}, {list.atlas, layers_, texture_views_});
    scene.add(primitives, list);
    scene.place_words(scene.frame_words().data());
    bins.build(scene, frame.size, frame.above);
    views_[i] = {scene.items().data(), scene.segments().data(), bins.placed().data()};
  };
  workers.for_each(used_, [&](std::size_t i, int) { build_part(i); });
}

SceneView SceneParts::view() const {
  return {views_.data(), parts_.front().scene.groups().data(), layers_.data(),
          atlas_ != nullptr ? atlas_->coverage.data() : nullptr};
}

std::size_t SceneParts::segment_count() const {
  std::size_t count = 0;
  for (const Part& part : std::span(parts_).first(used_)) count += part.scene.segments().size();
  return count;
}

bool SceneParts::is_empty(int row) const {
  const auto parts = std::span(parts_).first(used_);
  return std::all_of(parts.begin(), parts.end(),
                     [row](const Part& part) { return part.bins.row(row).empty(); });
}

}  // namespace overlace
