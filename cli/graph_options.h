// SPDX-License-Identifier: Apache-2.0
// Options shared by all commands with a graph.
#pragma once

#include "cli/console.h"
#include "cli/options.h"
#include "render/graph_settings.h"

namespace overlace {

/// -g.
void add_graph_option(const Command& command, GraphSettings& settings);
/// What the document may read and take.
void add_document_limits(const Command& command, GraphSettings& settings);
/// What its pictures, tracks and layers may take.
void add_size_limits(const Command& command, GraphSettings& settings);
/// --set.
void add_set_option(const Command& command, GraphSettings& settings);
/// How to read a track file.
void add_track_options(const Command& command, TrackReadOptions& reading);
/// The detector that finds objects: --model, --detect.
void add_model_options(const Command& command, GraphSettings& settings);
/// --tracks, how to read it, and everything else that does not depend on the graph; `notes` is for
/// the code that reports assumptions to the user.
void add_tracks_and_layers(const Command& command, GraphSettings& settings, NoteChoice& notes);
/// The same without what `add_document_limits` adds.
void add_tracks_without_limits(const Command& command, GraphSettings& settings, NoteChoice& notes);

}  // namespace overlace
