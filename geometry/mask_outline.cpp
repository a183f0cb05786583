// SPDX-License-Identifier: Apache-2.0
// Traces edges with the mask on the right; the next two pixels decide each turn.
#include "geometry/mask_outline.h"

#include <algorithm>
#include <array>

namespace overlace {
namespace {

constexpr std::uint8_t is_inside = 1, is_followed = 2;

/// Directions clockwise from the right, with y downwards.
constexpr std::array<int, 4> step_x = {1, 0, -1, 0}, step_y = {0, 1, 0, -1};
/// From a corner to the pixel ahead of it on the right, and on the left.
constexpr std::array<int, 4> right_x = {0, -1, -1, 0}, right_y = {0, 0, -1, -1};
constexpr std::array<int, 4> left_x = {0, 0, -1, -1}, left_y = {-1, 0, 0, -1};

/// Calls `use(column, from, to)` for the runs that are inside, column by column.
template <class F>
void for_each_part(Size size, std::span<const std::uint32_t> runs, F use) {
  const auto height = static_cast<std::uint64_t>(size.height);
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint64_t end =
        std::min(at + runs[i], height * static_cast<std::uint64_t>(size.width));
    for (; i % 2 == 1 && at < end; at = std::min(end, (at / height + 1) * height))
      use(static_cast<int>(at / height), static_cast<int>(at % height),
          static_cast<int>(std::min(end, (at / height + 1) * height) - at / height * height));
    at = end;
  }
}

}  // namespace

std::span<const Vec2> MaskOutline::ring(std::size_t index) const {
  const std::size_t begin = index == 0 ? 0 : ring_ends_[index - 1];
  return std::span(points_).subspan(begin, ring_ends_[index] - begin);
}

std::uint8_t& MaskOutline::cell(int x, int y) {
  return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                static_cast<std::size_t>(x)];
}

bool MaskOutline::inside(int x, int y) const {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return false;
  return (cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                 static_cast<std::size_t>(x)] &
          is_inside) != 0;
}

void MaskOutline::fill_cells(Size size, std::span<const std::uint32_t> runs) {
  left_ = size.width;
  top_ = size.height;
  int right = 0, bottom = 0;
  for_each_part(size, runs, [&](int x, int from, int to) {
    left_ = std::min(left_, x);
    right = std::max(right, x + 1);
    top_ = std::min(top_, from);
    bottom = std::max(bottom, to);
  });
  width_ = std::max(right - left_, 0);
  height_ = std::max(bottom - top_, 0);
  cells_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
  for_each_part(size, runs, [&](int x, int from, int to) {
    for (int y = from; y < to; ++y) cell(x - left_, y - top_) = is_inside;
  });
}

/// Follows an edge that begins along the top of a pixel, and adds the midpoints of the sides before
/// and after each turn.
void MaskOutline::follow(int x, int y) {
  const int start_x = x, start_y = y;
  unsigned direction = 0;
  const auto middle = [&](int from_x, int from_y, unsigned d) {
    points_.push_back({static_cast<float>(left_ + from_x) + 0.5F * static_cast<float>(step_x[d]),
                       static_cast<float>(top_ + from_y) + 0.5F * static_cast<float>(step_y[d])});
  };
  middle(x, y, direction);
  do {
    if (direction == 0) cell(x, y) |= is_followed;
    x += step_x[direction];
    y += step_y[direction];
    unsigned next = direction;
    if (!inside(x + right_x[direction], y + right_y[direction]))
      next = (direction + 1) % 4;
    else if (inside(x + left_x[direction], y + left_y[direction]))
      next = (direction + 3) % 4;
    if (next != direction) {
      const Vec2 before = points_.back();
      middle(x - step_x[direction], y - step_y[direction], direction);
      if (points_.back() == before) points_.pop_back();
      middle(x, y, next);
    }
    direction = next;
  } while (x != start_x || y != start_y || direction != 0);
  points_.pop_back();  // repeats the first one
}

void MaskOutline::trace(Size size, std::span<const std::uint32_t> runs) {
  points_.clear();
  ring_ends_.clear();
  fill_cells(size, runs);
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) {
      if (!inside(x, y) || inside(x, y - 1) || (cell(x, y) & is_followed) != 0) continue;
      follow(x, y);
      ring_ends_.push_back(points_.size());
    }
}

}  // namespace overlace
