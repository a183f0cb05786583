// SPDX-License-Identifier: Apache-2.0
// supervision_json: the output of supervision's JSON sink, a list of flat objects.
#include <algorithm>
#include <cmath>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/json/json_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  if (!looks_like_json(sample.text, "[", {"x_min", "y_min", "x_max", "y_max"})) return {};
  return {90, "it is a list of boxes as supervision's sink writes them"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  JsonRows rows(options.columns);
  visit_json(input, {"/#"}, [&](const JsonPart& part) { rows.profile(part.value); });
  rows.settle(options, report);
  TrackBuilder builder(rows.conventions(), options, report);
  rewind(input);
  visit_json(input, {"/#"}, [&](const JsonPart& part) {
    if (!part.value.is_object()) return builder.reject("the row is not an object", part.value.line);
    rows.take(part.value, builder, part.value.line);
  });
  return builder.finish();
}

/// The number that a file gives a class beside its name, kept as an attribute.
constexpr std::string_view class_number = "class_id";

const AttributeColumn* class_numbers(const TrackTable& table) {
  const auto column = std::ranges::find(table.attributes, class_number, &AttributeColumn::name);
  return column == table.attributes.end() || !column->texts.empty() ? nullptr : &*column;
}

/// The sink writes an empty text for values that detections lack.
Json given(bool is_given, Json value) {
  return is_given ? std::move(value) : Json("");
}

Json row_json(const TrackTable& table, const IdTexts& ids, std::int32_t frame, std::uint32_t row) {
  const Box& b = table.box[row];
  const AttributeColumn* const numbers = class_numbers(table);
  Json class_json = given(table.class_index[row] >= 0, table.class_index[row]);
  if (numbers != nullptr && !std::isnan(numbers->values[row]))
    class_json = float_json(numbers->values[row]);
  Json json = Json::Object{
      {"x_min", float_json(b.x)},
      {"y_min", float_json(b.y)},
      {"x_max", decimal(b.x) + decimal(b.width)},
      {"y_max", decimal(b.y) + decimal(b.height)},
      {std::string(class_number), std::move(class_json)},
      {"confidence", given(!std::isnan(table.score[row]), float_json(table.score[row]))},
      {"tracker_id", given(table.id[row] != no_id, ids.of(row))},
      {"frame_index", frame}};
  if (!table.class_names.empty()) json.set("class_name", class_text(table, row));
  if (!table.rotation.empty()) json.set("rotation", float_json(table.rotation[row]));
  for (const AttributeColumn& column : table.attributes)
    if (Json value = attribute_json(column, row); !value.is_null() && names_attribute(column.name))
      json.set(column.name, std::move(value));
  return json;
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  JsonListWriter rows(out, "");
  const IdTexts ids(table);
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    rows.add(row_json(table, ids, frame, row));
  });
  rows.close();
  out << "\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of_named_columns(table);
  if (class_numbers(table) != nullptr)
    std::erase_if(lost,
                  [](std::string_view what) { return what.starts_with("attribute class_id,"); });
  return lost;
}

}  // namespace

TrackFormat supervision_json() {
  return {.name = "supervision_json",
          .title = "supervision JSON sink",
          .doc =
              "A list of x_min, y_min, x_max, y_max, class_id, confidence, tracker_id and whatever "
              "was added, as numbers or numeric text. It has no frame number unless the user added "
              "one: --frame-column names it.",
          .extensions = {".json"},
          .rules = {"as added, from 0", "from 0", "corners", "whole clip"},
          .named = true,
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
