// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures converted for a display.
#pragma once

#include <string>

#include "color/primaries.h"
#include "io/frames/frame_pool.h"
#include "io/frames/plate.h"

namespace overlace {

/// Makes 16-bit R'G'B' of float planes: light in BT.709 primaries, clipped to 0..1, with the curve
/// of sRGB (IEC 61966-2-1). Colour is premultiplied there, so that transparent parts are black.
class PlateDisplay {
 public:
  explicit PlateDisplay(const Plate& plate);

  /// Whether it is for plates in these primaries and this kind of light.
  [[nodiscard]] bool is_for(const Plate& plate) const;

  /// A new frame without a plate; `plate` is planar float R, G, B, with or without A.
  [[nodiscard]] FramePtr shown(const AVFrame& plate);
  /// Sentences that say how the pictures are converted and what they lose.
  [[nodiscard]] static std::vector<std::string> sentences(const Plate& plate);

 private:
  [[nodiscard]] Triple display(Triple rgb) const;

  Primaries primaries_;
  Matrix3 gamut_;
  bool linear_;
  FramePool pool_;
};

}  // namespace overlace
