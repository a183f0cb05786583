// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures as a display shows them.
#pragma once

#include <string>

#include "gpu/primaries.h"
#include "io/frames/frame_pool.h"
#include "io/frames/plate.h"

namespace overlace {

/// Makes 16-bit R'G'B' of float planes: light in BT.709 primaries, limited to 0..1, with the curve
/// of sRGB (IEC 61966-2-1). Colour is premultiplied there, so that what alpha leaves free is black.
class PlateDisplay {
 public:
  explicit PlateDisplay(const Plate& plate);

  /// A new frame without a plate; `plate` is planar float R, G, B, with or without A.
  [[nodiscard]] FramePtr shown(const AVFrame& plate);
  /// What becomes of the pictures, and what of them is lost, as a sentence each.
  [[nodiscard]] static std::vector<std::string> sentences(const Plate& plate);

 private:
  [[nodiscard]] Triple display(Triple rgb) const;

  Matrix3 gamut_;
  bool linear_;
  FramePool pool_;
};

}  // namespace overlace
