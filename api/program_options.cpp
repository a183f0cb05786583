// SPDX-License-Identifier: Apache-2.0
// Reads options from a C struct.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <span>

#include "api/c_error.h"
#include "api/caller_texts.h"
#include "api/program.h"
#include "api/structs.h"
#include "api/tracks.h"
#include "graph/core/frame_clock.h"

namespace overlace::api {
namespace {

/// What "$tracks" stands for if rows or a table are given: no file has this name.
constexpr const char* rows_name = "ovl_program_options.rows";
constexpr const char* table_name = "ovl_program_options.table";

std::string text_of(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

/// The clock of a clip without a rate: each picture brings its own time, and none is known before.
std::shared_ptr<const FrameClock> unknown_times() {
  return std::make_shared<const FrameClock>([] { return FrameClock::Reading{.varies = true}; });
}

TrackReadOptions reading_of(const ovl_program_options& options) {
  TrackReadOptions reading;
  reading.format = text_of(options.tracks_format);
  reading.sequence = text_of(options.tracks_sequence);
  reading.source_size = {options.tracks_width, options.tracks_height};
  reading.fractions = options.tracks_are_fractions != 0;
  if (options.has_frame_base != 0) reading.frame_base = options.frame_base;
  return reading;
}

TrackRow row_of(const ovl_row& row, std::size_t index, std::size_t classes) {
  const auto wrong = [&](const char* what) {
    throw Error(ErrorCode::usage, fmt::format("ovl_program_options.rows[{}]: {}", index, what));
  };
  for (const float number : {row.x, row.y, row.width, row.height})
    if (!std::isfinite(number)) wrong("the box is not finite");
  if (row.width < 0 || row.height < 0) wrong("the box has a negative size");
  if (row.id < no_id) wrong("the id is below -1");
  if (classes > 0 && (row.class_index < -1 || row.class_index >= static_cast<int>(classes)))
    wrong("the class is not among class_names");
  return {.frame = row.frame,
          .id = row.id,
          .box = {row.x, row.y, row.width, row.height},
          .class_index = classes > 0 ? row.class_index : -1,
          .score = row.score};
}

GivenRows rows_of(const ovl_program_options& options) {
  require(options.row_size >= sizeof(ovl_row),
          "ovl_program_options.row_size is too small: set it to sizeof(ovl_row)");
  require(options.row_count <= default_max_boxes && options.row_size <= most_struct_bytes,
          "ovl_program_options has more rows, or larger ones, than can be");
  const auto* bytes = reinterpret_cast<const std::byte*>(options.rows);
  return {.bytes = {bytes, options.row_count * options.row_size},
          .row_size = options.row_size,
          .class_names = caller_texts(options.class_names, options.class_count,
                                      "ovl_program_options.class_names")};
}

}  // namespace

ClipInfo read_clip(const ovl_clip* given) {
  constexpr int largest_side = 1 << 16;
  const ovl_clip clip = read_struct(given, "ovl_clip");
  const auto is_side = [](int side) { return side > 0 && side <= largest_side; };
  if (!is_side(clip.width) || !is_side(clip.height))
    throw Error(ErrorCode::usage, fmt::format("ovl_clip is {} x {} px", clip.width, clip.height),
                fmt::format("sides are 1 to {} px", largest_side));
  const bool has_rate = clip.rate_num != 0 || clip.rate_den != 0;
  if (has_rate && (clip.rate_num <= 0 || clip.rate_den <= 0))
    throw Error(ErrorCode::usage,
                fmt::format("ovl_clip has {}/{} frames per second", clip.rate_num, clip.rate_den));
  require(clip.frame_count >= 0, "ovl_clip.frame_count is below 0");
  constexpr float smallest_scale = 1.0F / 64, largest_scale = 64;
  const float scale = clip.scale == 0 ? 1 : clip.scale;
  if (!(scale >= smallest_scale && scale <= largest_scale))
    throw Error(ErrorCode::usage, fmt::format("ovl_clip.scale is {}", clip.scale),
                "1/64 to 64, or 0 for 1");
  return {.size = {clip.width, clip.height},
          .frame_rate = has_rate ? Rational{clip.rate_num, clip.rate_den} : Rational{25},
          .frame_count = clip.frame_count,
          .stored = {},
          .first_frame = clip.first_frame,
          .scale = scale,
          .clock = has_rate ? nullptr : unknown_times()};
}

std::vector<Setting> read_settings(const char* const* settings, std::size_t count) {
  std::vector<Setting> list;
  for (const std::string& text : caller_texts(settings, count, "settings"))
    list.push_back(parse_setting(text));
  return list;
}

ProgramOptions read_options(const ovl_program_options* given) {
  const ovl_program_options options = read_struct(given, "ovl_program_options");
  ProgramOptions out{.graph = {}, .clip = read_clip(options.clip), .rows = {}};
  out.overlay_only = options.overlay_only != 0;
  out.graph.document = text_of(options.graph);
  require(!out.graph.document.empty(),
          "ovl_program_options.graph is missing: give a preset, a file or a document");
  out.graph.values = read_settings(options.settings, options.setting_count);
  out.graph.tracks = text_of(options.tracks);
  if (options.files_below != nullptr) out.graph.files_below = {options.files_below};
  out.graph.reading = reading_of(options);
  const int sources =
      (options.rows != nullptr) + (options.tracks != nullptr) + (options.table != nullptr);
  require(sources <= 1, "ovl_program_options has more than one of tracks, rows and table");
  require(options.rows != nullptr || options.row_count == 0, "ovl_program_options.rows is NULL");
  if (options.table != nullptr) {
    Tracks& tracks = options.table->tracks;
    out.table = GivenTable{tracks.table(), tracks.digest()};
    out.graph.tracks = table_name;
  }
  if (options.rows != nullptr) {
    out.rows = rows_of(options);
    out.graph.tracks = rows_name;
  }
  return out;
}

TrackTable table_of(const GivenRows& given) {
  std::vector<TrackRow> rows;
  rows.reserve(given.bytes.size() / given.row_size);
  for (std::size_t at = 0; at < given.bytes.size(); at += given.row_size) {
    ovl_row row;
    std::memcpy(&row, given.bytes.data() + at, sizeof row);
    rows.push_back(row_of(row, rows.size(), given.class_names.size()));
  }
  return make_track_table(rows, given.class_names);
}

namespace {

Digest::Value digest_of(const GivenRows& rows) {
  Digest digest;
  const std::uint64_t sizes[] = {rows.bytes.size(), rows.row_size, rows.class_names.size()};
  digest.add(sizes, sizeof sizes);
  digest.add(rows.bytes.data(), rows.bytes.size());
  for (const std::string& name : rows.class_names) digest.add(name);
  return digest.value();
}

}  // namespace

Digest::Value digest_of_tracks(const ProgramOptions& options) {
  if (options.rows) return digest_of(*options.rows);
  return options.table ? options.table->digest : Digest::Value{};
}

Digest::Value digest_of(const ProgramOptions& options) {
  Digest digest;
  const GraphSettings& graph = options.graph;
  digest.add(graph.document);
  for (const Setting& setting : graph.values) {
    digest.add(setting.target);
    digest.add(setting.value);
  }
  const TrackReadOptions& reading = graph.reading;
  for (const std::string& text : {graph.tracks, reading.format, reading.sequence}) digest.add(text);
  for (const std::string& folder : graph.files_below) digest.add(folder);
  const ClipInfo& clip = options.clip;
  const std::int64_t numbers[] = {static_cast<std::int64_t>(graph.values.size()),
                                  reading.source_size.width,
                                  reading.source_size.height,
                                  reading.fractions,
                                  reading.frame_base.has_value(),
                                  reading.frame_base.value_or(0),
                                  clip.size.width,
                                  clip.size.height,
                                  clip.frame_rate.num,
                                  clip.frame_rate.den,
                                  clip.frame_count,
                                  clip.first_frame,
                                  options.overlay_only};
  digest.add(numbers, sizeof numbers);
  digest.add(&clip.scale, sizeof clip.scale);
  const Digest::Value tracks = digest_of_tracks(options);
  digest.add(tracks.data(), sizeof tracks);
  return digest.value();
}

}  // namespace overlace::api
