// SPDX-License-Identifier: Apache-2.0
// Converts the colours of textures.
#include "gpu/host/texture_table.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

bool is_plain(const ColorSpec& color) {
  return color.transfer == Transfer::sdr && color.primaries == Primaries{};
}

/// Converts premultiplied R'G'B'A samples in place.
void convert(std::span<std::uint16_t> samples, const WorkingSpace& space) {
  for (std::size_t i = 0; i + 3 < samples.size(); i += 4) {
    const double alpha = samples[i + 3];
    if (alpha == 0) continue;
    Triple rgb{};
    for (std::size_t c = 0; c < 3; ++c) rgb[c] = samples[i + c] / alpha;
    rgb = adapt_color(space.color, space.gamut, rgb);
    for (std::size_t c = 0; c < 3; ++c)
      samples[i + c] =
          static_cast<std::uint16_t>(std::lround(std::clamp(rgb[c], 0.0, 1.0) * alpha));
  }
}

Texture converted(const Texture& texture, const WorkingSpace& space) {
  Texture out = texture;
  if (out.ramp.empty())
    convert(out.texels, space);
  else
    convert(out.ramp.front(), space);
  return out;
}

}  // namespace

std::span<const TextureView> TextureTable::views(const Textures* textures,
                                                 const WorkingSpace& space) {
  const bool same_color =
      color_.transfer == space.color.transfer && color_.primaries == space.color.primaries;
  const Textures none;
  const Textures& wanted = textures != nullptr ? *textures : none;
  if (of_ == wanted && same_color) return views_;
  of_ = wanted;
  color_ = space.color;
  ++generation_;
  converted_.clear();
  views_.clear();
  converted_.reserve(of_.size());
  for (const auto& texture : of_)
    views_.push_back(is_plain(color_)
                         ? view_of(*texture)
                         : view_of(converted_.emplace_back(converted(*texture, space))));
  return views_;
}

}  // namespace overlace
