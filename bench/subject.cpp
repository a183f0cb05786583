// SPDX-License-Identifier: Apache-2.0
// Scenes drawn by the rasteriser, and by a replay.
#include "bench/subject.h"

#include <utility>

#include "gpu/raster.h"

namespace overlace {
namespace {

constexpr ReplayOptions slow{.threads = 1, .simd = SimdLevel::scalar};

class SceneSubject final : public BenchSubject {
 public:
  SceneSubject(const BenchSceneOptions& scene, const ReplayOptions& options)
      : scene_(scene), rasterizer_(options) {}

  void prepare() override { scene_.next_frame(list_); }
  ReplayStats draw(const ImageView& picture) override {
    return rasterizer_.draw(list_, {}, picture);
  }
  SlowDrawing slow_drawing() const override {
    return [list = list_](const ImageView& picture) { Rasterizer(slow).draw(list, {}, picture); };
  }

 private:
  BenchScene scene_;
  Rasterizer rasterizer_;
  DisplayList list_;
};

class ReplaySubject final : public BenchSubject {
 public:
  ReplaySubject(std::shared_ptr<const Plan> plan, const ReplayOptions& options)
      : plan_(std::move(plan)), replay_(make_cpu_replay(plan_, options)) {}

  void prepare() override { frame_ = (frame_ + 1) % plan_->clip.frame_count; }
  ReplayStats draw(const ImageView& picture) override {
    return replay_->draw(time_of(plan_->clip, frame_), picture);
  }
  SlowDrawing slow_drawing() const override {
    return [plan = plan_, frame = frame_](const ImageView& picture) {
      make_cpu_replay(plan, slow)->draw(time_of(plan->clip, frame), picture);
    };
  }

 private:
  std::shared_ptr<const Plan> plan_;
  std::unique_ptr<Replay> replay_;
  std::int32_t frame_ = -1;
};

}  // namespace

std::unique_ptr<BenchSubject> make_scene_subject(const BenchSceneOptions& scene,
                                                 const ReplayOptions& options) {
  return std::make_unique<SceneSubject>(scene, options);
}

std::unique_ptr<BenchSubject> make_replay_subject(const BenchPlanOptions& scene,
                                                  const ReplayOptions& options) {
  return make_plan_subject(bench_plan(scene), options);
}

std::unique_ptr<BenchSubject> make_plan_subject(std::shared_ptr<const Plan> plan,
                                                const ReplayOptions& options) {
  return std::make_unique<ReplaySubject>(std::move(plan), options);
}

}  // namespace overlace
