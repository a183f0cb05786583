// SPDX-License-Identifier: Apache-2.0
// Derives a frame's route from where it begins and ends.
#include "render/frame_route.h"

namespace overlace {

FrameRoute::FrameRoute(const FrameEnds& ends) {
  if (ends.overlay_only) {
    add(FrameStep::clear);
    draw_ = count_;
    add(FrameStep::draw);
    add(FrameStep::encode);
    return;
  }
  bool on_device = ends.decoded_on_device;
  bool ours = on_device;  // NVDEC's pictures have left its surfaces
  const bool draws_there = ends.draws_on_device && (ends.encodes_on_device || ends.same_format);
  if (on_device && !draws_there) {
    add(FrameStep::download);
    on_device = false;
  }
  if (!on_device && draws_there && ends.encodes_on_device) {
    add(FrameStep::upload);
    on_device = ours = true;
  } else if (!on_device && !ends.encodes_on_device && !ends.same_format) {
    add(FrameStep::convert);
    ours = true;
  }
  if (!ours) add(FrameStep::copy);
  draw_ = count_;
  add(FrameStep::draw);
  if (on_device != ends.encodes_on_device) add(on_device ? FrameStep::download : FrameStep::upload);
  add(FrameStep::encode);
}

FrameTouch touch_of(FrameStep step) {
  switch (step) {
    case FrameStep::download:
      return {"download", 2, 2, true, "by way of a staging buffer"};
    case FrameStep::upload:
      return {"upload", 2, 2, true, "by way of a staging buffer"};
    case FrameStep::clear:
      return {"clear", 0, 1, true, "transparent, for the overlay alone"};
    case FrameStep::convert:
      return {"convert", 1, 1, true, "to the encoder's format"};
    case FrameStep::copy:
      return {"copy", 1, 1, false, "if drawn on while the decoder refers to it"};
    case FrameStep::draw:
      return {"draw", 1, 1, false, "touched blocks only, in place"};
    case FrameStep::encode:
      return {"encode", 1, 0, true, "handed over where it is"};
  }
  return {};
}

}  // namespace overlace
