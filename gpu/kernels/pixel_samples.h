// SPDX-License-Identifier: Apache-2.0
// The four samples of a pixel as one value, for kernels with one thread per pixel.
#pragma once

#include "gpu/kernels/lane.h"
#include "gpu/kernels/layer_half.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// Operations are those of a lane type, sample by sample.
struct Samples {
  float value[4];

  Samples() = default;
  OVL_FN explicit Samples(float all) : value{all, all, all, all} {}
  OVL_FN static Samples each_pixel(const float* samples) {
    Samples pixel;
    OVL_UNROLLED
    for (int i = 0; i < 4; ++i) pixel.value[i] = samples[i];
    return pixel;
  }
};
OVL_FN Samples operator+(const Samples& a, const Samples& b) {
  Samples sum;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) sum.value[i] = a.value[i] + b.value[i];
  return sum;
}
OVL_FN Samples operator-(const Samples& a, const Samples& b) {
  Samples rest;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) rest.value[i] = a.value[i] - b.value[i];
  return rest;
}
OVL_FN Samples min(const Samples& a, const Samples& b) {
  Samples least;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) least.value[i] = a.value[i] < b.value[i] ? a.value[i] : b.value[i];
  return least;
}
OVL_FN Samples max(const Samples& a, const Samples& b) {
  Samples most;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) most.value[i] = a.value[i] > b.value[i] ? a.value[i] : b.value[i];
  return most;
}
/// The alpha of a pixel, for all of its samples.
OVL_FN Samples alpha_of(const Samples& pixel) {
  return Samples(pixel.value[3]);
}
OVL_FN Samples operator*(const Samples& a, const Samples& b) {
  Samples product;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) product.value[i] = a.value[i] * b.value[i];
  return product;
}
OVL_FN Samples fma(const Samples& a, const Samples& b, const Samples& c) {
  Samples sum;
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) sum.value[i] = fma(a.value[i], b.value[i], c.value[i]);
  return sum;
}

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
