// SPDX-License-Identifier: Apache-2.0
// viame: the CSV of VIAME and DIVE, nine fixed columns and then the detection's data.
#include <fmt/format.h>

#include <array>

#include "io/tracks/detection.h"
#include "io/tracks/rows/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;

/// id, picture or time, frame, left, top, right, bottom, score, length; then pairs of class and
/// score, and optional fields, each beginning with its kind in brackets.
constexpr std::size_t fixed = 9;

struct Row {
  std::array<ParsedNumber, fixed> number;  ///< unset for the picture's name
  Fields rest;
};

std::optional<Row> parse(Fields fields) {
  if (fields.size() < fixed) return std::nullopt;
  Row row{.number = {}, .rest = fields.subspan(fixed)};
  for (std::size_t i = 0; i < fixed; ++i) {
    if (i == 1) continue;
    const auto number = parse_field(fields[i]);
    if (!number) return std::nullopt;
    row.number[i] = *number;
  }
  const auto& n = row.number;
  if (!n[0].is_whole || !n[2].is_whole) return std::nullopt;
  return row;
}

bool is_kind(std::string_view field) {
  return field.starts_with('(');
}

/// A row whose second field is not a number, or that has a class, is not MOTChallenge's.
TrackGuess sniff(const TrackSample& sample) {
  const bool fits = most_rows(sample.text, Separator::comma, [](const TextRow& text) {
    const auto row = parse(text.fields);
    if (!row || row->number[5].value < row->number[3].value ||
        row->number[6].value < row->number[4].value)
      return false;
    const bool named = !parse_field(text.fields[1]);
    const bool classed =
        !row->rest.empty() && !row->rest.front().empty() && !parse_field(row->rest.front());
    return named || classed;
  });
  return fits ? TrackGuess{95, "its rows are id, picture, frame, corners, score and length"}
              : TrackGuess{};
}

/// The numbers of a field after its kind: "(poly) 1 2 3 4".
std::vector<double> numbers_after_kind(std::string_view field) {
  FieldSplitter splitter;
  std::vector<double> numbers;
  for (const std::string_view text :
       splitter.split(field.substr(field.find(')') + 1), Separator::blanks))
    if (const auto number = parse_field(text)) numbers.push_back(number->value);
  return numbers;
}

/// The class with the highest score; the score beside a class takes precedence over the row's.
void take_class(const Row& row, Detection& detection, TrackBuilder& builder) {
  detection.box.score = static_cast<float>(row.number[7].value);
  std::optional<double> best;
  for (std::size_t i = 0; i + 1 < row.rest.size() && !is_kind(row.rest[i]); i += 2) {
    const auto score = parse_field(row.rest[i + 1]);
    if (row.rest[i].empty() || !score || (best && score->value <= *best)) continue;
    best = score->value;
    detection.box.class_index = builder.class_named(row.rest[i]);
    detection.box.score = static_cast<float>(*best);
  }
}

void take_shapes(const Row& row, Detection& detection) {
  for (const std::string_view field : row.rest)
    if (field.starts_with("(poly)") || field.starts_with("(hole)"))
      detection.add_ring(numbers_after_kind(field));
}

void take(const TextRow& text, TrackBuilder& builder) {
  const auto row = parse(text.fields);
  if (!row) return builder.reject("the row is not VIAME's nine fields and more", text.line);
  const auto& n = row->number;
  Detection detection;
  detection.box.frame = n[2].whole;
  detection.box.id = n[0].whole;
  detection.set_corners(n[3].value, n[4].value, n[5].value, n[6].value);
  take_class(*row, detection, builder);
  take_shapes(*row, detection);
  if (n[8].value > 0) detection.attributes.emplace_back("length", n[8].value);
  add_detection(builder, std::move(detection), text.line);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder(
      {.frame_reason = "as VIAME does", .pixel_reason = "as VIAME does", .by_track = true}, options,
      report);
  for_each_row(input.stream, Separator::comma, [&](const TextRow& row) { take(row, builder); });
  return builder.finish();
}

}  // namespace

TrackFormat viame() {
  return {.name = "viame",
          .title = "VIAME CSV, also DIVE's",
          .doc =
              "id, picture or time, frame, left, top, right, bottom, score, length, then classes "
              "with scores, of which the most confident is used, and fields such as (poly) and "
              "(hole), which become outlines. Lines that begin with # are comments.",
          .extensions = {".csv"},
          .rules = {"from 0", "from 0", "corners", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
