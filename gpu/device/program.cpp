// SPDX-License-Identifier: Apache-2.0
// Partition of a plan: backwards for what the host needs, then forwards pass by pass.
#include "gpu/device/program.h"

#include <algorithm>
#include <utility>

#include "gpu/device/link_tables.h"
#include "gpu/host/stages.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// Items per slot of an operation that the device runs; 0 for any other.
std::uint32_t items_per_slot(const DrawOp& op) {
  return std::visit(
      []<class Op>(const Op&) -> std::uint32_t {
        if constexpr (DrawDescriptor<Op>::on_device) return DrawDescriptor<Op>::items_per_slot;
        return 0;
      },
      op);
}

/// Segments that a primitive typically has.
std::size_t segments_per_slot(const DrawOp& op) {
  constexpr std::size_t usual = 12;  // per item: curves of typical length and bend
  return segments_of(op, items_per_slot(op) * usual);
}

/// Primitives that an operation makes of a curve.
std::size_t parts_of_curve(const DrawOp& op) {
  return std::visit(
      []<class Op>(const Op& any) -> std::size_t {
        if constexpr (DrawDescriptor<Op>::source == DrawSource::curve_parts)
          return static_cast<std::size_t>(any.parts);
        return 1;
      },
      op);
}

class Partition {
 public:
  explicit Partition(const Plan& plan)
      : plan_(plan), on_host_(plan.steps.size()), slot_maker_(plan.slots.size(), no_step) {}

  DeviceProgram make() {
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) note_maker(i);
    for (std::size_t i = plan_.steps.size(); i-- > 0;) choose(i);
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) add_links(i);
    PassWork pass;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) add(i, pass);
    return std::move(program_);
  }

 private:
  template <class Work>
  [[nodiscard]] const Work* get(std::size_t step) const {
    return step == no_step ? nullptr : std::get_if<Work>(&plan_.steps[step].work);
  }
  [[nodiscard]] std::size_t maker(std::size_t slot) const {
    return slot == no_slot ? no_step : slot_maker_[slot];
  }
  void note_maker(std::size_t step) {
    if (const auto* link = get<LinkStep>(step)) slot_maker_[link->output] = step;
    if (const auto* curve = get<CurveStep>(step)) slot_maker_[curve->output] = step;
  }

  /// Whether kernels can run a curve step. Its links are no obstacle: the host sends those that it
  /// makes.
  [[nodiscard]] bool is_bezier(std::size_t step) const {
    const auto* curve = get<CurveStep>(step);
    return curve != nullptr && std::holds_alternative<CurveBezierOp>(curve->lower({}));
  }
  /// Kernels draw upright boxes only.
  [[nodiscard]] bool has_rotated_boxes(std::size_t tracks) const {
    return tracks != no_tracks && std::ranges::any_of(plan_.tracks[tracks]->rotation,
                                                      [](float degrees) { return degrees != 0; });
  }
  [[nodiscard]] bool runs_on_device(const DrawStep& draw) const {
    return std::visit(
        [&]<class Op>(const Op& op) {
          using Descriptor = DrawDescriptor<Op>;
          if (!Descriptor::on_device) return false;
          if constexpr (std::is_same_v<Op, DrawLinesOp>)
            if (op.has_heads()) return false;
          if (takes_curves(Descriptor::source)) return is_bezier(maker(draw.input));
          return !(Descriptor::turns_with_box && has_rotated_boxes(draw.tracks));
        },
        draw.lower({}));
  }

  /// Called backwards, so that the readers of a step's output have been decided before it.
  void choose(std::size_t step) {
    if (const auto* draw = get<DrawStep>(step)) {
      on_host_[step] = !runs_on_device(*draw);
      if (on_host_[step]) need_on_host(*draw);
    } else if (const auto* curve = get<CurveStep>(step)) {
      if (on_host_[step]) need_on_host(*curve);
    } else if (get<LinkStep>(step) == nullptr) {
      on_host_[step] = get<RasterStep>(step) == nullptr && get<EffectStep>(step) == nullptr &&
                       get<PictureStep>(step) == nullptr;
    }
  }
  /// What a host step reads is made on the host.
  template <class Work>
  void need_on_host(const Work& work) {
    if (const std::size_t step = maker(work.input); step != no_step) on_host_[step] = true;
    for (const StepInput& input : work.inputs)
      if (const std::size_t step = maker(input.slot); step != no_step) on_host_[step] = true;
  }

  void add(std::size_t step, PassWork& pass) {
    if (const auto* raster = get<RasterStep>(step)) return end_pass(*raster, pass);
    if (const auto* effect = get<EffectStep>(step))
      return add_effect(effect_work(step, *effect), pass);
    if (const auto* picture = get<PictureStep>(step)) {
      if (program_.passes.empty())
        throw Error(ErrorCode::internal, "the plan changes a picture before its first pass");
      return add_effect({.step = step,
                         .inputs = {plan_.layers[picture->region].buffer},
                         .record = program_.picture_effects++},
                        pass);
    }
    PassEntry entry{.step = step, .on_host = on_host_[step], .draw = {}};
    if (const auto* group = get<GroupBeginStep>(step))
      open_group(*group, pass);
    else if (get<GroupEndStep>(step) != nullptr)
      --group_depth_;
    else if (const auto* draw = get<DrawStep>(step); draw != nullptr && on_host_[step])
      note_groups(*draw, pass);
    else if (draw != nullptr)
      entry.draw = add_draw(step, *draw, pass);
    pass.entries.push_back(entry);
  }

  void end_pass(const RasterStep& raster, PassWork& pass) {
    if (raster.layer) pass.layer = plan_.layers[*raster.layer].buffer;
    program_.device_items = std::max(program_.device_items, pass.device_items);
    program_.device_segments = std::max(program_.device_segments, pass.device_segments);
    program_.passes.push_back(std::exchange(pass, {}));
    group_depth_ = 0;
  }

  void open_group(const GroupBeginStep& group, PassWork& pass) {
    pass.has_groups = true;
    if (group_depth_ == 0 && group.blend != BlendMode::normal) pass.blends_with_target = true;
    ++group_depth_;
    program_.group_depth = std::max(program_.group_depth, group_depth_);
  }
  /// Accounts for the groups that a host draw opens itself.
  void note_groups(const DrawStep& draw, PassWork& pass) {
    const std::uint32_t opened = groups_opened_by(draw.lower({}));
    pass.has_groups |= opened > 0;
    program_.group_depth =
        std::max(program_.group_depth, std::min(group_depth_ + opened, max_group_depth));
  }

  /// Adds a draw of the device; returns its index.
  std::size_t add_draw(std::size_t step, const DrawStep& draw, PassWork& pass) {
    const DrawWork& work = program_.draws.emplace_back(draw_work(step, draw));
    pass.device_items += work.slots * work.items_per_slot;
    pass.device_segments += work.slots * segments_per_slot(draw.lower({}));
    return program_.draws.size() - 1;
  }

  /// Effects run between passes: nothing of their pass is painted before them.
  void add_effect(EffectWork work, PassWork& pass) {
    if (pass.effect_count++ == 0) pass.first_effect = program_.effects.size();
    program_.effects.push_back(std::move(work));
  }

  EffectWork effect_work(std::size_t step, const EffectStep& effect) {
    EffectWork work{.step = step,
                    .inputs = {},
                    .output = plan_.layers[effect.output].buffer,
                    .record = program_.layer_effects++};
    for (const std::size_t layer : effect.inputs)
      work.inputs.push_back(layer == no_slot ? no_slot : plan_.layers[layer].buffer);
    return work;
  }

  DrawWork draw_work(std::size_t step, const DrawStep& draw) {
    DrawWork work;
    work.tracks = draw.tracks;
    work.items_per_slot = items_per_slot(draw.lower({}));
    if (get<CurveStep>(maker(draw.input)) == nullptr) {
      work.slots = draw.tracks == no_tracks ? 0 : plan_.steps[step].capacity;
      return work;
    }
    work.curve_step = maker(draw.input);
    work.link = find_links(maker(get<CurveStep>(work.curve_step)->input));
    work.slots = program_.links[work.link].capacity * parts_of_curve(draw.lower({}));
    return work;
  }

  /// Adds the links that a device draw needs; the host makes those that kernels cannot.
  void add_links(std::size_t step) {
    const auto* draw = get<DrawStep>(step);
    if (draw == nullptr || on_host_[step]) return;
    const auto* curve = get<CurveStep>(maker(draw->input));
    if (curve == nullptr) return;
    const std::size_t maker_step = maker(curve->input);
    if (find_links(maker_step) < program_.links.size()) return;
    const auto& link = *get<LinkStep>(maker_step);
    LinkWork work{.step = maker_step, .tracks = link.tracks, .also_on_host = on_host_[maker_step]};
    work.points = link.tracks == no_tracks ? 0 : busiest_frame(*plan_.tracks[link.tracks]);
    measure(link, work);
    work.capacity = work.made_on_host ? plan_.slots[link.output].capacity : work.points * work.k;
    if (work.made_on_host) on_host_[maker_step] = true;
    program_.links.push_back(work);
  }
  [[nodiscard]] std::size_t find_links(std::size_t step) const {
    const auto at = std::ranges::find(program_.links, step, &LinkWork::step);
    return static_cast<std::size_t>(at - program_.links.begin());
  }

  /// Looks at every frame, because parameters can have keyframes.
  void measure(const LinkStep& link, LinkWork& work) const {
    if (link.tracks == no_tracks) return;
    work.made_on_host = !std::holds_alternative<LinkKnnOp>(link.lower({}));
    const TrackTable& table = *plan_.tracks[link.tracks];
    for (std::int32_t i = 0; i < table.frame_count() && !work.made_on_host; ++i) {
      const LinkOp op = link.lower(time_of(plan_.clip, table.first_frame + i));
      const auto& knn = std::get<LinkKnnOp>(op);
      work.made_on_host = !links_run_on_device(knn);
      work.k = std::max(work.k, static_cast<std::size_t>(std::max(knn.k, 0)));
    }
  }

  const Plan& plan_;
  DeviceProgram program_;
  std::vector<bool> on_host_;            ///< by step
  std::vector<std::size_t> slot_maker_;  ///< by slot: the step that fills it
  std::uint32_t group_depth_ = 0;
};

}  // namespace

bool links_run_on_device(const LinkKnnOp& op) {
  return !op.memory.remembers() && op.max_degree == 0 && op.backend == KnnBackend::grid &&
         op.k <= static_cast<std::int32_t>(max_device_neighbours);
}

DeviceProgram make_device_program(const Plan& plan) {
  return Partition(plan).make();
}

}  // namespace overlace
