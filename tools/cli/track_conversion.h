// SPDX-License-Identifier: Apache-2.0
// Track files written: of a video's tracks, or of another track file.
#pragma once

#include <optional>
#include <string>

#include "render/graph_settings.h"

namespace overlace {

struct TrackConversion {
  std::string video;  ///< to track; for a conversion its size, rate and length: may be empty
  std::optional<std::int32_t> first_frame{};  ///< of the video, see ReaderOptions
  std::string node;          ///< whose tracks are made; empty: the graph's first track node
  GraphSettings graph;       ///< `tracks` is the file to convert, or detections to follow
  std::string output;        ///< track file or folder
  std::string format;        ///< name of its format; empty: by its extension
  bool accept_loss = false;  ///< leave out what the format cannot hold
  bool overwrite = false;
  std::optional<Rational> frame_rate{};  ///< without a video; nothing: the file's own
};

/// Makes the tracks of the video and saves them. Prints what was saved; returns the exit code.
/// Throws Error (usage, input, output …).
int make_tracks(const TrackConversion& conversion);

/// Saves the track file in another format; without a video, boxes stay in the pixels of the file.
int convert_tracks(const TrackConversion& conversion);

}  // namespace overlace
