// SPDX-License-Identifier: Apache-2.0
// What a benchmark times: something that draws one frame after the other.
#pragma once

#include <functional>
#include <memory>

#include "gpu/replay.h"
#include "tools/bench/plan.h"
#include "tools/bench/scene.h"

namespace overlace {

/// Draws a frame onto a fresh picture, slowly and with nothing that the fast way could share.
using SlowDrawing = std::function<void(const ImageView&)>;

/// A moving scene and what draws it. The first frame is the one after the first `prepare`.
class BenchSubject {
 public:
  virtual ~BenchSubject() = default;

  /// Goes on to the next frame; not timed.
  virtual void prepare() = 0;
  /// Draws the frame; timed.
  virtual ReplayStats draw(const ImageView& picture) = 0;
  /// The same frame by one thread of scalar kernels; stays valid when the subject has gone on.
  [[nodiscard]] virtual SlowDrawing slow_drawing() const = 0;
};

/// The rasteriser alone: display lists of the reference scene onto the picture.
[[nodiscard]] std::unique_ptr<BenchSubject> make_scene_subject(const BenchSceneOptions& scene,
                                                               const ReplayOptions& options);
/// A whole replay: tracks, links, curves, display list and tiles. After the clip's
/// last frame comes its first again.
[[nodiscard]] std::unique_ptr<BenchSubject> make_replay_subject(const BenchPlanOptions& scene,
                                                                const ReplayOptions& options);
/// The same of another plan.
[[nodiscard]] std::unique_ptr<BenchSubject> make_plan_subject(std::shared_ptr<const Plan> plan,
                                                              const ReplayOptions& options);

}  // namespace overlace
