// SPDX-License-Identifier: Apache-2.0
// Distinguishes corners from sizes.
#include "io/tracks/rows/box_lists.h"

#include <algorithm>
#include <cmath>

namespace overlace {

void BoxListProfile::Spread::add(double value) {
  ++count;
  const double before = value - mean;
  mean += before / count;
  squares += before * (value - mean);
}

void BoxListProfile::add(std::span<const double> numbers) {
  for (const std::size_t axis : {0U, 1U}) {
    const double difference = numbers[axis + 2] - numbers[axis];
    if (!std::isfinite(difference)) return;
    could_be_corners_ = could_be_corners_ && difference >= 0;
    second_[axis].add(numbers[axis + 2]);
    difference_[axis].add(difference);
  }
  others_ = std::max(others_, numbers.size() - fewest);
  for (std::size_t i = fewest; i < numbers.size(); ++i) {
    Other& other = other_[i - fewest];
    other.whole = other.whole && numbers[i] == std::floor(numbers[i]);
    other.fraction = other.fraction && numbers[i] >= 0 && numbers[i] <= 1;
  }
}

std::optional<BoxList> BoxListProfile::form() const {
  constexpr double clearly = 2;
  const bool are_points = !(difference_[0].mean > 0 && difference_[1].mean > 0);
  if (!could_be_corners_ || are_points) return BoxList::sized;
  const double seconds = second_[0].variance() + second_[1].variance();
  const double differences = difference_[0].variance() + difference_[1].variance();
  if (seconds > clearly * differences) return BoxList::corners;
  if (differences > clearly * seconds) return BoxList::sized;
  return std::nullopt;
}

std::vector<std::string_view> BoxListProfile::others() const {
  std::vector<std::string_view> names;
  bool scored = false;
  for (std::size_t i = 0; i < others_; ++i) {
    const bool last = i + 1 == others_;
    if (!other_[i].whole && other_[i].fraction && !scored) {
      names.emplace_back("score");
      scored = true;
    } else if (other_[i].whole && scored && last) {
      names.emplace_back("class_id");
    } else if (other_[i].whole && !scored && (others_ == 1 || others_ == 3)) {
      names.emplace_back("id");
    } else {
      names.emplace_back("");
    }
  }
  return names;
}

void PlaceFit::add(std::span<const double> numbers) {
  constexpr double slack = 0.01;  // of the size; detectors clip boxes to the picture, and round
  const auto leaves = [&](double share) {
    for (const std::size_t axis : {0U, 1U}) {
      const double size = numbers[axis + 2], near = numbers[axis] - share * size;
      const double edge = axis == 0 ? picture_.width : picture_.height;
      if (near < -slack * size || (edge > 0 && near + size > edge + slack * size)) return true;
    }
    return false;
  };
  constexpr double half = 0.5;
  if (leaves(0)) ++outside_as_edges_;
  if (leaves(half)) ++outside_as_centres_;
}

std::optional<BoxList> PlaceFit::form() const {
  if (outside_as_edges_ == outside_as_centres_) return std::nullopt;
  return outside_as_edges_ < outside_as_centres_ ? BoxList::sized : BoxList::centered;
}

}  // namespace overlace
