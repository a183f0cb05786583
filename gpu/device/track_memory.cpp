// SPDX-License-Identifier: Apache-2.0
// Columns one after the other, then the pointers to the attribute columns.
#include "gpu/device/track_memory.h"

#include <cstring>

#include "gpu/device/link_ranks.h"

namespace overlace {
namespace {

template <class T>
void put(std::vector<std::byte>& block, std::size_t offset, const std::vector<T>& column) {
  if (!column.empty()) std::memcpy(block.data() + offset, column.data(), column.size() * sizeof(T));
}

}  // namespace

TrackLayout::TrackLayout(const TrackTable& table) {
  const std::size_t rows = table.row_count();
  box_ = layout_.add<Box>(rows);
  id_ = layout_.add<TrackId>(rows);
  class_index_ = layout_.add<std::int32_t>(rows);
  score_ = layout_.add<float>(rows);
  age_ = layout_.add<float>(rows);
  remaining_ = layout_.add<float>(rows);
  velocity_ = layout_.add<Vec2>(rows);
  rank_ = layout_.add<std::uint32_t>(rows);
  frame_begin_ = layout_.add<std::uint32_t>(table.frame_begin.size());
  for (std::size_t i = 0; i < table.attributes.size(); ++i)
    attributes_.push_back(layout_.add<float>(rows));
  columns_ = layout_.add<const float*>(attributes_.size());
}

std::vector<std::byte> TrackLayout::contents(const TrackTable& table, const std::byte* base) const {
  std::vector<std::byte> block(bytes());
  put(block, box_, table.box);
  put(block, id_, table.id);
  put(block, class_index_, table.class_index);
  put(block, score_, table.score);
  put(block, age_, table.age);
  put(block, remaining_, table.remaining);
  put(block, velocity_, table.velocity);
  put(block, rank_, rank_rows(table));
  put(block, frame_begin_, table.frame_begin);
  std::vector<const float*> pointers;
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    put(block, attributes_[i], table.attributes[i].values);
    pointers.push_back(reinterpret_cast<const float*>(base + attributes_[i]));
  }
  put(block, columns_, pointers);
  return block;
}

TrackView TrackLayout::columns(const std::byte* base) const {
  const auto floats = [base](std::size_t offset) {
    return reinterpret_cast<const float*>(base + offset);
  };
  return {.box = reinterpret_cast<const Box*>(base + box_),
          .id = reinterpret_cast<const TrackId*>(base + id_),
          .class_index = reinterpret_cast<const std::int32_t*>(base + class_index_),
          .score = floats(score_),
          .age = floats(age_),
          .remaining = floats(remaining_),
          .velocity = reinterpret_cast<const Vec2*>(base + velocity_),
          .columns = reinterpret_cast<const float* const*>(base + columns_),
          .rows = {}};
}

}  // namespace overlace
