// SPDX-License-Identifier: Apache-2.0
// Writes track files: the tracks of a video, or those of another track file.
#pragma once

#include <optional>
#include <string>

#include "render/graph_settings.h"

namespace overlace {

struct TrackConversion {
  std::string video;  ///< to track; in a conversion, gives size, rate and length: may be empty
  std::optional<std::int32_t> first_frame{};  ///< of the video, see ReaderOptions
  std::string node;          ///< node that makes the tracks; empty: the first track node
  GraphSettings graph;       ///< `tracks` is the file to convert, or detections to follow
  std::string output;        ///< track file or folder
  std::string format;        ///< name of its format; empty: by its extension
  bool accept_loss = false;  ///< drop what the format cannot store
  bool overwrite = false;
  std::optional<Rational> frame_rate{};  ///< without a video; nothing: the file's own
};

/// Makes the tracks of the video and saves them. Prints what was saved; returns the exit code.
/// Throws Error (usage, input, output …).
int make_tracks(const TrackConversion& conversion);

/// Saves the track file in another format; without a video, boxes keep the file's pixels.
int convert_tracks(const TrackConversion& conversion);

}  // namespace overlace
