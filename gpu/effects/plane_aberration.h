// SPDX-License-Identifier: Apache-2.0
// Chromatic aberration on the picture: red comes from one side, blue from the other.
#pragma once

#include "gpu/effects/aberration.h"
#include "gpu/effects/color_change.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// What red and blue from elsewhere add to a pixel. The largest alpha of the three goes with them.
struct AberrationChange {
  static constexpr bool has_alpha = true;
  AberrationField field;
  ShownPlane full, chroma;

  /// At places as shown; read(component, place among its samples) is a code value.
  template <class F, class Read>
  [[nodiscard]] OVL_FN Pixel<F> added(const Target& picture, const PixelPosition<F>& at,
                                      const Read& read) const {
    const Seen<F> red = seen(picture, field.place(0, at), read), here = seen(picture, at, read);
    const Seen<F> blue = seen(picture, field.place(2, at), read);
    return {{red.color.r - here.color.r, F(0.0F), blue.color.b - here.color.b},
            max(here.alpha, max(red.alpha, blue.alpha)) - here.alpha};
  }
  template <class From>
  [[nodiscard]] OVL_FN Pixel<float> change(const From& from, int x, int y) const {
    const Target& picture = from.picture();
    return added(picture, full.pixel(static_cast<float>(x), static_cast<float>(y)),
                 [&](int component, const PixelPosition<float>& at) {
                   return seen_between(from.other(component), plane(picture, component), at.x,
                                       at.y);
                 });
  }
  /// A component's plane as it is shown.
  [[nodiscard]] OVL_FN const ShownPlane& plane(const Target& picture, int component) const {
    return is_subsampled(picture, component) ? chroma : full;
  }

 private:
  template <class F>
  struct Seen {
    Rgb<F> color;  ///< times alpha
    F alpha;
  };
  /// What the picture shows at a pixel as shown, or between pixels.
  template <class F, class Read>
  [[nodiscard]] OVL_FN Seen<F> seen(const Target& picture, const PixelPosition<F>& pixel,
                                    const Read& read) const {
    const auto code = [&](int component) {
      if (component_of(picture, component).data == nullptr) return F(0.0F);
      const ShownPlane& own = plane(picture, component);
      return read(component, own.inside(own.place(pixel)));
    };
    const F alpha =
        has_own_alpha(picture) ? code(alpha_component) / F(whole_alpha(picture)) : F(1.0F);
    return {rgb_of_code(picture, Rgb<F>{code(0), code(1), code(2)}, alpha), alpha};
  }
};

struct PlaneAberrationFilter {
  using Op = AberrationOp;
  using Record = AberrationRecord;
  using Change = AberrationChange;
  using Passes = PassList<ChangePass<AberrationChange>>;

  [[nodiscard]] static Record record(const AberrationOp& op, const WorkingSpace& space) {
    return AberrationEffect::record(op, space);
  }
  /// Samples of chroma lie two pixels apart.
  [[nodiscard]] static int reach(const AberrationOp& op) { return AberrationEffect::reach(op) + 2; }
  [[nodiscard]] static AberrationChange change(const AberrationOp&, const ColorPlace& place,
                                               const Record* record) {
    const Target& picture = place.picture;
    const int across = picture.subsampled ? 2 : 1, down = picture.half_rows ? 2 : 1;
    return {{record},
            ShownPlane::of(picture, picture.size, 1, 1, place.stored),
            ShownPlane::of(picture, component_size(picture, 1), across, down, place.stored)};
  }
};

}  // namespace overlace
