// SPDX-License-Identifier: Apache-2.0
// A replay asks for the picture of a frame only when there is something to draw.
#include "render/draw_probe.h"

#include <utility>

#include "io/av/av.h"
#include "io/frames/frame_pool.h"
#include "io/frames/pixel_format.h"

namespace overlace {

DrawProbe::DrawProbe(const VideoReader& source, std::unique_ptr<Replay> replay)
    : clip_(source.info().clip), color_(source.info().color), replay_(std::move(replay)) {
  const auto from = static_cast<AVPixelFormat>(source.first_frame().format);
  scratch_ = FramePool().get(drawable_format(from), stored_size(clip_));
}

bool DrawProbe::draws_on(std::int32_t frame) {
  bool asked = false;
  replay_->submit_lazily(0, time_of(clip_, frame), [&] {
    asked = true;
    return view_of(*scratch_, color_);
  });
  static_cast<void>(replay_->finish(0));
  return asked;
}

}  // namespace overlace
