// SPDX-License-Identifier: Apache-2.0
// The same frames, on the GPU and on the CPU.
#include "bench/gpu/scene_timer.h"

#include <chrono>

namespace overlace {

SceneTimes SceneTimer::time(const BenchPlanOptions& scene, FrameVariant variant) {
  return time(bench_plan(scene), scene.frames, variant);
}

SceneTimes SceneTimer::time(const std::shared_ptr<const Plan>& plan, std::int32_t frames,
                            FrameVariant variant) {
  std::vector<std::uint64_t> hashes;
  SceneTimes times;
  const auto look = [&](std::int32_t, const ImageView& drawn) {
    hashes.push_back(picture_hash(drawn));
  };
  times.gpu = variant == FrameVariant::usual
                  ? gpu_->time_replay(plan, picture(), {0, frames}, warm_up_, look)
                  : gpu_->time_variant(variant, plan, picture(), {0, frames}, warm_up_, look);
  const auto replay = make_cpu_replay(plan, {});
  BenchPicture drawn = clean_;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    drawn = clean_;
    const auto start = std::chrono::steady_clock::now();
    replay->draw(time_of(plan->clip, static_cast<std::int32_t>(i) + warm_up_), drawn.view());
    times.cpu.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
    times.same &= picture_hash(drawn.view()) == hashes[i];
  }
  return times;
}

bool SceneTimer::is_frame(const std::shared_ptr<const Plan>& plan, std::int32_t frame,
                          const ImageView& drawn) {
  BenchPicture expected = clean_;
  make_cpu_replay(plan, {})->draw(time_of(plan->clip, frame), expected.view());
  return picture_hash(expected.view()) == picture_hash(drawn);
}

}  // namespace overlace
