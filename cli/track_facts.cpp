// SPDX-License-Identifier: Apache-2.0
// A report's members by name.
#include "cli/track_facts.h"

#include <utility>

namespace overlace {
namespace {

Json integer(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

Json findings(const std::vector<TrackFinding>& found) {
  Json list(Json::Array{});
  for (const TrackFinding& finding : found) {
    Json json;
    json.set("what", finding.what);
    json.set("rows", integer(finding.count));
    json.set("first_line", finding.first_line > 0 ? integer(finding.first_line) : Json());
    json.set("first_file", finding.first_file.empty() ? Json() : Json(finding.first_file));
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json list_of(const std::vector<std::string>& sentences) {
  return Json::Array(sentences.begin(), sentences.end());
}

Json track_facts(const TrackReport& r) {
  const bool empty = r.boxes == 0, has_ids = r.ids > 0;
  Json json;
  json.set("file", r.file);
  json.set("format", r.format);
  json.set("format_title", r.format_title);
  json.set("recognised_by", r.recognised_by.empty() ? Json() : Json(r.recognised_by));
  json.set("assumptions", list_of(r.assumptions));
  json.set("boxes", integer(r.boxes));
  json.set("first_frame", empty ? Json() : Json(r.first_frame));
  json.set("last_frame", empty ? Json() : Json(r.last_frame));
  json.set("ids", integer(r.ids));
  json.set("lowest_id", has_ids ? Json(std::int64_t{r.lowest_id}) : Json());
  json.set("highest_id", has_ids ? Json(std::int64_t{r.highest_id}) : Json());
  json.set("contents", list_of(r.contents));
  json.set("first_boxes", list_of(r.first_boxes));
  json.set("left_out", findings(r.lost));
  json.set("oddities", findings(r.oddities));
  return json;
}

}  // namespace overlace
