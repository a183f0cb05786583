// SPDX-License-Identifier: Apache-2.0
// A track table as one block of device memory.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/device/frame_memory.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Where a table's columns lie in a block; made from the table's size alone.
class TrackLayout {
 public:
  explicit TrackLayout(const TrackTable& table);

  [[nodiscard]] std::size_t bytes() const { return layout_.size(); }
  /// The block's contents, to be placed at device address `base`.
  [[nodiscard]] std::vector<std::byte> contents(const TrackTable& table,
                                                const std::byte* base) const;
  /// The columns in a block at `base`, without rows.
  [[nodiscard]] TrackView columns(const std::byte* base) const;
  /// See LinkRecord::row_of_rank.
  [[nodiscard]] const std::uint32_t* row_of_rank(const std::byte* base) const {
    return reinterpret_cast<const std::uint32_t*>(base + rank_);
  }
  /// TrackTable::frame_begin.
  [[nodiscard]] const std::uint32_t* frame_begin(const std::byte* base) const {
    return reinterpret_cast<const std::uint32_t*>(base + frame_begin_);
  }

 private:
  Layout layout_;
  std::size_t box_, id_, class_index_, score_, age_, remaining_, velocity_, rank_, frame_begin_,
      columns_;
  std::vector<std::size_t> attributes_;
};

}  // namespace overlace
