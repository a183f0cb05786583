// SPDX-License-Identifier: Apache-2.0
// The executor of plans on this machine's cores: step by step, over memory reserved once.
#include "gpu/replay.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>

#include "gpu/host/stages.h"
#include "gpu/host/workers.h"
#include "gpu/raster.h"
#include "gpu/trace.h"

namespace overlace {
namespace {

class CpuReplay final : public InspectableReplay {
 public:
  CpuReplay(std::shared_ptr<const Plan> plan, const ReplayOptions& options);

  std::size_t slots() const override { return 1; }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override {
    submit_lazily(slot, time, [&picture] { return picture; });
  }
  void submit_lazily(std::size_t slot, const FrameTime& time,
                     const PictureSource& picture) override;
  ReplayStats finish(std::size_t) override { return stats_; }
  std::span<const Link> links(std::size_t slot) const override { return stages_.links(slot); }
  std::span<const Curve> curves(std::size_t slot) const override { return stages_.curves(slot); }
  const DisplayList& display_list() const override { return drawn_; }

 private:
  void rasterize(const RasterStep& work, const PictureSource& source);
  void paint(const RasterStep& work, const PictureSource& source);
  [[nodiscard]] bool paints(const Primitive& primitive) const;

  std::shared_ptr<const Plan> plan_;
  Trace* trace_;
  tbb::task_arena arena_;
  Rasterizer rasterizer_;
  HostStages stages_;
  DisplayList pending_;  ///< since the last raster step
  DisplayList drawn_;    ///< of the whole frame
  std::vector<Layer16> layers_;
  std::vector<bool> painted_;         ///< layers that anything is on
  std::optional<ImageView> picture_;  ///< of this frame, once asked for
  ReplayStats stats_;                 ///< of the last frame
};

CpuReplay::CpuReplay(std::shared_ptr<const Plan> plan, const ReplayOptions& options)
    : plan_(std::move(plan)),
      trace_(options.trace),
      arena_(worker_count(options.threads)),
      rasterizer_(options),
      stages_(plan_, arena_, options.simd, options.link_memory) {
  std::size_t primitives = 0;
  for (const Step& step : plan_->steps) primitives += step.capacity;
  pending_.primitives.reserve(plan_->primitive_capacity);
  drawn_.primitives.reserve(std::max(primitives, plan_->primitive_capacity));
  pending_.atlas = drawn_.atlas = &stages_.atlas();
  pending_.stored = drawn_.stored = plan_->clip.stored;
  // Not by assign: its example would be a layer more.
  for (std::size_t i = 0; i < plan_->layers; ++i) layers_.emplace_back(stored_size(plan_->clip));
  painted_.resize(plan_->layers);
}

void CpuReplay::submit_lazily(std::size_t, const FrameTime& time, const PictureSource& picture) {
  stats_ = {};
  picture_.reset();
  pending_.primitives.clear();
  drawn_.primitives.clear();
  const std::size_t pending_capacity = pending_.primitives.capacity();
  const std::size_t drawn_capacity = drawn_.primitives.capacity();
  stages_.begin(time);
  for (std::size_t i = 0; i < plan_->steps.size(); ++i) {
    const Step& step = plan_->steps[i];
    const TraceSpan span(trace_, {step.name, step.stage, time.frame});
    if (const auto* raster = std::get_if<RasterStep>(&step.work)) {
      rasterize(*raster, picture);
    } else {
      stages_.run(i, pending_);
    }
  }
  const HostStages::Counts& counts = stages_.counts();
  stats_.links = counts.links;
  stats_.curves = counts.curves;
  stats_.primitives = counts.primitives;
  stats_.regrown = counts.regrown || pending_.primitives.capacity() != pending_capacity ||
                   drawn_.primitives.capacity() != drawn_capacity;
}

/// False for what leaves no trace: the marks of groups, and layers that nothing was painted on.
bool CpuReplay::paints(const Primitive& primitive) const {
  switch (primitive.kind) {
    case PrimitiveKind::group_begin:
    case PrimitiveKind::group_end:
      return false;
    case PrimitiveKind::layer:
      return primitive.layer.layer < painted_.size() && painted_[primitive.layer.layer];
    default:
      return true;
  }
}

void CpuReplay::rasterize(const RasterStep& work, const PictureSource& source) {
  const bool anything =
      std::ranges::any_of(pending_.primitives, [this](const Primitive& p) { return paints(p); });
  if (work.layer && painted_[*work.layer] && !anything)
    std::ranges::fill(layers_[*work.layer].occupied, std::uint8_t{0});
  if (work.layer) painted_[*work.layer] = anything;
  if (anything) paint(work, source);
  drawn_.primitives.insert(drawn_.primitives.end(), pending_.primitives.begin(),
                           pending_.primitives.end());
  pending_.primitives.clear();
}

void CpuReplay::paint(const RasterStep& work, const PictureSource& source) {
  if (!picture_) picture_ = source();
  const ReplayStats part =
      work.layer ? rasterizer_.draw(pending_, layers_, layers_[*work.layer], picture_->color)
                 : rasterizer_.draw(pending_, layers_, *picture_);
  stats_.segments += part.segments;
  stats_.tiles += part.tiles;
  stats_.bytes_written += part.bytes_written;
}

}  // namespace

std::unique_ptr<InspectableReplay> make_cpu_replay(std::shared_ptr<const Plan> plan,
                                                   const ReplayOptions& options) {
  return std::make_unique<CpuReplay>(std::move(plan), options);
}

}  // namespace overlace
