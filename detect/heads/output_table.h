// SPDX-License-Identifier: Apache-2.0
// Outputs as tables, with their shapes checked, and the candidates in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "detect/engine.h"
#include "detect/head.h"

namespace overlace {

/// One picture's part of an output, as rows of numbers: from B x rows x columns, or from
/// B x columns x rows.
class OutputTable {
 public:
  enum class Order : std::uint8_t { by_row, by_column };

  /// Precondition: `has_picture(output, rank 3, picture)`.
  OutputTable(const TensorView& output, std::size_t picture, Order order);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] float at(std::size_t row, std::size_t column) const {
    return values_[row * row_step_ + column * column_step_];
  }

 private:
  std::span<const float> values_;
  std::size_t rows_, columns_, row_step_, column_step_;
};

/// Whether an output has this many dimensions, this picture of a batch, and as many values as its
/// shape says.
[[nodiscard]] bool has_picture(const TensorView& output, std::size_t rank, std::size_t picture);
/// The values of one picture of a batch.
[[nodiscard]] std::span<const float> of_picture(const TensorView& output, std::size_t picture);
[[nodiscard]] inline std::size_t extent(const TensorView& output, std::size_t dimension) {
  return static_cast<std::size_t>(output.shape[dimension]);
}
/// Null if there is none.
[[nodiscard]] const TensorView* find_output(std::span<const TensorView> outputs,
                                            std::string_view name);

/// A row that may be an object.
struct Candidate {
  std::size_t row = 0;
  std::size_t class_index = 0;
  float score = 0;
};

/// The rows whose best wanted class has a score that suffices: `score(row, class)`. At most 30 000,
/// those with the highest scores.
template <class Score>
[[nodiscard]] std::vector<Candidate> candidates(std::size_t rows, std::size_t classes,
                                                const FindRule& rule, const Score& score);
/// Keeps the `most` with the highest scores.
void keep_best(std::vector<Candidate>& list, std::size_t most);

/// Whether a box is one: finite, with an area, and not far outside any picture.
[[nodiscard]] bool is_box(const Box& box);
[[nodiscard]] inline Box box_around(float x, float y, float width, float height) {
  return {x - width / 2, y - height / 2, width, height};
}
[[nodiscard]] inline Box box_between(float left, float top, float right, float bottom) {
  return {left, top, right - left, bottom - top};
}

inline constexpr std::size_t most_candidates = 30'000;

template <class Score>
std::vector<Candidate> candidates(std::size_t rows, std::size_t classes, const FindRule& rule,
                                  const Score& score) {
  std::vector<Candidate> list;
  for (std::size_t row = 0; row < rows; ++row) {
    Candidate best{.row = row, .score = -1};
    for (std::size_t c = 0; c < classes; ++c)
      if (const float value = score(row, c); value > best.score && rule.wants(c))
        best = {row, c, value};
    if (best.score >= rule.min_score) list.push_back(best);
    if (list.size() >= 2 * most_candidates) keep_best(list, most_candidates);
  }
  keep_best(list, most_candidates);
  return list;
}

}  // namespace overlace
