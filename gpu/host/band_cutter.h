// SPDX-License-Identifier: Apache-2.0
// Cuts points into bands of about equal count, each sorted.
#pragma once

#include <vector>

#include "gpu/host/band_search.h"
#include "gpu/host/link_points.h"
#include "gpu/host/radix_sort.h"

namespace overlace {

/// Lays points out for a search, in linear time. Keeps its memory from frame to frame.
class BandCutter {
 public:
  /// Cuts for a search of k neighbours, with classes if asked for. The view is valid until the next
  /// call. Precondition: at least one point, k >= 1.
  [[nodiscard]] BandsView cut(const LinkPoints& points, std::uint32_t k, bool classes);

 private:
  /// Equal parts of an axis, numbered from 0. Computed in double, so that they are in the order of
  /// the coordinates.
  struct Scale {
    double low = 0, per_unit = 0;
    [[nodiscard]] std::uint32_t part_of(float v) const {
      return static_cast<std::uint32_t>(static_cast<std::int32_t>((double{v} - low) * per_unit));
    }
  };
  struct Bounds {
    Vec2 low, high;
  };

  [[nodiscard]] static Bounds bounds_of(const LinkPoints& points);
  [[nodiscard]] static Scale make_scale(float low, float high, std::uint32_t parts);
  [[nodiscard]] double spread(const LinkPoints& points, const Scale& scale, float Vec2::*axis);
  [[nodiscard]] std::uint32_t choose_band_size(const LinkPoints& points, const Scale& x,
                                               const Scale& y, std::uint32_t k);
  bool assign_by_parts(const LinkPoints& points, const Scale& y, std::uint32_t band_size);
  void assign_by_order(const LinkPoints& points, std::uint32_t band_size);
  void sort_by_place(const LinkPoints& points, const Bounds& bounds);
  void lay_out(const LinkPoints& points, bool classes);
  void fill_band(const LinkPoints& points, std::uint32_t band, const SortItem* items);
  bool insert_points(const LinkPoints& points, std::uint32_t begin, std::uint32_t end,
                     const SortItem* items);
  void sort_points(const LinkPoints& points, std::uint32_t begin, std::uint32_t end,
                   const SortItem* items);

  std::vector<std::uint32_t> parts_;    ///< points of each part of an axis, or its band
  std::vector<std::uint32_t> band_of_;  ///< by rank
  std::vector<std::uint32_t> count_, begin_;
  std::vector<float> top_, bottom_;
  std::vector<SortItem> items_, scratch_;  ///< values are ranks
  std::vector<SortItem> band_items_;
  std::vector<float> x_, y_;
  std::vector<std::uint32_t> rank_;
  std::vector<std::int32_t> class_index_;
};

}  // namespace overlace
