// SPDX-License-Identifier: Apache-2.0
// Bilinear resampling into planes, with tables of weights for columns and rows.
#include "detect/input_fit.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

/// Between which two source pixels a sample lies.
struct Tap {
  int first = 0, second = 0;
  float share = 0;  ///< of the second
};

/// Pixel centres are at 0.5; positions beyond the outer centres take the outer pixels.
std::vector<Tap> taps(int from, int to) {
  std::vector<Tap> list(static_cast<std::size_t>(to));
  const double step = static_cast<double>(from) / to;
  for (int i = 0; i < to; ++i) {
    const double at = std::clamp((i + 0.5) * step - 0.5, 0.0, from - 1.0);
    const int first = static_cast<int>(at);
    list[static_cast<std::size_t>(i)] = {first, std::min(first + 1, from - 1),
                                         static_cast<float>(at - first)};
  }
  return list;
}

int rounded(double value) {
  return std::max(1, static_cast<int>(std::lround(value)));
}

}  // namespace

InputFit::InputFit(const PixelRect& part, Size input, InputRule::Fit fit)
    : part_(part), input_(input), scaled_(input) {
  if (fit != InputRule::Fit::stretched) {
    const double gain = std::min(static_cast<double>(input.width) / part.width,
                                 static_cast<double>(input.height) / part.height);
    scaled_ = {std::min(input.width, rounded(part.width * gain)),
               std::min(input.height, rounded(part.height * gain))};
  }
  if (fit == InputRule::Fit::centred) {
    left_ = (input.width - scaled_.width) / 2;
    top_ = (input.height - scaled_.height) / 2;
  }
  scale_ = {static_cast<float>(scaled_.width) / static_cast<float>(part.width),
            static_cast<float>(scaled_.height) / static_cast<float>(part.height)};
}

Vec2 InputFit::to_picture(Vec2 at) const {
  return {static_cast<float>(part_.x) + (at.x - static_cast<float>(left_)) / scale_.x,
          static_cast<float>(part_.y) + (at.y - static_cast<float>(top_)) / scale_.y};
}

void InputFit::write(const BgrFrame& picture, const InputRule& rule,
                     std::span<float> planes) const {
  const auto width = static_cast<std::size_t>(input_.width);
  const std::size_t plane = width * static_cast<std::size_t>(input_.height);
  std::ranges::fill(planes, rule.margin * rule.scale);
  const std::vector<Tap> columns = taps(part_.width, scaled_.width);
  const std::vector<Tap> rows = taps(part_.height, scaled_.height);
  const auto stride = static_cast<std::size_t>(picture.size.width) * 3;
  const std::uint8_t* const first = picture.bgr.data() +
                                    static_cast<std::size_t>(part_.y) * stride +
                                    static_cast<std::size_t>(part_.x) * 3;
  for (int y = 0; y < scaled_.height; ++y) {
    const Tap& row = rows[static_cast<std::size_t>(y)];
    const std::uint8_t* const above = first + static_cast<std::size_t>(row.first) * stride;
    const std::uint8_t* const below = first + static_cast<std::size_t>(row.second) * stride;
    float* out = planes.data() + static_cast<std::size_t>(top_ + y) * width +
                 static_cast<std::size_t>(left_);
    for (const Tap& column : columns) {
      const std::uint8_t* const a = above + column.first * 3;
      const std::uint8_t* const b = above + column.second * 3;
      const std::uint8_t* const c = below + column.first * 3;
      const std::uint8_t* const d = below + column.second * 3;
      for (std::size_t k = 0; k < 3; ++k) {
        const float upper =
            static_cast<float>(a[k]) + column.share * static_cast<float>(b[k] - a[k]);
        const float lower =
            static_cast<float>(c[k]) + column.share * static_cast<float>(d[k] - c[k]);
        out[plane * (rule.rgb ? 2 - k : k)] = (upper + row.share * (lower - upper)) * rule.scale;
      }
      ++out;
    }
  }
}

Size free_input_size(const PixelRect& part, int longer_side, bool square) {
  const double longer = std::max(part.width, part.height);
  const double gain = longer_side > 0 ? longer_side / longer : 1;
  const auto side = [gain](int pixels) { return (rounded(pixels * gain) + 31) / 32 * 32; };
  if (square)
    return {side(std::max(part.width, part.height)), side(std::max(part.width, part.height))};
  return {side(part.width), side(part.height)};
}

std::vector<PixelRect> tiles_of(Size picture, int count) {
  constexpr double shared = 0.2;
  // count tiles of length t, each sharing a fifth with the next: t (count - shared (count - 1)).
  const auto part = [count](int extent) {
    return std::min(extent, rounded(std::ceil(extent / (count - shared * (count - 1)))));
  };
  const int width = part(picture.width), height = part(picture.height);
  std::vector<PixelRect> tiles;
  for (int row = 0; row < count; ++row)
    for (int column = 0; column < count; ++column) {
      const auto at = [count](int index, int rest) {
        return count > 1 ? static_cast<int>(std::lround(double(rest) * index / (count - 1))) : 0;
      };
      tiles.push_back(
          {at(column, picture.width - width), at(row, picture.height - height), width, height});
    }
  return tiles;
}

}  // namespace overlace
