// SPDX-License-Identifier: Apache-2.0
// Images with corners anywhere: a texture seen as a camera sees a plane. Unlike affine images
// (image.h) they divide at each pixel, and each pixel has its own mip level.
#pragma once

#include "gpu/kernels/affine_image.h"

namespace overlace {

/// A texture's corners, and what kernels need to know about its map. Texels at (x, y) px are
/// u = (m[0] x + m[1] y + m[2]) / w and v = (m[3] x + m[4] y + m[5]) / w, with
/// w = m[6] x + m[7] y + m[8], which is positive within the corners.
struct ProjectedImage {
  const TextureView* texture;  ///< where the painters find it
  float m[9];
  float least_w;       ///< less than any w within the corners: the lower limit of w outside
  ImageQuad quad;      ///< the corners, px
  float inward[4][3];  ///< px that (x, y) is within each side: [0] x + [1] y + [2]
};

/// Whether a rectangle of pixels lies inside the image, by a margin that exceeds rounding errors.
OVL_FN bool is_deep(const ProjectedImage& image, const Rect& area) {
  const float x = (area.left + area.right) * 0.5F, y = (area.top + area.bottom) * 0.5F;
  const float across = (area.right - area.left) * 0.5F, down = (area.bottom - area.top) * 0.5F;
  bool deep = true;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) {
    const float(&side)[3] = image.inward[i];
    const float within = fma(side[0], x, fma(side[1], y, side[2]));
    deep = deep && within >= fma(abs(side[0]), across, abs(side[1]) * down) + inside_margin;
  }
  return deep;
}

/// The colour of the image at a pixel's centre.
OVL_FN ImageColor color_at(const ProjectedImage& image, const TextureView& texture, float x,
                           float y) {
  const float(&m)[9] = image.m;
  const float per_w = 1.0F / max(fma(m[6], x, fma(m[7], y, m[8])), image.least_w);
  const float u = fma(m[0], x, fma(m[1], y, m[2])) * per_w;
  const float v = fma(m[3], x, fma(m[4], y, m[5])) * per_w;
  // The derivatives of the map's quotients there, which an affine map has in its matrix.
  const float slopes[6] = {fma(-u, m[6], m[0]) * per_w, fma(-u, m[7], m[1]) * per_w, 0,
                           fma(-v, m[6], m[3]) * per_w, fma(-v, m[7], m[4]) * per_w, 0};
  return color_at(ImageSampler(texture, image_level(slopes)), u, v);
}

}  // namespace overlace
