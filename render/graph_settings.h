// SPDX-License-Identifier: Apache-2.0
// Which graph, with which values, fed with which tracks.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graph/analysis/analyse.h"
#include "graph/core/orientation.h"
#include "graph/document/document.h"
#include "io/tracks/reader.h"

namespace overlace {

struct GraphSettings {
  std::string document = "boxes";     ///< preset name or file
  std::optional<std::string> text{};  ///< of the document, in place of what the file holds
  std::vector<Setting> values;        ///< of parameters and knobs
  std::string tracks;                 ///< track file or folder; empty: what moves in the picture
  std::string model{};                ///< a network that finds objects for track_input; empty: none
  std::vector<Setting> detect{};  ///< of parameters of the nodes that run it, by their names alone
  TrackReadOptions reading{};     ///< for the track file; the clip follows from the video
  /// Folder for tracks that are found in the picture, see found_tracks.h; empty: none are kept.
  std::filesystem::path found_cache{};
  /// How the pictures were stored that tracks may refer to, where the clip's have been rotated.
  std::optional<Orientation> coded{};
  /// The folders below which all files must lie that the document names; none: they may lie
  /// anywhere.
  std::vector<std::string> files_below{};
  std::uint64_t max_texels = DocumentLimits{}.texels;
  std::uint64_t max_drawing_bytes = DocumentLimits{}.drawing_bytes;
  bool require_audio = false;  ///< a clip whose sound is read must have sound
  bool layered = false;  ///< every draw node on an FP16 layer of its own, instead of one fused pass

  [[nodiscard]] DocumentLimits limits() const {
    return {reading.max_boxes, max_texels, max_drawing_bytes};
  }
};

}  // namespace overlace
