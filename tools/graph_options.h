// SPDX-License-Identifier: Apache-2.0
// Options that every command with a graph shares, and the way from them to a plan.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "gpu/replay.h"
#include "graph/compile.h"
#include "graph/document.h"
#include "io/tracks/reader.h"

namespace overlace {

/// Which graph, fed with which tracks.
struct GraphOptions {
  std::string graph = "boxes";           ///< preset name or file
  std::string tracks;                    ///< track file; empty = what moves in the picture
  std::string tracks_format;             ///< empty = by content
  int frame_base = -1, pixel_base = -1;  ///< -1 = the format's own
  std::vector<std::string> settings;     ///< "NODE.PARAM=VALUE" or "KNOB=VALUE"
  bool layered = false;
  std::string source_size;    ///< "WxH" that the track file refers to; empty = the clip's
  bool drop_ignored = false;  ///< leave out what a ground truth says to ignore
  bool strict = false;        ///< odd rows of the track file are errors
  bool quiet = false;         ///< say nothing about assumptions

  /// Adds -g, --tracks, --set … to a subcommand.
  void add_to(CLI::App& command);
  /// Adds only the options on how to read a track file.
  void add_track_options(CLI::App& command);
  /// How to read the track file for a clip.
  [[nodiscard]] TrackReadOptions track_options(const ClipInfo& clip) const;
  /// Tells the user something on stderr, unless quiet.
  void say(const std::string& text) const;
};

/// Where to draw.
struct DeviceOptions {
  std::string device = "auto";
  std::string simd = "best";
  int threads = 0;

  void add_to(CLI::App& command);
  /// A replay on the chosen device. Throws Error(unavailable) when it cannot be had.
  [[nodiscard]] std::unique_ptr<Replay> make_replay(std::shared_ptr<const Plan> plan) const;
};

/// A preset by name, or a file; throws Error(usage) with the nearest preset.
[[nodiscard]] Source find_document(const std::string& name);
/// Loads, patches, sets and checks the graph.
[[nodiscard]] Graph load_graph(const GraphOptions& options);
/// Compiles for a clip. `video` is the file that a first pass may play; empty when there is none.
[[nodiscard]] std::shared_ptr<const Plan> make_plan(const Graph& graph, const GraphOptions& options,
                                                    const ClipInfo& clip, const std::string& video,
                                                    bool keep_slots = false);

/// Reads a whole text file (at most `limit` bytes); throws Error(input).
[[nodiscard]] std::string read_text_file(const std::string& path, std::size_t limit = 64U << 20U);

}  // namespace overlace
