// SPDX-License-Identifier: Apache-2.0
// All effects on the picture. Each is a filter, mostly of one component at a time, and is entered
// here:
//
//   Op, Record                           what a node asks for; what a device gets for a frame
//   Passes                               that no filter before it has
//   record(op)                           worked out on the host, once a frame
//   reach(op)                            px around a sample that what is made of it looks at
//   changes(op, picture, component)      optional: false for components that it leaves alone
//   make(runner, op, place, record)      calls runner.run(pass) for each of its passes. Returns
//                                        what they made: see MixPass
//   make_pair(runner, op, place, memory, record)
//                                        optional: the same of two components at once, Cb and Cr;
//                                        the second one is made in `memory`
//
// or, where a component alone does not tell what becomes of it, a change of colours:
//
//   Change                               its formula, for a ChangePass
//   record(op, space)                    what R'G'B' is on layers, the working space says
//   change(op, place, record)            the formula of a frame
//
// A pass over planes is a plain record with `block`, is_active(), and output(): a plane, or tiles
// of the picture, of which the wanted ones are made. A SamplePass needs no more than its formula.
// Those that filters are made of have source() and source_x(column), and say with output_x(column)
// and output_y(row) which samples look at a tile of the source: there is a pass that marks what
// they want of it.
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "gpu/effects/color_change.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/pixelate.h"
#include "gpu/effects/plane_aberration.h"
#include "gpu/effects/plane_blur.h"
#include "gpu/effects/plane_gather.h"
#include "gpu/effects/plane_grade.h"
#include "gpu/effects/plane_grain.h"
#include "graph/plan/region_marks.h"

namespace overlace {

using AllPictureFilters =
    EffectList<PlaneBlurFilter, PixelateFilter, ZoomFilter, InsetsFilter, PlaneWarpFilter,
               PlaneGrainFilter, PlaneGradeFilter, PlaneAberrationFilter>;
template <class Op>
using PictureFilterFor = FindEffect<Op, AllPictureFilters>;

/// All passes over planes that there are.
using PlanePasses = decltype(PassList<CoverPass, MixPass<PlaneImage>>{} +
                             passes_of(AllPictureFilters{}));

/// What a device gets for one effect on the picture in one frame.
struct alignas(16) PictureEffectRecord {
  PictureRecord picture;
  std::byte filter[3200]{};  ///< the filter's own Record
};

/// What changes colours.
template <class Filter>
concept ColorFilter = requires {
  typename Filter::Change;
};

/// Writes the record of an operation on a picture, whose memory is that of the device; `space` is
/// that of layers over it.
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

/// How far around what it changes an effect on the picture looks, px.
inline int picture_effect_reach(const PictureOp& op) {
  return std::visit([]<class Op>(const Op& one) { return PictureFilterFor<Op>::type::reach(one); },
                    op.filter);
}

/// Where an effect on the picture works.
struct PicturePlace {
  Target picture;                ///< of its kind; passes take its memory from the record
  RegionImage region;            ///< as large as the picture
  std::byte* scratch = nullptr;  ///< of scratch_bytes(operation, size)
  /// As much, for pictures whose colours are straight.
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
  /// What is left of the scratch memory.
  [[nodiscard]] std::byte* filter_scratch() const {
    return scratch + region_marks_bytes(picture.size);
  }

 private:
  [[nodiscard]] std::uint8_t* marks(bool of_chroma) const {
    return reinterpret_cast<std::uint8_t*>(scratch +
                                           (of_chroma ? region_marks_bytes(picture.size) / 2 : 0));
  }
};

/// Whether a filter changes a component; those that say nothing change all.
template <class Filter>
bool changes(const typename Filter::Op& op, const PicturePlace& place, int component) {
  if constexpr (requires { Filter::changes(op, place.picture, component); })
    return Filter::changes(op, place.picture, component);
  else
    return true;
}

/// What the region covers is marked, once for all components with as many samples.
template <class Runner>
void mark_covered(Runner& runner, const PicturePlace& place, const PictureRecord* record) {
  for (const int i : {0, 1})
    if (i == 0 || is_subsampled(place.picture, i))
      runner.run(CoverPass{place.component(i, record)});
}

/// A component after the other: the filter makes something of it, and that is mixed into it; into
/// Cb and Cr at once where the region has to be averaged for them. Straight colours need what is
/// made of alpha.
template <class Filter, class Runner>
void filter_components(Runner& runner, const typename Filter::Op& op, const PicturePlace& place,
                       const PictureRecord* picture, const typename Filter::Record* record) {
  const auto plane_of = [&](int i, std::byte* scratch) -> PlanePlace {
    const bool halved = is_subsampled(place.picture, i);
    return {.from = place.component(i, picture),
            .picture = place.picture,
            .across = halved ? 2 : 1,
            .down = halved && place.picture.half_rows ? 2 : 1,
            .scratch = PlaneMemory(scratch),
            .stored = place.stored};
  };
  const auto make = [&](int i, std::byte* scratch) {
    return Filter::make(runner, op, plane_of(i, scratch), record);
  };
  using Made = decltype(make(0, nullptr));
  const auto make_pair = [&](int i) -> MadePair<Made> {
    const PlanePlace first = plane_of(i, place.filter_scratch());
    std::byte* free =
        place.filter_scratch() + op.plane_scratch_bytes(first.from.size, first.across, first.down);
    if constexpr (requires { Filter::make_pair(runner, op, first, PlaneMemory(free), record); })
      return Filter::make_pair(runner, op, first, PlaneMemory(free), record);
    else
      return {Filter::make(runner, op, first, record), make(i + 1, free)};
  };
  Made alpha{};
  if (place.picture.straight) alpha = make(alpha_component, place.alpha_scratch);
  for (int i = 0; i < most_components; ++i) {
    if (component_of(place.picture, i).data == nullptr || !changes<Filter>(op, place, i)) continue;
    MixPass<Made> mix{.to = place.component(i, picture), .from = alpha, .alpha = alpha};
    if (is_subsampled(place.picture, i)) {
      const MadePair<Made> made = make_pair(i++);
      mix.from = made.first;
      mix.mixes_next = true;
      mix.from_next = made.next;
    } else if (i != alpha_component || !place.picture.straight) {
      mix.from = make(i, place.filter_scratch());
    }
    runner.run(mix);
  }
}

/// All components at once: what is added to them is worked out before any is written. Alpha comes
/// last, because straight colours look at it.
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
