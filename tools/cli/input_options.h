// SPDX-License-Identifier: Apache-2.0
// Options on how a video is read.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "graph/document/document.h"
#include "io/read/video_reader.h"

namespace overlace {

struct InputOptions {
  std::string path;
  std::string frame_rate;             ///< as typed; empty: the input's own
  std::string plate = "linear";       ///< what EXR pictures hold: linear or display
  std::string interlaced = "refuse";  ///< refuse, deinterlace or draw

  /// Adds IN, --fps and --plate.
  void add_to(CLI::App& command);
  /// Adds --interlaced.
  void add_interlaced_option(CLI::App& command);
  /// Throws Error(usage) for a frame rate that is none.
  [[nodiscard]] ReaderOptions reader(const Say& say) const;
  /// Refuses to draw on fields unless that was asked for: throws Error(usage).
  void check_fields(const VideoInfo& video, const Graph& graph) const;
};

}  // namespace overlace
