// SPDX-License-Identifier: Apache-2.0
// Bolts of lightning: every corner is computed independently of the others.
#pragma once

#include "graph/data/curves.h"
#include "graph/data/display_list.h"

namespace overlace {

/// The curve that a bolt follows.
OVL_FN Curve way_of(const BoltGeometry& bolt) {
  Curve way;
  way.p0 = bolt.p0;
  way.hc = bolt.hc;
  way.p1 = bolt.p1;
  way.w = bolt.w;
  return way;
}

/// The bolt's point at t of its base curve.
OVL_FN Vec2 bolt_point(const BoltGeometry& bolt, float t) {
  const Vec2 chord = bolt.p1 - bolt.p0;
  const Vec2 normal{-chord.y, chord.x};  // as long as the chord; the amplitude is relative to it
  const float off = electric_displacement(bolt.random, bolt.arc, bolt.octaves, t);
  return point_at(way_of(bolt), t) + normal * (bolt.amplitude * off);
}

OVL_FN std::uint32_t piece_count(const BoltGeometry& bolt) {
  return 1U << bolt.octaves;
}
/// The corner where piece `index` begins; the last piece ends at corner piece_count.
OVL_FN Vec2 bolt_corner(const BoltGeometry& bolt, std::uint32_t index) {
  return bolt_point(bolt, static_cast<float>(index) / static_cast<float>(piece_count(bolt)));
}

}  // namespace overlace
