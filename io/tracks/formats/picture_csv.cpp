// SPDX-License-Identifier: Apache-2.0
// picture_csv: CSV whose rows name pictures, as exported by TensorFlow tools, Roboflow and VoTT.
#include <algorithm>
#include <optional>
#include <sstream>

#include "io/tracks/frame_files.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/named_rows.h"
#include "io/tracks/rows/picture_names.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;

bool has_column(Fields names, std::initializer_list<NamedColumn> any) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return std::ranges::find(any, column_named(name)) != any.end();
  });
}

/// The column with the picture of a row: one for frames that has names of pictures instead, or one
/// for pictures where there is none for frames.
std::optional<std::size_t> column_of_pictures(Fields names, Fields first_row) {
  for (std::size_t i = 0; i < std::min(names.size(), first_row.size()); ++i) {
    if (column_named(names[i]) != NamedColumn::frame) continue;
    const bool pictured = !parse_field(first_row[i]) && numbered_name(first_row[i]).number;
    return pictured ? std::optional(i) : std::nullopt;
  }
  return picture_column(names);
}

TrackGuess sniff(const TrackSample& sample) {
  if (!find_heading(sample.text)) return {};
  std::istringstream stream{std::string(sample.text)};
  NamedTable table(stream);
  const std::vector<std::string_view> names(table.names().begin(), table.names().end());
  using enum NamedColumn;
  if (names.size() < 4 || !has_column(names, {left, center_x}) ||
      !has_column(names, {top, center_y}) || !table.next() ||
      !column_of_pictures(names, table.fields()))
    return {};
  return {99, "its heading names columns, among them one of pictures"};
}

/// What the rows state about the pictures.
struct Pictures {
  std::optional<std::size_t> name, width, height;  ///< columns
  PictureNames names;
  Size size;  ///< of the first one
  bool one_size = true;
  std::size_t rows = 0;

  Pictures(Fields columns, Fields first_row) : name(column_of_pictures(columns, first_row)) {
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

std::vector<std::string_view> columns_of(const NamedTable& table) {
  return {table.names().begin(), table.names().end()};
}

/// What all rows state; without rows, only where the pictures are.
Pictures profile(std::istream& stream) {
  NamedTable table(stream);
  bool more = table.next();
  Pictures pictures(columns_of(table), table.fields());
  for (; more; more = table.next()) pictures.read_row(table.fields());
  return pictures;
}

/// Goes over the rows in the chosen sequence of pictures, with frame numbers for their names.
template <class Use>
void for_each_framed_row(std::istream& stream, const Pictures& pictures, Use use) {
  std::vector<std::string_view> values;
  std::string number;
  for (NamedTable table(stream); table.next();) {
    values.assign(table.fields().begin(), table.fields().end());
    if (pictures.name && *pictures.name < values.size()) {
      const auto frame = pictures.names.frame(values[*pictures.name]);
      if (!frame) continue;  // in another sequence
      values[*pictures.name] = number = std::to_string(*frame);
    }
    use(values, table.line());
  }
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  Pictures pictures = profile(input.stream);
  pictures.names.settle(options, report);
  rewind(input);
  const NamedTable table(input.stream);
  TrackReadOptions named = options;
  if (pictures.name) named.frame_column = table.names()[*pictures.name];
  NamedRows rows(table.names(), named,
                 {.file = report.file, .line = static_cast<std::size_t>(table.heading_line())});
  rewind(input);
  for_each_framed_row(input.stream, pictures,
                      [&](Fields values, std::uint64_t) { rows.profile(values); });
  rows.settle();
  TrackConventions conventions;
  conventions.frame_reason = pictures.names.reason();
  conventions.pixel_reason = "as scripts do";
  conventions.by_track = true;
  conventions.fractions = rows.in_fractions();
  conventions.could_be_centres = rows.could_be_centres();
  if (pictures.one_size) conventions.size = pictures.size;
  conventions.size_reason = "as the rows say";
  TrackBuilder builder(conventions, options, report);
  report.assumptions.push_back(rows.understood());
  rewind(input);
  for_each_framed_row(input.stream, pictures,
                      [&](Fields values, std::uint64_t line) { rows.take(values, builder, line); });
  return builder.finish();
}

}  // namespace

TrackFormat picture_csv() {
  return {.name = "picture_csv",
          .title = "CSV with named pictures (TensorFlow, Roboflow, VoTT)",
          .doc =
              "A header line of names, one for the picture (filename, image, image_path, or frame "
              "with names of pictures), the others as in csv. With corners, width and height are "
              "those of the picture. The last "
              "number in the picture's name is its frame; pictures with hashes as names are "
              "numbered in file order; --tracks-sequence chooses one of several series of names.",
          .extensions = {".csv"},
          .rules = {"in the picture's name, from 0", "from 0", "as the columns say", "mostly none"},
          .named = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
