// SPDX-License-Identifier: Apache-2.0
// Finds objects in a clip with a network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "detect/engine.h"
#include "graph/core/log.h"
#include "graph/data/clip_observer.h"

namespace overlace {

struct DetectOptions {
  std::string head{};                      ///< family of the network; empty: told by the file
  std::vector<std::string> classes{};      ///< wanted ones, by name or number; empty: all
  std::vector<std::string> class_names{};  ///< of all classes; empty: the file's own
  float min_score = 0.25F;                 ///< of a box, 0..1
  double max_overlap = 0;  ///< of two boxes of a class; 0: as the network's authors do
  int every = 1;           ///< frames from one searched frame to the next
  int tiles = 1;           ///< searched beside the whole picture: tiles x tiles, if > 1
  int longer_side = 0;     ///< px, of the input of networks of any size; 0: the usual
  int batch = 1;           ///< pictures at once, for networks of any batch
  EngineOptions engine{};
  std::uint64_t max_boxes = default_max_boxes;
};

/// Boxes that a network finds in every `every`-th frame and in the last one, without ids, surest
/// first within a frame; with key points, outlines or rotations where it has them. One pass. The
/// same pictures give the same boxes on one engine. At most 1000 boxes in a picture or tile and
/// 4000 in a frame: `log` is told if there were more.
///
/// The network is loaded at once: throws Error(input) if it is not understood (see `find_head`) or
/// cannot be loaded, Error(usage) for an unknown head or class, Error(unavailable) without an
/// engine. `see` throws Error(input) if the network's outputs are not those of its head.
/// `log` gets what is assumed.
[[nodiscard]] std::unique_ptr<ClipObserver> object_finder(const ModelFile& model,
                                                          const DetectOptions& options,
                                                          const LogSink& log);

}  // namespace overlace
