// SPDX-License-Identifier: Apache-2.0
// overlace tracks info: what a track file contains, and whether it belongs to a video.
#pragma once

#include <string>

#include "cli/clip_options.h"
#include "render/graph_settings.h"

namespace overlace {

struct TrackInfoOptions {
  GraphSettings graph;  ///< `tracks` is the file
  ClipOptions clip;     ///< the video, if there is one
  std::string still;    ///< PNG to draw the first boxes into; empty: none
  bool overwrite = false;
  bool json = false;  ///< JSON for programs instead of lines
};

/// Prints what was understood and, with a video, how it fits. Throws Error(usage) for a still
/// without a video.
int run_track_info(const TrackInfoOptions& options);

}  // namespace overlace
