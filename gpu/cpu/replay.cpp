// SPDX-License-Identifier: Apache-2.0
// The executor of plans on this machine's cores: step by step, over memory reserved once.
#include "gpu/replay.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "gpu/cpu/link_faiss.h"
#include "gpu/cpu/link_search.h"
#include "gpu/cpu/link_timeline.h"
#include "gpu/cpu/workers.h"
#include "gpu/kernels/emit_boxes.h"
#include "gpu/kernels/emit_lines.h"
#include "gpu/kernels/emit_points.h"
#include "gpu/raster.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

template <class... F>
struct Overload : F... {
  using F::operator()...;
};

/// What a link step keeps between frames.
struct LinkState {
  LinkSearch search;
  std::unique_ptr<LinkTimeline> timeline;  ///< null where links have no memory
};

class CpuReplay final : public Replay {
 public:
  CpuReplay(std::shared_ptr<const Plan> plan, const ReplayOptions& options);

  ReplayStats draw(const FrameTime& time, const ImageView& picture) override;
  std::span<const Link> links(std::size_t slot) const override {
    return links_[plan_->slots.at(slot).buffer];
  }
  std::span<const Curve> curves(std::size_t slot) const override {
    return curves_[plan_->slots.at(slot).buffer];
  }
  const DisplayList& display_list() const override { return drawn_; }

 private:
  [[nodiscard]] std::size_t buffer_of(std::size_t slot) const { return plan_->slots[slot].buffer; }
  void prepare_links(std::size_t step, const LinkStep& work);
  [[nodiscard]] FrameTime time_of(std::int32_t frame) const;
  [[nodiscard]] TrackView view(std::size_t tracks) const;
  [[nodiscard]] HostInputs host_inputs(std::size_t tracks) const;

  void run(std::size_t step, const LinkStep& work);
  void run(std::size_t step, const CurveStep& work);
  void run(std::size_t step, const DrawStep& work);
  void run(std::size_t step, const GroupBeginStep& work);
  void run(std::size_t step, const GroupEndStep& work);
  void run(std::size_t step, const LayerStep& work);
  void run(std::size_t step, const RasterStep& work);

  void emit(const DrawLinesOp& op, const DrawStep& work);
  void emit(const DrawBoxesOp& op, const DrawStep& work);
  void emit(const DrawPointsOp& op, const DrawStep& work);
  void emit(const DrawFillOp& op, const DrawStep& work);
  void emit(const HostDrawOp& op, const DrawStep& work);

  std::shared_ptr<const Plan> plan_;
  tbb::task_arena arena_;
  Rasterizer rasterizer_;
  std::vector<FrameTracks> tracks_;
  std::vector<std::unique_ptr<LinkState>> link_states_;  ///< by step; null for other steps
  std::vector<std::vector<Link>> links_;    ///< by buffer; empty where a buffer holds curves
  std::vector<std::vector<Curve>> curves_;  ///< by buffer; empty where a buffer holds links
  DisplayList pending_;                     ///< since the last raster step
  DisplayList drawn_;                       ///< of the whole frame
  std::vector<Layer16> layers_;

  // The frame being drawn.
  FrameTime time_;
  const ImageView* picture_ = nullptr;
  ReplayStats stats_;
};

CpuReplay::CpuReplay(std::shared_ptr<const Plan> plan, const ReplayOptions& options)
    : plan_(std::move(plan)),
      arena_(worker_count(options.threads)),
      rasterizer_(options),
      tracks_(plan_->tracks.begin(), plan_->tracks.end()),
      links_(plan_->buffers),
      curves_(plan_->buffers) {
  for (const Slot& slot : plan_->slots) {
    if (slot.stage == Stage::links) links_[slot.buffer].reserve(slot.capacity);
    if (slot.stage == Stage::curves) curves_[slot.buffer].reserve(slot.capacity);
  }
  std::size_t primitives = 0;
  for (const Step& step : plan_->steps) primitives += step.capacity;
  pending_.primitives.reserve(plan_->primitive_capacity);
  drawn_.primitives.reserve(std::max(primitives, plan_->primitive_capacity));
  pending_.atlas = drawn_.atlas = plan_->atlas.get();
  layers_.assign(plan_->layers, Layer16(plan_->clip.size));

  link_states_.resize(plan_->steps.size());
  for (std::size_t i = 0; i < plan_->steps.size(); ++i)
    if (const auto* work = std::get_if<LinkStep>(&plan_->steps[i].work)) prepare_links(i, *work);
}

FrameTime CpuReplay::time_of(std::int32_t frame) const {
  return {.frame = frame, .seconds = frame / plan_->clip.frame_rate.value()};
}

/// Walks the clip's frames for a step whose links have a memory in any of them.
void CpuReplay::prepare_links(std::size_t step, const LinkStep& work) {
  link_states_[step] = std::make_unique<LinkState>();
  if (work.tracks == no_tracks) return;
  const TrackTable& table = plan_->tracks.at(work.tracks);
  const auto rules = [&](std::int32_t frame) {
    return std::get<LinkKnnOp>(work.lower(time_of(frame)));
  };
  if (!std::holds_alternative<LinkKnnOp>(work.lower(time_of(table.first_frame)))) return;
  if (rules(table.first_frame).backend == KnnBackend::faiss && !has_faiss()) {
    throw Error(
        ErrorCode::usage, fmt::format("{}: this build has no FAISS", plan_->steps[step].name),
        "set \"backend\" to \"grid\", which gives the same links, or build with libfaiss-dev");
  }
  for (std::int32_t i = 0; i < table.frame_count(); ++i) {
    if (!rules(table.first_frame + i).temporal()) continue;
    arena_.execute([&] {
      link_states_[step]->timeline = std::make_unique<LinkTimeline>(tracks_[work.tracks], rules);
    });
    return;
  }
}

TrackView CpuReplay::view(std::size_t tracks) const {
  return tracks == no_tracks ? TrackView{} : tracks_[tracks].at(time_.frame);
}

HostInputs CpuReplay::host_inputs(std::size_t tracks) const {
  HostInputs inputs;
  inputs.time = time_;
  inputs.clip = plan_->clip;
  inputs.tracks = view(tracks);
  if (tracks != no_tracks) inputs.table = &plan_->tracks[tracks];
  return inputs;
}

ReplayStats CpuReplay::draw(const FrameTime& time, const ImageView& picture) {
  time_ = time;
  picture_ = &picture;
  stats_ = {};
  pending_.primitives.clear();
  drawn_.primitives.clear();
  const std::size_t pending_capacity = pending_.primitives.capacity();
  const std::size_t drawn_capacity = drawn_.primitives.capacity();
  for (std::size_t i = 0; i < plan_->steps.size(); ++i)
    std::visit([&](const auto& work) { run(i, work); }, plan_->steps[i].work);
  stats_.regrown |= pending_.primitives.capacity() != pending_capacity ||
                    drawn_.primitives.capacity() != drawn_capacity;
  return stats_;
}

void CpuReplay::run(std::size_t step, const LinkStep& work) {
  std::vector<Link>& out = links_[buffer_of(work.output)];
  const std::size_t capacity = out.capacity();
  out.clear();
  const LinkOp op = work.lower(time_);
  LinkState& state = *link_states_[step];
  std::visit(Overload{[&](const LinkKnnOp& knn) {
                        arena_.execute([&] {
                          if (state.timeline) {
                            state.timeline->append(knn, time_.frame, view(work.tracks), out);
                          } else {
                            state.search.run(knn, view(work.tracks), out);
                          }
                        });
                      },
                      [&](const HostLinksOp& host) { (*host.run)(host_inputs(work.tracks), out); }},
             op);
  stats_.links += out.size();
  stats_.regrown |= out.capacity() != capacity;
}

void CpuReplay::run(std::size_t, const CurveStep& work) {
  std::vector<Curve>& out = curves_[buffer_of(work.output)];
  const std::size_t capacity = out.capacity();
  out.clear();
  const CurveOp op = work.lower(time_);
  std::visit(Overload{[&](const CurveBezierOp& bezier) {
                        const TrackView tracks = view(work.tracks);
                        Curve curve;
                        for (const Link& link : links(work.input))
                          if (make_curve(bezier, tracks, link, curve)) out.push_back(curve);
                      },
                      [&](const HostCurvesOp& host) {
                        HostInputs inputs = host_inputs(work.tracks);
                        inputs.links = links(work.input);
                        (*host.run)(inputs, out);
                      }},
             op);
  stats_.curves += out.size();
  stats_.regrown |= out.capacity() != capacity;
}

void CpuReplay::run(std::size_t, const DrawStep& work) {
  const std::size_t before = pending_.primitives.size();
  std::visit([&](const auto& op) { emit(op, work); }, work.lower(time_));
  stats_.primitives += pending_.primitives.size() - before;
}

void CpuReplay::run(std::size_t, const GroupBeginStep& work) {
  Primitive group;
  group.kind = PrimitiveKind::group_begin;
  group.group = {work.blend, clamp(work.opacity.at(time_).constant, 0.0F, 1.0F)};
  pending_.primitives.push_back(group);
}

void CpuReplay::run(std::size_t, const GroupEndStep&) {
  Primitive group;
  group.kind = PrimitiveKind::group_end;
  pending_.primitives.push_back(group);
}

void CpuReplay::run(std::size_t, const LayerStep& work) {
  Primitive layer;
  layer.kind = PrimitiveKind::layer;
  layer.layer = {static_cast<std::uint32_t>(work.layer)};
  pending_.primitives.push_back(layer);
}

void CpuReplay::run(std::size_t, const RasterStep& work) {
  const ReplayStats part =
      work.layer ? rasterizer_.draw(pending_, layers_, layers_[*work.layer], picture_->color)
                 : rasterizer_.draw(pending_, layers_, *picture_);
  stats_.segments += part.segments;
  stats_.tiles += part.tiles;
  stats_.bytes_written += part.bytes_written;
  drawn_.primitives.insert(drawn_.primitives.end(), pending_.primitives.begin(),
                           pending_.primitives.end());
  pending_.primitives.clear();
}

void CpuReplay::emit(const DrawLinesOp& op, const DrawStep& work) {
  const TrackView tracks = view(work.tracks);
  Primitive primitive;
  for (const Curve& curve : curves(work.input))
    if (emit_line(op, tracks, curve, primitive)) pending_.primitives.push_back(primitive);
}

void CpuReplay::emit(const DrawBoxesOp& op, const DrawStep& work) {
  const TrackView tracks = view(work.tracks);
  Primitive primitive;
  for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row)
    if (emit_box(op, tracks, row, primitive)) pending_.primitives.push_back(primitive);
}

void CpuReplay::emit(const DrawPointsOp& op, const DrawStep& work) {
  const TrackView tracks = view(work.tracks);
  Primitive primitive;
  for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row)
    if (emit_point(op, tracks, row, primitive)) pending_.primitives.push_back(primitive);
}

void CpuReplay::emit(const DrawFillOp& op, const DrawStep&) {
  Primitive primitive;
  if (emit_fill(op, primitive)) pending_.primitives.push_back(primitive);
}

void CpuReplay::emit(const HostDrawOp& op, const DrawStep& work) {
  HostInputs inputs = host_inputs(work.tracks);
  if (work.input != no_slot) {
    if (plan_->slots[work.input].stage == Stage::links) inputs.links = links(work.input);
    if (plan_->slots[work.input].stage == Stage::curves) inputs.curves = curves(work.input);
  }
  (*op.run)(inputs, pending_);
}

}  // namespace

std::unique_ptr<Replay> make_cpu_replay(std::shared_ptr<const Plan> plan,
                                        const ReplayOptions& options) {
  return std::make_unique<CpuReplay>(std::move(plan), options);
}

}  // namespace overlace
