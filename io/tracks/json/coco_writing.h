// SPDX-License-Identifier: Apache-2.0
// Writing shared by every format that uses COCO's annotations.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "graph/core/json.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Class names by the classes' numbers, which categories keep: classes that have a name, and those
/// that occur.
[[nodiscard]] std::map<std::int32_t, std::string> categories_of(const TrackTable& table);
/// The same as a JSON list of id and name.
[[nodiscard]] Json categories_json(const TrackTable& table);
/// left, top, width, height
[[nodiscard]] Json coco_box_json(const Box& box);
/// The area that a row covers, in pixels: of its mask, else of its outline, else of its box.
[[nodiscard]] double coco_area(const TrackTable& table, std::uint32_t row);
/// Whether a row's attribute "iscrowd" is 1.
[[nodiscard]] bool is_crowd(const TrackTable& table, std::uint32_t row);
/// x, y and score of each point: 0 for absent ones, and 1 where there is no score, as COCO's
/// evaluation requires.
[[nodiscard]] Json scored_points_json(std::span<const KeyPoint> points);
/// Sets the members that annotations and results share, where the row has them: category_id,
/// track_id, score and attributes.
void set_coco_members(const TrackTable& table, std::uint32_t row, Json& json);
/// The mask of a row, else the polygons of its outline; null without either.
[[nodiscard]] Json coco_segmentation_json(const TrackTable& table, std::uint32_t row);

}  // namespace overlace
