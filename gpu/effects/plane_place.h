// SPDX-License-Identifier: Apache-2.0
// Filters of a picture's planes: where they work, and what they consist of.
#pragma once

#include <cstddef>
#include <optional>

#include "color/overlay_color.h"
#include "gpu/effects/picture_place.h"
#include "gpu/kernels/picture_plane.h"
#include "graph/plan/plane_pyramid.h"

namespace overlace {

/// Hands out planes in scratch memory.
class PlaneMemory {
 public:
  explicit PlaneMemory(std::byte* free) : free_(free) {}
  /// Memory for the same planes of another component, of which the same tiles are wanted: it hands
  /// out the marks of these.
  [[nodiscard]] PlaneMemory with_same_marks(PlaneMemory other) const {
    other.marks_away_ = free_ - other.free_;
    return other;
  }

  [[nodiscard]] PlaneImage take(Size size) {
    auto* samples = reinterpret_cast<float*>(free_);
    free_ += plane_samples_bytes(size);
    return with_marks({.samples = samples, .wanted = nullptr, .size = size});
  }
  /// The same samples with marks of their own, for when others of them are wanted.
  [[nodiscard]] PlaneImage with_marks(PlaneImage plane) {
    plane.wanted = reinterpret_cast<std::uint8_t*>(free_ + marks_away_);
    free_ += plane_marks_bytes(plane.size);
    return plane;
  }

 private:
  std::byte* free_;
  std::ptrdiff_t marks_away_ = 0;  ///< where marks are, from where they would be
};

/// Where a filter works on one component of a picture.
struct PlanePlace {
  PictureComponent from;
  const Target& picture;     ///< one of its kind; passes take its memory from the record
  ShownPlane shown;          ///< how the component is shown
  int across = 1, down = 1;  ///< pixels of the picture per sample
  PlaneMemory scratch;       ///< of the operation's plane_scratch_bytes
  Orientation stored{};

  /// A plane for the component's samples, made only where the region is.
  [[nodiscard]] PlaneImage covered_plane() const {
    PlaneMemory memory = scratch;
    PlaneImage plane = memory.take(from.size);
    plane.wanted = from.covered;
    return plane;
  }
};

/// The components that a filter makes at once: one, or two that the region covers alike, Cb and Cr.
struct PlanePlaces {
  PlanePlace first;
  std::optional<PlanePlace> next{};
};

/// The steps of a filter that makes components one by one, `One` after the other.
template <class One>
struct StepsOfEach {
  One of[2];
  int count = 1;

  StepsOfEach() = default;
  /// From make(place), the steps for a component.
  template <class Make>
  StepsOfEach(const PlanePlaces& places, const Make& make) {
    of[0] = make(places.first);
    if (!places.next) return;
    of[1] = make(*places.next);
    count = 2;
  }
  template <class Run>
  void for_each_pass(const Run& run) const {
    for (int i = 0; i < count; ++i) of[i].for_each_pass(run);
  }
  [[nodiscard]] auto made(int i) const { return of[i].made; }
};

/// Mixes what steps have made into the component `to`, and into the next one if they made two.
/// `alpha` made the result for alpha, where colours are straight.
template <class Steps>
[[nodiscard]] auto mix_of(const PictureComponent& to, const Steps& steps, const Steps& alpha) {
  return MixPass<decltype(steps.made(0))>{.to = to,
                                          .from = steps.made(0),
                                          .alpha = alpha.made(0),
                                          .mixes_next = steps.count == 2,
                                          .from_next = steps.made(steps.count - 1)};
}

/// What a back-end that runs a filter's passes one by one makes of its steps. Others have overloads
/// for those that they run in another way.
template <class BackEnd>
class StepByStep {
 public:
  template <class Steps>
  void make(const Steps& steps) {
    steps.for_each_pass([&](const auto& pass) { self().run(pass); });
  }
  template <class Steps>
  void mix(const PictureComponent& to, const Steps& steps, const Steps& alpha) {
    self().run(mix_of(to, steps, alpha));
  }

 private:
  BackEnd& self() { return static_cast<BackEnd&>(*this); }
};

/// A filter of planes as an effect on the picture. `Filter` is listed in
/// gpu/effects/effect_list.h.
template <class Filter>
struct PlaneEffect {
  using Op = typename Filter::Op;
  using Record = typename Filter::Record;
  using Passes = typename Filter::Passes;
  using Steps = typename Filter::Steps;

  [[nodiscard]] static Record record(const Op& op, const WorkingSpace&) {
    return Filter::record(op);
  }
  [[nodiscard]] static int reach(const Op& op) { return Filter::reach(op); }

  /// Filters one component after the other and mixes the result into it; into Cb and Cr at once
  /// where the region has to be averaged for them. Straight colours need the result for alpha.
  template <class BackEnd>
  static void run(BackEnd& back_end, const Op& op, const PicturePlace& place,
                  const PictureRecord* picture, const Record* record) {
    const Target& target = place.picture;
    std::optional<Steps> alpha;
    if (target.straight) {
      const PlanePlace own = plane_of(place, picture, alpha_component, place.alpha_scratch);
      back_end.make(alpha.emplace(Filter::steps(op, {own}, record)));
    }
    for (int i = 0; i < most_components; ++i) {
      const PictureComponent to = place.component(i, picture);
      if (component_of(target, i).data == nullptr) continue;
      if (i == alpha_component && alpha) {
        back_end.mix(to, *alpha, *alpha);
        continue;
      }
      const Steps steps = Filter::steps(op, planes_of(op, place, picture, i), record);
      back_end.make(steps);
      back_end.mix(to, steps, alpha ? *alpha : steps);
      if (is_subsampled(target, i)) ++i;
    }
  }

 private:
  [[nodiscard]] static PlanePlace plane_of(const PicturePlace& place, const PictureRecord* picture,
                                           int component, std::byte* scratch) {
    return {.from = place.component(component, picture),
            .picture = place.picture,
            .shown = place.shown(component),
            .across = place.pixels_across(component),
            .down = place.pixels_down(component),
            .scratch = PlaneMemory(scratch),
            .stored = place.stored};
  }
  [[nodiscard]] static PlanePlaces planes_of(const Op& op, const PicturePlace& place,
                                             const PictureRecord* picture, int component) {
    std::byte* const scratch = place.filter_scratch();
    const PlanePlace own = plane_of(place, picture, component, scratch);
    if (!is_subsampled(place.picture, component)) return {own};
    const std::size_t bytes = op.plane_scratch_bytes(own.from.size, own.across, own.down);
    return {own, plane_of(place, picture, component + 1, scratch + bytes)};
  }
};

}  // namespace overlace
