// SPDX-License-Identifier: Apache-2.0
// Exact nearest neighbours on a grid of strips that adapts itself to how points are spread.
#pragma once

#include "gpu/cpu/link_points.h"
#include "gpu/cpu/radix_sort.h"
#include "gpu/kernels/knn_strips.h"

namespace overlace {

/// Points cut into vertical strips of equal count, each sorted by y: narrow strips where points are
/// dense, wide ones where they are sparse, whatever the distribution. A search scans a strip up and
/// down from the query's y, then the strips to its left and right, and stops where the next strip,
/// or the next point of a strip, cannot be nearer than the k found. Keeps its memory from frame to
/// frame.
class LinkStrips {
 public:
  /// Finds the k nearest admissible neighbours of every point. Many points are searched by all
  /// threads of the calling thread's TBB arena, with the same result.
  void search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k, Neighbours& found);

 private:
  void sort_axes(const LinkPoints& points);
  [[nodiscard]] std::uint32_t choose_strip_size(const LinkPoints& points, std::uint32_t k) const;
  void cut(const LinkPoints& points);
  [[nodiscard]] StripsView view(const LinkPoints& points) const;

  std::uint32_t strip_size_ = 1;
  std::vector<float> x_, y_;
  std::vector<std::uint32_t> rank_;
  std::vector<float> left_, right_;
  std::vector<SortItem> by_x_, by_y_, scratch_;  ///< values are ranks
  std::vector<std::uint32_t> strip_of_;          ///< by rank
  std::vector<std::uint32_t> fill_;              ///< next free place of each strip
};

}  // namespace overlace
