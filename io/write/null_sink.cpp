// SPDX-License-Identifier: Apache-2.0
// The incoming format, or the nearest one that can be drawn on.
#include "io/write/null_sink.h"

#include "io/frames/pixel_format.h"

namespace overlace {

NullSink::NullSink(const VideoReader& source)
    : format_{drawable_format(static_cast<AVPixelFormat>(source.first_frame().format)),
              source.info().color} {}

}  // namespace overlace
