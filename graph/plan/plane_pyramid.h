// SPDX-License-Identifier: Apache-2.0
// The pyramid for blurring the picture's own planes, and its memory.
#pragma once

#include <algorithm>

#include "graph/plan/blur_pyramid.h"

namespace overlace {

/// For planes: [1 3 3 1]/8 and back [3 1]/4, with variance 3/4 each; but back from the last level,
/// where the picture is least smooth, by [1 5 10 10 5 1]/16 with 5/4. Levels begin at sigma 3.78. A
/// step edge along an axis, anywhere between the pyramid's samples, differs from a Gaussian by at
/// most 0.0003 (0.08 8-bit codes) at sigma 3.78, 0.00026 from 7.65, where a second level begins,
/// and less in between (computed in double precision).
inline constexpr PyramidSteps plane_steps{1.5, 0.5, 1.75};
/// Taps on each side of the middle if one axis has twice the sigma of the other, as in 4:2:2.
inline constexpr int most_plane_radius = 31;

/// Standard deviations along the axes of a stored plane, in its own samples.
struct PlaneSigma {
  double x = 1, y = 1;
  /// The levels that the narrower axis allows.
  [[nodiscard]] int levels() const { return plane_steps.levels(std::min(x, y)); }
};

/// A standard deviation in pixels as that of a plane whose samples cover `across` x `down` pixels.
inline PlaneSigma plane_sigma(double sigma_px, int across, int down) {
  return {sigma_px / across, sigma_px / down};
}

/// Margins of a blur by at most `levels`. A coarse level cannot tell where the plane's mirror image
/// begins, so it holds as much of it as its filter and the coarser levels reach into: doubling
/// reads one sample on each side, and two across two levels.
inline BlurMargins plane_margins(int levels) {
  BlurMargins margin{};
  if (levels == 0) return margin;
  margin.of[levels] = most_plane_radius + 2;
  for (int i = levels - 1; i > 0; --i) margin.of[i] = 2 * margin.of[i + 1] + 2;
  return margin;
}

/// Bytes of a plane's samples in whole tiles, and of its tile marks.
inline std::size_t plane_samples_bytes(Size size) {
  return layer_occupied_bytes(size) * layer_tile * layer_tile * sizeof(float);
}
inline std::size_t plane_marks_bytes(Size size) {
  return (layer_occupied_bytes(size) + 255) / 256 * 256;
}

/// Bytes of both.
inline std::size_t plane_bytes(Size size) {
  return plane_samples_bytes(size) + plane_marks_bytes(size);
}

/// Bytes of the changes to a picture's colours and alpha, in planes as large as the picture.
inline std::size_t color_changes_bytes(Size picture) {
  return 4 * plane_samples_bytes(picture);
}

/// Most bytes that a filter needs for one component of any format, or for both of chroma, at a
/// time.
template <class Op>
[[nodiscard]] std::size_t component_scratch_bytes(const Op& op, Size size) {
  std::size_t most = 0;
  for (const int across : {1, 2})
    for (const int down : {1, 2}) {
      const Size plane{(size.width + across - 1) / across, (size.height + down - 1) / down};
      const std::size_t planes = across * down > 1 ? 2 : 1;  // of chroma
      most = std::max(most, planes * op.plane_scratch_bytes(plane, across, down));
    }
  return most;
}

/// Scratch memory for blurring a plane: the result of the first filter on the picture itself; or
/// the pyramid's levels with two sets of marks each, and one image as large as the largest filtered
/// level. A frame needs one or the other.
inline std::size_t plane_blur_bytes(Size size, const PlaneSigma& least, const PlaneSigma& most) {
  const BlurPyramid pyramid(size, {}, plane_margins(most.levels()));
  std::size_t levels = 0, filtered = 0;
  for (int i = 1; i <= most.levels(); ++i) {
    const Size level = pyramid.level[i].size;
    levels += plane_bytes(level) + plane_marks_bytes(level);
    // Because of its margins, a level of a small plane may be larger than the finer one.
    if (i >= least.levels()) filtered = std::max(filtered, plane_bytes(level));
  }
  return std::max(least.levels() == 0 ? plane_bytes(size) : 0, levels + filtered);
}

}  // namespace overlace
