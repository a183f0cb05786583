// SPDX-License-Identifier: Apache-2.0
// Premultiplication and mip chains, in integers.
#include "graph/data/texture.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

constexpr std::uint32_t one = 65535;

/// a x b / 65535, rounded.
std::uint16_t product(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint16_t>((std::uint64_t{a} * b + one / 2) / one);
}

std::uint16_t to_sample(float v) {
  const double limited = v > 0 ? std::min(static_cast<double>(v), 1.0) : 0.0;
  return static_cast<std::uint16_t>(std::lround(limited * one));
}

std::size_t texel_count(Size size) {
  return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
}

/// Writes the level after `from`: means of 2 x 2 texels, as far as they exist.
void halve(Size size, int channels, const std::uint16_t* from, std::uint16_t* to) {
  const Size half = level_size(size, 1);
  const auto texel = static_cast<std::size_t>(channels);  // samples per texel
  const auto row = static_cast<std::size_t>(size.width) * texel;
  for (int y = 0; y < half.height; ++y) {
    const std::uint16_t* top = from + row * static_cast<std::size_t>(2 * y);
    const std::uint16_t* bottom = 2 * y + 1 < size.height ? top + row : top;
    for (int x = 0; x < half.width; ++x) {
      const auto left = static_cast<std::size_t>(2 * x) * texel;
      const auto right = 2 * x + 1 < size.width ? left + texel : left;
      for (std::size_t c = 0; c < texel; ++c)
        *to++ = static_cast<std::uint16_t>((std::uint32_t{top[left + c]} + top[right + c] +
                                            bottom[left + c] + bottom[right + c] + 2) /
                                           4);
    }
  }
}

/// Appends the smaller levels to level 0.
void make_levels(Texture& texture) {
  const auto channels = static_cast<std::size_t>(texture.channels());
  std::size_t samples = 0;
  texture.levels = 0;
  for (Size size = texture.size;; size = level_size(texture.size, texture.levels)) {
    samples += texel_count(size) * channels;
    ++texture.levels;
    if (size == Size{1, 1}) break;
  }
  texture.texels.resize(samples);
  std::uint16_t* from = texture.texels.data();
  for (int level = 0; level + 1 < texture.levels; ++level) {
    const Size size = level_size(texture.size, level);
    std::uint16_t* next = from + texel_count(size) * channels;
    halve(size, texture.channels(), from, next);
    from = next;
  }
}

}  // namespace

Texture make_texture(Size size, std::span<const std::uint16_t> straight) {
  Texture texture{.size = size, .texels = {straight.begin(), straight.end()}};
  for (std::size_t i = 0; i < texture.texels.size(); i += 4) {
    const std::uint16_t alpha = texture.texels[i + 3];
    for (std::size_t c = 0; c < 3; ++c)
      texture.texels[i + c] = product(texture.texels[i + c], alpha);
  }
  make_levels(texture);
  return texture;
}

Texture make_value_texture(Size size, std::span<const std::uint16_t> values,
                           std::span<const Color, ramp_size> ramp) {
  Texture texture{.size = size, .texels = {values.begin(), values.end()}, .ramp = {{}}};
  for (std::size_t i = 0; i < ramp_size; ++i) {
    const std::uint16_t alpha = to_sample(ramp[i].a);
    std::uint16_t* out = &texture.ramp.front()[i * 4];
    out[0] = product(to_sample(ramp[i].r), alpha);
    out[1] = product(to_sample(ramp[i].g), alpha);
    out[2] = product(to_sample(ramp[i].b), alpha);
    out[3] = alpha;
  }
  make_levels(texture);
  return texture;
}

Texture part_of(const Texture& texture, const PixelRect& part) {
  Texture out{.size = {part.width, part.height}, .ramp = texture.ramp};
  const auto texel = static_cast<std::size_t>(texture.channels());  // samples per texel
  const auto row = static_cast<std::size_t>(part.width) * texel;
  for (int y = part.y; y < part.bottom(); ++y) {
    const std::size_t first =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(texture.size.width) +
         static_cast<std::size_t>(part.x)) *
        texel;
    const auto texels = std::span(texture.texels).subspan(first, row);
    out.texels.insert(out.texels.end(), texels.begin(), texels.end());
  }
  make_levels(out);
  return out;
}

std::array<float, 6> texture_matrix(Size size, Vec2 origin, Vec2 across, Vec2 down) {
  const double area = double{across.x} * down.y - double{across.y} * down.x;
  const double u = size.width / area, v = size.height / area;
  const std::array<double, 6> m = {
      u * down.y,    -u * down.x,  u * (double{origin.y} * down.x - double{origin.x} * down.y),
      -v * across.y, v * across.x, v * (double{origin.x} * across.y - double{origin.y} * across.x)};
  std::array<float, 6> out{};
  std::ranges::transform(m, out.begin(), [](double value) { return static_cast<float>(value); });
  return out;
}

}  // namespace overlace
