// SPDX-License-Identifier: Apache-2.0
// Where a filter of a plane works.
#pragma once

#include <cstddef>

#include "gpu/kernels/picture_plane.h"
#include "graph/core/orientation.h"
#include "graph/plan/plane_pyramid.h"

namespace overlace {

/// Hands out planes in scratch memory.
class PlaneMemory {
 public:
  explicit PlaneMemory(std::byte* free) : free_(free) {}
  /// Memory for the same planes of another component, of which the same tiles are wanted: it hands
  /// out the marks of these.
  [[nodiscard]] PlaneMemory with_same_marks(PlaneMemory other) const {
    other.marks_away_ = free_ - other.free_;
    return other;
  }

  [[nodiscard]] PlaneImage take(Size size) {
    auto* samples = reinterpret_cast<float*>(free_);
    free_ += plane_samples_bytes(size);
    return with_marks({.samples = samples, .wanted = nullptr, .size = size});
  }
  /// The same samples with marks of their own, for when others of them are wanted.
  [[nodiscard]] PlaneImage with_marks(PlaneImage plane) {
    plane.wanted = reinterpret_cast<std::uint8_t*>(free_ + marks_away_);
    free_ += plane_marks_bytes(plane.size);
    return plane;
  }

 private:
  std::byte* free_;
  std::ptrdiff_t marks_away_ = 0;  ///< where marks are, from where they would be
};

/// Where a filter works on one component of a picture.
struct PlanePlace {
  PictureComponent from;
  const Target& picture;     ///< one of its kind; passes take its memory from the record
  int across = 1, down = 1;  ///< pixels of the picture per sample
  PlaneMemory scratch;       ///< of the operation's plane_scratch_bytes
  Orientation stored{};
};

/// A filter's results for a component and for the next one.
template <class Made>
struct MadePair {
  Made first, next;
};

}  // namespace overlace
