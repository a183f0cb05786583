// SPDX-License-Identifier: Apache-2.0
// What a reading showed of whether its format was guessed right: counts, and the doubts they raise.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Counted while a file is read. A misread file shows in them: numbers that mean something else
/// make rows that cannot be, or boxes that no picture has.
struct TrackEvidence {
  std::uint64_t rows = 0;            ///< of the file, taken or not
  std::uint64_t lost = 0;            ///< rows that are none of the format
  std::uint64_t backwards = 0;       ///< rows of an earlier frame than the row above, though the
                                     ///< file does not go track by track
  std::uint64_t repeated_ids = 0;    ///< rows whose id another box of their frame has
  std::uint64_t boxes = 0;           ///< those of the table that the counts below are about
  std::uint64_t outside = 0;         ///< with their centres outside the picture
  std::uint64_t near_corner = 0;     ///< without area, near 0, 0
  std::uint64_t at_corner = 0;       ///< without area, at 0, 0
  std::uint64_t equal = 0;           ///< that another box of their frame equals
  std::uint64_t within_a_pixel = 0;  ///< where numbers should be pixels
  std::uint64_t frames = 0;          ///< that the file speaks of, whether or not they have boxes

  /// Counts what the boxes of a table show; of large ones the first boxes tell. `picture` is what
  /// they lie in, 0 x 0 where that is not known.
  void profile(const TrackTable& table, Size picture, bool fractions);
};

/// What speaks against a reading, one sentence each that ends with what may help; none is good.
[[nodiscard]] std::vector<std::string> doubts_of(const TrackEvidence& evidence);

}  // namespace overlace
