// SPDX-License-Identifier: Apache-2.0
// From options to a plan.
#include "tools/cli/graph_options.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "graph/types/registry.h"
#include "io/read/play_video.h"
#include "io/tracks/cache.h"
#include "io/tracks/frame_files.h"
#include "tools/cli/clip_options.h"
#include "tools/cli/console.h"

namespace overlace {
namespace {

bool is_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

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
    throw Error(ErrorCode::usage, fmt::format("'{}' is no pixel base", text),
                "write 0 or 1, or two such as 1,0 for left and top", Place{"--pixel-base"});
  return {x, y};
}

/// The graph's document with all that it extends and with --set.
Json settled_document(const GraphOptions& options, const FindSource& find) {
  Json document = load_document(options.graph, find);
  std::vector<Setting> settings;
  for (const std::string& text : options.settings) settings.push_back(parse_setting(text));
  apply_settings(document, settings, builtin_nodes());
  return document;
}

TrackTable read_track_file(const std::string& path, const GraphOptions& options,
                           const ClipInfo& clip) {
  TrackReport report;
  TrackReadOptions read = options.track_options(clip);
  if (!options.tracks.empty() && path != options.tracks) read.embeddings.clear();
  TrackTable table = read_tracks(path, read, report);
  for (const std::string& line : report.lines()) options.say(line);
  return table;
}

}  // namespace

void GraphOptions::add_graph_option(CLI::App& command) {
  command.add_option("-g,--graph", graph, "Preset or graph file ('overlace presets' lists them)")
      ->capture_default_str();
}

void GraphOptions::add_set_option(CLI::App& command) {
  command.add_option("--set", settings, "KNOB=VALUE or NODE.PARAM=VALUE, as often as you like")
      ->allow_extra_args(false);
}

void GraphOptions::add_to(CLI::App& command) {
  command.add_option("--tracks", tracks,
                     "Track file, or folder of files; without one, overlace follows what moves");
  add_track_options(command);
  command.add_flag("--layered", layered,
                   "Draw every node on an FP16 layer of its own, then composite");
  command.add_flag("-q,--quiet", quiet, "Say nothing about assumptions");
}

void GraphOptions::add_track_options(CLI::App& command) {
  command.add_option("--tracks-format", tracks_format, "Format of the track file, if not clear");
  command.add_option("--tracks-sequence", tracks_sequence,
                     "Which sequence of a track file that has several");
  command
      .add_option("--frame-base", frame_base, "Number that the track file gives the first frame")
      ->check(CLI::Range(0, 1000000));
  command.add_option("--pixel-base", pixel_base,
                     "Coordinate that the track file gives the left-most pixel: 0 or 1; X,Y where "
                     "it differs for the top-most one");
  command.add_flag("--fractions", fractions,
                   "The track file's boxes are fractions of the picture, 0 to 1, not pixels");
  command.add_option(
      "--source-size", source_size,
      "Picture size that the track file's boxes refer to, if not the video's: 1920x1080");
  command
      .add_option(
          "--tracks-frame", tracks_frame,
          "Boxes of a turned video are in the picture as it is displayed, or as it is coded")
      ->check(CLI::IsMember({"displayed", "coded"}))
      ->capture_default_str();
  command
      .add_option("--tracks-fps", tracks_fps,
                  "Frames per second that the track file counts in, if not the video's")
      ->check(CLI::Range(0.001, 10000.0));
  command.add_option("--frame-column", frame_column,
                     "Column of a CSV file that has the frame number, if its name is unusual");
  command
      .add_option(
          "--map", columns,
          "What columns or members of unusual names hold: frame=image_idx,x=left, or a JSON "
          "file with such pairs")
      ->allow_extra_args(false);
  command.add_option("--embeddings", embeddings,
                     "NPY file with an appearance vector for each box of the track file");
  command
      .add_option("--tracks-cache", tracks_cache,
                  "Folder to keep tables of track files in, so that they are read once; auto is "
                  "the user's cache, off is none")
      ->envname("OVERLACE_TRACKS_CACHE");
  command.add_flag("--drop-ignored", drop_ignored,
                   "Leave out boxes that a ground truth says to ignore");
  command
      .add_option("--max-filled", max_filled,
                  "MiB that boxes between the key frames of the track file may take")
      ->check(CLI::Range(0, 1 << 20))
      ->capture_default_str();
  command.add_flag("--strict", strict, "Treat any odd row of the track file as an error");
}

TrackReadOptions GraphOptions::track_options(const ClipInfo& clip) const {
  TrackReadOptions read;
  read.format = tracks_format;
  read.sequence = tracks_sequence;
  read.clip = clip;
  read.strict = strict;
  read.drop_ignored = drop_ignored;
  read.fractions = fractions;
  read.stored = tracks_frame == "coded";
  read.frame_rate = tracks_fps;
  read.frame_column = frame_column;
  for (const std::string& pairs : columns)
    std::ranges::move(read_column_map(pairs), std::back_inserter(read.columns));
  read.embeddings = embeddings;
  if (tracks_cache == "auto")
    read.cache = default_track_cache();
  else if (tracks_cache != "off")
    read.cache = tracks_cache;
  if (!source_size.empty()) read.source_size = parse_size(source_size, "--source-size");
  if (frame_base >= 0) read.frame_base = frame_base;
  if (!pixel_base.empty()) read.pixel_base = parse_pixel_base(pixel_base);
  read.max_filled = static_cast<std::uint64_t>(max_filled) << 20U;
  return read;
}

void GraphOptions::say(const std::string& text) const {
  if (listen) listen(text);
  if (!quiet) tell(stderr, fmt::format("overlace: {}\n", in_a_line(text)));
}

std::string read_text_file(const std::string& path, std::size_t limit) {
  std::ifstream file(path, std::ios::binary);
  if (!file || !is_file(path))
    throw Error(ErrorCode::usage, "cannot be opened for reading", "check the name", Place{path});
  std::string text(limit + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > limit)
    throw Error(ErrorCode::limit, fmt::format("is larger than {} bytes", limit), {}, Place{path});
  return text;
}

Source find_document(const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".json") || is_file(name))
    return {read_text_file(name, JsonLimits{}.bytes), name};
  const std::string_view text = preset_text(name);
  if (text.empty())
    throw Error(ErrorCode::usage, fmt::format("there is no preset or file '{}'", name),
                suggest(name, preset_names()));
  return {std::string(text), "preset:" + name};
}

Graph load_graph(const GraphOptions& options) {
  return build_graph(settled_document(options, find_document), options.graph, builtin_nodes(),
                     {{"tracks", options.tracks}});
}

std::vector<std::string> GraphOptions::track_files() const {
  std::vector<std::string> files{tracks, embeddings};
  if (!tracks.empty() && is_frame_folder(tracks))
    for (const FrameFile& file : list_frame_files(tracks).files) files.push_back(file.path);
  return files;
}

std::vector<std::string> GraphOptions::files_read() const {
  std::vector<std::string> files = track_files();
  const Json document = settled_document(*this, [&](const std::string& name) {
    files.push_back(name);
    return find_document(name);
  });
  const Json* const nodes = document.find("nodes");
  if (nodes == nullptr || !nodes->is_object()) return files;
  for (const auto& [name, node] : nodes->as_object()) {
    const Json* const params = node.find("params");
    if (params == nullptr || !params->is_object()) continue;
    for (const auto& [key, value] : params->as_object())
      if (value.is_string() && is_file(value.as_string())) files.push_back(value.as_string());
  }
  return files;
}

std::shared_ptr<const Plan> make_plan(const Graph& graph, const GraphOptions& options,
                                      const ClipInfo& clip, const std::string& video, PlanUse use) {
  CompileOptions compile_options;
  compile_options.clip = clip;
  compile_options.layered = options.layered;
  compile_options.keep_slots = use == PlanUse::dump;
  compile_options.say = [&options,
                         said = std::set<std::string>{}](const std::string& text) mutable {
    if (said.insert(text).second) options.say(text);
  };
  compile_options.read_tracks = [&](const std::string& path) {
    return options.ready_tracks ? *options.ready_tracks : read_track_file(path, options, clip);
  };
  if (options.play_video)
    compile_options.play_video = options.play_video;
  else if (!video.empty())
    compile_options.play_video = [&](const auto& visit) { play_video(video, {}, visit); };
  else if (use == PlanUse::show)
    compile_options.play_video = [](const auto& /*visit*/) {};
  return compile(graph, compile_options);
}

TrackTable make_tracks(const GraphOptions& options, const ClipInfo& clip,
                       const std::string& video) {
  constexpr const char* smallest_graph = R"({"overlace": 1,
    "nodes": {"tracks": {"type": "track_input", "params": {"path": "$tracks"}},
              "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}}},
    "composite": ["boxes"]})";
  const Graph graph = build_graph(parse_json(smallest_graph, "tracks"), "tracks", builtin_nodes(),
                                  {{"tracks", options.tracks}});
  return make_plan(graph, options, clip, video)->tracks.back();
}

TrackTable make_tracks_of(const GraphOptions& options, const ClipInfo& clip,
                          const std::string& video, const std::string& node) {
  const auto plan = make_plan(load_graph(options), options, clip, video);
  const auto found =
      node.empty() ? plan->track_names.begin() : std::ranges::find(plan->track_names, node);
  if (found == plan->track_names.end())
    throw Error(ErrorCode::usage,
                node.empty() ? "the graph has no tracks"
                             : fmt::format("the graph has no track node '{}' that is drawn", node),
                suggest(node, plan->track_names), {.file = options.graph});
  return plan->tracks[static_cast<std::size_t>(found - plan->track_names.begin())];
}

}  // namespace overlace
