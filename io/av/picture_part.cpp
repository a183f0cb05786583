// SPDX-License-Identifier: Apache-2.0
// By libav's own cropping.
#include "io/av/picture_part.h"

#include "io/av/av.h"

namespace overlace {

FramePtr part_of(const AVFrame& picture, const PixelRect& part) {
  FramePtr frame = make_frame();
  check_av(av_frame_ref(frame.get(), &picture), ErrorCode::out_of_memory, "a part of a picture");
  if (part.is_empty()) return frame;
  frame->crop_left = static_cast<std::size_t>(part.x);
  frame->crop_top = static_cast<std::size_t>(part.y);
  frame->crop_right = static_cast<std::size_t>(picture.width - part.right());
  frame->crop_bottom = static_cast<std::size_t>(picture.height - part.bottom());
  check_av(av_frame_apply_cropping(frame.get(), AV_FRAME_CROP_UNALIGNED), ErrorCode::internal,
           "a part of a picture");
  return frame;
}

}  // namespace overlace
