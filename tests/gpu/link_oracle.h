// SPDX-License-Identifier: Apache-2.0
// Scenes of points, and the links that the rules of link_knn ask for, by comparing everything with
// everything. Coordinates are whole numbers, so that distances are exact in any arithmetic.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graph/plan/ops.h"

namespace overlace::test {

/// How points lie: each asks something else of a search.
enum class Spread { random, clusters, duplicates, line, column, lattice };
inline constexpr Spread all_spreads[] = {Spread::random, Spread::clusters, Spread::duplicates,
                                         Spread::line,   Spread::column,   Spread::lattice};

/// `count` points of one frame with distinct ids in no order and classes -1..2, as boxes of 2 x 4.
std::vector<TrackRow> make_points(Spread spread, int count, std::uint_fast32_t seed);

/// Links as rows, ordered by row_a, then row_b.
using Rows = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
Rows expected_links(const LinkKnnOp& op, const TrackTable& table, std::int32_t frame);

/// Some value of every option, combined at random.
LinkKnnOp random_rules(std::mt19937& random);
std::string describe(const LinkKnnOp& op);

}  // namespace overlace::test
