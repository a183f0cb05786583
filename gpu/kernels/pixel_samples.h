// SPDX-License-Identifier: Apache-2.0
// The four samples of a pixel as one value.
#pragma once

#include "gpu/kernels/lane.h"
#include "gpu/kernels/layer_half.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// The four samples of a pixel, or of as many pixels as F has lanes. Operations are those of a lane
/// type, sample by sample.
template <class F>
struct PixelSamples {
  F value[4];

  PixelSamples() = default;
  OVL_FN explicit PixelSamples(F all) : value{all, all, all, all} {}
  OVL_FN PixelSamples(F r, F g, F b, F a) : value{r, g, b, a} {}
  OVL_FN static PixelSamples each_pixel(const float* samples) {
    return made([&](int i) { return F(samples[i]); });
  }
  /// Samples 0 to 3 are sample(i).
  template <class Sample>
  OVL_FN static PixelSamples made(const Sample& sample) {
    PixelSamples pixel;
    OVL_UNROLLED
    for (int i = 0; i < 4; ++i) pixel.value[i] = sample(i);
    return pixel;
  }
};
template <class F>
OVL_FN PixelSamples<F> operator+(const PixelSamples<F>& a, const PixelSamples<F>& b) {
  return PixelSamples<F>::made([&](int i) { return a.value[i] + b.value[i]; });
}
template <class F>
OVL_FN PixelSamples<F> operator-(const PixelSamples<F>& a, const PixelSamples<F>& b) {
  return PixelSamples<F>::made([&](int i) { return a.value[i] - b.value[i]; });
}
template <class F>
OVL_FN PixelSamples<F> operator*(const PixelSamples<F>& a, const PixelSamples<F>& b) {
  return PixelSamples<F>::made([&](int i) { return a.value[i] * b.value[i]; });
}
template <class F>
OVL_FN PixelSamples<F> min(const PixelSamples<F>& a, const PixelSamples<F>& b) {
  return PixelSamples<F>::made([&](int i) { return min(a.value[i], b.value[i]); });
}
template <class F>
OVL_FN PixelSamples<F> max(const PixelSamples<F>& a, const PixelSamples<F>& b) {
  return PixelSamples<F>::made([&](int i) { return max(a.value[i], b.value[i]); });
}
template <class F>
OVL_FN PixelSamples<F> fma(const PixelSamples<F>& a, const PixelSamples<F>& b,
                           const PixelSamples<F>& c) {
  return PixelSamples<F>::made([&](int i) { return fma(a.value[i], b.value[i], c.value[i]); });
}
/// The alpha of a pixel, for all of its samples.
template <class F>
OVL_FN PixelSamples<F> alpha_of(const PixelSamples<F>& pixel) {
  return PixelSamples<F>(pixel.value[3]);
}

/// For kernels with one thread per pixel.
using Samples = PixelSamples<float>;

OVL_FN Samples to_samples(const TexelHalves& halves) {
  const FloatPair rg = floats_of(halves.rg), ba = floats_of(halves.ba);
  Samples samples;
  samples.value[0] = rg.first;
  samples.value[1] = rg.second;
  samples.value[2] = ba.first;
  samples.value[3] = ba.second;
  return samples;
}
OVL_FN TexelHalves to_halves(const Samples& samples) {
  const float(&value)[4] = samples.value;
  return {halves_of(value[0], value[1]), halves_of(value[2], value[3])};
}

/// A pixel of an image: transparent outside, and on tiles that are not occupied.
OVL_FN Samples read_samples(const TiledImage& image, int x, int y) {
  if (!image.has(x, y) || !image.is_occupied(x >> log2_layer_tile, y >> log2_layer_tile))
    return Samples(0.0F);
  return to_samples(load_halves(image.at(x, y)));
}

}  // namespace overlace
