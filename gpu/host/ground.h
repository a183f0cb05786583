// SPDX-License-Identifier: Apache-2.0
// What lies under a drawing where there is no picture: a picture's memory is written once, and is
// never read before that.
#pragma once

#include <array>
#include <cstddef>

#include "graph/data/image.h"

namespace overlace {

/// The ground of a picture, laid part by part before anything is drawn there.
class Ground {
 public:
  /// Borrows the picture's memory. Precondition: it has a ground.
  explicit Ground(const ImageView& picture);

  /// Lays the pixels of `area` that are in the picture. If chroma is subsampled, the area must
  /// begin and end at even pixels or at the picture's edges.
  void lay(const PixelRect& area) const;
  /// Copies an area's first row, and its first chroma row, to all of its rows.
  void repeat_first_row(const PixelRect& area) const;

 private:
  struct Plane {
    std::byte* data = nullptr;  ///< null if the picture has no such plane
    std::ptrdiff_t stride = 0;
    const std::byte* row = nullptr;
    int step = 1;                  ///< bytes shared by 2^shift_x pixels
    int shift_x = 0, shift_y = 0;  ///< log2 of pixels
  };
  template <class Use>
  void for_each_part(const PixelRect& area, const Use& use) const;

  Size size_;
  std::array<Plane, 4> planes_;
};

/// Lays all of a picture's ground, if it has one; from then on the picture is like any other.
void lay_ground(ImageView& picture);

}  // namespace overlace
