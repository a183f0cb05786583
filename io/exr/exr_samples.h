// SPDX-License-Identifier: Apache-2.0
// Access to samples of plates by position in the file.
#pragma once

#include <ImathBox.h>
#include <ImfPixelType.h>
#include <half.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "graph/data/image.h"

namespace overlace {

/// libav's GBRAP planes, by channel name.
inline constexpr std::array<std::string_view, 4> plane_channels{"G", "B", "R", "A"};

[[nodiscard]] inline std::int64_t width_of(const Imath::Box2i& box) {
  return std::int64_t{box.max.x} - box.min.x + 1;
}
[[nodiscard]] inline std::int64_t height_of(const Imath::Box2i& box) {
  return std::int64_t{box.max.y} - box.min.y + 1;
}

[[nodiscard]] inline std::size_t bytes_of(Imf::PixelType type) {
  return type == Imf::HALF ? 2 : 4;
}

[[nodiscard]] inline Imath::Box2i intersection(const Imath::Box2i& a, const Imath::Box2i& b) {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

/// A half or float as a float, and back.
[[nodiscard]] inline float load(const std::byte* sample, Imf::PixelType type) {
  if (type == Imf::HALF) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, sample, sizeof bits);
    return half(half::FromBits, bits);
  }
  float value = 0;
  std::memcpy(&value, sample, sizeof value);
  return value;
}

inline void store(std::byte* sample, Imf::PixelType type, float value) {
  if (type == Imf::HALF) {
    const std::uint16_t bits = half(value).bits();
    std::memcpy(sample, &bits, sizeof bits);
  } else {
    std::memcpy(sample, &value, sizeof value);
  }
}

/// The samples of a channel, addressed in the file's coordinates.
template <class Byte>
struct ExrSamples {
  Byte* first;
  Imath::Box2i window;
  Imf::PixelType type;
  [[nodiscard]] Byte* at(int x, int y) const {
    const std::int64_t pixel = (y - window.min.y) * width_of(window) + (x - window.min.x);
    return first + pixel * static_cast<std::int64_t>(bytes_of(type));
  }
};

/// A plane of the picture (the display window), addressed in the same coordinates.
struct PicturePlane {
  PlaneView view;
  Imath::V2i origin;
  [[nodiscard]] float* row(int y) const {
    return reinterpret_cast<float*>(view.data + (y - origin.y) * view.stride) - origin.x;
  }
};

}  // namespace overlace
