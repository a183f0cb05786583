// SPDX-License-Identifier: Apache-2.0
// A table of functions that find objects in pixels, filled by the module "vision": only that module
// links OpenCV.
#pragma once

#include <memory>

#include "tracking/blobs.h"
#include "tracking/features.h"
#include "tracking/motion.h"
#include "tracking/people.h"

namespace overlace {

/// What the module offers. Each function is documented at the function of tracking/ that calls it.
struct PixelFinders {
  std::unique_ptr<ClipObserver> (*motion)(const MotionOptions& options, const ShotSink& report);
  std::unique_ptr<ClipObserver> (*features)(const FeatureOptions& options);
  std::unique_ptr<ClipObserver> (*blobs)(const BlobOptions& options);
  std::unique_ptr<ClipObserver> (*people)(const PeopleOptions& options);
};

}  // namespace overlace

/// What the module exports.
extern "C" const overlace::PixelFinders* overlace_pixel_finders();
