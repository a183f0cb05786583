// SPDX-License-Identifier: Apache-2.0
// A plate as it is written: with what has been drawn on it, and everything else it had.
#pragma once

#include <ImathBox.h>

#include <vector>

#include "io/exr/exr_part.h"
#include "io/exr/exr_plate.h"
#include "io/exr/exr_samples.h"

namespace overlace {

/// Borrows both; `picture` was made by frame_of() from `plate` and then drawn on.
class DrawnPlate {
 public:
  DrawnPlate(const ExrPlate& plate, const ImageView& picture);

  /// The plate's data window extended by what was painted outside it, in the file's coordinates.
  [[nodiscard]] Imath::Box2i window() const;
  /// Adds all channels to a part whose data window is window() or a larger one; the rest of it is
  /// zero. Unchanged samples keep their bits. Call it only once; keeps the samples.
  void add_to(ExrPart& part);

 private:
  const ExrPlate& plate_;
  std::vector<PicturePlane> planes_;  ///< in the order of plane_channels
  std::vector<ExrChannel> channels_;
};

}  // namespace overlace
