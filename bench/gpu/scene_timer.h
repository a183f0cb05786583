// SPDX-License-Identifier: Apache-2.0
// Scenes timed on a GPU, with their pictures compared with the CPU's.
#pragma once

#include "bench/gpu/gpu_bench.h"
#include "bench/picture.h"
#include "bench/reference_graph.h"

namespace overlace {

/// A scene timed on the GPU, and the same frames drawn by the CPU.
struct SceneTimes {
  ReplayTimes gpu;
  Times cpu;  ///< us
  bool same = true;
};

/// Times frames on a picture of noise. All members throw Error as GpuBench does.
class SceneTimer {
 public:
  /// `warm_up` frames are drawn before the timed ones.
  SceneTimer(GpuBench& gpu, Size picture, std::uint32_t seed, std::int32_t warm_up)
      : gpu_(&gpu), clean_(picture, seed), warm_up_(warm_up) {}

  /// The clean picture.
  [[nodiscard]] ImageView picture() { return clean_.view(); }
  [[nodiscard]] std::size_t picture_bytes() const { return clean_.bytes(); }

  /// Draws all frames of a scene; those after the first `warm_up` are timed and compared.
  [[nodiscard]] SceneTimes time(const BenchPlanOptions& scene,
                                FrameVariant variant = FrameVariant::usual);
  /// The same for the first `frames` frames of a plan.
  [[nodiscard]] SceneTimes time(const std::shared_ptr<const Plan>& plan, std::int32_t frames,
                                FrameVariant variant = FrameVariant::usual);
  /// Whether a picture equals what the CPU draws for a plan's frame.
  [[nodiscard]] bool is_frame(const std::shared_ptr<const Plan>& plan, std::int32_t frame,
                              const ImageView& drawn);

 private:
  GpuBench* gpu_;
  BenchPicture clean_;
  std::int32_t warm_up_;
};

}  // namespace overlace
