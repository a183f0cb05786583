// SPDX-License-Identifier: Apache-2.0
// Stereo sound that is generated while a file is written.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace overlace {

/// Fills pairs of left and right; returns how many. Fewer than requested only at the end, and 0
/// after it.
using PlayPairs = std::function<std::size_t(std::span<float> pairs)>;

struct MadeSound {
  int rate = 48000;          ///< samples per second
  PlayPairs read{};          ///< the first pair is heard with the first frame written
  bool is_optional = false;  ///< omitted where the container holds no sound
  std::string codec{};       ///< libav's name of an encoder or codec; "" = by container

  [[nodiscard]] explicit operator bool() const { return read != nullptr; }
};

}  // namespace overlace
