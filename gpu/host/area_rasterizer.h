// SPDX-License-Identifier: Apache-2.0
// From outlines to areas: the exact share of every pixel that lies inside.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/kernels/area.h"
#include "gpu/kernels/orient.h"
#include "graph/data/track_columns.h"

namespace overlace {

/// Cuts each row of pixels into bands in which no edge begins, ends or crosses another. Within a
/// band, edges alternately lead into the area and out of it, and what is right of each is a sum of
/// trapezoids: exact for slanted edges, for rings that cross themselves, and for edges that
/// coincide. A row with very many edges or crossings is sampled instead, so that no outline takes
/// long. Keeps its memory.
class AreaRasterizer {
 public:
  /// Appends the cells of the area inside closed rings, by the even-odd rule, to `words`; `place`
  /// is their offset in `words`. `turn` leads into the picture that is painted on. False, with
  /// nothing appended, if none of it lies on the picture or numbers are not finite.
  bool rasterize(std::span<const OutlinePoint> rings, const OrientationTransform& turn,
                 std::vector<std::uint32_t>& words, AreaCells& cells, std::size_t& place);

 private:
  struct Edge {
    double x, y;    ///< upper end
    double bottom;  ///< y of the lower end
    double slope;   ///< change of x per px downwards
    [[nodiscard]] double at(double row) const { return x + (row - y) * slope; }
  };
  /// An edge in a band: where it enters and leaves.
  struct Side {
    double top, bottom;
  };

  bool add_edges(std::span<const OutlinePoint> rings, const OrientationTransform& turn);
  void add_edge(Vec2 from, Vec2 to);
  bool choose_cells(Size picture, AreaCells& cells);
  bool add_row(int row);
  bool add_band(double top, double bottom);
  bool add_crossing_band(double top, double bottom);
  void forget_row();
  void sample_row(int row);
  void add_sides(double height);
  void cover(double from, double to, double height);
  void cover_pixel(int x, double height, double mean);
  void write_row(std::uint8_t* strip);
  void write_cells(std::vector<std::uint32_t>& words, std::size_t place, std::size_t first_cell,
                   int width) const;

  std::vector<Edge> edges_;
  std::vector<std::size_t> active_;    ///< edges that may cross the row
  std::vector<double> cuts_;           ///< of the row
  std::vector<Side> sides_;            ///< of the band, from the left
  std::vector<Side> crossing_;         ///< sides of a band that is cut again
  std::vector<double> crossing_cuts_;  ///< … and the cuts, as shares of its height
  std::size_t crossing_work_ = 0;      ///< taken by the row's crossings so far, in sides
  std::vector<double> steps_;          ///< of the row: change of coverage from a pixel to the next
  int origin_ = 0;                     ///< x of the first step
  int first_ = 0, last_ = -1;          ///< pixels with steps
  std::vector<std::uint8_t> strip_;    ///< coverage of a row of cells, cell by cell
};

}  // namespace overlace
