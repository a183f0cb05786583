// SPDX-License-Identifier: Apache-2.0
// Option tables for graphs and their tracks.
#include "tools/cli/graph_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "io/tracks/cache.h"
#include "tools/cli/picture_size.h"

namespace overlace {
namespace {

/// "X,Y", or one number for both, each 0 to 1.
PixelBase parse_pixel_base(const std::string& text) {
  std::istringstream in(text);
  double x = 0, y = 0;
  char comma = ',';
  in >> x;
  y = x;
  if (in && !in.eof()) in >> comma >> y;
  const auto is_base = [](double base) { return base >= 0 && base <= 1; };
  if (in.fail() || !(in >> std::ws).eof() || comma != ',' || !is_base(x) || !is_base(y))
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a pixel base", text),
                "write 0 or 1, or two such as 1,0 for left and top");
  return {x, y};
}

std::filesystem::path parse_cache(const std::string& text) {
  if (text == "auto") return default_track_cache();
  return text == "off" ? "" : text;
}

/// How pixel positions in the file are to be read.
void add_pixel_options(const Command& command, TrackReadOptions& reading) {
  command.parsed("--pixel-base", reading.pixel_base, parse_pixel_base,
                 "Origin of pixel coordinates in the track file: 0 or 1, or X,Y");
  command.flag("--fractions", reading.fractions,
               "The track file's boxes are fractions of the picture, 0 to 1, not pixels");
  command.parsed(
      "--source-size", reading.source_size, parse_size,
      "Picture size that the track file's boxes refer to, if not the video's: 1920x1080");
  command.number("--point-size", reading.point_size,
                 "Side of the box around a tracked point, in pixels of the track file",
                 {{0, 10'000}});
  command.choice<bool>(
      "--tracks-frame", reading.stored, {{"displayed", false}, {"coded", true}},
      "Whether boxes of a rotated video refer to the picture as displayed or as coded");
}

/// What unusual column names mean.
void add_column_options(const Command& command, TrackReadOptions& reading) {
  command.text("--frame-column", reading.frame_column,
               "CSV column with the frame number, if its name is unusual");
  const auto add_pairs = [&reading](const std::string& text) {
    std::ranges::move(read_column_map(text), std::back_inserter(reading.columns));
  };
  command.each("--map", add_pairs,
               "Meanings of columns or members with unusual names: frame=image_idx,x=left, or a "
               "JSON file with such pairs; repeatable");
  command.parsed("--embeddings", reading.embeddings, std::identity(),
                 "NPY file with an appearance vector for each box of the track file");
}

}  // namespace

void add_graph_option(const Command& command, GraphSettings& settings) {
  command.text("-g,--graph", settings.document,
               "Preset or graph file ('overlace presets' lists them)");
}

void add_document_limits(const Command& command, GraphSettings& settings) {
  command.text("--files-below", settings.files_below,
               "Folder below which all files must lie that the graph names, without links on the "
               "way");
  command.whole("--max-texels", settings.max_texels,
                "Maximum number of texels that all pictures of the graph may have together",
                {{1, 1'000'000'000'000}});
  command.mebibytes("--max-drawing", settings.max_drawing_bytes,
                    "Maximum memory, in MiB, for the tracks and layers that are drawn",
                    {1, 1 << 24});
}

void add_set_option(const Command& command, GraphSettings& settings) {
  command.each("--set", settings.values, parse_setting,
               "Set a value: KNOB=VALUE or NODE.PARAM=VALUE; repeatable");
}

void add_track_options(const Command& command, TrackReadOptions& reading) {
  command.text("--tracks-format", reading.format,
               "Format of the track file, if it is not recognised");
  command.text("--tracks-sequence", reading.sequence,
               "Sequence to read, if the track file has several");
  command.whole("--frame-base", reading.frame_base,
                "Number that the track file gives the clip's first frame", {{0, 1'000'000}});
  add_pixel_options(command, reading);
  command
      .number("--tracks-fps", reading.frame_rate,
              "Frame rate of the track file, if not the video's", {{0.001, 10000}})
      .no_default();
  add_column_options(command, reading);
  command
      .parsed("--tracks-cache", reading.cache, parse_cache,
              "Folder for parsed track files, so that each is read once; auto is the user's "
              "cache, off is none")
      .environment("OVERLACE_TRACKS_CACHE");
  command.flag("--drop-ignored", reading.drop_ignored,
               "Leave out boxes that a ground truth marks as ignored");
  command.mebibytes("--max-filled", reading.max_filled,
                    "Maximum memory, in MiB, for boxes interpolated between key frames",
                    {0, 1 << 20});
  command.whole("--max-boxes", reading.max_boxes,
                "Maximum number of boxes that the graph's tracks may have together",
                {{1, 4'000'000'000}});
  command.flag("--strict", reading.strict,
               "Treat every suspicious row of the track file as an error");
}

void add_tracks_and_layers(const Command& command, GraphSettings& settings, bool& quiet) {
  add_document_limits(command, settings);
  command.text("--tracks", settings.tracks,
               "Track file or folder; without one, overlace tracks what moves");
  add_track_options(command, settings.reading);
  command.flag("--layered", settings.layered,
               "Draw every node onto its own FP16 layer, then composite the layers");
  command.flag("-q,--quiet", quiet, "Do not report assumptions");
}

}  // namespace overlace
