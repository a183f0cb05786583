// SPDX-License-Identifier: Apache-2.0
// Parts of COCO's annotations.
#include "io/tracks/json/coco_writing.h"

#include <algorithm>
#include <cmath>

#include "io/tracks/coco_rle.h"
#include "io/tracks/writing.h"

namespace overlace {
namespace {

/// The total area of all rings, by the shoelace formula.
double outline_area(std::span<const OutlinePoint> outline) {
  double all = 0, ring = 0;
  for (std::size_t first = 0, i = 0; i < outline.size(); ++i) {
    const bool last = i + 1 == outline.size() || outline[i + 1].ring != outline[i].ring;
    const Vec2 a = outline[i].at, b = outline[last ? first : i + 1].at;
    ring += double{a.x} * b.y - double{b.x} * a.y;
    if (!last) continue;
    all += std::abs(ring) / 2;
    ring = 0;
    first = i + 1;
  }
  return all;
}

}  // namespace

std::map<std::int32_t, std::string> categories_of(const TrackTable& table) {
  std::map<std::int32_t, std::string> names;
  for (std::size_t i = 0; i < table.class_names.size(); ++i)
    if (!table.class_names[i].empty())
      names.emplace(static_cast<std::int32_t>(i), table.class_names[i]);
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (table.class_index[row] >= 0)
      names.try_emplace(table.class_index[row], class_text(table, row));
  return names;
}

Json categories_json(const TrackTable& table) {
  Json list{Json::Array{}};
  for (const auto& [number, name] : categories_of(table))
    list.push_back(Json::Object{{"id", number}, {"name", name}});
  return list;
}

Json coco_box_json(const Box& box) {
  return Json::Array{float_json(box.x), float_json(box.y), float_json(box.width),
                     float_json(box.height)};
}

double coco_area(const TrackTable& table, std::uint32_t row) {
  if (const auto runs = table.mask_runs.of(row); !runs.empty())
    return static_cast<double>(mask_area(runs));
  if (const auto outline = table.outlines.of(row); !outline.empty()) return outline_area(outline);
  return double{table.box[row].width} * table.box[row].height;
}

bool is_crowd(const TrackTable& table, std::uint32_t row) {
  const auto column = std::ranges::find(table.attributes, "iscrowd", &AttributeColumn::name);
  return column != table.attributes.end() && column->texts.empty() && column->values[row] == 1;
}

Json scored_points_json(std::span<const KeyPoint> points) {
  Json list{Json::Array{}};
  for (const KeyPoint& point : points) {
    const bool absent = point.state == PointState::absent;
    list.push_back(absent ? Json(0) : float_json(point.at.x));
    list.push_back(absent ? Json(0) : float_json(point.at.y));
    list.push_back(absent ? Json(0) : std::isnan(point.score) ? Json(1) : float_json(point.score));
  }
  return list;
}

void set_coco_members(const TrackTable& table, std::uint32_t row, Json& json) {
  if (table.class_index[row] >= 0) json.set("category_id", table.class_index[row]);
  if (table.id[row] != no_id) json.set("track_id", table.id[row]);
  if (!std::isnan(table.score[row])) json.set("score", float_json(table.score[row]));
  if (Json attributes = attributes_json(table, row); !attributes.as_object().empty())
    json.set("attributes", std::move(attributes));
}

Json coco_segmentation_json(const TrackTable& table, std::uint32_t row) {
  if (const auto runs = table.mask_runs.of(row); !runs.empty())
    return mask_json(table.mask_size[row], runs);
  if (const auto outline = table.outlines.of(row); !outline.empty()) return rings_json(outline);
  return {};
}

}  // namespace overlace
