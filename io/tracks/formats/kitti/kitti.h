// SPDX-License-Identifier: Apache-2.0
// KITTI's object labels, used by several formats: type, truncated, occluded, alpha, left, top,
// right, bottom, height, width, length, x, y, z, rotation_y [, score].
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/builder/builder.h"

namespace overlace {

inline constexpr std::size_t kitti_fields = 15;  ///< without a score

/// True when the fields from the type on form a label: a word, then 14 or 15 numbers.
[[nodiscard]] bool is_kitti(std::span<const std::string_view> fields);

/// Adds a label to the builder. The type becomes the class; values that KITTI marks as unknown (-1,
/// -10 and -1000, and sizes of 0) are left out, the rest become attributes. Regions of type
/// DontCare are left out with `options.drop_ignored`.
void take_kitti(std::span<const std::string_view> fields, std::int64_t frame, TrackId id,
                std::uint64_t line, const TrackReadOptions& options, TrackBuilder& builder);

/// A table row as a label: type, numbers, and a score if the row has one. Unknown values are -1,
/// -10 or -1000 as in KITTI's own files.
[[nodiscard]] std::string kitti_label(const TrackTable& table, std::uint32_t row);
/// What labels cannot hold of a table; `ids` says whether the file stores them elsewhere.
[[nodiscard]] std::vector<std::string> losses_of_kitti(const TrackTable& table, bool ids);

/// A class as the type of a label, which is one word and not a number; KITTI's Misc where there is
/// none.
[[nodiscard]] std::string kitti_type(std::string_view class_name);

}  // namespace overlace
