// SPDX-License-Identifier: Apache-2.0
// Steps of a plan on this machine's cores.
#include "gpu/host/stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/host/line_pen.h"
#include "gpu/host/link_faiss.h"
#include "gpu/kernels/draw_ops.h"
#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;  // Clang before 17 does not deduce it

}  // namespace

HostStages::HostStages(std::shared_ptr<const Plan> plan, tbb::task_arena& arena, SimdLevel simd,
                       int link_memory)
    : HostStages(std::move(plan), arena, simd, link_memory, std::make_shared<GlyphAtlas>()) {
  reserve_records();
}

HostStages::HostStages(std::shared_ptr<const Plan> plan, HostStages& before)
    : HostStages(std::move(plan), *before.arena_, before.simd_, before.link_memory_,
                 before.atlas_) {
  take_memory_of(before);
  reserve_records();
}

HostStages::HostStages(std::shared_ptr<const Plan> plan, tbb::task_arena& arena, SimdLevel simd,
                       int link_memory, std::shared_ptr<GlyphAtlas> atlas)
    : plan_(std::move(plan)),
      arena_(&arena),
      simd_(simd),
      link_memory_(std::clamp(link_memory, 0, max_track_frames)),
      links_(plan_->buffers),
      curves_(plan_->buffers),
      atlas_(std::move(atlas)) {
  tracks_.reserve(plan_->tracks.size());
  for (const auto& table : plan_->tracks) tracks_.emplace_back(*table);
  link_states_.resize(plan_->steps.size());
  host_draws_.resize(plan_->steps.size());
  for (std::size_t i = 0; i < plan_->steps.size(); ++i) {
    if (const auto* work = std::get_if<LinkStep>(&plan_->steps[i].work)) prepare_links(i, *work);
    if (const auto* work = std::get_if<DrawStep>(&plan_->steps[i].work)) prepare_draw(i, *work);
  }
}

void HostStages::reserve_records() {
  for (const Slot& slot : plan_->slots) {
    if (slot.stage == Stage::links) links_[slot.buffer].reserve(slot.capacity);
    if (slot.stage == Stage::curves) curves_[slot.buffer].reserve(slot.capacity);
  }
}

/// Steps of equal names search in the same way.
void HostStages::take_memory_of(HostStages& before) {
  for (std::size_t i = 0; i < std::min(links_.size(), before.links_.size()); ++i) {
    links_[i].swap(before.links_[i]);
    curves_[i].swap(before.curves_[i]);
  }
  const std::size_t steps = std::min(link_states_.size(), before.link_states_.size());
  for (std::size_t i = 0; i < steps; ++i)
    if (link_states_[i] && before.link_states_[i] &&
        plan_->steps[i].name == before.plan_->steps[i].name)
      std::swap(link_states_[i]->search, before.link_states_[i]->search);
  std::swap(line_gaps_, before.line_gaps_);
  std::swap(rotated_boxes_, before.rotated_boxes_);
  wires_.swap(before.wires_);
}

/// Makes this replay's own function for a step that the node itself draws.
void HostStages::prepare_draw(std::size_t step, const DrawStep& work) {
  const DrawOp op = work.lower({});
  const auto* host = std::get_if<HostDrawOp>(&op);
  if (host == nullptr) return;
  host_draws_[step] = (*host->make)(atlas_);
}

/// Makes this replay's own function for links that the node itself makes. Checks whether links have
/// a memory in any frame, and walks the clip if so.
void HostStages::prepare_links(std::size_t step, const LinkStep& work) {
  link_states_[step] = std::make_unique<LinkState>(simd_);
  LinkState& state = *link_states_[step];
  const LinkOp any = work.lower({});
  if (const auto* host = std::get_if<HostLinksOp>(&any)) state.host = (*host->make)();
  if (work.tracks == no_tracks) return;
  const TrackTable& table = *plan_->tracks.at(work.tracks);
  const auto* knn = std::get_if<LinkKnnOp>(&any);
  if (knn != nullptr && knn->backend == KnnBackend::faiss && !has_faiss()) {
    throw Error(
        ErrorCode::usage, fmt::format("{}: FAISS is not installed", plan_->steps[step].name),
        "set \"backend\" to \"grid\", which gives the same links, or " + install_hint("faiss"));
  }
  const FrameInterval all{table.first_frame, table.first_frame + table.frame_count()};
  for (std::int32_t frame = all.begin; frame < all.end && !state.remembers; ++frame)
    state.remembers = memory_of(work.lower(time_of(plan_->clip, frame))).remembers();
  if (!state.remembers) return;
  if (plan_->live_links != nullptr)
    state.live = &plan_->live_links->of(plan_->steps[step].name, anchor_of(any),
                                        {memory_of(any).fade_in, memory_of(any).fade_out});
  else if (link_memory_ == 0)
    walk_clip(state, work, all);
}

float HostStages::choose_links(LinkState& state, const LinkStep& work, const FrameTime& time,
                               const TrackView& rows, std::vector<Link>& links) {
  const LinkOp op = work.lower(time);
  if (const auto* knn = std::get_if<LinkKnnOp>(&op))
    state.search.run(*knn, rows, links);
  else
    state.host(host_inputs(work.tracks, work.inputs, time), links);
  return memory_of(op).leave_distance;
}

void HostStages::walk_clip(LinkState& state, const LinkStep& work, FrameInterval frames) {
  const LinkOp first = work.lower(time_of(plan_->clip, frames.begin));
  const LinkRules rules{
      .anchor = anchor_of(first),
      .fade_in = memory_of(first).fade_in,
      .fade_out = memory_of(first).fade_out,
      .choose = [&](std::int32_t frame, const TrackView& rows, std::vector<Link>& links) {
        return choose_links(state, work, time_of(plan_->clip, frame), rows, links);
      }};
  arena_->execute([&] {
    state.timeline = std::make_unique<LinkTimeline>(tracks_[work.tracks], rules, frames);
  });
}

/// Ensures that the timeline covers this frame. A bounded memory is made for blocks of frames,
/// which are the same in whatever order they are drawn, and begins one block earlier.
void HostStages::recall(LinkState& state, const LinkStep& work) {
  if (link_memory_ == 0 || state.live != nullptr) return;
  const std::int32_t first = plan_->tracks[work.tracks]->first_frame;
  const std::int32_t block = std::max(time_.frame - first, 0) / link_memory_;
  if (state.timeline && state.block == block) return;
  const std::int32_t begin = first + block * link_memory_;
  walk_clip(state, work, {begin - link_memory_, begin + link_memory_});
  state.block = block;
}

void HostStages::continue_lives(LinkState& state, const LinkStep& work, std::vector<Link>& links) {
  const auto choose = [&](std::int32_t frame, const TrackView& rows, std::vector<Link>& chosen) {
    return choose_links(state, work, time_of(plan_->clip, frame), rows, chosen);
  };
  const FrameTracks& window = tracks_[work.tracks];
  state.live->go_to(time_.frame, std::ref(choose), window);
  state.live->append(time_.frame, std::ref(choose), window, links);
}

TrackView HostStages::view(std::size_t tracks, const FrameTime& time) const {
  return tracks == no_tracks ? TrackView{} : tracks_[tracks].at(time.frame);
}

HostInputs HostStages::host_inputs(std::size_t tracks, const std::vector<StepInput>& wires,
                                   const FrameTime& time) {
  wires_.clear();
  for (const StepInput& wire : wires) {
    HostInput& input = wires_.emplace_back();
    input.port = wire.port;
    input.tracks = view(wire.tracks, time);
    if (wire.tracks != no_tracks) input.table = plan_->tracks[wire.tracks].get();
    if (wire.slot == no_slot) continue;
    if (plan_->slots[wire.slot].stage == Stage::links) input.links = links(wire.slot);
    if (plan_->slots[wire.slot].stage == Stage::curves) input.curves = curves(wire.slot);
  }
  HostInputs inputs;
  inputs.wires = wires_;
  inputs.time = time;
  inputs.clip = plan_->clip;
  inputs.tracks = view(tracks, time);
  if (tracks != no_tracks) inputs.table = plan_->tracks[tracks].get();
  return inputs;
}

void HostStages::begin(const FrameTime& time) {
  frame_ = time;
  counts_ = {};
}

void HostStages::run(std::size_t step, DisplayList& list) {
  list.begin_owner({.step = static_cast<std::uint32_t>(step)});
  time_ = time_of(*plan_, plan_->steps[step], frame_);
  std::visit([&](const auto& work) { run(step, work, list); }, plan_->steps[step].work);
}

void HostStages::run(std::size_t step, const LinkStep& work, DisplayList&) {
  std::vector<Link>& out = links_[buffer_of(work.output)];
  const std::size_t capacity = out.capacity();
  out.clear();
  LinkState& state = *link_states_[step];
  if (state.remembers) recall(state, work);
  const auto choose = [&](std::int32_t, const TrackView& rows, std::vector<Link>& links) {
    return choose_links(state, work, time_, rows, links);
  };
  arena_->execute([&] {
    if (state.live != nullptr)
      continue_lives(state, work, out);
    else if (state.timeline)
      state.timeline->append(std::ref(choose), time_.frame, view(work.tracks), out);
    else
      choose(time_.frame, view(work.tracks), out);
  });
  counts_.links += out.size();
  counts_.reallocated |= out.capacity() != capacity;
}

void HostStages::run(std::size_t, const CurveStep& work, DisplayList&) {
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
                        HostInputs inputs = host_inputs(work.tracks, work.inputs, time_);
                        inputs.links = links(work.input);
                        (*host.run)(inputs, out);
                      }},
             op);
  counts_.curves += out.size();
  counts_.reallocated |= out.capacity() != capacity;
}

void HostStages::run(std::size_t step, const DrawStep& work, DisplayList& list) {
  if (time_.frame < plan_->clip.first_frame && frame_.frame >= plan_->clip.first_frame)
    return;  // an echo of a time before the clip
  const std::size_t before = list.primitives.size();
  std::visit(Overload{[&](const auto& op) { emit(op, work, list); },
                      [&](const DrawLinesWithGapsOp& op) {
                        draw_with_gaps(op, drawn_inputs(work), line_gaps_, list);
                      },
                      [&](const DrawTimedParticlesOp& op) { emit_timed_particles(op, work, list); },
                      [&](const HostDrawOp&) { host_draws_[step](drawn_inputs(work), list); }},
             work.lower(time_));
  counts_.primitives += list.primitives.size() - before;
}

void HostStages::run(std::size_t, const GroupBeginStep& work, DisplayList& list) {
  Primitive group;
  group.kind = PrimitiveKind::group_begin;
  const float opacity = clamp(work.opacity.at(time_).constant, 0.0F, 1.0F);
  group.group = {work.blend, opacity};
  for (int i = 1; i < work.times; ++i) group.group.opacity *= opacity;
  list.primitives.push_back(group);
}

void HostStages::run(std::size_t, const GroupEndStep&, DisplayList& list) {
  Primitive group;
  group.kind = PrimitiveKind::group_end;
  list.primitives.push_back(group);
}

void HostStages::run(std::size_t, const LayerStep& work, DisplayList& list) {
  Primitive layer;
  layer.kind = PrimitiveKind::layer;
  layer.layer = {static_cast<std::uint32_t>(plan_->layers[work.layer].buffer)};
  list.primitives.push_back(layer);
}

template <class Op>
void HostStages::emit(const Op& op, const DrawStep& work, DisplayList& list) {
  using Descriptor = DrawDescriptor<Op>;
  Primitive primitive;
  if constexpr (Descriptor::source == DrawSource::rows) {
    emit_rows(op, work, list);
  } else if constexpr (Descriptor::source == DrawSource::history) {
    emit_history(op, work, list);
  } else if constexpr (Descriptor::source == DrawSource::curves) {
    const TrackView tracks = view(work.tracks);
    for (std::span<const Curve> rest = curves(work.input), line; !rest.empty();
         rest = rest.subspan(line.size())) {
      line = first_line(rest);
      list.begin_row(line.front().row_a);
      append_line(op, tracks, line, list);
    }
  } else if constexpr (Descriptor::source == DrawSource::curve_parts) {
    const TrackView tracks = view(work.tracks);
    for (const Curve& curve : curves(work.input)) {
      list.begin_row(curve.row_a);
      for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(op.parts); ++part)
        if (Descriptor::emit(op, tracks, curve, part, primitive))
          list.primitives.push_back(primitive);
    }
  } else if (Descriptor::emit(op, primitive)) {
    list.primitives.push_back(primitive);
  }
}

template <class Op>
void HostStages::emit_rows(const Op& op, const DrawStep& work, DisplayList& list) {
  using Descriptor = DrawDescriptor<Op>;
  const TrackView tracks = view(work.tracks);
  Primitive primitive;
  for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row) {
    list.begin_row(row);
    if (!Descriptor::emit(op, tracks, row, primitive)) continue;
    const std::vector<float>& rotation = plan_->tracks[work.tracks]->rotation;
    if (!Descriptor::turns_with_box || rotation.empty() || rotation[row] == 0)
      list.primitives.push_back(primitive);
    else
      rotated_boxes_.append(primitive, rotation[row], tracks.box[row].center(), list);
  }
}

/// Oldest rows first.
template <class Op>
void HostStages::emit_history(const Op& op, const DrawStep& work, DisplayList& list) {
  if (work.tracks == no_tracks) return;
  const TrackView tracks = view(work.tracks);
  Primitive primitive;
  for (std::int32_t ago = op.frames; ago > 0; --ago) {
    const RowRange rows = plan_->tracks[work.tracks]->rows(time_.frame - ago);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      list.begin_row(row);
      for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(op.parts); ++part)
        if (DrawDescriptor<Op>::emit(op, tracks, {row, ago, part}, primitive))
          list.primitives.push_back(primitive);
    }
  }
}

/// Oldest rows first, as emit_history. A frame's particles are born between its time and the next
/// one's.
void HostStages::emit_timed_particles(const DrawTimedParticlesOp& op, const DrawStep& work,
                                      DisplayList& list) {
  if (work.tracks == no_tracks) return;
  const ClipInfo& clip = plan_->clip;
  const TrackTable& table = *plan_->tracks[work.tracks];
  const double now = seconds_at(clip, time_.frame), start = seconds_at(clip, clip.first_frame);
  std::int32_t oldest = time_.frame;
  while (oldest > table.first_frame && now - seconds_at(clip, oldest) < op.flight.life_s) --oldest;
  const auto births_until = [&](double seconds) {
    return static_cast<std::uint64_t>(std::max(seconds - start, 0.0) * op.rate * 0x1p32);
  };
  const TrackView tracks = view(work.tracks);
  Primitive primitive;
  for (std::int32_t frame = oldest; frame < time_.frame; ++frame) {
    const double from = seconds_at(clip, frame), to = seconds_at(clip, frame + 1);
    RowTime time{.counted = births_until(from), .frame_s = static_cast<float>(to - from)};
    time.births = births_until(to) - time.counted;
    if (!(to > from) || time.births == 0) continue;
    time.frames_ago = static_cast<float>((now - from) / (to - from));
    // Those before are dead, however long the frame was; one more for the random beginning.
    const double living_from = std::max(from, now - double{op.flight.life_s});
    const auto dead = static_cast<std::uint32_t>((births_until(living_from) - time.counted) >> 32U);
    const RowRange rows = table.rows(frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      list.begin_row(row);
      const std::uint32_t count = Births(op.flight.seed, tracks, row, time).count();
      for (std::uint32_t part = std::max(dead, 1U) - 1; part < count; ++part)
        if (emit_particle(op.flight, tracks, {row, time_.frame - frame, part}, time, primitive))
          list.primitives.push_back(primitive);
    }
  }
}

HostInputs HostStages::drawn_inputs(const DrawStep& work) {
  HostInputs inputs = host_inputs(work.tracks, work.inputs, time_);
  if (work.input != no_slot) {
    if (plan_->slots[work.input].stage == Stage::links) inputs.links = links(work.input);
    if (plan_->slots[work.input].stage == Stage::curves) inputs.curves = curves(work.input);
  }
  return inputs;
}

}  // namespace overlace
