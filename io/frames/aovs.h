// SPDX-License-Identifier: Apache-2.0
// Data beside the colours of a picture: mattes by id, and other facts about each pixel.
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

/// What is known about the object that covers most of a pixel ("arbitrary output variables").
enum class Aov : std::uint8_t {
  id,           ///< of its track; -1 = none
  class_index,  ///< of the object's class in the track file; -1 = none
  score,        ///< from the track file; 0 = none
  forward,      ///< its velocity, px per frame: u to the right, v upwards
  uv,           ///< the position of the pixel's centre in its box: 0, 0 at the bottom left
};

/// Text attributes of a file: names and values.
using StillAttributes = std::vector<std::pair<std::string, std::string>>;

/// 32-bit channels over a window of the picture.
struct FloatChannels {
  std::vector<std::string> names;  ///< "CryptoTrack00.R"
  PixelRect window;                ///< contains all known values
  std::vector<float> samples;      ///< row by row; each pixel has one sample per name
  /// Values of pixels outside the window, one per name; empty = zeros.
  std::vector<float> outside{};
  StillAttributes attributes{};  ///< about these channels
};

/// The channels beside the colours of a picture.
struct AovOptions {
  std::vector<MatteKind> mattes{};  ///< one Cryptomatte each
  std::vector<Aov> aovs{};
  /// Makes a frame's channels, valid until the next call; called by one thread at a time.
  std::function<std::span<const FloatChannels>(const FrameTime& time)> paint{};

  [[nodiscard]] bool empty() const { return mattes.empty() && aovs.empty(); }
};

/// Throws Error(usage) where files at `path` cannot hold the channels.
void check_aovs(const std::string& path, const AovOptions& aovs);

}  // namespace overlace
