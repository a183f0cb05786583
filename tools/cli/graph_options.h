// SPDX-License-Identifier: Apache-2.0
// Options that every command with a graph shares, and the way from them to a plan.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graph/compile/compile.h"
#include "graph/document/document.h"
#include "io/tracks/reader.h"

namespace overlace {

/// Which graph, fed with which tracks.
struct GraphOptions {
  std::string graph = "boxes";  ///< preset name or file
  std::string tracks;           ///< track file; empty = what moves in the picture
  std::string tracks_format;    ///< empty = by content
  std::string tracks_sequence;  ///< of a file with several; empty = the only one
  int frame_base = -1;          ///< -1 = the format's own
  std::string pixel_base;       ///< "X,Y" or one for both; empty = the format's own
  /// Tracks already made from the clip, taken instead of reading or making them; may be null.
  std::shared_ptr<const TrackTable> ready_tracks;
  /// Plays the clip for a first pass; empty = the video is played in silence.
  PlayVideo play_video;
  std::vector<std::string> settings;  ///< "NODE.PARAM=VALUE" or "KNOB=VALUE"
  bool layered = false;
  double tracks_fps = 0;     ///< frames per second that the track file counts in; 0 = the clip's
  std::string frame_column;  ///< name of a table's column with the frame; empty = a customary one
  std::vector<std::string> columns;  ///< "MEANING=NAME,…" or files of such, see read_column_map
  std::string tracks_cache;          ///< folder for tables already read, auto, or off; empty = off
  std::string source_size;           ///< "WxH" that the track file refers to; empty = the clip's
  std::string tracks_frame = "displayed";  ///< or "coded": which picture boxes are in
  std::string embeddings;                  ///< NPY file for the track file's boxes; empty = none
  int max_filled = 512;                    ///< MiB, see TrackReadOptions
  bool drop_ignored = false;               ///< leave out what a ground truth says to ignore
  bool fractions = false;                  ///< the track file's positions are not pixels
  bool strict = false;                     ///< odd rows of the track file are errors
  bool quiet = false;                      ///< say nothing about assumptions

  /// Adds -g to a subcommand.
  void add_graph_option(CLI::App& command);
  /// Adds --set to a subcommand.
  void add_set_option(CLI::App& command);
  /// Adds --tracks and the other options that do not depend on the graph.
  void add_to(CLI::App& command);
  /// Adds only the options on how to read a track file.
  void add_track_options(CLI::App& command);
  /// The files of --tracks, all of a folder's, and of --embeddings.
  [[nodiscard]] std::vector<std::string> track_files() const;
  /// These, the graph's documents, and files that its nodes name. Throws as `load_graph`.
  [[nodiscard]] std::vector<std::string> files_read() const;
  /// How to read the track file for a clip.
  [[nodiscard]] TrackReadOptions track_options(const ClipInfo& clip) const;
  /// Hears everything that is said; may be empty.
  std::function<void(const std::string&)> listen;
  /// Tells the user something on stderr, unless quiet.
  void say(const std::string& text) const;
};

/// A preset by name, or a file; throws Error(usage) with the nearest preset.
[[nodiscard]] Source find_document(const std::string& name);
/// Loads, patches, sets and checks the graph.
[[nodiscard]] Graph load_graph(const GraphOptions& options);

/// What becomes of a plan.
enum class PlanUse {
  draw,  ///< frames
  dump,  ///< its slots are looked at after a frame
  show,  ///< nothing is drawn: without a video it is made as if nothing moved
};

/// Compiles for a clip. `video` is the file that a first pass may play; empty when there is none.
[[nodiscard]] std::shared_ptr<const Plan> make_plan(const Graph& graph, const GraphOptions& options,
                                                    const ClipInfo& clip, const std::string& video,
                                                    PlanUse use = PlanUse::draw);
/// The tracks that track_input makes: of the track file, with ids; else of what moves in `video`.
[[nodiscard]] TrackTable make_tracks(const GraphOptions& options, const ClipInfo& clip,
                                     const std::string& video);

/// The tracks that a node of the graph makes; of the first track node when `node` is empty. Throws
/// Error(usage) with the nearest name.
[[nodiscard]] TrackTable make_tracks_of(const GraphOptions& options, const ClipInfo& clip,
                                        const std::string& video, const std::string& node);

/// Reads a whole text file (at most `limit` bytes); throws Error(input).
[[nodiscard]] std::string read_text_file(const std::string& path, std::size_t limit = 64U << 20U);

}  // namespace overlace
