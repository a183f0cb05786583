// SPDX-License-Identifier: Apache-2.0
// Evidence for or against a guessed format: counts made while reading, and the doubts they raise.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Counted while a file is read. A misread file shows in them: numbers with another meaning make
/// impossible rows, or boxes that fit no picture.
struct TrackEvidence {
  std::uint64_t rows = 0;            ///< in the file, taken or not
  std::uint64_t lost = 0;            ///< rows that do not fit the format
  std::uint64_t backwards = 0;       ///< rows of an earlier frame than the row before, though
                                     ///< the file is not ordered by track
  std::uint64_t repeated_ids = 0;    ///< rows whose id already has another box in their frame
  std::uint64_t boxes = 0;           ///< boxes of the table to which the counts below refer
  std::uint64_t outside = 0;         ///< with the centre outside the picture
  std::uint64_t near_corner = 0;     ///< without area, near 0, 0
  std::uint64_t at_corner = 0;       ///< without area, at 0, 0
  std::uint64_t equal = 0;           ///< equal to another box of their frame
  std::uint64_t within_a_pixel = 0;  ///< where numbers should be pixels
  std::uint64_t beyond = 0;          ///< reaching past an edge, where no box would as a centre
  std::uint64_t frames = 0;          ///< that the file mentions, with or without boxes

  /// Counts what the boxes of a table show; of a large table only the first boxes. `picture` is the
  /// picture that they lie in, 0 x 0 if unknown.
  void profile(const TrackTable& table, Size picture, bool fractions);
  /// Counts boxes that reach past the right or lower edge, if all boxes lie in the picture once
  /// their left upper corners are taken for centres.
  void profile_as_centres(const TrackTable& table, Size picture);
};

/// Evidence against a reading, one sentence each, ending with what may help; empty is good.
[[nodiscard]] std::vector<std::string> doubts_of(const TrackEvidence& evidence);

}  // namespace overlace
