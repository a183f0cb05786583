// SPDX-License-Identifier: Apache-2.0
// The reference scene as a graph: moving tracks, their links, curves and boxes.
#pragma once

#include <cstdint>
#include <memory>

#include "render/session.h"

namespace overlace {

/// How the reference scene is made.
struct BenchPlanOptions {
  Size size{3840, 2160};
  int points = 100;      ///< more than five; each has a box, and curves to its five nearest
  float box_scale = 1;   ///< of the boxes alone
  int frames = 60;       ///< of the clip
  bool varying = false;  ///< the number of points present changes per frame: 0, 1, all but one, all
  bool lively = false;   ///< colours change per frame, and up to 2 % of the points are absent
  bool labels = false;   ///< boxes have a text on a plate
  bool layered = false;  ///< lines and boxes on FP16 layers of their own
  std::uint32_t seed = 0;
};

/// Moving objects, frame by frame.
[[nodiscard]] TrackTable bench_tracks(const BenchPlanOptions& options);

/// The clip that the scene is drawn on.
[[nodiscard]] ClipInfo bench_clip(const BenchPlanOptions& options);

/// The scene's document.
[[nodiscard]] SessionDocument bench_document(const BenchPlanOptions& options);

/// The clip, with the tracks as a file in memory that is made when it is read.
[[nodiscard]] ClipSources bench_sources(const BenchPlanOptions& options);

/// Curves of 3 px, and filled, rounded boxes with a border of 3 px, in a picture of 2160 rows; all
/// lengths scale with the picture. Throws Error(usage) if labels are asked for and there is no
/// font.
[[nodiscard]] std::shared_ptr<const Plan> bench_plan(const BenchPlanOptions& options);

}  // namespace overlace
