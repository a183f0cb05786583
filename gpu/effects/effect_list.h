// SPDX-License-Identifier: Apache-2.0
// All effects. An effect from layers to a layer is a class that both back-ends use, and is listed
// here with:
//
//   Op, Record                             what a node asks for; the parameters for one frame
//   Passes                                 the passes that no effect before it has
//   layers                                 number of its ports, after which comes the region
//   record(op, space)                      computed on the host, once per frame; the working space
//                                          `space` says what colours are on layers
//   reach(op)                              px beyond the content of its inputs that it may paint
//   run(runner, op, place, record)         calls runner.run(pass) for each of its passes
//
// One that is one pass (OnePass) has pass(op, place, record) instead of the last and `layers`, and
// is an effect on the picture as it is (PictureChange). A filter of the picture's components, one
// at a time (PlaneEffect), has
//
//   Op, Record, Passes, record(op), reach(op)
//                                          as above
//   Steps                                  the passes that make its result, a plain record:
//                                          for_each_pass(run), made(0), and made(1) if `count` is
//                                          2; MixPass takes what made() returns
//   steps(op, places, record)              the steps for one or two components
//
// A pass over planes is a plain record with `block`, is_active(), and output(): a plane, or tiles
// of the picture, of which the wanted ones are made. A SamplePass needs only its formula. The
// passes of filters have source() and source_x(column), and say with output_x(column) and
// output_y(row) which samples read a tile of the source, so that a WantPass can mark these.
#pragma once

#include "gpu/effects/aberration.h"
#include "gpu/effects/bloom.h"
#include "gpu/effects/blur.h"
#include "gpu/effects/grade.h"
#include "gpu/effects/grain.h"
#include "gpu/effects/outline.h"
#include "gpu/effects/picture_change.h"
#include "gpu/effects/pixelate.h"
#include "gpu/effects/place.h"
#include "gpu/effects/plane_blur.h"
#include "gpu/effects/plane_gather.h"
#include "gpu/effects/plane_insets.h"
#include "gpu/effects/shadow.h"
#include "gpu/effects/spectral.h"
#include "gpu/effects/warp.h"

namespace overlace {

using AllEffects =
    EffectList<BlurEffect, BloomEffect, OutlineEffect, ShadowEffect, WarpEffect, AberrationEffect,
               PlaceEffect, GrainEffect, GradeEffect, SpectralEffect>;

/// Those on the picture.
using AllPictureEffects =
    EffectList<PlaneEffect<PlaneBlurFilter>, PlaneEffect<PixelateFilter>, PlaneEffect<ZoomFilter>,
               PlaneEffect<InsetsFilter>, PlaneEffect<PlaneWarpFilter>, PictureChange<GrainEffect>,
               PictureChange<GradeEffect>, PictureChange<AberrationEffect>>;

}  // namespace overlace
