// SPDX-License-Identifier: Apache-2.0
// Stereo sound that is made while a file is written.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace overlace {

/// Fills pairs of left and right; fewer than asked for at the end only, 0 after it. Returns how
/// many pairs.
using PlayPairs = std::function<std::size_t(std::span<float> pairs)>;

struct MadeSound {
  int rate = 48000;          ///< samples per second
  PlayPairs read{};          ///< the first pair is heard with the first frame that is written
  bool is_optional = false;  ///< left out where the container holds no sound
  std::string codec{};       ///< libav's name of an encoder or codec; "" = by container

  [[nodiscard]] explicit operator bool() const { return read != nullptr; }
};

}  // namespace overlace
