// SPDX-License-Identifier: Apache-2.0
// Non-maximum suppression.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "detect/finding.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

/// A box as a Gaussian: its covariance is that of a uniform distribution over it.
struct Spread {
  double xx, yy, xy;

  explicit Spread(const Finding& f) {
    const double angle = f.rotation * std::numbers::pi / 180;
    const double along = double{f.box.width} * f.box.width / 12;
    const double across = double{f.box.height} * f.box.height / 12;
    const double c = std::cos(angle), s = std::sin(angle);
    xx = along * c * c + across * s * s;
    yy = along * s * s + across * c * c;
    xy = (along - across) * c * s;
  }
  [[nodiscard]] double determinant() const { return std::max(0.0, xx * yy - xy * xy); }
};

constexpr double tiny = 1e-7;

bool is_same(const Finding& kept, const Finding& other, double max_overlap) {
  if (kept.class_index != other.class_index) return false;
  constexpr double mostly = 0.6;  // of a part of an object, in the whole object
  if ((other.is_cut || kept.is_cut) && overlap_of_smaller(kept.box, other.box) > mostly)
    return true;
  const bool turned = kept.rotation != 0 || other.rotation != 0;
  return (turned ? rotated_overlap(kept, other) : overlap(kept.box, other.box)) > max_overlap;
}

}  // namespace

double rotated_overlap(const Finding& a, const Finding& b) {
  const Spread of_a(a), of_b(b);
  const Vec2 from = a.box.center(), to = b.box.center();
  const double dx = double{from.x} - to.x, dy = double{from.y} - to.y;
  const double xx = of_a.xx + of_b.xx, yy = of_a.yy + of_b.yy, xy = of_a.xy + of_b.xy;
  const double determinant = xx * yy - xy * xy;
  // Bhattacharyya distance of two Gaussians.
  const double moved = (xx * dy * dy + yy * dx * dx - 2 * xy * dx * dy) / (determinant + tiny) / 4;
  const double shaped =
      std::log(determinant / (4 * std::sqrt(of_a.determinant() * of_b.determinant()) + tiny) +
               tiny) /
      2;
  const double apart = std::clamp(moved + shaped, tiny, 100.0);
  return 1 - std::sqrt(1 - std::exp(-apart) + tiny);
}

bool suppress(std::vector<Finding>& findings, double max_overlap, std::size_t most) {
  std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
    return a.is_cut != b.is_cut ? b.is_cut : a.score > b.score;
  });
  std::vector<Finding> kept;
  bool is_full = false;
  for (Finding& candidate : findings) {
    const bool is_new = std::ranges::none_of(
        kept, [&](const Finding& other) { return is_same(other, candidate, max_overlap); });
    if (is_new && kept.size() == most) {
      is_full = true;
      break;
    }
    if (is_new) kept.push_back(std::move(candidate));
  }
  std::ranges::stable_sort(kept, std::ranges::greater{}, &Finding::score);
  findings = std::move(kept);
  return is_full;
}

}  // namespace overlace
