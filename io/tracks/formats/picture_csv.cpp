// SPDX-License-Identifier: Apache-2.0
// picture_csv: CSV whose rows name pictures, as exported by TensorFlow tools, Roboflow and VoTT.
#include <algorithm>
#include <optional>

#include "io/tracks/heading_rows.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/named_rows.h"
#include "io/tracks/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;

bool has_column(Fields names, std::initializer_list<NamedColumn> any) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return std::ranges::find(any, column_named(name)) != any.end();
  });
}

TrackGuess sniff(const TrackSample& sample) {
  FieldSplitter splitter;
  const Fields names = heading_of(sample.text, splitter);
  using enum NamedColumn;
  if (names.size() < 5 || !picture_column(names) || has_column(names, {frame})) return {};
  if (!has_column(names, {left, center_x}) || !has_column(names, {top, center_y})) return {};
  return {97, "its first line names columns, among them one of pictures"};
}

/// What the rows state about the pictures.
struct Pictures {
  std::optional<std::size_t> name, width, height;  ///< columns
  PictureNames names;
  Size size;  ///< of the first one
  bool one_size = true;
  std::size_t rows = 0;

  void read_heading(Fields columns) {
    name = picture_column(columns);
    // Beside corners, a width is the picture's.
    if (!has_column(columns, {NamedColumn::right})) return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (column_named(columns[i]) == NamedColumn::width) width = i;
      if (column_named(columns[i]) == NamedColumn::height) height = i;
    }
  }
  void read_row(Fields fields) {
    if (name && *name < fields.size()) names.add(fields[*name]);
    if (!width || !height || std::max(*width, *height) >= fields.size()) return;
    const Size its =
        size_in(Json(Json::Object{{"width", fields[*width]}, {"height", fields[*height]}}));
    if (rows++ == 0) size = its;
    one_size = one_size && its == size;
  }
};

Pictures profile(TrackInput& input) {
  Pictures pictures;
  for_each_named_row(
      input.stream, [&](Fields names) { pictures.read_heading(names); },
      [&](Fields fields, std::uint64_t) { pictures.read_row(fields); });
  return pictures;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  Pictures pictures = profile(input);
  pictures.names.settle(options, report);
  TrackConventions conventions;
  conventions.frame_reason = pictures.names.reason();
  conventions.pixel_reason = "as scripts do";
  conventions.by_track = true;
  if (pictures.one_size) conventions.size = pictures.size;
  conventions.size_reason = "as the rows say";
  TrackBuilder builder(conventions, options, report);
  TrackReadOptions named = options;
  std::optional<NamedRows> rows;
  std::vector<std::string_view> values;
  std::string number;
  rewind(input);
  for_each_named_row(
      input.stream,
      [&](Fields names) {
        if (pictures.name) named.frame_column = names[*pictures.name];
        rows.emplace(std::vector<std::string>(names.begin(), names.end()), named, report.file);
        report.assumptions.push_back(rows->understood());
      },
      [&](Fields fields, std::uint64_t line) {
        values.assign(fields.begin(), fields.end());
        if (pictures.name && *pictures.name < values.size()) {
          const auto frame = pictures.names.frame(values[*pictures.name]);
          if (!frame) return;  // in another sequence
          values[*pictures.name] = number = std::to_string(*frame);
        }
        rows->take(values, builder, line);
      });
  return builder.finish();
}

}  // namespace

TrackFormat picture_csv() {
  return {.name = "picture_csv",
          .title = "CSV with named pictures (TensorFlow, Roboflow, VoTT)",
          .doc =
              "A header line of names, one for the picture (filename, image, image_path), the "
              "others as in csv. With corners, width and height are those of the picture. The last "
              "number in the picture's name is its frame; pictures with hashes as names are "
              "numbered in file order; --tracks-sequence chooses one of several series of names.",
          .extensions = {".csv"},
          .rules = {"in the picture's name, from 0", "from 0", "as the columns say", "mostly none"},
          .named = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
