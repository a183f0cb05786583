// SPDX-License-Identifier: Apache-2.0
// Stereo sound that can be played from its beginning, any number of times.
#pragma once

#include <cstddef>
#include <span>

namespace overlace {

class Playable {
 public:
  virtual ~Playable() = default;
  /// Goes back to the first sample.
  virtual void rewind() = 0;
  /// Fills pairs of left and right; fewer than asked for at the end only, 0 after it. Returns how
  /// many pairs.
  virtual std::size_t read(std::span<float> pairs) = 0;
  [[nodiscard]] virtual int rate() const = 0;
};

}  // namespace overlace
