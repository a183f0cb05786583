// SPDX-License-Identifier: Apache-2.0
// Options that every command with a graph shares.
#pragma once

#include "render/graph_settings.h"
#include "tools/cli/options.h"

namespace overlace {

/// -g.
void add_graph_option(const Command& command, GraphSettings& settings);
/// --set.
void add_set_option(const Command& command, GraphSettings& settings);
/// How to read a track file.
void add_track_options(const Command& command, TrackReadOptions& reading);
/// --tracks, how to read it, and all else that does not depend on the graph; `quiet` is for those
/// who tell the user of assumptions.
void add_tracks_and_layers(const Command& command, GraphSettings& settings, bool& quiet);

}  // namespace overlace
