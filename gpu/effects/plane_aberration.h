// SPDX-License-Identifier: Apache-2.0
// Chromatic aberration on the picture: red comes from one side, blue from the other.
#pragma once

#include "gpu/effects/aberration.h"
#include "gpu/effects/color_change.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// What red and blue from elsewhere add to a pixel, whose alpha becomes the largest of all taps'.
struct AberrationChange {
  static constexpr bool has_alpha = true;
  AberrationField field;
  ShownPlane full, chroma;

  static constexpr int taps = AberrationField::taps;
  static constexpr int still_tap = 1;  ///< the one that reads the pixel itself

  /// From code(tap, component), the value that a tap reads of a component that is there.
  template <class F, class Code>
  [[nodiscard]] OVL_FN Pixel<F> added(const Target& picture, const Code& code) const {
    const Seen<F> red = seen<F>(picture, 0, code), here = seen<F>(picture, still_tap, code);
    const Seen<F> blue = seen<F>(picture, 2, code);
    return {{red.color.r - here.color.r, F(0.0F), blue.color.b - here.color.b},
            max(here.alpha, max(red.alpha, blue.alpha)) - here.alpha};
  }
  /// The position, among a component's samples as shown, that a tap reads for the pixel at `at`.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(const Target& picture, int tap, int component,
                                              const PixelPosition<F>& at) const {
    const ShownPlane& own = plane(picture, component);
    return own.inside(own.place(tap == still_tap ? at : field.place(tap, at)));
  }
  template <class From>
  [[nodiscard]] OVL_FN Pixel<float> change(const From& from, int x, int y) const {
    const Target& picture = from.picture();
    const auto at = full.pixel(static_cast<float>(x), static_cast<float>(y));
    float codes[most_components * taps]{};
    // Loops, because the code is long.
    OVL_ROLLED
    for (int i = 0; i < most_components; ++i) {
      if (!is_seen(picture, i)) continue;
      const From component = from.other(i);
      OVL_ROLLED
      for (int tap = 0; tap < taps; ++tap) {
        const auto seen_at = place(picture, tap, i, at);
        set_value(codes, i * taps + tap,
                  seen_between(component, plane(picture, i), seen_at.x, seen_at.y));
      }
    }
    return added<float>(picture,
                        [&](int tap, int component) { return codes[component * taps + tap]; });
  }
  /// A component's plane as it is shown.
  [[nodiscard]] OVL_FN const ShownPlane& plane(const Target& picture, int component) const {
    return is_subsampled(picture, component) ? chroma : full;
  }

 private:
  template <class F>
  struct Seen {
    Rgb<F> color;  ///< premultiplied
    F alpha;
  };
  /// Whether taps read a component.
  [[nodiscard]] OVL_FN static bool is_seen(const Target& picture, int component) {
    return component == alpha_component ? has_own_alpha(picture)
                                        : picture.component[component].data != nullptr;
  }
  template <class F, class Code>
  [[nodiscard]] OVL_FN Seen<F> seen(const Target& picture, int tap, const Code& code) const {
    const auto value = [&](int component) {
      return is_seen(picture, component) ? code(tap, component) : F(0.0F);
    };
    const F alpha =
        has_own_alpha(picture) ? value(alpha_component) / F(whole_alpha(picture)) : F(1.0F);
    return {rgb_of_code(picture, Rgb<F>{value(0), value(1), value(2)}, alpha), alpha};
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
