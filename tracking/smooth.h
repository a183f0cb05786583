// SPDX-License-Identifier: Apache-2.0
// Takes the jitter out of tracks.
#pragma once

#include <span>

#include "graph/data/tracks.h"

namespace overlace {

/// The One Euro filter (Casiez, Roussel, Vogel, "1 Euro Filter", CHI 2012): a first-order low-pass
/// whose cutoff rises with speed, so that what rests does not tremble and what runs does not lag.
struct OneEuro {
  double cutoff = 1;             ///< Hz, at rest
  double speed_response = 0;     ///< Hz more for each unit of value per second; "beta"
  double derivative_cutoff = 1;  ///< Hz, of the speed itself

  /// Filters samples at ascending times in seconds, in place.
  void forwards(std::span<const double> time, std::span<double> value) const;
  /// Forwards, then backwards over the result: what one pass delays, the other brings back.
  void both_ways(std::span<const double> time, std::span<double> value) const;
};

struct SmoothOptions {
  OneEuro filter;  ///< of positions in picture heights
  bool both_ways = true;
  double frame_rate = 25;
  double picture_height = 1;  ///< px
};

/// Smooths centre, size and rotation of the boxes of each track, and its key points for as long as
/// they are there; outlines and masks stay where they were seen. Precondition: the derived columns
/// are set; they are not any more in the result.
[[nodiscard]] TrackTable smooth_tracks(TrackTable table, const SmoothOptions& options);

}  // namespace overlace
