// SPDX-License-Identifier: Apache-2.0
// Recognises files of other kinds.
#include "io/tracks/unsupported.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_advice.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/number_rows.h"
#include "io/tracks/rows/picture_names.h"
#include "io/tracks/rows/point_columns.h"
#include "io/tracks/xml/xml_parts.h"

namespace overlace {
namespace {

using Keys = std::vector<std::string_view>;

/// A document that has all keys of `has` and none of `lacks`.
struct Sign {
  Keys has, lacks;
  Refusal refusal;
};

constexpr const char* on_the_ground =
    "project the positions into the picture with the camera's calibration (a homography), and "
    "write pixels";

bool shows(const Sign& sign, std::string_view sample) {
  const auto known = [&](std::string_view key) { return has_key(sample, key); };
  return std::ranges::all_of(sign.has, known) && std::ranges::none_of(sign.lacks, known);
}

std::vector<Sign> signs() {
  const Keys places = {"bbox", "segmentation", "keypoints", "box2d"};
  const Refusal pitch = {
      "the file has positions on the pitch in metres, as SkillCorner tracks players",
      on_the_ground};
  return {
      {{"annotations", "caption"},
       places,
       {"the file has captions of pictures, without positions in them: there is nothing to draw"}},
      {{"annotations", "segments_info"},
       places,
       {"the file has panoptic segments whose masks are separate pictures: there is nothing to "
        "draw"}},
      {{"possession", "frame", "track_id"}, places, pitch},
      {{"possession", "frame", "player_data"}, places, pitch},
      {{"instances", "parameters", "timestamps"},
       {"annotations"},
       {"the file is a SuperAnnotate video export, which counts microseconds, not frames",
        "export it as COCO, or write the frame of each box"}},
      {{"source-ref"},
       {},
       {"the file is a manifest of SageMaker Ground Truth, which is not read",
        "convert it to COCO first"}},
  };
}

bool is_kitti_raw(std::string_view sample) {
  return looks_like_xml(sample, "boost_serialization") &&
         sample.find("<tracklets") != std::string_view::npos;
}

/// Whether a row is a time, a position and a quaternion.
bool is_pose(const NumberLine& line) {
  constexpr std::size_t fields = 8, first = 4;
  constexpr double rounding = 1e-2;
  double squares = 0;
  for (std::size_t i = first; i < fields; ++i) squares += line.field[i].value * line.field[i].value;
  return line.count == fields && std::abs(squares - 1) < rounding;
}

/// Whether rows are label, first frame, last frame and parent: labels rise from 1, and those of
/// parents come before.
bool is_lineage(std::string_view sample) {
  std::int64_t latest = 0;
  return nearly_all_rows(sample, [&](const NumberLine& line) {
    const auto& f = line.field;
    if (line.count != 4 || !f[0].is_whole || !f[1].is_whole || !f[2].is_whole || !f[3].is_whole)
      return false;
    const bool fits = (latest == 0 ? f[0].whole == 1 : f[0].whole > latest) && f[1].whole >= 0 &&
                      f[1].whole <= f[2].whole && f[3].whole >= 0 && f[3].whole < f[0].whole;
    latest = f[0].whole;
    return fits;
  });
}

/// Rows of numbers that no reader supports.
std::optional<Refusal> refuse_numbers(std::string_view sample) {
  if (could_be_walkers(sample))
    return Refusal{
        "the rows look like frame, id and a position, as ETH, UCY and TrajNet write walkers in "
        "metres",
        "if they are pixels, put a line frame,id,x,y above them; else project them into the "
        "picture with the camera's homography"};
  if (nearly_all_rows(sample, is_pose))
    return Refusal{
        "the rows look like time, position and a unit quaternion, as TUM writes a camera's way in "
        "metres: there is nothing to draw"};
  if (is_lineage(sample))
    return Refusal{
        "the rows look like label, first frame, last frame and parent, as the Cell Tracking "
        "Challenge lists its tracks, whose masks are separate pictures: there is nothing to draw"};
  return std::nullopt;
}

constexpr std::size_t most_of_a_row = 80;  ///< bytes that a message shows

/// The first row of numbers, for a message.
std::string_view first_row(std::string_view sample) {
  NumberLine line;
  while (!sample.empty()) {
    const std::string_view text = sample.substr(0, sample.find_first_of("\r\n"));
    if (parse_numbers(text, line) == LineKind::numbers) return text.substr(0, most_of_a_row);
    sample.remove_prefix(std::min(text.size() + 1, sample.size()));
  }
  return {};
}

/// A table with pictures and their classes, but no position columns.
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

/// The first row with at least `fewest` numbers in as many fields as the heading. Without one, the
/// file is no table of positions, and its words are not for a message: they may be secrets.
std::optional<std::string_view> number_row(std::string_view sample, std::size_t columns,
                                           std::size_t fewest) {
  FieldSplitter splitter;
  while (!sample.empty()) {
    const std::string_view line = sample.substr(0, sample.find_first_of("\r\n"));
    const auto fields = splitter.split(line, separator_of(line));
    const auto is_number = [](std::string_view field) { return parse_field(field).has_value(); };
    if (fields.size() == columns &&
        std::ranges::count_if(fields, is_number) >= static_cast<std::ptrdiff_t>(fewest))
      return line;
    sample.remove_prefix(std::min(line.size() + 1, sample.size()));
  }
  return std::nullopt;
}

/// A table whose names or numbers do not tell what they are.
std::optional<Refusal> refuse_unknown_table(std::string_view sample) {
  if (looks_like_json(sample, "[{", {}) || sample.starts_with('<')) return std::nullopt;
  constexpr std::size_t fewest = 3;
  FieldSplitter splitter;
  const auto fields = heading_of(sample, splitter);
  const auto row =
      fields.size() >= fewest ? number_row(sample, fields.size(), fewest) : std::nullopt;
  if (row) {
    const std::vector<std::string> names(fields.begin(), fields.end());
    return Refusal{
        fmt::format("the file is a table, and its names do not say which columns hold the frame "
                    "and the box: {}; its first row is {}",
                    fmt::join(names, ", "), row->substr(0, most_of_a_row)),
        fmt::format("say it, as in --map {}", map_line(names))};
  }
  std::size_t columns = 0;
  const bool even = nearly_all_rows(sample, [&](const NumberLine& line) {
    if (columns == 0) columns = line.count;
    return line.count == columns;
  });
  if (!even || columns < fewest || columns > max_fields) return std::nullopt;
  return Refusal{
      fmt::format("the rows are {} numbers, and no heading says what they mean: {}", columns,
                  first_row(sample)),
      fmt::format("say which column holds what, as in --map {}, or put a heading such as "
                  "frame,id,x1,y1,x2,y2 above the rows",
                  map_line_of_numbers(columns))};
}

}  // namespace

std::optional<Refusal> refusal_of(std::string_view sample) {
  if (is_kitti_raw(sample))
    return Refusal{
        "the file has boxes in the laser's metres, as KITTI's raw data does, not in pixels",
        on_the_ground};
  if (is_classification(sample))
    return Refusal{
        "the file has classes of whole pictures, without positions in them: there is nothing to "
        "draw"};
  if (!looks_like_json(sample, "[{", {})) return refuse_numbers(sample);
  for (Sign& sign : signs())
    if (shows(sign, sample)) return std::move(sign.refusal);
  return std::nullopt;
}

Refusal describe_unknown(std::string_view sample) {
  if (sample.empty()) return {"the file is empty"};
  if (sample.starts_with("PK\x03\x04")) return {"the file is a zip archive", "unpack it first"};
  if (sample.starts_with("\x1F\x8B")) return {"the file is compressed (gzip)", "unpack it first"};
  if (sample.find('\0') != std::string_view::npos)
    return {"the file is not text", "is it a file of tracks?"};
  if (auto table = refuse_unknown_table(sample)) return std::move(*table);
  return {"the file is not in a known track format",
          "overlace tracks formats lists the formats; name one with --tracks-format if it is one"};
}

}  // namespace overlace
