// SPDX-License-Identifier: Apache-2.0
// Fits homographies to points, in double precision and a fixed order of operations.
#include "tracking/homography_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr std::size_t unknowns = 8;  // of the map; the ninth entry is 1
using Vector = std::array<double, unknowns>;
using Matrix = std::array<Vector, unknowns>;

/// p' = (p - centre) * scale: points around 0 at a mean distance of sqrt(2) (Hartley 1997).
struct Frame {
  PlanePoint centre;
  double scale = 1;

  [[nodiscard]] PlanePoint operator()(PlanePoint p) const {
    return {(p.x - centre.x) * scale, (p.y - centre.y) * scale};
  }
};

Frame frame_of(std::span<const PlanePair> pairs, PlanePoint PlanePair::*side) {
  const auto count = static_cast<double>(pairs.size());
  Frame frame;
  for (const PlanePair& pair : pairs) {
    frame.centre.x += (pair.*side).x / count;
    frame.centre.y += (pair.*side).y / count;
  }
  double distance = 0;
  for (const PlanePair& pair : pairs)
    distance +=
        std::hypot((pair.*side).x - frame.centre.x, (pair.*side).y - frame.centre.y) / count;
  if (distance > 0) frame.scale = std::sqrt(2.0) / distance;
  return frame;
}

[[noreturn]] void refuse(const char* what, const char* hint) {
  throw Error(ErrorCode::usage, what, hint);
}

/// Normal equations of a linear least-squares problem, accumulated row by row.
class LeastSquares {
 public:
  void add(const Vector& row, double value) {
    for (std::size_t i = 0; i < unknowns; ++i) {
      for (std::size_t j = 0; j < unknowns; ++j) left_[i][j] += row[i] * row[j];
      right_[i] += row[i] * value;
    }
  }

  /// Gaussian elimination with row pivoting; nothing if the solution is not unique.
  [[nodiscard]] std::optional<Vector> solve() {
    for (std::size_t c = 0; c < unknowns; ++c) {
      std::size_t pivot = c;
      for (std::size_t r = c + 1; r < unknowns; ++r)
        if (std::abs(left_[r][c]) > std::abs(left_[pivot][c])) pivot = r;
      if (!(std::abs(left_[pivot][c]) > 1e-12)) return std::nullopt;
      std::swap(left_[c], left_[pivot]);
      std::swap(right_[c], right_[pivot]);
      for (std::size_t r = c + 1; r < unknowns; ++r) {
        const double factor = left_[r][c] / left_[c][c];
        for (std::size_t k = c; k < unknowns; ++k) left_[r][k] -= factor * left_[c][k];
        right_[r] -= factor * right_[c];
      }
    }
    Vector solution{};
    for (std::size_t r = unknowns; r-- > 0;) {
      double sum = right_[r];
      for (std::size_t k = r + 1; k < unknowns; ++k) sum -= left_[r][k] * solution[k];
      solution[r] = sum / left_[r][r];
    }
    return solution;
  }

 private:
  Matrix left_{};
  Vector right_{};
};

/// Adds the two equations of a pair, divided by `w`: 1 for the direct transform; for a Gauss-Newton
/// step the point's divisor, with `u` and `v` the point's current image.
void add_pair(const PlanePair& pair, double w, double u, double v, PlanePoint value,
              LeastSquares& rows) {
  const auto [x, y] = pair.from;
  rows.add({x / w, y / w, 1 / w, 0, 0, 0, -u * x / w, -u * y / w}, value.x);
  rows.add({0, 0, 0, x / w, y / w, 1 / w, -v * x / w, -v * y / w}, value.y);
}

double divisor(const Vector& h, PlanePoint p) {
  return h[6] * p.x + h[7] * p.y + 1;
}

/// How a map scales areas: 0 if it maps an area onto a line, or a line onto an area.
double determinant(const Vector& h) {
  return h[0] * (h[4] - h[5] * h[7]) - h[1] * (h[3] - h[5] * h[6]) +
         h[2] * (h[3] * h[7] - h[4] * h[6]);
}

Vector direct_transform(std::span<const PlanePair> pairs) {
  LeastSquares rows;
  for (const PlanePair& pair : pairs) add_pair(pair, 1, pair.to.x, pair.to.y, pair.to, rows);
  const std::optional<Vector> h = rows.solve();
  if (!h || std::abs(determinant(*h)) < 1e-9)
    refuse("three of the points lie on a line, or the lists differ in their order",
           "give points that span an area, in the same order in both lists");
  return *h;
}

/// Minimises squared distances, starting from the transform. Ten steps are more than enough.
Vector refined(Vector h, std::span<const PlanePair> pairs) {
  for (int step = 0; step < 10; ++step) {
    LeastSquares rows;
    for (const PlanePair& pair : pairs) {
      const double w = divisor(h, pair.from);
      const double u = (h[0] * pair.from.x + h[1] * pair.from.y + h[2]) / w;
      const double v = (h[3] * pair.from.x + h[4] * pair.from.y + h[5]) / w;
      add_pair(pair, w, u, v, {pair.to.x - u, pair.to.y - v}, rows);
    }
    const std::optional<Vector> change = rows.solve();
    if (!change) break;
    for (std::size_t i = 0; i < unknowns; ++i) h[i] += (*change)[i];
  }
  return h;
}

/// Converts a map between normalised points to one between the points themselves.
Homography between_points(const Vector& h, const Frame& from, const Frame& to) {
  const double a = from.scale;
  Homography out;
  for (std::size_t r = 0; r < 3; ++r) {
    const double x = h[r * 3], y = h[r * 3 + 1], one = r == 2 ? 1 : h[r * 3 + 2];
    out.m[r * 3] = x * a;
    out.m[r * 3 + 1] = y * a;
    out.m[r * 3 + 2] = one - a * (x * from.centre.x + y * from.centre.y);
  }
  for (std::size_t c = 0; c < 3; ++c) {
    out.m[c] = out.m[c] / to.scale + to.centre.x * out.m[6 + c];
    out.m[3 + c] = out.m[3 + c] / to.scale + to.centre.y * out.m[6 + c];
  }
  return out;
}

}  // namespace

Homography fit_homography(std::span<const PlanePair> pairs) {
  if (pairs.size() < 4) refuse("a map of a plane takes four points or more", "add points");
  const Frame from = frame_of(pairs, &PlanePair::from), to = frame_of(pairs, &PlanePair::to);
  std::vector<PlanePair> normal;
  for (const PlanePair& pair : pairs) normal.push_back({from(pair.from), to(pair.to)});
  Vector h = direct_transform(normal);
  const auto is_near = [&](const PlanePair& pair) { return divisor(h, pair.from) > 0; };
  if (!std::ranges::all_of(normal, is_near))
    refuse("the horizon goes between the points", "give both lists in the same order");
  if (normal.size() > 4) h = refined(h, normal);
  return between_points(h, from, to);
}

}  // namespace overlace
