// SPDX-License-Identifier: Apache-2.0
// Parts of COCO's annotations.
#include "io/tracks/coco_writing.h"

#include "io/tracks/writing.h"

namespace overlace {

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

Json coco_segmentation_json(const TrackTable& table, std::uint32_t row) {
  if (const auto runs = table.mask_runs.of(row); !runs.empty())
    return mask_json(table.mask_size[row], runs);
  if (const auto outline = table.outlines.of(row); !outline.empty()) return rings_json(outline);
  return {};
}

}  // namespace overlace
