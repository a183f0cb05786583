// SPDX-License-Identifier: Apache-2.0
// What the module "vision" exports.
#include "tracking/finders/makers.h"

const overlace::PixelFinders* overlace_pixel_finders() {
  using namespace overlace;
  static constexpr PixelFinders table{make_motion_finder, make_feature_finder, make_blob_finder,
                                      make_people_finder};
  return &table;
}
