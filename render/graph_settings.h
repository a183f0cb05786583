// SPDX-License-Identifier: Apache-2.0
// Which graph, with which values, fed with which tracks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/analysis/analyse.h"
#include "graph/core/orientation.h"
#include "graph/document/document.h"
#include "io/tracks/reader.h"

namespace overlace {

struct GraphSettings {
  std::string document = "boxes";  ///< preset name or file
  std::vector<Setting> values;     ///< of parameters and knobs
  std::string tracks;              ///< track file or folder; empty: what moves in the picture
  TrackReadOptions reading{};      ///< for the track file; the clip follows from the video
  /// How the pictures were stored that tracks may refer to, where the clip's have been rotated.
  std::optional<Orientation> coded{};
  /// The folder below which all files must lie that the document names; "" = they may lie anywhere.
  std::string files_below{};
  std::uint64_t max_texels = DocumentLimits{}.texels;
  std::uint64_t max_drawing_bytes = DocumentLimits{}.drawing_bytes;
  bool require_audio = false;  ///< a clip whose sound is read must have sound
  bool layered = false;  ///< every draw node on an FP16 layer of its own, instead of one fused pass

  [[nodiscard]] DocumentLimits limits() const {
    return {reading.max_boxes, max_texels, max_drawing_bytes};
  }
};

}  // namespace overlace
