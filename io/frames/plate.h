// SPDX-License-Identifier: Apache-2.0
// What a picture for compositing has beside the samples that are drawn on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/data/image.h"

struct AVFrame;

namespace overlace {

/// An OpenEXR picture as its file has it. It travels with its frame, whoever copies that.
struct Plate {
  virtual ~Plate() = default;
  Primaries primaries;
  bool linear = true;  ///< scene-linear light; else R'G'B' as displayed
  /// What a file of another kind cannot hold: "alpha", "channel Z", "attribute owner" …
  std::vector<std::string> beyond_rgb;
};

/// Lets `plate` travel with `frame`. Throws Error(out_of_memory).
void attach_plate(AVFrame& frame, std::shared_ptr<const Plate> plate);
/// From here on the frame is a picture like others.
void detach_plate(AVFrame& frame);
/// The plate of a frame; null for other pictures. Lives as long as a frame has it.
[[nodiscard]] const Plate* plate_of(const AVFrame& frame);

}  // namespace overlace
