// SPDX-License-Identifier: Apache-2.0
// Finds regions that stand out by their brightness, colour or edges.
#pragma once

#include <memory>

#include "graph/data/clip_observer.h"

namespace overlace {

/// What makes a pixel part of a region, from 0 (not at all) to 1.
enum class BlobKind : std::uint8_t {
  bright,  ///< luma
  dark,    ///< 1 - luma
  color,   ///< 1 - the distance to the key in CIE L*a*b* / 100
  edges    ///< a Canny edge, by 4 times the height of the luma step
};

/// Lengths are fractions of the picture's height, areas of the picture's area.
struct BlobOptions {
  BlobKind kind = BlobKind::bright;
  Color key{0, 1, 0, 1};   ///< for `color`
  double threshold = 0.8;  ///< pixels from this value on are part of a region, 0..1
  double open = 0.003;     ///< specks and bridges narrower than twice this are removed
  double close = 0.01;     ///< holes and gaps narrower than twice this are filled; after opening,
                           ///< but for edges before it
  double min_area = 0.0005, max_area = 0.5;  ///< of a region's box
  int max_count = 100;                       ///< regions in a frame, largest first
  bool outlines = false;                     ///< a box also gets the region's outline
};

/// Boxes of regions in every frame, without ids, largest first, in one pass. The same pictures give
/// the same boxes. Throws Error(input) if the picture size changes.
[[nodiscard]] std::unique_ptr<ClipObserver> blob_finder(const BlobOptions& options);

}  // namespace overlace
