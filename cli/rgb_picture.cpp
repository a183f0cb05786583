// SPDX-License-Identifier: Apache-2.0
// Exact means over areas, in integers.
#include "cli/rgb_picture.h"

#include <algorithm>
#include <cstddef>

namespace overlace {
namespace {

/// How much of source sample `i` a target sample covers, where `source` samples become `target`.
/// The unit is the part of a source sample that makes all these numbers whole; a target sample
/// covers `source` of them.
struct Axis {
  std::int64_t source, target;

  [[nodiscard]] std::int64_t first(std::int64_t t) const { return t * source / target; }
  [[nodiscard]] std::int64_t end(std::int64_t t) const {
    return ((t + 1) * source + target - 1) / target;
  }
  [[nodiscard]] std::uint64_t share(std::int64_t t, std::int64_t i) const {
    const std::int64_t begin = std::max(t * source, i * target);
    return static_cast<std::uint64_t>(std::min((t + 1) * source, (i + 1) * target) - begin);
  }
};

/// Adds `weight` times a row of the source, reduced along `x`, to the sums of a row of the target.
void add_row(std::span<const std::uint8_t> row, const Axis& x, std::uint64_t weight,
             std::span<std::uint64_t> sums) {
  for (std::int64_t t = 0; t < x.target; ++t)
    for (std::int64_t i = x.first(t); i < x.end(t); ++i) {
      const std::uint64_t share = weight * x.share(t, i);
      for (std::size_t c = 0; c < 3; ++c)
        sums[static_cast<std::size_t>(t) * 3 + c] +=
            share * row[static_cast<std::size_t>(i) * 3 + c];
    }
}

}  // namespace

RgbPicture reduced(Size size, std::span<const std::uint8_t> rgb, Size target) {
  RgbPicture picture{.size = target, .pixels = {}};
  const Axis x{size.width, target.width}, y{size.height, target.height};
  const auto area = static_cast<std::uint64_t>(x.source * y.source);
  const auto row_bytes = static_cast<std::size_t>(size.width) * 3;
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(target.width) * 3);
  picture.pixels.reserve(sums.size() * static_cast<std::size_t>(target.height));
  for (std::int64_t t = 0; t < y.target; ++t) {
    std::ranges::fill(sums, 0);
    for (std::int64_t i = y.first(t); i < y.end(t); ++i)
      add_row(rgb.subspan(static_cast<std::size_t>(i) * row_bytes, row_bytes), x, y.share(t, i),
              sums);
    for (const std::uint64_t sum : sums)
      picture.pixels.push_back(static_cast<std::uint8_t>((sum + area / 2) / area));
  }
  return picture;
}

Size fitted(Size size, Size limits) {
  const double scale = std::min({1.0, static_cast<double>(limits.width) / size.width,
                                 static_cast<double>(limits.height) / size.height});
  return {std::max(1, static_cast<int>(size.width * scale)),
          std::max(1, static_cast<int>(size.height * scale))};
}

}  // namespace overlace
