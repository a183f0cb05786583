// SPDX-License-Identifier: Apache-2.0
// Exact nearest neighbours on a grid of strips that adapts itself to how points are spread.
#pragma once

#include "gpu/cpu/link_points.h"
#include "gpu/cpu/radix_sort.h"
#include "gpu/kernels/knn.h"

namespace overlace {

/// Points cut into vertical strips of equal count, each sorted by y: narrow strips where points are
/// dense, wide ones where they are sparse, whatever the distribution. A search scans a strip up and
/// down from the query's y and then the strips to its left and right, and stops where the next
/// strip, or the next point of a strip, cannot be nearer than the k found. Keeps its memory from
/// frame to frame.
class LinkStrips {
 public:
  /// Finds the k nearest admissible neighbours of every point; many points are searched by the
  /// calling thread's TBB arena, with the same result.
  void search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k, Neighbours& found);

 private:
  void build(const LinkPoints& points, std::uint32_t k);
  void sort_axes(const LinkPoints& points);
  void search_strip(std::uint32_t strip, const LinkPoints& points, const LinkRule& rule,
                    Neighbours& found) const;

  std::uint32_t strip_size_ = 1;  ///< points per strip; the last may have fewer
  std::vector<float> x_, y_;      ///< by strip, then y; padded for whole vectors
  std::vector<std::uint32_t> rank_;
  std::vector<float> left_, right_;  ///< x extent of each strip
  std::vector<SortItem> by_x_, by_y_, scratch_;
  std::vector<std::uint32_t> strip_of_;  ///< by rank
  std::vector<std::uint32_t> fill_;
};

}  // namespace overlace
