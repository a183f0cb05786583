// SPDX-License-Identifier: Apache-2.0
// A plate as it is written: with what has been drawn on it, and all else that it had.
#pragma once

#include <ImathBox.h>

#include <vector>

#include "io/exr/exr_part.h"
#include "io/exr/exr_plate.h"
#include "io/exr/exr_samples.h"

namespace overlace {

/// Borrows both; `picture` is what frame_of() has made of `plate` and somebody has drawn on.
class DrawnPlate {
 public:
  DrawnPlate(const ExrPlate& plate, const ImageView& picture);

  /// The plate's data window, and what was painted outside of it, as a window of the file.
  [[nodiscard]] Imath::Box2i window() const;
  /// Adds all channels to a part whose data window is this one, or a larger one, which holds zeros
  /// there. Samples that still are what they were keep their bits. Once only; keeps the samples.
  void add_to(ExrPart& part);

 private:
  const ExrPlate& plate_;
  std::vector<PicturePlane> planes_;  ///< as plane_channels
  std::vector<ExrChannel> channels_;
};

}  // namespace overlace
