// SPDX-License-Identifier: Apache-2.0
// Checks of shapes.
#include "detect/heads/output_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace overlace {

OutputTable::OutputTable(const TensorView& output, std::size_t picture, Order order)
    : values_(of_picture(output, picture)) {
  const std::size_t outer = extent(output, 1), inner = extent(output, 2);
  const bool by_row = order == Order::by_row;
  rows_ = by_row ? outer : inner;
  columns_ = by_row ? inner : outer;
  row_step_ = by_row ? inner : 1;
  column_step_ = by_row ? 1 : inner;
}

bool has_picture(const TensorView& output, std::size_t rank, std::size_t picture) {
  if (output.shape.size() != rank || rank == 0) return false;
  std::uint64_t count = 1;
  for (const std::int64_t extent : output.shape) {
    if (extent < 1 || count > output.values.size()) return false;
    count *= static_cast<std::uint64_t>(extent);
  }
  return count == output.values.size() && std::cmp_less(picture, output.shape.front());
}

std::span<const float> of_picture(const TensorView& output, std::size_t picture) {
  const std::size_t size = output.values.size() / extent(output, 0);
  return output.values.subspan(picture * size, size);
}

const TensorView* find_output(std::span<const TensorView> outputs, std::string_view name) {
  const auto found = std::ranges::find(outputs, name, &TensorView::name);
  return found == outputs.end() ? nullptr : &*found;
}

void keep_best(std::vector<Candidate>& list, std::size_t most) {
  if (list.size() <= most) return;
  std::ranges::stable_sort(list, std::ranges::greater{}, &Candidate::score);
  list.resize(most);
}

bool is_box(const Box& box) {
  constexpr float far = 1e6F;
  const auto is_near = [](float value) { return std::abs(value) < far; };  // false for NaN
  return is_near(box.x) && is_near(box.y) && is_near(box.width) && is_near(box.height) &&
         box.width > 0 && box.height > 0;
}

}  // namespace overlace
