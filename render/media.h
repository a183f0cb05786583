// SPDX-License-Identifier: Apache-2.0
// What a graph is fed with: a clip, track files and pixels, reached through callbacks.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "graph/compile/compile.h"
#include "io/read/video_reader.h"
#include "render/graph_settings.h"

namespace overlace {

struct Media {
  ClipInfo clip;
  /// Reads a track file by any known format. Throws Error.
  std::function<TrackTable(const std::string& path)> read_tracks;
  /// Plays the whole clip once; empty where no pixels are at hand.
  PlayVideo play_video{};
  Say say{};  ///< hears assumptions; may be empty
};

/// Media in files: tracks as the settings want them read, pixels of the file `video`. Where that is
/// empty, nothing can be played.
[[nodiscard]] Media media_of_files(const GraphSettings& settings, const ClipInfo& clip,
                                   const std::string& video, Say say);

/// The same media with a table that is there already in place of every track file.
[[nodiscard]] Media with_tracks(Media media, std::shared_ptr<const TrackTable> table);

/// A clip that plays without a single frame: a plan can be looked at where there is no video.
[[nodiscard]] Media with_stand_in(Media media);

/// How a graph is compiled for media. Sentences are said once.
[[nodiscard]] CompileOptions compile_options(const Media& media, bool layered);

}  // namespace overlace
