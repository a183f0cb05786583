// SPDX-License-Identifier: Apache-2.0
// Option tables for graphs and their tracks.
#include "cli/graph_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "cli/picture_size.h"
#include "io/tracks/format.h"
#include "io/tracks/table_cache.h"

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

std::string known_format(const std::string& name) {
  return std::string(find_track_format(name).name);
}

std::filesystem::path parse_cache(const std::string& text) {
  if (text != "auto") return text == "off" ? "" : text;
  std::filesystem::path folder = user_cache("tracks");
  if (folder.empty())
    throw Error(ErrorCode::usage, "neither XDG_CACHE_HOME nor HOME is set", "name a folder",
                SourceLocation{"--tracks-cache"});
  return folder;
}

/// Nothing is kept if the user has no folder for it: nobody asked.
std::filesystem::path parse_found_cache(const std::string& text) {
  if (text == "auto") return user_cache("found");
  return text == "off" ? "" : text;
}

/// How pixel positions in the file are to be read.
void add_pixel_options(const Command& command, TrackReadOptions& reading) {
  command.parsed("--pixel-base BASE", reading.pixel_base, parse_pixel_base,
                 "Origin of pixel coordinates in the track file: 0 or 1, or X,Y");
  command.flag("--fractions", reading.fractions,
               "The track file's boxes are fractions of the picture, 0 to 1, not pixels");
  command.parsed(
      "--source-size WxH", reading.source_size, parse_size,
      "Picture size that the track file's boxes refer to, if not the video's: 1920x1080");
  command.number("--point-size PX", reading.point_size,
                 "Side of the box around a tracked point, in pixels of the track file",
                 {{0, 10'000}});
  command.choice<bool>(
      "--tracks-frame", reading.stored, {{"displayed", false}, {"coded", true}},
      "Whether boxes of a rotated video refer to the picture as displayed or as coded");
}

/// What unusual column names mean.
void add_column_options(const Command& command, TrackReadOptions& reading) {
  command.text("--frame-column NAME", reading.frame_column,
               "CSV column with the frame number, if its name is unusual");
  const auto add_pairs = [&reading](const std::string& text) {
    std::ranges::move(read_column_map(text), std::back_inserter(reading.columns));
  };
  command.each("--map COLUMNS", add_pairs,
               "Meanings of columns or members with unusual names: frame=image_idx,x=left, or a "
               "JSON file with such pairs");
  command.parsed("--embeddings FILE", reading.embeddings, std::identity(),
                 "NPY file with an appearance vector for each box of the track file");
}

}  // namespace

void add_graph_option(const Command& table, GraphSettings& settings) {
  const Command command = table.group("Graph");
  command.text("-g,--graph GRAPH", settings.document,
               "Preset or graph file ('overlace presets' lists them)");
  command.misnomer("--preset", "a look is chosen with -g, as in -g neon");
}

void add_document_limits(const Command& command, GraphSettings& settings) {
  command.group("Limits").parsed(
      "--files-below DIR", settings.files_below,
      [](const std::string& folder) { return std::vector{folder}; },
      "Folder below which all files must lie that the graph names, without links on the way");
  add_size_limits(command, settings);
}

void add_size_limits(const Command& table, GraphSettings& settings) {
  const Command command = table.group("Limits");
  command.whole("--max-texels", settings.max_texels,
                "Maximum number of texels that all pictures of the graph may have together",
                {{1, 1'000'000'000'000}});
  command.mebibytes("--max-drawing", settings.max_drawing_bytes,
                    "Maximum memory, in MiB, for the tracks and layers that are drawn",
                    {1, 1 << 24});
}

void add_set_option(const Command& table, GraphSettings& settings) {
  const Command command = table.group("Graph");
  command.each("--set KNOB=VALUE", settings.values, parse_setting,
               "Set a value: KNOB=VALUE or NODE.PARAM=VALUE");
}

void add_track_options(const Command& table, TrackReadOptions& reading) {
  const Command command = table.group("Tracks");
  command.parsed("--tracks-format FORMAT", reading.format, known_format,
                 "Format of the track file, if it is not recognised");
  command.text("--tracks-sequence NAME", reading.sequence,
               "Sequence to read, if the track file has several");
  command.whole("--frame-base", reading.frame_base,
                "Number that the track file gives the clip's first frame", {{0, 1'000'000}});
  add_pixel_options(command, reading);
  command
      .number("--tracks-fps RATE", reading.frame_rate,
              "Frame rate of the track file, if not the video's", {{0.001, 10000}})
      .no_default();
  add_column_options(command, reading);
  command
      .parsed("--tracks-cache DIR", reading.cache, parse_cache,
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

void add_model_options(const Command& command, GraphSettings& settings) {
  command.text("--model FILE", settings.model,
               "Detector to find objects with, an ONNX file, where no track file is given");
  command.each("--detect PARAM=VALUE", settings.detect, parse_setting,
               "Set a parameter of the detector: classes=person,car, every=5, score=0.4 …; "
               "repeatable ('overlace nodes track_detect' lists them)");
}

void add_tracks_and_layers(const Command& command, GraphSettings& settings, NoteChoice& notes) {
  add_document_limits(command, settings);
  add_tracks_without_limits(command, settings, notes);
}

void add_tracks_without_limits(const Command& command, GraphSettings& settings, NoteChoice& notes) {
  command.group("Tracks").text("--tracks FILE", settings.tracks,
                               "Track file or folder; without one, overlace tracks what moves");
  add_model_options(command, settings);
  add_track_options(command, settings.reading);
  settings.found_cache = user_cache("found");
  command
      .parsed("--found-cache FOLDER", settings.found_cache, parse_found_cache,
              "Folder for tracks that overlace finds itself, so that a clip is searched once; auto "
              "is the user's cache, off is none",
              "auto")
      .environment("OVERLACE_FOUND_CACHE");
  command.group("Device").flag(
      "--layered", settings.layered,
      "Draw every node onto its own FP16 layer, then composite the layers");
  const OptionRow quiet = command.flag("-q,--quiet", notes.quiet, "Do not report assumptions");
  command.flag("-v,--verbose", notes.details, "Report assumptions in detail").excludes(quiet);
}

}  // namespace overlace
