// SPDX-License-Identifier: Apache-2.0
// Finds standing and walking people.
#pragma once

#include <memory>

#include "graph/data/clip_observer.h"

namespace overlace {

struct PeopleOptions {
  double min_height = 0.14;  ///< of the smallest person, as a fraction of the picture's height
  double threshold =
      0.2;  ///< minimum distance from the detector's boundary; higher is more certain
  double max_overlap = 0.4;  ///< of two people (intersection over union)
  int every = 1;             ///< frames from one searched frame to the next
};

/// Boxes of class "person", surest first within a frame, without ids, in one pass. The detector is
/// OpenCV's own (histograms of oriented gradients, Dalal and Triggs 2005). Scores are 1 / (1 +
/// exp(-2 d)), with d the distance from its boundary. Finding small people costs most, because the
/// picture is scaled until they have the detector's size. The same pictures give the same boxes.
[[nodiscard]] std::unique_ptr<ClipObserver> people_finder(const PeopleOptions& options);

}  // namespace overlace
