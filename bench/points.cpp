// SPDX-License-Identifier: Apache-2.0
// Points from a seed.
#include "bench/points.h"

#include <numeric>

namespace overlace {

BenchPoints::BenchPoints(Size size, int count, std::uint32_t seed)
    : random_(seed),
      size_(size),
      positions_(static_cast<std::size_t>(count)),
      boxes_(positions_.size()),
      ids_(positions_.size()),
      classes_(positions_.size(), -1) {
  std::iota(ids_.begin(), ids_.end(), TrackId{1});
  move();
}

void BenchPoints::move() {
  const auto within = [this](int end) {
    return static_cast<float>(random_()) * 0x1p-32F * static_cast<float>(end);
  };
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    positions_[i] = {within(size_.width), within(size_.height)};
    boxes_[i] = {positions_[i].x, positions_[i].y, 0, 0};
  }
}

TrackView BenchPoints::tracks() const {
  return {.box = boxes_.data(),
          .id = ids_.data(),
          .class_index = classes_.data(),
          .rows = {0, static_cast<std::uint32_t>(boxes_.size())}};
}

}  // namespace overlace
