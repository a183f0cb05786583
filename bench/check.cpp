// SPDX-License-Identifier: Apache-2.0
// Frames drawn again the slow way, and distances compared one by one.
#include "bench/check.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace overlace {
namespace {

double exact_distance(Vec2 a, Vec2 b) {
  return std::hypot(double{a.x} - b.x, double{a.y} - b.y);
}

/// Distances from a point to its k nearest others, ascending.
std::vector<double> least_distances(std::span<const Vec2> points, std::size_t from, std::size_t k) {
  std::vector<double> all;
  all.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i != from) all.push_back(exact_distance(points[from], points[i]));
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(k);
  std::partial_sort(all.begin(), end, all.end());
  all.erase(end, all.end());
  return all;
}

/// Lengths of the links that a point has chosen, ascending; empty if one leads out of range, to the
/// point itself, or to the same point as another.
std::vector<double> chosen_distances(std::span<const Vec2> points, std::span<const Link> links,
                                     std::uint32_t from) {
  std::vector<double> lengths;
  std::vector<std::uint32_t> ends;
  for (const Link& link : links) {
    if (link.row_a != from) continue;
    if (link.row_b >= points.size() || link.row_b == from) return {};
    ends.push_back(link.row_b);
    lengths.push_back(exact_distance(points[from], points[link.row_b]));
  }
  std::sort(ends.begin(), ends.end());
  if (std::adjacent_find(ends.begin(), ends.end()) != ends.end()) return {};
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

}  // namespace

PictureCheck::PictureCheck(std::uint32_t seed, int frames) {
  std::mt19937 random(seed);
  picks_[0] = static_cast<int>(random() % static_cast<unsigned>(frames));
  const auto others = static_cast<unsigned>(frames - 1);
  picks_[1] = (picks_[0] + 1 + static_cast<int>(random() % others)) % frames;
}

bool PictureCheck::wants(int frame) const {
  return std::find(picks_.begin(), picks_.end(), frame) != picks_.end();
}

void PictureCheck::keep(const ImageView& drawn, SlowDrawing again) {
  kept_.push_back({picture_hash(drawn), std::move(again)});
}

bool PictureCheck::verify(const BenchPicture& clean) const {
  return kept_.size() == picks_.size() &&
         std::all_of(kept_.begin(), kept_.end(), [&clean](const Kept& kept) {
           BenchPicture picture = clean;
           kept.again(picture.view());
           return picture_hash(picture.view()) == kept.hash;
         });
}

std::uint64_t PictureCheck::hash() const {
  std::uint64_t hash = 0;
  for (const Kept& kept : kept_) hash = hash * 31 + kept.hash;
  return hash;
}

bool links_are_nearest(std::span<const Vec2> points, std::span<const Link> links, int k,
                       int samples, std::uint32_t seed) {
  constexpr double tolerance = 1e-5;  // of float distances; ties have the same length
  if (points.size() < 2) return links.empty();
  const std::size_t wanted = std::min(static_cast<std::size_t>(k), points.size() - 1);
  if (links.size() != wanted * points.size()) return false;
  std::mt19937 random(seed);
  for (int i = 0; i < samples; ++i) {
    const auto from = static_cast<std::uint32_t>(random() % points.size());
    const std::vector<double> expected = least_distances(points, from, wanted);
    const std::vector<double> found = chosen_distances(points, links, from);
    if (!std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                    [](double a, double b) { return std::abs(a - b) <= tolerance * (1 + b); }))
      return false;
  }
  return true;
}

}  // namespace overlace
