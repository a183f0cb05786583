// SPDX-License-Identifier: Apache-2.0
// Calls the finders in the module.
#include "tracking/finders.h"

#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

const PixelFinders& finders() {
  auto* const table =
      module_function<decltype(overlace_pixel_finders)>("vision", "overlace_pixel_finders");
  if (table == nullptr)
    throw Error(ErrorCode::usage, "overlace-vision.so, which looks at pixels, is not installed",
                install_hint("vision") + ", or give a file of tracks with --tracks");
  return *table();
}

}  // namespace

std::unique_ptr<ClipObserver> motion_finder(const MotionOptions& options, const ShotSink& report) {
  return finders().motion(options, report);
}

std::unique_ptr<ClipObserver> feature_finder(const FeatureOptions& options) {
  return finders().features(options);
}

std::unique_ptr<ClipObserver> blob_finder(const BlobOptions& options) {
  return finders().blobs(options);
}

std::unique_ptr<ClipObserver> people_finder(const PeopleOptions& options) {
  return finders().people(options);
}

}  // namespace overlace
