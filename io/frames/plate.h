// SPDX-License-Identifier: Apache-2.0
// What a picture for compositing holds beside the samples that are drawn on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/data/image.h"

struct AVFrame;

namespace overlace {

/// An OpenEXR picture as stored in its file. It travels with its frame and the frame's copies.
struct Plate {
  virtual ~Plate() = default;
  Primaries primaries;
  bool linear = true;  ///< scene-linear light; else R'G'B' as displayed
  /// What files of other kinds cannot store: "alpha", "channel Z", "attribute owner" …
  std::vector<std::string> beyond_rgb;
};

/// Attaches `plate` to `frame`. Throws Error(out_of_memory).
void attach_plate(AVFrame& frame, std::shared_ptr<const Plate> plate);
/// Makes the frame an ordinary picture.
void detach_plate(AVFrame& frame);
/// The plate of a frame; null for other pictures. Lives as long as any frame has it.
[[nodiscard]] const Plate* plate_of(const AVFrame& frame);

}  // namespace overlace
