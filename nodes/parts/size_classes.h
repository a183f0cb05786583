// SPDX-License-Identifier: Apache-2.0
// Groups objects by size: an effect on the picture has one strength for all it covers, so each size
// needs a run of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// An object's size is its shorter side. Class 0 begins at the clip's largest object and goes down;
/// each class begins where the previous one ends, and the last one has all smaller objects.
class SizeClasses {
 public:
  static constexpr double ratio = 1.5;          ///< of the largest size in a class to the smallest
  static constexpr std::size_t most_count = 6;  ///< covers sizes up to 11 times apart

  explicit SizeClasses(const TrackTable& table) : first_frame_(table.first_frame) {
    double smallest = 0;
    for (const Box& box : table.box) {
      const double size = size_of(box);
      if (!is_size(size)) continue;
      largest_ = std::max(largest_, size);
      smallest = smallest > 0 ? std::min(smallest, size) : size;
    }
    if (!(largest_ > 0)) return;
    count_ = std::min(steps_to(smallest) + 1, most_count);
    for (std::int32_t i = 0; i < table.frame_count(); ++i) {
      const RowRange rows = table.rows(first_frame_ + i);
      std::uint32_t bits = 0;
      for (std::uint32_t row = rows.begin; row < rows.end; ++row) bits |= 1U << of(table.box[row]);
      classes_of_frame_.push_back(bits);
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// The largest size in a class, px.
  [[nodiscard]] double side(std::size_t size_class) const {
    return largest_ / std::pow(ratio, static_cast<double>(size_class));
  }
  /// The class of a box. Precondition: there are classes.
  [[nodiscard]] std::size_t of(const Box& box) const {
    const double size = size_of(box);
    return is_size(size) ? std::min(steps_to(size), count_ - 1) : count_ - 1;
  }
  /// Whether a frame has objects of a class.
  [[nodiscard]] bool has(std::size_t size_class, std::int32_t frame) const {
    const std::int64_t i = std::int64_t{frame} - first_frame_;
    return i >= 0 && i < static_cast<std::int64_t>(classes_of_frame_.size()) &&
           (classes_of_frame_[static_cast<std::size_t>(i)] >> size_class & 1U) != 0;
  }

 private:
  [[nodiscard]] static double size_of(const Box& box) {
    return double{std::min(box.width, box.height)};
  }
  [[nodiscard]] static bool is_size(double size) { return size > 0 && std::isfinite(size); }
  /// Number of classes for objects larger than this size.
  [[nodiscard]] std::size_t steps_to(double size) const {
    std::size_t steps = 0;
    while (steps < most_count && size <= side(steps + 1)) ++steps;
    return steps;
  }

  double largest_ = 0;
  std::size_t count_ = 0;
  std::int32_t first_frame_ = 0;
  std::vector<std::uint32_t> classes_of_frame_;  ///< one bit per class
};

}  // namespace overlace
