// SPDX-License-Identifier: Apache-2.0
// The finders of objects in pixels as a table, which the module "vision" fills: it alone links
// OpenCV.
#pragma once

#include <memory>

#include "tracking/blobs.h"
#include "tracking/features.h"
#include "tracking/motion.h"
#include "tracking/people.h"

namespace overlace {

/// What the module has to offer. Each function is documented where the one of tracking/ is that
/// calls it.
struct PixelFinders {
  std::unique_ptr<ClipObserver> (*motion)(const MotionOptions& options);
  std::unique_ptr<ClipObserver> (*features)(const FeatureOptions& options);
  std::unique_ptr<ClipObserver> (*blobs)(const BlobOptions& options);
  std::unique_ptr<ClipObserver> (*people)(const PeopleOptions& options);
};

}  // namespace overlace

/// What the module exports.
extern "C" const overlace::PixelFinders* overlace_pixel_finders();
