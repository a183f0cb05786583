// SPDX-License-Identifier: Apache-2.0
// Numbers beside the colours of a picture: mattes by id, and what else is known of every pixel.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/pixel_rect.h"
#include "graph/core/time.h"

namespace overlace {

/// What the ids of a Cryptomatte stand for.
enum class MatteKind : std::uint8_t {
  track,  ///< "person 7": class and id of an object
  type,   ///< "person": the class of an object
  node,   ///< "boxes": the node that drew
};

/// What is known of the object that is seen most of in a pixel ("arbitrary output variables").
enum class Aov : std::uint8_t {
  id,           ///< of its track; -1 = none
  class_index,  ///< the number of its class in the track file; -1 = none
  score,        ///< as the track file gave it; 0 = none
  forward,      ///< its velocity, px per frame: u to the right, v upwards
  uv,           ///< where in its box the pixel's centre lies: 0, 0 at the bottom left
};

/// Texts that a file holds, by the names of their attributes.
using StillAttributes = std::vector<std::pair<std::string, std::string>>;

/// 32-bit channels over a window of the picture.
struct FloatChannels {
  std::vector<std::string> names;  ///< "CryptoTrack00.R"
  PixelRect window;                ///< with all that is known
  std::vector<float> samples;      ///< pixel by pixel, row by row: one for every name
  /// What a pixel outside of the window holds where a file has it, for every name; empty = zeros.
  std::vector<float> outside{};
  StillAttributes attributes{};  ///< that belong to them
};

/// The channels beside the colours of a picture.
struct AovOptions {
  std::vector<MatteKind> mattes{};  ///< a Cryptomatte for each
  std::vector<Aov> aovs{};
  /// Makes a frame's channels, which stand until the next call; called by one thread at a time.
  std::function<std::span<const FloatChannels>(const FrameTime& time)> paint{};

  [[nodiscard]] bool empty() const { return mattes.empty() && aovs.empty(); }
};

/// Throws Error(usage) where files at `path` cannot have the channels.
void check_aovs(const std::string& path, const AovOptions& aovs);

}  // namespace overlace
