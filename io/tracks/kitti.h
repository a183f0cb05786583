// SPDX-License-Identifier: Apache-2.0
// KITTI's object labels, which several formats hold: type, truncated, occluded, alpha, left, top,
// right, bottom, height, width, length, x, y, z, rotation_y [, score].
#pragma once

#include <span>
#include <string_view>

#include "io/tracks/builder.h"

namespace overlace {

inline constexpr std::size_t kitti_fields = 15;  ///< without a score

/// True when the fields from the type on are a label: a word, then 14 or 15 numbers.
[[nodiscard]] bool is_kitti(std::span<const std::string_view> fields);

/// Takes a label into the builder. The type becomes the class; what KITTI marks as not known (-1
/// and -10 and -1000, and sizes of 0) is left out, the rest are attributes. Regions of type
/// DontCare go with `options.drop_ignored`.
void take_kitti(std::span<const std::string_view> fields, std::int64_t frame, TrackId id,
                std::uint64_t line, const TrackReadOptions& options, TrackBuilder& builder);

}  // namespace overlace
