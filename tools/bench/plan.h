// SPDX-License-Identifier: Apache-2.0
// The reference scene as a graph: tracks that wander, their links, curves and boxes.
#pragma once

#include <cstdint>
#include <memory>

#include "render/session.h"

namespace overlace {

/// How the reference scene is made.
struct BenchPlanOptions {
  Size size{3840, 2160};
  int points = 100;      ///< each has a box, and curves to its five nearest; more than five
  int frames = 60;       ///< of the clip
  bool varying = false;  ///< from frame to frame 0, 1, one less than all, or all points are there
  bool lively = false;   ///< from frame to frame colours change, and up to 2 % of the points go
  bool plain = false;    ///< lines are of one colour, else a gradient from one end's to the other's
  bool labels = false;   ///< boxes have a text on a plate
  bool layered = false;  ///< lines and boxes on FP16 layers of their own
  std::uint32_t seed = 0;
};

/// Objects that wander, frame by frame.
[[nodiscard]] TrackTable bench_tracks(const BenchPlanOptions& options);

/// The clip that the scene is drawn on.
[[nodiscard]] ClipInfo bench_clip(const BenchPlanOptions& options);

/// The scene's document.
[[nodiscard]] SessionDocument bench_document(const BenchPlanOptions& options);

/// The clip with the tracks as a file in memory. They are made when they are read.
[[nodiscard]] ClipSources bench_sources(const BenchPlanOptions& options);

/// Curves of 3 px and filled, rounded boxes with a border of 3 px, in a picture of 2160 rows; all
/// lengths grow with the picture.
/// Throws Error(usage) when there are to be labels and there is no font.
[[nodiscard]] std::shared_ptr<const Plan> bench_plan(const BenchPlanOptions& options);

}  // namespace overlace
