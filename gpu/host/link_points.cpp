// SPDX-License-Identifier: Apache-2.0
// Ranks the points of a frame.
#include "gpu/host/link_points.h"

#include <algorithm>

#include "gpu/kernels/knn.h"
#include "graph/data/anchor.h"

namespace overlace {

void LinkPoints::gather(const TrackView& tracks, Anchor anchor) {
  row.clear();
  for (std::uint32_t r = tracks.rows.begin; r < tracks.rows.end; ++r)
    if (is_finite(anchor_point(tracks.box[r], anchor))) row.push_back(r);
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    return ranks_before(tracks.id, a, b);
  };
  if (!std::is_sorted(row.begin(), row.end(), earlier)) std::sort(row.begin(), row.end(), earlier);

  position.resize(row.size());
  class_index.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    position[i] = anchor_point(tracks.box[row[i]], anchor);
    class_index[i] = tracks.class_index[row[i]];
  }
}

void Neighbours::shape(std::uint32_t points, std::uint32_t wanted, std::uint64_t empty) {
  k = wanted;
  none = empty;
  keys.resize(std::size_t{points} * k);
}

std::span<const std::uint64_t> Neighbours::of(std::uint32_t rank) const {
  const std::uint64_t* first = keys.data() + std::size_t{rank} * k;
  std::uint32_t count = k;
  while (count > 0 && first[count - 1] == none) --count;
  return {first, count};
}

}  // namespace overlace
