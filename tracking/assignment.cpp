// SPDX-License-Identifier: Apache-2.0
// The Hungarian method, applied to sparse pairs.
#include "tracking/assignment.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_set>

namespace overlace {
namespace {

/// Row and column potentials with a matching that is optimal for the rows inserted so far. Index 0
/// of every array is a sentinel, as in the usual formulation of the shortest augmenting path.
class Hungarian {
 public:
  Hungarian(std::span<const double> cost, std::size_t rows, std::size_t columns)
      : cost_(cost),
        columns_(columns),
        row_potential_(rows + 1),
        column_potential_(columns + 1),
        row_of_(columns + 1),
        way_(columns + 1),
        slack_(columns + 1),
        done_(columns + 1) {}

  void insert(std::size_t row) {
    row_of_[0] = row;
    std::ranges::fill(slack_, std::numeric_limits<double>::infinity());
    std::fill(done_.begin(), done_.end(), false);
    std::size_t column = 0;
    do {
      column = advance(column);
    } while (row_of_[column] != 0);
    while (column != 0) {
      const std::size_t before = way_[column];
      row_of_[column] = row_of_[before];
      column = before;
    }
  }

  [[nodiscard]] std::size_t row_of(std::size_t column) const { return row_of_[column]; }

 private:
  /// Extends the tree of alternating paths by the column of least slack.
  std::size_t advance(std::size_t from) {
    done_[from] = true;
    const std::size_t row = row_of_[from];
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 1; c <= columns_; ++c) {
      if (done_[c]) continue;
      const double reduced =
          cost_[(row - 1) * columns_ + c - 1] - row_potential_[row] - column_potential_[c];
      if (reduced < slack_[c]) {
        slack_[c] = reduced;
        way_[c] = from;
      }
      if (slack_[c] < least) {
        least = slack_[c];
        nearest = c;
      }
    }
    for (std::size_t c = 0; c <= columns_; ++c) {
      if (done_[c]) {
        row_potential_[row_of_[c]] += least;
        column_potential_[c] -= least;
      } else {
        slack_[c] -= least;
      }
    }
    return nearest;
  }

  std::span<const double> cost_;
  std::size_t columns_;
  std::vector<double> row_potential_, column_potential_;
  std::vector<std::size_t> row_of_, way_;
  std::vector<double> slack_;
  std::vector<bool> done_;
};

/// Groups of rows that compete for columns, by union-find over rows and columns.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// The distinct values in ascending order.
std::vector<std::uint32_t> distinct(std::vector<std::uint32_t> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::size_t index_in(const std::vector<std::uint32_t>& sorted, std::uint32_t value) {
  return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
}

/// Takes pairs one by one, the best first; among equal ones, the lower row and column first.
void match_greedily(std::span<MatchPair> pairs, std::vector<std::int32_t>& column_of) {
  std::ranges::sort(pairs, [](const MatchPair& a, const MatchPair& b) {
    return a.gain != b.gain ? a.gain > b.gain
                            : std::tie(a.row, a.column) < std::tie(b.row, b.column);
  });
  std::unordered_set<std::uint32_t> taken;
  for (const MatchPair& p : pairs)
    if (column_of[p.row] == unassigned && taken.insert(p.column).second)
      column_of[p.row] = static_cast<std::int32_t>(p.column);
}

/// Solves one group densely. Pairs that are not allowed gain nothing and are not reported.
void match_group(std::span<MatchPair> pairs, std::size_t steps,
                 std::vector<std::int32_t>& column_of) {
  std::vector<std::uint32_t> rows, columns;
  for (const MatchPair& p : pairs) {
    rows.push_back(p.row);
    columns.push_back(p.column);
  }
  rows = distinct(std::move(rows));
  columns = distinct(std::move(columns));
  const bool turned = rows.size() > columns.size();
  const std::size_t height = turned ? columns.size() : rows.size();
  const std::size_t width = turned ? rows.size() : columns.size();
  if (height * height > steps / width) return match_greedily(pairs, column_of);
  std::vector<double> cost(height * width, 0);
  for (const MatchPair& p : pairs) {
    const std::size_t r = index_in(rows, p.row);
    const std::size_t c = index_in(columns, p.column);
    cost[turned ? c * width + r : r * width + c] = -p.gain;
  }
  const std::vector<std::int32_t> solved = assign(cost, height, width);
  for (std::size_t i = 0; i < height; ++i) {
    const auto j = static_cast<std::size_t>(solved[i]);
    if (cost[i * width + j] == 0) continue;
    column_of[rows[turned ? j : i]] = static_cast<std::int32_t>(columns[turned ? i : j]);
  }
}

}  // namespace

std::vector<std::int32_t> assign(std::span<const double> cost, std::size_t rows,
                                 std::size_t columns) {
  Hungarian hungarian(cost, rows, columns);
  for (std::size_t row = 1; row <= rows; ++row) hungarian.insert(row);
  std::vector<std::int32_t> column_of(rows, unassigned);
  for (std::size_t c = 1; c <= columns; ++c)
    if (const std::size_t row = hungarian.row_of(c); row != 0)
      column_of[row - 1] = static_cast<std::int32_t>(c - 1);
  return column_of;
}

std::vector<std::int32_t> match(std::span<const MatchPair> pairs, std::size_t rows,
                                std::size_t columns, std::size_t steps) {
  std::vector<std::int32_t> column_of(rows, unassigned);
  Groups groups(rows + columns);
  const auto first_column = static_cast<std::uint32_t>(rows);
  for (const MatchPair& p : pairs) groups.join(p.row, first_column + p.column);
  std::vector<MatchPair> sorted(pairs.begin(), pairs.end());
  std::ranges::stable_sort(sorted, {}, [&](const MatchPair& p) { return groups.find(p.row); });
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::uint32_t group = groups.find(sorted[begin].row);
    std::size_t end = begin + 1;
    while (end < sorted.size() && groups.find(sorted[end].row) == group) ++end;
    match_group(std::span(sorted).subspan(begin, end - begin), steps, column_of);
    begin = end;
  }
  return column_of;
}

}  // namespace overlace
