// SPDX-License-Identifier: Apache-2.0
// What is known of tracked objects, one row per detection: boxes, and whatever else a file gave.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Identity of a tracked object within one clip; `no_id` for a detection that is not tracked yet.
using TrackId = std::int64_t;
inline constexpr TrackId no_id = -1;
inline constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

/// A named value for every row; NaN where a row has none.
struct AttributeColumn {
  std::string name;
  std::vector<float> values;
  /// If the values are texts: the distinct ones, which `values` index. Empty for numbers.
  std::vector<std::string> texts{};
};

/// A list of items for every row, stored one after another.
template <class T>
struct RowLists {
  std::vector<std::uint64_t> end;  ///< of each row's list; rows past its size have empty ones
  std::vector<T> items;

  [[nodiscard]] bool empty() const { return items.empty(); }
  [[nodiscard]] std::span<const T> of(std::uint32_t row) const {
    if (row >= end.size()) return {};
    const std::uint64_t begin = row == 0 ? 0 : end[row - 1];
    return {items.data() + begin, static_cast<std::size_t>(end[row] - begin)};
  }
  /// Gives `row` its list. Precondition: no later row has one yet.
  void put(std::uint32_t row, std::span<const T> list) {
    if (list.empty()) return;
    end.resize(row, items.size());
    items.insert(items.end(), list.begin(), list.end());
    end.push_back(items.size());
  }
};

/// Whether a key point is in the picture; COCO's 0, 1 and 2.
enum class PointState : std::uint8_t { absent, hidden, visible };

/// A key point of an object. An absent one has no position and must not be drawn or linked.
struct KeyPoint {
  Vec2 at;
  float score = std::numeric_limits<float>::quiet_NaN();  ///< NaN when not given
  PointState state = PointState::absent;
  friend bool operator==(const KeyPoint&, const KeyPoint&) = default;
};

/// What an object's key points are, in order, and which of them are joined.
struct Skeleton {
  struct Bone {
    std::uint16_t from = 0, to = 0;  ///< into `points`
    friend bool operator==(const Bone&, const Bone&) = default;
  };
  std::string name;
  std::vector<std::string> points;  ///< names; may be fewer than a row's key points
  std::vector<Bone> bones;
  friend bool operator==(const Skeleton&, const Skeleton&) = default;
};

/// A corner of an outline. Closed rings follow one another; inside is by the even-odd rule.
struct OutlinePoint {
  Vec2 at;
  std::uint32_t ring = 0;  ///< from 0 within the row
  friend bool operator==(const OutlinePoint&, const OutlinePoint&) = default;
};

/// Columns of detections. `box`, `id`, `class_index` and `score` have one entry per row; every
/// other column is either empty or has one per row as well. Positions are displayed pixels,
/// corner-based from 0.
struct TrackColumns {
  std::vector<Box> box;
  std::vector<TrackId> id;
  std::vector<std::int32_t> class_index;  ///< into class_names; -1 when not known
  std::vector<float> score;               ///< as the file gave it; NaN when not given
  std::vector<float> rotation;            ///< of `box` about its centre, degrees clockwise
  std::vector<AttributeColumn> attributes;

  RowLists<KeyPoint> key_points;
  std::vector<std::int32_t> skeleton;  ///< into skeletons; -1 when not known
  RowLists<OutlinePoint> outlines;
  /// Run lengths of a mask, down its columns from the left; the first run is outside. COCO's RLE.
  RowLists<std::uint32_t> mask_runs;
  std::vector<Size> mask_size;       ///< of the mask's grid, which covers the whole picture
  std::vector<float> embedding;      ///< embedding_size values per row; NaN where a row has none
  std::uint32_t embedding_size = 0;  ///< 0: no row has one

  std::vector<std::string> class_names;
  std::vector<Skeleton> skeletons;

  [[nodiscard]] std::uint32_t row_count() const { return static_cast<std::uint32_t>(box.size()); }
  /// The embedding (appearance) of a row; empty if there are none.
  [[nodiscard]] std::span<const float> embedding_of(std::uint32_t row) const {
    if (embedding_size == 0) return {};
    return {embedding.data() + std::size_t{row} * embedding_size, embedding_size};
  }
};

/// Rows of `from`, in the order of `rows`; a row may be taken more than once.
[[nodiscard]] TrackColumns gather_rows(const TrackColumns& from,
                                       std::span<const std::uint32_t> rows);

}  // namespace overlace
