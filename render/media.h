// SPDX-License-Identifier: Apache-2.0
// What a graph is fed with: a clip, track files and pixels, reached through callbacks.
#pragma once

#include <memory>
#include <string>

#include "graph/compile/compile.h"
#include "io/read/video_reader.h"
#include "render/graph_settings.h"

namespace overlace {

using Media = ClipSources;

/// Track files as the settings want them read, and no pixels.
[[nodiscard]] Media media_of_tracks(const GraphSettings& settings, const ClipInfo& clip, Say say);

/// The same with the pixels of the file `video`. Where that is empty, nothing can be played.
[[nodiscard]] Media media_of_files(const GraphSettings& settings, const ClipInfo& clip,
                                   const std::string& video, Say say);

/// The same media with a table that is there already in place of every track file.
[[nodiscard]] Media with_tracks(Media media, std::shared_ptr<const TrackTable> table);

/// A clip that plays without a single frame: a plan can be looked at where there is no video.
[[nodiscard]] Media with_stand_in(Media media);

/// Analyses media and compiles the graph for them. Sentences are said once.
[[nodiscard]] std::shared_ptr<const Plan> make_plan(const Graph& graph, Media media,
                                                    CompileOptions options = {});

}  // namespace overlace
