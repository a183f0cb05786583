// SPDX-License-Identifier: Apache-2.0
// Scenes of points, and the links that link_knn's rules demand, found by comparing all pairs.
// Coordinates are integers, so that distances are exact in any arithmetic.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graph/plan/ops.h"

namespace overlace::test {

/// How points are distributed: each exercises a search differently.
enum class Spread { random, clusters, duplicates, line, column, lattice };
inline constexpr Spread all_spreads[] = {Spread::random, Spread::clusters, Spread::duplicates,
                                         Spread::line,   Spread::column,   Spread::lattice};

/// `count` points of one frame as boxes of 2 x 4, with distinct unordered ids and classes -1..2.
std::vector<TrackRow> make_points(Spread spread, int count, std::uint_fast32_t seed);

/// Links as rows, ordered by row_a, then row_b.
using Rows = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
Rows expected_links(const LinkKnnOp& op, const TrackTable& table, std::int32_t frame);

/// A random value for every option.
LinkKnnOp random_rules(std::mt19937& random);
std::string describe(const LinkKnnOp& op);

}  // namespace overlace::test
