// SPDX-License-Identifier: Apache-2.0
// Prefetches samples of the picture: they come cold from the decoder.
#pragma once

#include "gpu/cpu/lanes/cpu_caches.h"
#include "gpu/kernels/sample.h"

namespace overlace {

/// Prefetches a component's samples in an area of its plane; they need not be present.
OVL_FN void prefetch_plane(const TargetPlane& plane, int x, int y, int width, int height) {
  const int left = x < plane.left ? plane.left : x;
  const int bytes = ((x + width < plane.right ? x + width : plane.right) - left) * plane.step;
  const int bottom = y + height < plane.bottom ? y + height : plane.bottom;
  for (int row = y < plane.top ? plane.top : y; row < bottom; ++row) {
    const std::byte* p = sample_at(plane, left, row);
    for (int i = 0; i < bytes; i += cache_line) __builtin_prefetch(p + i, 1);
  }
}
/// Prefetches the beginning of rows that are blended next: a CPU that has seen it predicts the
/// rest. Rows that fill their plane follow each other, so it predicts all of them.
OVL_FN void prefetch_rows(const TargetPlane& plane, int x, int y, int width, int height) {
  const int beginning = 1024 / plane.step;
  if (width < plane.right - plane.left)
    prefetch_plane(plane, x, y, width < beginning ? width : beginning, height);
}
/// Prefetches a picture's samples in an area of pixels whose numbers are all even. Separate planes
/// of chroma are prefetched only if they are subsampled.
OVL_FN void prefetch_picture(const Target& target, const PixelRect& area) {
  const auto [x, y, width, height] = area;
  prefetch_plane(target.component[0], x, y, width, height);
  if (!target.is_subsampled()) return;
  const int shift = target.has_half_rows() ? 1 : 0;
  prefetch_plane(target.component[1], x / 2, y >> shift, width / 2, height >> shift);
  if (target.component[1].step == target.component[0].step)  // Cb and Cr are not interleaved
    prefetch_plane(target.component[2], x / 2, y >> shift, width / 2, height >> shift);
}

}  // namespace overlace
