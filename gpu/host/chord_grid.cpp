// SPDX-License-Identifier: Apache-2.0
#include "gpu/host/chord_grid.h"

#include <algorithm>
#include <utility>

namespace overlace {

void ChordGrid::begin(Size picture) {
  const auto cell = [](std::int32_t length) {
    return std::max(static_cast<float>(length) / static_cast<float>(side), 1.0F);
  };
  cell_ = {cell(picture.width), cell(picture.height)};
  last_in_.fill(none);
  blocks_.clear();
}

void ChordGrid::add(std::uint32_t chord, Vec2 from, Vec2 to) {
  each_cell(from, to, [&](std::uint32_t cell) {
    std::uint32_t& last = last_in_[cell];
    if (last == none || blocks_[last].count == blocks_[last].chords.size()) {
      blocks_.push_back({.before = last, .chords = {}});
      last = static_cast<std::uint32_t>(blocks_.size() - 1);
    }
    Block& block = blocks_[last];
    block.chords[block.count++] = chord;
  });
}

ChordGrid::Cells ChordGrid::cells_between(double a, double b, float size) {
  constexpr double slack = 1e-3;  // px
  const auto cell_at = [&](double v) {
    const double cell = v / size;  // 0 for NaN
    return cell > 0 ? static_cast<std::uint32_t>(std::min(cell, double{side - 1})) : 0U;
  };
  return {cell_at(std::min(a, b) - slack), cell_at(std::max(a, b) + slack)};
}

ChordGrid::Cells ChordGrid::columns_in(std::uint32_t row, Cells rows, Vec2 from, Vec2 to) const {
  if (from.y > to.y) std::swap(from, to);
  if (!(from.y < to.y)) return cells_between(from.x, to.x, cell_.x);
  const double slope = (double{to.x} - from.x) / (double{to.y} - from.y);
  const auto x_at = [&](double y) { return from.x + (y - from.y) * slope; };
  const double top = double{cell_.y} * row, bottom = top + cell_.y;
  // Where the chord enters and leaves the row; its own ends if they are in the row.
  const double enters = row == rows.first ? from.x : x_at(std::clamp<double>(top, from.y, to.y));
  const double leaves = row == rows.last ? to.x : x_at(std::clamp<double>(bottom, from.y, to.y));
  return cells_between(enters, leaves, cell_.x);
}

}  // namespace overlace
