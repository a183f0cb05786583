// SPDX-License-Identifier: Apache-2.0
// Drawn in whole numbers, pixel by pixel.
#include "color/test_card.h"

#include <algorithm>
#include <array>

namespace overlace {
namespace {

using Rgb = std::array<int, 3>;

constexpr Rgb wall_top{26, 30, 40}, wall_foot{58, 66, 82}, floor_far{48, 54, 66},
    floor_near{84, 92, 108}, floor_line{116, 126, 144};
constexpr std::array<Rgb, 8> patches{{{235, 235, 235},
                                      {235, 210, 16},
                                      {16, 200, 220},
                                      {40, 180, 60},
                                      {200, 60, 190},
                                      {210, 50, 44},
                                      {44, 80, 210},
                                      {16, 16, 16}}};

Rgb mixed(const Rgb& a, const Rgb& b, int part, int whole) {
  Rgb color{};
  for (std::size_t i = 0; i < color.size(); ++i)
    color[i] = a[i] + (b[i] - a[i]) * part / std::max(whole, 1);
  return color;
}

/// The colours of the picture, whose horizon lies at two fifths of its height.
class Card {
 public:
  explicit Card(Size size) : size_(size), horizon_(size.height * 2 / 5) {}

  [[nodiscard]] Rgb at(int x, int y) const {
    if (y >= horizon_) return on_floor(x, y);
    const int foot = size_.height / 16, row = size_.height / 40;
    const int side = size_.width / 3;
    if (y >= foot && y < foot + row && x >= side && x < size_.width - side)
      return patches[static_cast<std::size_t>((x - side) * 8 / (size_.width - 2 * side))];
    return mixed(wall_top, wall_foot, y, horizon_);
  }

 private:
  /// Lines of the floor run to the middle of the horizon and along it.
  [[nodiscard]] Rgb on_floor(int x, int y) const {
    const int depth = size_.height - horizon_, near = y - horizon_ + 1;
    const Rgb ground = mixed(floor_far, floor_near, near, depth);
    constexpr int tiles = 14;  // across the lower edge
    const std::int64_t across = (std::int64_t{x} - size_.width / 2) * depth * tiles * 256 /
                                (std::int64_t{size_.width} * near);
    const std::int64_t along = std::int64_t{depth} * 6 * 256 / near;
    const auto is_line = [near, depth](std::int64_t place, std::int64_t width) {
      const std::int64_t from = ((place % 256) + 256) % 256;
      return from < std::max<std::int64_t>(width * depth / near, 1);
    };
    const std::int64_t next = std::int64_t{depth} * 6 * 256 / (near + 1);
    const bool crosses = along / 256 != next / 256;
    return is_line(across, 5) || crosses ? mixed(ground, floor_line, near, depth) : ground;
  }

  Size size_;
  int horizon_;
};

}  // namespace

void draw_test_card(Size size, std::span<std::uint8_t> pixels, std::size_t stride,
                    std::size_t channels) {
  const Card card(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      std::uint8_t* const pixel = pixels.data() + static_cast<std::size_t>(y) * stride +
                                  static_cast<std::size_t>(x) * channels;
      std::ranges::transform(card.at(x, y), pixel,
                             [](int code) { return static_cast<std::uint8_t>(code); });
      if (channels == 4) pixel[3] = 255;
    }
}

}  // namespace overlace
