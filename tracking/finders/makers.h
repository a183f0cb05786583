// SPDX-License-Identifier: Apache-2.0
// Functions that make the finders, for the module's table.
#pragma once

#include "tracking/finders.h"

namespace overlace {

std::unique_ptr<ClipObserver> make_motion_finder(const MotionOptions& options,
                                                 const ShotSink& report);
std::unique_ptr<ClipObserver> make_feature_finder(const FeatureOptions& options);
std::unique_ptr<ClipObserver> make_blob_finder(const BlobOptions& options);
std::unique_ptr<ClipObserver> make_people_finder(const PeopleOptions& options);

}  // namespace overlace
