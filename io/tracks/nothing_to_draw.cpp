// SPDX-License-Identifier: Apache-2.0
// Recognises files without places.
#include "io/tracks/nothing_to_draw.h"

#include <algorithm>

#include "io/tracks/column_names.h"
#include "io/tracks/heading_rows.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/picture_names.h"
#include "io/tracks/point_columns.h"

namespace overlace {
namespace {

bool has_any_key(std::string_view sample, std::initializer_list<std::string_view> keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) { return has_key(sample, key); });
}

/// A table with pictures and their classes, and no column of a place.
bool is_classification(std::string_view sample) {
  if (looks_like_json(sample, "[{", {}) || sample.starts_with('<')) return false;
  FieldSplitter splitter;
  const auto names = heading_of(sample, splitter);
  if (names.size() < 2 || !picture_column(names) || !find_point_columns(names).empty())
    return false;
  bool classes = false, places = false;
  for (const std::string_view name : names) {
    using enum NamedColumn;
    const NamedColumn meaning = column_named(name);
    classes = classes || meaning == class_name || meaning == class_number;
    places = places || meaning == left || meaning == right || meaning == center_x ||
             name.find("shape") != name.npos;
  }
  return classes && !places;
}

}  // namespace

std::string_view nothing_to_draw(std::string_view sample) {
  const bool places = has_any_key(sample, {"bbox", "segmentation", "keypoints", "box2d"});
  if (looks_like_json(sample, "{", {"annotations", "caption"}) && !places)
    return "the file has captions of pictures, which say nothing of places in them";
  if (looks_like_json(sample, "{", {"annotations", "segments_info"}) && !places)
    return "the file has panoptic segments whose masks are pictures of their own";
  if (is_classification(sample))
    return "the file has classes of whole pictures, which say nothing of places in them";
  return {};
}

}  // namespace overlace
