// SPDX-License-Identifier: Apache-2.0
// Optimal one-to-one matching: exact, deterministic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace overlace {

inline constexpr std::int32_t unassigned = -1;

/// Minimum-cost assignment (Hungarian method with potentials, O(rows^2 columns)). `cost` is
/// row-major, finite, rows <= columns. Returns the column of each row. Ties go to lower columns.
[[nodiscard]] std::vector<std::int32_t> assign(std::span<const double> cost, std::size_t rows,
                                               std::size_t columns);

/// Work on a group: its rows squared times its columns, or transposed if there are more rows.
inline constexpr std::size_t most_steps = std::size_t{1} << 27U;

/// A pair that may be matched, and its value.
struct MatchPair {
  std::uint32_t row = 0, column = 0;
  double gain = 0;  ///< > 0
};

/// The matching of greatest total gain that uses only the given pairs. Independent groups of pairs
/// are solved separately, so a crowd costs no more than its densest cluster. A group that would
/// take more than `steps` is matched greedily, the best pair first: this gives at least half of the
/// best gain. Returns the column of each of `rows` rows, or `unassigned`.
[[nodiscard]] std::vector<std::int32_t> match(std::span<const MatchPair> pairs, std::size_t rows,
                                              std::size_t columns, std::size_t steps = most_steps);

}  // namespace overlace
