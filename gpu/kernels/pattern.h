// SPDX-License-Identifier: Apache-2.0
// Patterns over the whole picture: how much of each pixel they cover, in one formula for host and
// device. They are laid out in pixels of the picture as shown.
#pragma once

#include <cstdint>

#include "gpu/kernels/coverage.h"
#include "gpu/kernels/lane.h"
#include "graph/core/random.h"
#include "graph/data/display_list.h"

namespace overlace {

/// A pattern, and how the picture that it is painted on is stored.
struct PatternPlace {
  PatternGeometry pattern;
  bool transposed, flip_x, flip_y;  ///< see Orientation
  std::int32_t width, height;       ///< px, as the picture is shown
};

/// The finalizer of MurmurHash3 (A. Appleby): every bit of the result depends on every bit of h.
OVL_FN std::uint32_t mix_word(std::uint32_t h) {
  h = (h ^ (h >> 16U)) * 0x85EBCA6BU;
  h = (h ^ (h >> 13U)) * 0xC2B2AE35U;
  return h ^ (h >> 16U);
}

/// The part of [at, at + 1) that lies within the first `on` px of every `period` px.
OVL_FN float stripe_coverage(float at, float period, float on) {
  const auto covered_up_to = [&](float end) {
    const float whole = floor(end / period);
    return fma(whole, on, min(fma(-whole, period, end), on));
  };
  return clamp(covered_up_to(at + 1) - covered_up_to(at), 0.0F, 1.0F);
}

/// Discs in the middles of squares with sides of `period` px.
OVL_FN float dot_coverage(float x, float y, float period, float diameter) {
  const float u = fma(-floor(x / period), period, x) - period * 0.5F;
  const float v = fma(-floor(y / period), period, y) - period * 0.5F;
  return clamp(diameter * 0.5F - sqrt(fma(u, u, v * v)) + 0.5F, 0.0F, 1.0F);
}

/// A random number, 0 to 1, for the square of `period` px that a pixel lies in.
OVL_FN float grain_coverage(float x, float y, float period, std::uint32_t step) {
  const auto column = static_cast<std::uint32_t>(static_cast<std::int32_t>(floor(x / period)));
  const auto row = static_cast<std::uint32_t>(static_cast<std::int32_t>(floor(y / period)));
  const std::uint32_t line = mix_word(row + mix_word(step + 0x9E3779B9U));
  return unit_random(mix_word(column + line));
}

/// 0 in the middle, 1 in the corners: smoothstep over the last `share` of the way there.
OVL_FN float vignette_coverage(float x, float y, const PatternPlace& place) {
  const float u = fma(x, 2.0F / static_cast<float>(place.width), -1.0F);
  const float v = fma(y, 2.0F / static_cast<float>(place.height), -1.0F);
  const float way = sqrt(fma(u, u, v * v) * 0.5F);
  const float share = max(place.pattern.share, 1e-3F);
  const float t = clamp((way - 1.0F + share) / share, 0.0F, 1.0F);
  return t * t * fma(-2.0F, t, 3.0F);
}

/// Coverage of pixel (column, row) of the picture as stored, 0 to 1.
template <PatternKind kind>
OVL_FN float pattern_coverage(const PatternPlace& place, int column, int row) {
  const PatternGeometry& pattern = place.pattern;
  const int across = place.transposed ? place.height : place.width;
  const int down = place.transposed ? place.width : place.height;
  const int x = place.flip_x ? across - 1 - column : column;
  const int y = place.flip_y ? down - 1 - row : row;
  const auto left = static_cast<float>(place.transposed ? y : x);
  const auto top = static_cast<float>(place.transposed ? x : y), moved = top + pattern.offset;
  const float on = pattern.period * pattern.share;
  if constexpr (kind == PatternKind::scan_lines) {
    return stripe_coverage(moved, pattern.period, on);
  } else if constexpr (kind == PatternKind::grid) {
    const float free = 1.0F - stripe_coverage(moved, pattern.period, on);
    return fma(-free, 1.0F - stripe_coverage(left, pattern.period, on), 1.0F);
  } else if constexpr (kind == PatternKind::dots) {
    return dot_coverage(left + 0.5F, moved + 0.5F, pattern.period, on);
  } else if constexpr (kind == PatternKind::grain) {
    return grain_coverage(left + 0.5F, top + 0.5F, pattern.period, pattern.step);
  } else {
    return vignette_coverage(left + 0.5F, top + 0.5F, place);
  }
}

/// Calls f.template operator()<kind>(), so that the kind need not be tested at each pixel.
template <class F>
OVL_FN void with_pattern_kind(PatternKind kind, const F& f) {
  switch (kind) {
    case PatternKind::scan_lines:
      return f.template operator()<PatternKind::scan_lines>();
    case PatternKind::grid:
      return f.template operator()<PatternKind::grid>();
    case PatternKind::dots:
      return f.template operator()<PatternKind::dots>();
    case PatternKind::grain:
      return f.template operator()<PatternKind::grain>();
    case PatternKind::vignette:
      return f.template operator()<PatternKind::vignette>();
  }
}

}  // namespace overlace
