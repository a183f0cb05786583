// SPDX-License-Identifier: Apache-2.0
// Images: a texture seen through a matrix. Exact coverage of pixels by its parallelogram, and their
// colours in integer arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/coverage.h"
#include "graph/data/texture.h"

namespace overlace {

/// A texture as kernels see it: see Texture.
struct TextureView {
  const std::uint16_t* texels = nullptr;
  const std::uint16_t* ramp = nullptr;  ///< 256 x 4; null where texels are colours
  Size size;
  int levels = 0;
};

/// Where an image lies: (u, v) = (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]) texels at (x, y)
/// px.
struct ImagePlace {
  float m[6];
  const TextureView* texture;  ///< where the painters find it
};

/// The mip level at which an image is seen, in 1/256: levels blend over 256 steps. It is log2 of
/// the texels per pixel, taken from the float's exponent and interpolated linearly by its mantissa:
/// exact at powers of two, and the same on all machines.
OVL_FN std::uint32_t image_level(const float (&m)[6]) {
  const float across = sqrt(fma(m[0], m[0], m[3] * m[3]));
  const float down = sqrt(fma(m[1], m[1], m[4] * m[4]));
  const float footprint = max(max(across, down), 1.0F);
  constexpr std::uint32_t bits_of_one = 0x3F800000U;
  return (__builtin_bit_cast(std::uint32_t, footprint) - bits_of_one) >> 15U;
}

/// Whether every pixel of an image shows exactly one value: values are shown as stored, one per
/// pixel. This is true of most images of measured values, so they have their own code path.
OVL_FN bool is_aligned(const TextureView& texture, const ImagePlace& image) {
  const float(&m)[6] = image.m;
  const auto is_whole = [](float f) { return floor(f) == f; };
  return texture.ramp != nullptr && m[0] == 1 && m[1] == 0 && m[3] == 0 && m[4] == 1 &&
         is_whole(m[2]) && is_whole(m[5]);
}

// Coverage.

inline constexpr float inside_margin = 0.01F;  ///< px

/// The corners of an image, in order around it, and 1 / slope of the side that begins at each.
struct ImageQuad {
  float x[4], y[4];
  float per_y[4];
};
/// Sets the slopes of a quad from its corners.
OVL_FN void set_slopes(ImageQuad& quad) {
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    const float rise = quad.y[next] - quad.y[i];
    quad.per_y[i] = abs(rise) > 1e-4F ? (quad.x[next] - quad.x[i]) / rise : 0.0F;
  }
}
/// An image's parallelogram.
OVL_FN ImageQuad image_quad(const ImagePlace& image, Size size) {
  const float(&m)[6] = image.m;
  const float inverse = 1.0F / fma(m[0], m[4], -(m[1] * m[3]));
  const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  const float u[4] = {0, width, width, 0}, v[4] = {0, 0, height, height};
  ImageQuad quad;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) {
    const float du = u[i] - m[2], dv = v[i] - m[5];
    quad.x[i] = fma(m[4], du, -(m[1] * dv)) * inverse;
    quad.y[i] = fma(m[0], dv, -(m[3] * du)) * inverse;
  }
  set_slopes(quad);
  return quad;
}
OVL_FN Rect bounds_of(const ImageQuad& quad) {
  Rect r{quad.x[0], quad.y[0], quad.x[0], quad.y[0]};
  OVL_UNROLLED
  for (int i = 1; i < 4; ++i)
    r = {min(r.left, quad.x[i]), min(r.top, quad.y[i]), max(r.right, quad.x[i]),
         max(r.bottom, quad.y[i])};
  return r;
}

/// Area of the pixel around (x, y) inside the quad. Each side contributes the part of the pixel to
/// its right, between its ends: by Green's theorem these add up to the area, whatever crosses the
/// pixel. Stretched by 1/2048 like half_plane, so that it is exactly 0 and 1 beyond the sides.
template <class F>
OVL_LONG_FN F quad_coverage(const ImageQuad& quad, F x, F y) {
  const F top = y - F(0.5F), bottom = y + F(0.5F), right = x + F(0.5F), one(1.0F);
  F sum(0.0F);
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) {
    const F from = min(max(F(quad.y[i]), top), bottom);
    const F height = min(max(F(quad.y[(i + 1) % 4]), top), bottom) - from;
    const F slope(quad.per_y[i]);
    // The width to the right of the side, px, where it enters and leaves the pixel's rows …
    const F enter = right - fma(from - F(quad.y[i]), slope, F(quad.x[i]));
    const F change = -(slope * height);
    const F leave = enter + change;
    // … and the mean of that in between, limited to 0..1.
    const F a = saturate(enter), b = saturate(leave);
    const F integral = fma((b - a) * F(0.5F), a + b, max(leave, one) - max(enter, one));
    const auto upright = abs(change) < F(1.0F / 1024);
    const F crossing = select(upright, saturate(fma(change, F(0.5F), enter)),
                              saturate(integral / select(upright, one, change)));
    // A side left of the pixel has all of it on its right: far away, the difference above is too
    // imprecise to show that.
    const F mean = select(min(enter, leave) < one, crossing, one);
    sum = fma(height, mean, sum);
  }
  return saturate(fma(abs(sum) - F(0.5F), F(1.0F + 1.0F / 2048), F(0.5F)));
}

/// Whether a rectangle of pixels lies inside the image, by a margin that exceeds rounding errors.
OVL_FN bool is_deep(const ImagePlace& image, Size size, const Rect& area) {
  const float(&m)[6] = image.m;
  const float x = (area.left + area.right) * 0.5F, y = (area.top + area.bottom) * 0.5F;
  const float across = (area.right - area.left) * 0.5F + inside_margin;
  const float down = (area.bottom - area.top) * 0.5F + inside_margin;
  const float u = fma(m[0], x, fma(m[1], y, m[2])), v = fma(m[3], x, fma(m[4], y, m[5]));
  const float reach_u = fma(abs(m[0]), across, abs(m[1]) * down);
  const float reach_v = fma(abs(m[3]), across, abs(m[4]) * down);
  return u >= reach_u && v >= reach_v && u + reach_u <= static_cast<float>(size.width) &&
         v + reach_v <= static_cast<float>(size.height);
}

// Colour.

/// Four components in units of 1 / (65535 x 256): integers that a float holds exactly.
struct ImageColor {
  std::uint32_t c[4];
};
inline constexpr float image_color_scale = 1.0F / (65535.0F * 256.0F);

/// A level of a texture, for coordinates of level 0.
struct TextureLevel {
  const std::uint16_t* texels = nullptr;
  int width = 0, height = 0;
  float scale = 256;  ///< coordinates to 1/256 of its texels
};
OVL_FN TextureLevel level_of(const TextureView& texture, std::uint32_t level) {
  const std::size_t channels = texture.ramp != nullptr ? 1 : 4;
  TextureLevel out{texture.texels, texture.size.width, texture.size.height};
  for (std::uint32_t i = 0; i < level; ++i) {
    out.texels +=
        static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * channels;
    out.width = (out.width + 1) / 2;
    out.height = (out.height + 1) / 2;
    out.scale *= 0.5F;
  }
  return out;
}

/// The four texels around a point, with weights that add up to 256 x 256.
struct TexelSquare {
  std::size_t at[4];  ///< indices: left and right of the upper row, then of the lower one
  std::uint32_t weight[4];
};
/// `u` and `v` come from texel_coordinate. Outside the texture its edge texels repeat.
OVL_FN TexelSquare texels_at(const TextureLevel& level, int u, int v) {
  const auto limited = [](int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; };
  const int left = u >> 8, top = v >> 8;
  const auto fx = static_cast<std::uint32_t>(u & 255), fy = static_cast<std::uint32_t>(v & 255);
  const auto x0 = static_cast<std::size_t>(limited(left, level.width));
  const auto x1 = static_cast<std::size_t>(limited(left + 1, level.width));
  const std::size_t row = static_cast<std::size_t>(level.width);
  const std::size_t y0 = row * static_cast<std::size_t>(limited(top, level.height));
  const std::size_t y1 = row * static_cast<std::size_t>(limited(top + 1, level.height));
  return {{y0 + x0, y0 + x1, y1 + x0, y1 + x1},
          {(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy}};
}

/// A coordinate of level 0 in 1/256 of a level's texels, counted from the middle of the first one;
/// clamped to just outside the texture.
template <class F>
OVL_FN F texel_coordinate(F u, float scale, int size) {
  const F fixed = floor(fma(u, F(scale), F(0.5F))) - F(128.0F);
  return min(max(fixed, F(-512.0F)), F(static_cast<float>((size + 1) * 256)));
}

/// The weighted mean of one channel of four texels, in 1/256 of its units: at most 65535 x 256.
OVL_FN std::uint32_t weighted(const std::uint16_t* samples, const TexelSquare& square,
                              std::size_t channels) {
  std::uint32_t sum = 128;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) sum += samples[square.at[i] * channels] * square.weight[i];
  return sum >> 8U;
}
/// a at t = 0, b at t = 256; at most 65535 x 256, like both.
OVL_FN std::uint32_t mixed(std::uint32_t a, std::uint32_t b, std::uint32_t t) {
  return (a * (256 - t) + b * t + 128) >> 8U;
}

/// Samples an image's texture at the levels at which it is seen.
class ImageSampler {
 public:
  OVL_FN ImageSampler(const TextureView& texture, std::uint32_t level)
      : ramp_(texture.ramp),
        fine_(level_of(texture, clipped(texture, level) >> 8U)),
        coarse_(fine_) {
    blend_ = clipped(texture, level) & 255U;
    if (blend_ != 0) coarse_ = level_of(texture, (level >> 8U) + 1);
  }

  /// The levels, for computing coordinates.
  [[nodiscard]] OVL_FN const TextureLevel& fine() const { return fine_; }
  [[nodiscard]] OVL_FN const TextureLevel& coarse() const { return coarse_; }
  [[nodiscard]] OVL_FN bool blends_levels() const { return blend_ != 0; }

  /// The colour at texel_coordinates (u, v) of the fine level and, where levels are blended,
  /// (cu, cv) of the coarse one.
  [[nodiscard]] OVL_FN ImageColor at(int u, int v, int cu, int cv) const {
    const TexelSquare fine = texels_at(fine_, u, v), coarse = texels_at(coarse_, cu, cv);
    if (ramp_ != nullptr) return ramped(sample(fine, coarse, 0, 1));
    ImageColor color;
    OVL_UNROLLED
    for (std::size_t i = 0; i < 4; ++i) color.c[i] = sample(fine, coarse, i, 4);
    return color;
  }

 private:
  /// `level`, limited to those of the texture.
  OVL_FN static std::uint32_t clipped(const TextureView& texture, std::uint32_t level) {
    const std::uint32_t last = static_cast<std::uint32_t>(texture.levels - 1) << 8U;
    return level < last ? level : last;
  }
  [[nodiscard]] OVL_FN std::uint32_t sample(const TexelSquare& fine, const TexelSquare& coarse,
                                            std::size_t channel, std::size_t channels) const {
    const std::uint32_t near = weighted(fine_.texels + channel, fine, channels);
    if (blend_ == 0) return near;
    return mixed(near, weighted(coarse_.texels + channel, coarse, channels), blend_);
  }
  /// The ramp's colour for a value in 1/256, interpolated between the nearest two entries.
  [[nodiscard]] OVL_FN ImageColor ramped(std::uint32_t value) const {
    const std::uint32_t index = value >> 16U, t = value >> 8U & 255U;
    const std::uint16_t* from = ramp_ + std::size_t{index} * 4;
    const std::uint16_t* to = index < ramp_size - 1 ? from + 4 : from;
    ImageColor color;
    OVL_UNROLLED
    for (int i = 0; i < 4; ++i) color.c[i] = from[i] * (256 - t) + to[i] * t;
    return color;
  }

  const std::uint16_t* ramp_;
  TextureLevel fine_, coarse_;
  std::uint32_t blend_ = 0;  ///< of the coarse level, in 1/256
};

/// The colour at (u, v) texels of level 0.
OVL_FN ImageColor color_at(const ImageSampler& sampler, float u, float v) {
  const auto coordinate = [](float at, float scale, int size) {
    return static_cast<int>(texel_coordinate(at, scale, size));
  };
  const TextureLevel &fine = sampler.fine(), &coarse = sampler.coarse();
  return sampler.at(coordinate(u, fine.scale, fine.width), coordinate(v, fine.scale, fine.height),
                    coordinate(u, coarse.scale, coarse.width),
                    coordinate(v, coarse.scale, coarse.height));
}

}  // namespace overlace
