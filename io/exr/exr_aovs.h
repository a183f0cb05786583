// SPDX-License-Identifier: Apache-2.0
// 32-bit channels beside the colours of a part.
#pragma once

#include <ImathBox.h>

#include <span>
#include <vector>

#include "io/exr/exr_part.h"
#include "io/frames/aovs.h"

namespace overlace {

/// A frame's channels, on their way into a file; keeps a part's samples until it is written.
class ExrAovs {
 public:
  /// `channels` are borrowed.
  explicit ExrAovs(std::span<const FloatChannels> channels) : channels_(channels) {}

  /// The smallest window of the picture that holds them all; empty where there are none.
  [[nodiscard]] Imath::Box2i bounds() const;
  /// Adds channels and attributes to a part whose data window is `window`, in the picture's
  /// coordinates, which contains `bounds`.
  void add(const Imath::Box2i& window, ExrPart& part);

 private:
  std::span<const FloatChannels> channels_;
  std::vector<std::vector<float>> samples_;  ///< of channels whose own window is smaller
};

}  // namespace overlace
