// SPDX-License-Identifier: Apache-2.0
// Removes jitter from tracks.
#pragma once

#include <span>

#include "graph/data/tracks.h"

namespace overlace {

/// The One Euro filter (Casiez, Roussel, Vogel, "1 Euro Filter", CHI 2012): a first-order low-pass
/// whose cutoff rises with speed, so that slow motion does not jitter and fast motion does not lag.
struct OneEuro {
  double cutoff = 1;             ///< Hz, at rest
  double speed_response = 0;     ///< Hz added per unit of value per second; "beta"
  double derivative_cutoff = 1;  ///< Hz, of the speed itself

  /// Filters samples at ascending times in seconds, in place.
  void forwards(std::span<const double> time, std::span<double> value) const;
  /// Forwards, then backwards over the result, so that the delays cancel.
  void both_ways(std::span<const double> time, std::span<double> value) const;
};

struct SmoothOptions {
  OneEuro filter;  ///< for positions in picture heights
  bool both_ways = true;
  ClipInfo clip;              ///< when frames are shown
  double picture_height = 1;  ///< px
};

/// Smooths centre, size and rotation of each track's boxes, and its key points while they are
/// present; outlines and masks stay where they were observed. Precondition: the derived columns are
/// set; in the result they are not.
[[nodiscard]] TrackTable smooth_tracks(TrackTable table, const SmoothOptions& options);

}  // namespace overlace
