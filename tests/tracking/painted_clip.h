// SPDX-License-Identifier: Apache-2.0
// Clips that a test paints pixel by pixel.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "graph/data/bgr_frame.h"

namespace overlace::test {

using Bgr = std::array<std::uint8_t, 3>;

/// A clip of `frames` pictures; `color(frame, x, y)` is the colour of a pixel.
inline PlayVideo painted_clip(int frames, Size size, std::function<Bgr(int, int, int)> color) {
  return [=](const std::function<void(const BgrFrame&)>& visit) {
    std::vector<std::uint8_t> pixels;
    for (int f = 0; f < frames; ++f) {
      pixels.clear();
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          for (const std::uint8_t value : color(f, x, y)) pixels.push_back(value);
      visit({f, size, pixels});
    }
  };
}

/// A grey texture fixed to the world: blocks of 8 x 8 pixels, each of its own brightness.
inline Bgr block_texture(int x, int y) {
  const auto column = static_cast<std::uint32_t>((x + 8000) / 8);
  const auto row = static_cast<std::uint32_t>((y + 8000) / 8);
  std::uint32_t mixed = (column * 2654435761U) ^ (row * 2246822519U);
  mixed = (mixed ^ (mixed >> 15U)) * 2246822519U;
  mixed = (mixed ^ (mixed >> 13U)) * 3266489917U;
  const auto grey = static_cast<std::uint8_t>(60 + (mixed >> 13U) % 120);
  return {grey, grey, grey};
}

}  // namespace overlace::test
