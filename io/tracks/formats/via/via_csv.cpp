// SPDX-License-Identifier: Apache-2.0
// via_csv: annotations of the VGG Image Annotator as CSV, with JSON in two of the columns.
#include <algorithm>
#include <array>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/formats/via/via_regions.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/picture_names.h"
#include "io/tracks/rows/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  const std::string_view heading = sample.text.substr(0, sample.text.find_first_of("\r\n"));
  if (heading.find("region_shape_attributes") == heading.npos ||
      heading.find("filename") == heading.npos)
    return {};
  return {100, "its columns are those of the VGG Image Annotator"};
}

/// The positions of the columns that are read.
struct Columns {
  std::size_t name = 0, shape = 5, attributes = 6;
};

Columns columns_of(std::span<const std::string_view> heading) {
  const auto place = [&](std::string_view name, std::size_t usual) {
    const auto found = std::ranges::find_if(
        heading, [&](std::string_view column) { return column.ends_with(name); });
    return found == heading.end() ? usual : static_cast<std::size_t>(found - heading.begin());
  };
  return {place("filename", 0), place("region_shape_attributes", 5), place("region_attributes", 6)};
}

/// A field as an object; nothing where it is not one.
std::optional<Json> parse_field_json(std::string_view field) {
  try {
    Json json = parse_json(field, "");
    if (json.is_object()) return json;
  } catch (const Error&) {  // counted by the caller
  }
  return std::nullopt;
}

/// Calls `use(name, shape, attributes, line)` for every row. The heading may begin with #.
template <class F>
void for_each_region(TrackInput& input, F use) {
  std::optional<Columns> columns;
  const auto take = [&](const TextRow& row) {
    if (!columns) {
      columns = columns_of(row.fields);
      if (row.text.find("region_shape_attributes") != row.text.npos) return;
    }
    const auto field = [&](std::size_t at) {
      return at < row.fields.size() ? row.fields[at] : std::string_view();
    };
    use(field(columns->name), field(columns->shape), field(columns->attributes), row.line);
  };
  for_each_row(input.stream, Separator::comma, take);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  PictureNames pictures;
  for_each_region(input, [&](std::string_view name, std::string_view, std::string_view,
                             std::uint64_t) { pictures.add(name); });
  pictures.settle(options, report);
  TrackConventions conventions;
  conventions.frame_reason = pictures.reason();
  conventions.pixel_reason = "as the annotator does";
  conventions.by_track = true;
  TrackBuilder builder(conventions, options, report);
  rewind(input);
  for_each_region(input, [&](std::string_view name, std::string_view shape,
                             std::string_view attributes, std::uint64_t line) {
    const auto frame = pictures.frame(name);
    if (!frame || shape == "{}" || shape.empty()) return;  // a picture without regions
    const auto parsed = parse_field_json(shape);
    if (!parsed) return builder.reject("the region's shape is not a JSON object", line);
    add_via_region(*parsed, parse_field_json(attributes).value_or(Json()), *frame, line, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat via_csv() {
  return {.name = "via_csv",
          .title = "VGG Image Annotator CSV",
          .doc =
              "filename, file_size, file_attributes, region_count, region_id, "
              "region_shape_attributes and region_attributes, the last two as JSON; read as "
              "via_json.",
          .extensions = {".csv"},
          .rules = {"in the picture's name, from 0", "from 0", "left, top, width, height",
                    "an attribute called id, or none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
