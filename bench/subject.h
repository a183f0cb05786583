// SPDX-License-Identifier: Apache-2.0
// What a benchmark times: something that draws frame after frame.
#pragma once

#include <functional>
#include <memory>

#include "bench/reference_graph.h"
#include "bench/reference_scene.h"
#include "gpu/replay.h"

namespace overlace {

/// Draws a frame onto a fresh picture, slowly and sharing nothing with the fast path.
using SlowDrawing = std::function<void(const ImageView&)>;

/// A moving scene and its drawing. The first `prepare` leads to the first frame.
class BenchSubject {
 public:
  virtual ~BenchSubject() = default;

  /// Advances to the next frame; not timed.
  virtual void prepare() = 0;
  /// Draws the frame; timed.
  virtual ReplayStats draw(const ImageView& picture) = 0;
  /// Draws the same frame with one thread of scalar kernels; stays valid when the subject advances.
  [[nodiscard]] virtual SlowDrawing slow_drawing() const = 0;
};

/// The rasteriser alone: draws display lists of the reference scene onto the picture.
[[nodiscard]] std::unique_ptr<BenchSubject> make_scene_subject(const BenchSceneOptions& scene,
                                                               const ReplayOptions& options);
/// A whole replay: tracks, links, curves, display list and tiles. The clip repeats.
[[nodiscard]] std::unique_ptr<BenchSubject> make_replay_subject(const BenchPlanOptions& scene,
                                                                const ReplayOptions& options);
/// The same for another plan.
[[nodiscard]] std::unique_ptr<BenchSubject> make_plan_subject(std::shared_ptr<const Plan> plan,
                                                              const ReplayOptions& options);

}  // namespace overlace
