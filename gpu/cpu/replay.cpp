// SPDX-License-Identifier: Apache-2.0
// Executes plans on this machine's cores, step by step, in memory reserved once.
#include "gpu/replay.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gpu/cpu/layers/layer_memory.h"
#include "gpu/cpu/passes/image_runner.h"
#include "gpu/cpu/planes/picture_runner.h"
#include "gpu/effects/layer_effects.h"
#include "gpu/host/ground.h"
#include "gpu/host/overlay_bounds.h"
#include "gpu/host/stages.h"
#include "gpu/host/target.h"
#include "gpu/host/workers.h"
#include "gpu/owner_replay.h"
#include "gpu/raster.h"
#include "gpu/trace.h"
#include "graph/plan/effect_memory.h"

namespace overlace {
namespace {

class CpuReplay final : public InspectableReplay {
 public:
  /// An empty `filter` paints everything; any other needs options.keep_owners.
  CpuReplay(std::shared_ptr<const Plan> plan, const ReplayOptions& options,
            OwnerFilter filter = {});

  std::size_t slots() const override { return 1; }
  bool adopt(std::shared_ptr<const Plan> plan) override;
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override {
    submit_lazily(slot, time, [&picture] { return picture; });
  }
  void submit_lazily(std::size_t slot, const FrameTime& time,
                     const PictureSource& picture) override;
  ReplayStats finish(std::size_t) override { return stats_; }
  PixelRect bounds(const FrameTime& time) override { return bounds_.of(time, stages_); }
  std::span<const Link> links(std::size_t slot) const override { return stages_.links(slot); }
  std::span<const Curve> curves(std::size_t slot) const override { return stages_.curves(slot); }
  const DisplayList& display_list() const override { return drawn_; }

 private:
  void rasterize(const RasterStep& work, const PictureSource& source);
  void keep_drawn();
  void leave_out_others();
  void paint(const RasterStep& work, const PictureSource& source);
  void run_effect(const EffectStep& work, const FrameTime& time);
  void change_picture(const PictureStep& work, const FrameTime& time, const PictureSource& source);
  void check_window(const FrameTime& time);
  [[nodiscard]] std::byte* alpha_scratch(const PictureOp& op);
  void reserve_lists();
  void reserve_layers();
  void note_painted(std::size_t buffer, bool anything);
  [[nodiscard]] bool paints(const Primitive& primitive) const;

  std::shared_ptr<const Plan> plan_;
  ReplayOptions options_;
  OwnerFilter filter_;
  Workers workers_;
  Rasterizer rasterizer_;
  HostStages stages_;
  OverlayBounds bounds_;
  DisplayList pending_;                      ///< since the last raster step
  DisplayList drawn_;                        ///< of the whole frame
  std::vector<Layer16> layers_;              ///< by buffer
  std::vector<bool> painted_;                ///< by buffer: whether anything is on its layer
  std::optional<ImageRunner> image_runner_;  ///< if there are effects
  std::vector<LutView> luts_;                ///< of the plan
  AlignedVector<std::byte> effect_scratch_;
  AlignedVector<std::byte> alpha_scratch_;  ///< once a picture with straight alpha is changed
  /// To look ahead at the frame being drawn; made once a mere window of a picture is changed.
  std::unique_ptr<HostStages> window_stages_;
  std::optional<ImageView> picture_;  ///< of this frame, once asked for
  ReplayStats stats_;                 ///< of the last frame
};

CpuReplay::CpuReplay(std::shared_ptr<const Plan> plan, const ReplayOptions& options,
                     OwnerFilter filter)
    : plan_(std::move(plan)),
      options_(options),
      filter_(std::move(filter)),
      workers_(worker_count(options.threads)),
      rasterizer_(options, workers_),
      stages_(plan_, workers_.arena(), options.simd, options.link_memory),
      bounds_(plan_) {
  if (options.keep_owners) pending_.owners = drawn_.owners.emplace();
  reserve_lists();
  reserve_layers();
}

bool CpuReplay::adopt(std::shared_ptr<const Plan> plan) {
  if (stored_size(plan->clip) != stored_size(plan_->clip)) return false;
  if (plan->layer_buffers > 0) check_layers_fit(*plan, usable_memory());
  HostStages stages(plan, stages_);
  bounds_ = OverlayBounds(plan);
  stages_ = std::move(stages);
  window_stages_.reset();
  plan_ = std::move(plan);
  rasterizer_.forget();
  pending_.clear();
  drawn_.clear();
  reserve_lists();
  reserve_layers();
  return true;
}

void CpuReplay::reserve_lists() {
  std::size_t primitives = 0;
  for (const Step& step : plan_->steps) primitives += step.capacity;
  pending_.primitives.reserve(plan_->primitive_capacity);
  drawn_.primitives.reserve(std::max(primitives, plan_->primitive_capacity));
  pending_.atlas = drawn_.atlas = &stages_.atlas();
  pending_.textures = drawn_.textures = &plan_->textures;
  pending_.stored = drawn_.stored = plan_->clip.stored;
  luts_.clear();
  for (const auto& lut : plan_->luts) luts_.push_back(view_of(*lut, lut->values.data()));
  const bool has_effects = std::ranges::any_of(plan_->steps, [](const Step& step) {
    return std::holds_alternative<EffectStep>(step.work) ||
           std::holds_alternative<PictureStep>(step.work);
  });
  if (has_effects && !image_runner_) image_runner_.emplace(workers_, options_.simd);
}

void CpuReplay::reserve_layers() {
  if (plan_->layer_buffers > 0) check_layers_fit(*plan_, usable_memory());
  const Size size = stored_size(plan_->clip);
  const std::vector<LayerKind> kinds = layer_kinds(*plan_);
  if (!std::ranges::equal(kinds, layers_, {}, {}, &Layer16::kind)) {
    layers_.clear();
    painted_.assign(plan_->layer_buffers, false);
    for (const LayerKind kind : kinds) layers_.emplace_back(size, kind);
  }
  effect_scratch_.resize(effect_scratch_bytes(*plan_, FilterAxes::at_once));
}

void CpuReplay::submit_lazily(std::size_t, const FrameTime& time, const PictureSource& picture) {
  stats_ = {};
  picture_.reset();
  pending_.clear();
  drawn_.clear();
  const auto capacity = [&] {
    return pending_.primitives.capacity() + drawn_.primitives.capacity();
  };
  const std::size_t capacity_before = capacity();
  stages_.begin(time);
  for (std::size_t i = 0; i < plan_->steps.size(); ++i) {
    const Step& step = plan_->steps[i];
    const TraceSpan span(options_.trace, {step.name, step.stage, time.frame});
    if (const auto* raster = std::get_if<RasterStep>(&step.work)) {
      rasterize(*raster, picture);
    } else if (const auto* effect = std::get_if<EffectStep>(&step.work)) {
      run_effect(*effect, time_of(*plan_, step, time));
    } else if (const auto* change = std::get_if<PictureStep>(&step.work)) {
      change_picture(*change, time, picture);
    } else {
      stages_.run(i, pending_);
    }
  }
  if (picture_) lay_ground(*picture_);  // if nothing was painted onto the picture itself
  const HostStages::Counts& counts = stages_.counts();
  stats_.links = counts.links;
  stats_.curves = counts.curves;
  stats_.primitives = counts.primitives;
  stats_.reallocated = stats_.reallocated || counts.reallocated || capacity() != capacity_before;
}

/// False for what leaves no trace: the begin and end marks of groups, and empty layers.
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

/// Notes whether anything is on the layer in a buffer, and empties it if nothing is.
void CpuReplay::note_painted(std::size_t buffer, bool anything) {
  if (painted_[buffer] && !anything) std::ranges::fill(layers_[buffer].occupied, std::uint8_t{0});
  painted_[buffer] = anything;
}

/// Drops primitives of owners that are not wanted. Groups and layers have no owner and stay; a
/// curve that is joined to the one before stays or goes with it.
void CpuReplay::leave_out_others() {
  std::vector<Primitive>& primitives = pending_.primitives;
  std::size_t kept = 0;
  bool stays = true;
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    const Primitive& primitive = primitives[i];
    switch (primitive.kind) {
      case PrimitiveKind::group_begin:
      case PrimitiveKind::group_end:
      case PrimitiveKind::layer:
        stays = true;
        break;
      default:
        if (primitive.kind != PrimitiveKind::curve || !primitive.joined)
          stays = filter_(pending_.owners->of(i));
    }
    if (stays) primitives[kept++] = primitive;
  }
  primitives.resize(kept);
  pending_.owners->clear();
}

void CpuReplay::rasterize(const RasterStep& work, const PictureSource& source) {
  if (filter_) leave_out_others();
  const bool anything =
      std::ranges::any_of(pending_.primitives, [this](const Primitive& p) { return paints(p); });
  if (work.layer) note_painted(plan_->layers[*work.layer].buffer, anything);
  if (anything) paint(work, source);
  keep_drawn();
}

/// Most frames have one raster step: their list is swapped instead of copied, and the other list
/// gets as much capacity.
void CpuReplay::keep_drawn() {
  if (drawn_.primitives.empty()) {
    std::swap(drawn_, pending_);
    pending_.primitives.reserve(drawn_.primitives.capacity());
  } else {
    drawn_.append(pending_);
  }
  pending_.clear();
}

/// An effect on empty layers is empty. On others, the picture is known since they were painted.
void CpuReplay::run_effect(const EffectStep& work, const FrameTime& time) {
  EffectPlace place;
  place.scratch = effect_scratch_.data();
  place.stored = plan_->clip.stored;
  place.luts = luts_;
  const std::size_t output = plan_->layers[work.output].buffer;
  place.output = layers_[output].image();
  bool anything = false;
  for (std::size_t port = 0; port < work.inputs.size(); ++port) {
    if (work.inputs[port] == no_slot) continue;
    const std::size_t input = plan_->layers[work.inputs[port]].buffer;
    place.inputs[port] = layers_[input].image();
    anything = anything || painted_[input];
  }
  note_painted(output, anything);
  if (!anything) return;
  const EffectOp op = work.lower(time);
  EffectRecord record;
  write_record(op, layer_space(picture_->color), record);
  overlace::run_effect(*image_runner_, op, place, &record);
}

/// The picture is asked for only if there is anything to change.
void CpuReplay::change_picture(const PictureStep& work, const FrameTime& time,
                               const PictureSource& source) {
  const std::size_t region = plan_->layers[work.region].buffer;
  const PictureOp op = work.lower(time);
  if (!painted_[region] || !(op.strength > 0)) return;
  if (!picture_) picture_ = source();
  lay_ground(*picture_);
  if (lacks_pixels(*picture_)) check_window(time);
  PicturePlace place;
  place.picture = filtered_target(*picture_);
  place.region = layers_[region].region();
  place.scratch = effect_scratch_.data();
  if (place.picture.straight) place.alpha_scratch = alpha_scratch(op);
  place.stored = plan_->clip.stored;
  place.luts = luts_;
  PictureEffectRecord record;
  write_record(op, place.picture, layer_space(picture_->color), record);
  PictureRunner runner(*image_runner_);
  run_picture_effect(runner, op, place, &record);
}

/// Uses other stages than this frame's, which are in use and must stay where they are.
void CpuReplay::check_window(const FrameTime& time) {
  if (!window_stages_) {
    window_stages_ =
        std::make_unique<HostStages>(plan_, workers_.arena(), options_.simd, options_.link_memory);
    stats_.reallocated = true;
  }
  bounds_.check_window(time, *window_stages_, *picture_);
}

/// Results for alpha are kept beside those for a colour, in memory of their own.
std::byte* CpuReplay::alpha_scratch(const PictureOp& op) {
  const std::size_t bytes = scratch_bytes(op, plan_->clip.size);
  if (alpha_scratch_.size() < bytes) {
    alpha_scratch_.resize(bytes);
    stats_.reallocated = true;
  }
  return alpha_scratch_.data();
}

void CpuReplay::paint(const RasterStep& work, const PictureSource& source) {
  if (!picture_) picture_ = source();
  const ReplayStats part =
      work.layer ? rasterizer_.draw(pending_, layers_, layers_[plan_->layers[*work.layer].buffer],
                                    picture_->color)
                 : rasterizer_.draw(pending_, layers_, *picture_);
  if (!work.layer) picture_->ground = {};
  stats_.segments += part.segments;
  stats_.tiles += part.tiles;
  stats_.bytes_written += part.bytes_written;
}

}  // namespace

std::unique_ptr<InspectableReplay> make_cpu_replay(std::shared_ptr<const Plan> plan,
                                                   const ReplayOptions& options) {
  return std::make_unique<CpuReplay>(std::move(plan), options);
}

std::unique_ptr<Replay> make_owner_replay(std::shared_ptr<const Plan> plan, ReplayOptions options,
                                          OwnerFilter paints) {
  options.keep_owners = true;
  return std::make_unique<CpuReplay>(std::move(plan), options, std::move(paints));
}

}  // namespace overlace
