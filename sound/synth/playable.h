// SPDX-License-Identifier: Apache-2.0
// Stereo sound that can be played from its beginning, any number of times.
#pragma once

#include <cstddef>
#include <span>

namespace overlace {

class Playable {
 public:
  virtual ~Playable() = default;
  /// Returns to the first sample.
  virtual void rewind() = 0;
  /// Fills pairs of left and right samples and returns how many: fewer than requested only at the
  /// end, 0 after it.
  virtual std::size_t read(std::span<float> pairs) = 0;
  [[nodiscard]] virtual int rate() const = 0;
};

}  // namespace overlace
