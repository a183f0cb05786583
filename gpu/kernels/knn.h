// SPDX-License-Identifier: Apache-2.0
// Which points may be linked, and which neighbour is nearer: the rules that all searches share.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "graph/core/math.h"
#include "graph/plan/ops.h"

namespace overlace {

/// The squared distance that all rules and ties are decided by; symmetric, one rounding order. It
/// never falls when |dx| or |dy| grows, so the bounds below prune searches exactly, without any
/// slack.
OVL_FN float squared_distance(Vec2 a, Vec2 b) {
  const float dx = a.x - b.x, dy = a.y - b.y;
  return fma(dx, dx, dy * dy);
}

/// The order of points that decides ties: by id, then by row. `id` is a table's column.
OVL_FN bool ranks_before(const TrackId* id, std::uint32_t row_a, std::uint32_t row_b) {
  return id[row_a] != id[row_b] ? id[row_a] < id[row_b] : row_a < row_b;
}

/// Order of neighbours in one number: squared distance first, then rank (points are ranked by id,
/// then row). Bits of non-negative floats order as the floats do.
OVL_FN std::uint64_t neighbour_key(float d2, std::uint32_t rank) {
  return (static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(d2)) << 32U) | rank;
}
OVL_FN float key_distance(std::uint64_t key) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32U));
}
OVL_FN std::uint32_t key_rank(std::uint64_t key) {
  return static_cast<std::uint32_t>(key);
}

/// The limits of a link_knn operation in the form searches use.
struct LinkRule {
  float min_d2 = 0;
  float max_d2 = std::numeric_limits<float>::infinity();
  float max_dy = std::numeric_limits<float>::infinity();
  ClassRule classes = ClassRule::any;
};

OVL_FN LinkRule link_rule(const LinkKnnOp& op) {
  LinkRule rule;
  if (op.min_distance > 0) rule.min_d2 = op.min_distance * op.min_distance;
  if (op.max_distance > 0) rule.max_d2 = op.max_distance * op.max_distance;
  if (op.max_delta_y > 0) rule.max_dy = op.max_delta_y;
  rule.classes = op.classes;
  return rule;
}

/// An unknown class (-1) is a class of its own.
OVL_FN bool classes_match(ClassRule rule, std::int32_t a, std::int32_t b) {
  return rule == ClassRule::any || (rule == ClassRule::same) == (a == b);
}

/// What an empty place in a list of neighbours holds: anything within the limit sorts before it.
OVL_FN std::uint64_t no_neighbour(const LinkRule& rule) {
  return neighbour_key(rule.max_d2, no_row);
}

/// What a place in an ascending list holds once `key` has been inserted: its own key (`own`), the
/// one before it, or the new key.
OVL_FN std::uint64_t inserted(std::uint64_t own, std::uint64_t before, std::uint64_t key) {
  const std::uint64_t pushed = before > key ? before : key;
  return own < pushed ? own : pushed;
}

/// Keeps the k smallest of `keys` and `key`, ascending. Without branches: whether and where a key
/// goes in is what a processor can't predict.
OVL_FN void insert_neighbour(std::uint64_t* keys, std::uint32_t k, std::uint64_t key) {
  for (std::uint32_t i = k - 1; i > 0; --i) keys[i] = inserted(keys[i], keys[i - 1], key);
  keys[0] = keys[0] < key ? keys[0] : key;
}

}  // namespace overlace
