// SPDX-License-Identifier: Apache-2.0
// All effects on the picture. Each is a filter, mostly of one component at a time, and is listed
// here with:
//
//   Op, Record                           what a node asks for; the parameters for one frame
//   Passes                               the passes that no filter before it has
//   CpuPasses, DevicePasses              optional: those of one back-end alone
//   record(op)                           computed on the host, once per frame
//   reach(op)                            px around a sample that its result depends on
//   changes(op, picture, component)      optional: false for components that it leaves alone
//   make(runner, op, place, record)      calls runner.run(pass) for each of its passes. Returns
//                                        their result: see MixPass
//   mix(runner, pass)                    optional: runs the MixPass of a result, and what else it
//                                        needs for that
//   make_pair(runner, op, place, memory, record)
//                                        optional: the same for two components at once, Cb and Cr;
//                                        the second one is made in `memory`
//
// or, if the result of a component depends on the others, a change of colours:
//
//   Change                               its formula, for a ChangePass
//   record(op, space)                    `space` says what R'G'B' is on layers
//   change(op, place, record)            the formula for a frame
//
// A pass over planes is a plain record with `block`, is_active(), and output(): a plane, or tiles
// of the picture, of which the wanted ones are made. A SamplePass needs only its formula. The
// passes of filters have source() and source_x(column), and say with output_x(column) and
// output_y(row) which samples read a tile of the source, so that a WantPass can mark these.
#pragma once

#include <new>
#include <type_traits>
#include <utility>
#include <variant>

#include "gpu/effects/color_change.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/pixelate.h"
#include "gpu/effects/plane_aberration.h"
#include "gpu/effects/plane_blur.h"
#include "gpu/effects/plane_gather.h"
#include "gpu/effects/plane_grade.h"
#include "gpu/effects/plane_grain.h"
#include "gpu/effects/plane_insets.h"
#include "graph/plan/region_marks.h"

namespace overlace {

using AllPictureFilters =
    EffectList<PlaneBlurFilter, PixelateFilter, ZoomFilter, InsetsFilter, PlaneWarpFilter,
               PlaneGrainFilter, PlaneGradeFilter, PlaneAberrationFilter>;
template <class Op>
using PictureFilterFor = FindEffect<Op, AllPictureFilters>;

/// The passes over planes of both back-ends.
using PlanePasses = decltype(PassList<CoverPass, MixPass<PlaneImage>>{} +
                             passes_of(AllPictureFilters{}));

/// Those that a filter has for one back-end alone.
template <class Filter>
constexpr auto cpu_passes_of() {
  if constexpr (requires { typename Filter::CpuPasses; })
    return typename Filter::CpuPasses{};
  else
    return PassList<>{};
}
template <class Filter>
constexpr auto device_passes_of() {
  if constexpr (requires { typename Filter::DevicePasses; })
    return typename Filter::DevicePasses{};
  else
    return PassList<>{};
}
template <class... Filters>
constexpr auto cpu_passes_of(EffectList<Filters...>) {
  return (PassList<>{} + ... + cpu_passes_of<Filters>());
}
template <class... Filters>
constexpr auto device_passes_of(EffectList<Filters...>) {
  return (PassList<>{} + ... + device_passes_of<Filters>());
}
/// All passes over planes of a back-end.
using CpuPlanePasses = decltype(PlanePasses{} + cpu_passes_of(AllPictureFilters{}));
using DevicePlanePasses = decltype(PlanePasses{} + device_passes_of(AllPictureFilters{}));

/// Parameters of one effect on the picture for one frame, as devices read them.
struct alignas(16) PictureEffectRecord {
  PictureRecord picture;
  std::byte filter[3200]{};  ///< the filter's own Record
};

/// A filter that is a change of colours.
template <class Filter>
concept ColorFilter = requires {
  typename Filter::Change;
};

/// Writes the record of an operation on a picture in the device's memory; `space` is the working
/// space of layers over it.
inline void write_record(const PictureOp& op, const Target& picture, const WorkingSpace& space,
                         PictureEffectRecord& record) {
  record.picture = {.picture = picture, .strength = op.strength};
  std::visit(
      [&]<class Op>(const Op& one) {
        using Filter = typename PictureFilterFor<Op>::type;
        using Record = typename Filter::Record;
        static_assert(std::is_trivially_copyable_v<Record> &&
                      sizeof(Record) <= sizeof record.filter);
        if constexpr (ColorFilter<Filter>)
          new (record.filter) Record(Filter::record(one, space));
        else
          new (record.filter) Record(Filter::record(one));
      },
      op.filter);
}

/// How far beyond what it changes an effect on the picture reads, px.
inline int picture_effect_reach(const PictureOp& op) {
  return std::visit([]<class Op>(const Op& one) { return PictureFilterFor<Op>::type::reach(one); },
                    op.filter);
}

/// Where an effect on the picture works.
struct PicturePlace {
  Target picture;                ///< one of its kind; passes take its memory from the record
  RegionImage region;            ///< as large as the picture
  std::byte* scratch = nullptr;  ///< of scratch_bytes(operation, size)
  /// As much again, for pictures whose colours are straight.
  std::byte* alpha_scratch = nullptr;
  Orientation stored{};
  std::span<const LutView> luts{};      ///< of the plan, where passes read them
  const std::uint32_t* lost = nullptr;  ///< see PictureComponent

  /// One component, for passes that run with a record.
  [[nodiscard]] PictureComponent component(int index, const PictureRecord* record) const {
    return {.record = record,
            .component = index,
            .size = component_size(picture, index),
            .region = region,
            .covered = marks(is_subsampled(picture, index)),
            .lost = lost};
  }
  /// The scratch memory after the marks.
  [[nodiscard]] std::byte* filter_scratch() const {
    return scratch + region_marks_bytes(picture.size);
  }

 private:
  [[nodiscard]] std::uint8_t* marks(bool of_chroma) const {
    return reinterpret_cast<std::uint8_t*>(scratch +
                                           (of_chroma ? region_marks_bytes(picture.size) / 2 : 0));
  }
};

/// Whether a filter changes a component; those without changes() change all.
template <class Filter>
bool changes(const typename Filter::Op& op, const PicturePlace& place, int component) {
  if constexpr (requires { Filter::changes(op, place.picture, component); })
    return Filter::changes(op, place.picture, component);
  else
    return true;
}

/// Marks what the region covers, once for all components with the same number of samples.
template <class Runner>
void mark_covered(Runner& runner, const PicturePlace& place, const PictureRecord* record) {
  for (const int i : {0, 1})
    if (i == 0 || is_subsampled(place.picture, i))
      runner.run(CoverPass{place.component(i, record)});
}

/// Runs a filter on a picture's components, one by one or two at once.
template <class Filter, class Runner>
class ComponentFilter {
 public:
  using Op = typename Filter::Op;
  using Record = typename Filter::Record;
  using Made =
      decltype(Filter::make(std::declval<Runner&>(), std::declval<const Op&>(),
                            std::declval<const PlanePlace&>(), std::declval<const Record*>()));

  ComponentFilter(Runner& runner, const Op& op, const PicturePlace& place,
                  const PictureRecord* picture, const Record* record)
      : runner_(runner), op_(op), place_(place), picture_(picture), record_(record) {}

  [[nodiscard]] Made make(int component, std::byte* scratch) const {
    return Filter::make(runner_, op_, plane_of(component, scratch), record_);
  }
  /// The results for a chroma component and for the next one.
  [[nodiscard]] MadePair<Made> make_pair(int component) const {
    const PlanePlace first = plane_of(component, place_.filter_scratch());
    std::byte* const free = place_.filter_scratch() +
                            op_.plane_scratch_bytes(first.from.size, first.across, first.down);
    if constexpr (requires { Filter::make_pair(runner_, op_, first, PlaneMemory(free), record_); })
      return Filter::make_pair(runner_, op_, first, PlaneMemory(free), record_);
    else
      return {Filter::make(runner_, op_, first, record_), make(component + 1, free)};
  }

 private:
  [[nodiscard]] PlanePlace plane_of(int component, std::byte* scratch) const {
    const bool halved = is_subsampled(place_.picture, component);
    return {.from = place_.component(component, picture_),
            .picture = place_.picture,
            .across = halved ? 2 : 1,
            .down = halved && place_.picture.half_rows ? 2 : 1,
            .scratch = PlaneMemory(scratch),
            .stored = place_.stored};
  }

  Runner& runner_;
  const Op& op_;
  const PicturePlace& place_;
  const PictureRecord* picture_;
  const Record* record_;
};

/// Filters one component after the other and mixes the result into it; into Cb and Cr at once where
/// the region has to be averaged for them. Straight colours need the result for alpha.
template <class Filter, class Runner>
void filter_components(Runner& runner, const typename Filter::Op& op, const PicturePlace& place,
                       const PictureRecord* picture, const typename Filter::Record* record) {
  const ComponentFilter<Filter, Runner> filter(runner, op, place, picture, record);
  using Made = typename ComponentFilter<Filter, Runner>::Made;
  Made alpha{};
  if (place.picture.straight) alpha = filter.make(alpha_component, place.alpha_scratch);
  for (int i = 0; i < most_components; ++i) {
    if (component_of(place.picture, i).data == nullptr || !changes<Filter>(op, place, i)) continue;
    MixPass<Made> mix{.to = place.component(i, picture), .from = alpha, .alpha = alpha};
    if (is_subsampled(place.picture, i)) {
      const MadePair<Made> made = filter.make_pair(i++);
      mix.from = made.first;
      mix.mixes_next = true;
      mix.from_next = made.next;
    } else if (i != alpha_component || !place.picture.straight) {
      mix.from = filter.make(i, place.filter_scratch());
    }
    if constexpr (requires { Filter::mix(runner, mix); })
      Filter::mix(runner, mix);
    else
      runner.run(mix);
  }
}

/// Changes all components at once: what is added to them is computed before any is written. Alpha
/// comes last, because straight colours depend on it.
template <class Filter, class Runner>
void change_colors(Runner& runner, const typename Filter::Op& op, const PicturePlace& place,
                   const PictureRecord* picture, const typename Filter::Record* record) {
  const PictureComponent first = place.component(0, picture);
  const ColorChanges changes = color_changes(place.filter_scratch(), first.size, first.covered);
  const ChangePass<typename Filter::Change> pass{
      .from = first,
      .to = changes,
      .formula = Filter::change(op, {first, place.picture, place.stored, place.luts}, record)};
  runner.run(pass);
  const bool alpha_changes = Filter::Change::has_alpha && has_own_alpha(place.picture);
  for (int i = 0; i < most_components; ++i) {
    if (component_of(place.picture, i).data == nullptr) continue;
    if (i == alpha_component && !alpha_changes) continue;
    runner.run(AddPass{place.component(i, picture), changes, alpha_changes});
  }
}

/// Calls runner.run(pass) for each pass of an effect on the picture.
template <class Runner>
void run_picture_effect(Runner& runner, const PictureOp& op, const PicturePlace& place,
                        const PictureEffectRecord* record) {
  mark_covered(runner, place, &record->picture);
  std::visit(
      [&]<class Op>(const Op& one) {
        using Filter = typename PictureFilterFor<Op>::type;
        const auto* own = reinterpret_cast<const typename Filter::Record*>(record->filter);
        if constexpr (ColorFilter<Filter>)
          change_colors<Filter>(runner, one, place, &record->picture, own);
        else
          filter_components<Filter>(runner, one, place, &record->picture, own);
      },
      op.filter);
}

}  // namespace overlace
