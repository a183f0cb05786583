// SPDX-License-Identifier: Apache-2.0
// supervision_json: the JSON sink of supervision, a list of flat objects.
#include "io/tracks/json_parts.h"
#include "io/tracks/json_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[", {"x_min", "y_min", "x_max", "y_max"})) return {};
  return {90, "it is a list of boxes as supervision's sink writes them"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  JsonRows rows;
  visit_json(input, {"/#"}, [&](const JsonPart& part) { rows.study(part.value); });
  rows.settle(options, report);
  TrackBuilder builder(row_conventions(), options, report);
  rewind(input);
  visit_json(input, {"/#"}, [&](const JsonPart& part) {
    if (!part.value.is_object()) return builder.lose("the row is not an object", part.value.line);
    rows.take(part.value, builder, part.value.line);
  });
  return builder.finish();
}

}  // namespace

TrackFormat supervision_json() {
  return {.name = "supervision_json",
          .title = "supervision JSON sink",
          .doc =
              "A list of x_min, y_min, x_max, y_max, class_id, confidence, tracker_id and whatever "
              "was added, in numbers or texts of numbers. It has no frame number unless the user "
              "added one: --frame-column names it.",
          .extensions = {".json"},
          .rules = {"as added, from 0", "from 0", "corners", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
