// SPDX-License-Identifier: Apache-2.0
// Reads lines of numbers.
#include "io/tracks/rows/number_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "io/tracks/rows/line_reader.h"
#include "io/tracks/sequence_info.h"

namespace overlace {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A heading has several names: a line that begins with a number is a damaged row, and a single
/// name is a picture's.
bool is_heading(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t end = line.find_first_of(",; \t");
  return end != std::string_view::npos && !parse_field(line.substr(0, end));
}

/// Reads the rows of one file in one format.
class RowReader {
 public:
  RowReader(const NumberRows& format, TrackBuilder& builder, const TrackReadOptions& options)
      : format_(format),
        builder_(builder),
        options_(options),
        first_attribute_(
            static_cast<std::size_t>(std::ranges::find_if(format.columns,
                                                          [](const NumberColumn& column) {
                                                            return column.cell == Cell::attribute ||
                                                                   column.cell == Cell::consider;
                                                          }) -
                                     format.columns.begin())) {}

  /// Sets the frame of the following rows, where rows do not state their own.
  void begin_frame(std::int64_t frame) {
    frame_ = frame;
    started_ = false;
    header_ = 0;
  }

  void take(std::string_view line, std::uint64_t number) {
    switch (parse_numbers(line, fields_)) {
      case LineKind::blank:
      case LineKind::comment:
        return;
      case LineKind::words:
        if (!started_ && is_heading(line))
          header_ = number;
        else
          builder_.reject("the line is not a row of numbers", number);
        return;
      case LineKind::numbers:
        break;
    }
    started_ = true;
    if (fields_.count < format_.required)
      builder_.reject(fmt::format("the row has fewer than {} fields", format_.required), number);
    else
      take_row(number);
  }

  /// The line of a heading above the first row, or 0.
  [[nodiscard]] std::uint64_t header() const { return header_; }

 private:
  void take_row(std::uint64_t number) {
    FileBox box;
    if (!fill(box, number)) return;
    if (ignored_row_ && options_.drop_ignored)
      builder_.leave_out();
    else if (builder_.add(box, number))
      keep_attributes();
  }

  bool fill(FileBox& box, std::uint64_t number) {
    ignored_row_ = false;
    box.frame = frame_;
    double right = nan, bottom = nan, center_x = nan, center_y = nan;
    for (std::size_t i = 0; i < std::min(format_.columns.size(), fields_.count); ++i) {
      const ParsedNumber& field = fields_.field[i];
      switch (format_.columns[i].cell) {
        case Cell::frame:
          if (!field.is_whole) return reject("the frame number is not an integer", number);
          box.frame = field.whole;
          break;
        case Cell::id:
          if (!field.is_whole) return reject("the id is not an integer of 64 bits", number);
          box.id = field.whole;
          break;
        case Cell::left:
          box.x = field.value;
          break;
        case Cell::top:
          box.y = field.value;
          break;
        case Cell::width:
          box.width = field.value;
          break;
        case Cell::height:
          box.height = field.value;
          break;
        case Cell::center_x:
          center_x = field.value;
          break;
        case Cell::center_y:
          center_y = field.value;
          break;
        case Cell::right:
          right = field.value;
          break;
        case Cell::bottom:
          bottom = field.value;
          break;
        case Cell::turn:
          box.rotation = field.value * 180 / std::numbers::pi;
          break;
        case Cell::score:
          if (field.value != -1 || std::isnan(box.score))
            box.score = static_cast<float>(field.value);
          break;
        case Cell::class_index:
          box.class_index = builder_.class_numbered(field, number);
          ignored_row_ = ignored_row_ || box.class_index == format_.ignored_class;
          break;
        case Cell::consider:
          ignored_row_ = field.value == 0;
          break;
        case Cell::attribute:
        case Cell::unused:
          break;
      }
    }
    if (!std::isnan(right)) box.width = right - box.x;
    if (!std::isnan(bottom)) box.height = bottom - box.y;
    if (!std::isnan(center_x)) box.x = center_x - box.width / 2;
    if (!std::isnan(center_y)) box.y = center_y - box.height / 2;
    return true;
  }

  bool reject(std::string_view what, std::uint64_t number) {
    builder_.reject(what, number);
    return false;
  }

  void keep_attributes() {
    const std::size_t kept = std::min(fields_.count, max_fields);
    for (std::size_t i = first_attribute_; i < kept; ++i) {
      const double value = fields_.field[i].value;
      if (i >= format_.columns.size()) {
        if (std::isfinite(value)) builder_.set(fmt::format("column_{}", i + 1), value);
      } else if (format_.columns[i].cell == Cell::consider) {
        builder_.set("consider", value);
      } else if (format_.columns[i].cell == Cell::attribute && std::isfinite(value) &&
                 value != -1) {
        builder_.set(format_.columns[i].attribute, value);
      }
    }
  }

  const NumberRows& format_;
  TrackBuilder& builder_;
  const TrackReadOptions& options_;
  std::size_t first_attribute_;
  NumberLine fields_;
  std::int64_t frame_ = 0;
  bool ignored_row_ = false, started_ = false;
  std::uint64_t header_ = 0;
};

/// -1 stands for "no score" if no score is otherwise negative; raw scores of a classifier may well
/// be -1.
void settle_scores(TrackTable& table, TrackReport& report) {
  bool missing = false;
  for (const float score : table.score) {
    if (score < 0 && score != -1) return;
    missing = missing || score == -1;
  }
  if (!missing) return;
  for (float& score : table.score)
    if (score == -1) score = std::numeric_limits<float>::quiet_NaN();
  report.assumptions.emplace_back("a score of -1 means none, as no other score is negative");
}

constexpr std::uint64_t sampled_lines = 1000;

/// Whether columns are those that begin the formats of the MOTChallenge family.
bool begin_with_box(const std::vector<NumberColumn>& columns) {
  const auto box = box_columns({});
  return columns.size() >= box.size() &&
         std::ranges::equal(box, std::span(columns).first(box.size()), {}, &NumberColumn::cell,
                            &NumberColumn::cell);
}

/// The approximate number of lines in the file; reserving memory for them keeps a large table from
/// being copied as it grows.
std::uint64_t rows_in(const TrackInput& input, const LineReader& lines) {
  const auto length = static_cast<double>(lines.bytes()) / static_cast<double>(lines.number());
  return static_cast<std::uint64_t>(1.02 * static_cast<double>(input.bytes) / length);
}

/// The columns of a file; some people write the id before the frame.
NumberRows columns_in(const NumberRows& format, TrackInput& input, TrackReport& report) {
  NumberRows rows = format;
  const bool can_go_back = input.files == nullptr && input.stream.tellg() >= 0;
  if (!can_go_back || !begin_with_box(format.columns) || !ids_come_first(sample_of(input.stream)))
    return rows;
  std::swap(rows.columns[0], rows.columns[1]);
  rows.conventions.by_track = true;
  report.assumptions.emplace_back(
      "column 1 has the ids and column 2 the frames, as boxes stay where they were that way "
      "(--map frame=1,id=2,x=3,y=4,width=5,height=6 for the usual order)");
  return rows;
}

TrackConventions conventions_of(const NumberRows& format, const TrackInput& input,
                                TrackReport& report) {
  TrackConventions conventions = format.conventions;
  const auto info = find_sequence_info(input.path);
  if (!info) return conventions;
  report.frame_rate = info->frame_rate;
  conventions.size = info->size;
  conventions.size_reason = fmt::format("as {} says", info->path.string());
  return conventions;
}

}  // namespace

TrackTable read_number_rows(const NumberRows& format, TrackInput& input,
                            const TrackReadOptions& options, TrackReport& report) {
  const NumberRows columns = columns_in(format, input, report);
  TrackBuilder builder(conventions_of(columns, input, report), options, report);
  RowReader rows(columns, builder, options);
  if (input.files != nullptr) {
    for_each_frame(*input.files, builder, [&](const FrameFile& file, std::istream& text) {
      rows.begin_frame(file.frame);
      LineReader lines(text);
      for (std::string_view line; lines.next(line);) rows.take(line, lines.number());
    });
  }
  LineReader lines(input.stream);
  for (std::string_view line; lines.next(line);) {
    rows.take(line, lines.number());
    if (lines.number() == sampled_lines) builder.expect(rows_in(input, lines));
  }
  if (rows.header() > 0 && input.files == nullptr)
    report.assumptions.push_back(fmt::format("line {} is a heading", rows.header()));
  TrackTable table = builder.finish(columns.class_names);
  settle_scores(table, report);
  return table;
}

std::vector<NumberColumn> box_columns(std::initializer_list<NumberColumn> rest) {
  std::vector<NumberColumn> columns = {{Cell::frame}, {Cell::id},    {Cell::left},
                                       {Cell::top},   {Cell::width}, {Cell::height}};
  columns.insert(columns.end(), rest);
  return columns;
}

std::vector<std::string> mot_class_names() {
  return {"",           "pedestrian", "person on vehicle",      "car",
          "bicycle",    "motorbike",  "non motorized vehicle",  "static person",
          "distractor", "occluder",   "occluder on the ground", "occluder full",
          "reflection", "crowd"};
}

std::vector<std::string> visdrone_class_names() {
  return {"ignored region", "pedestrian", "people",          "bicycle", "car",   "van",
          "truck",          "tricycle",   "awning-tricycle", "bus",     "motor", "others"};
}

}  // namespace overlace
