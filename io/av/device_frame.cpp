// SPDX-License-Identifier: Apache-2.0
// What libav says of a frame and of the pool that it is from.
#include "io/av/device_frame.h"

#include "io/av/semi_planar.h"

namespace overlace {

bool on_cuda(const AVFrame& frame) {
  return frame.format == AV_PIX_FMT_CUDA;
}

AVPixelFormat cuda_layout(const AVFrame& frame) {
  return reinterpret_cast<AVHWFramesContext*>(frame.hw_frames_ctx->data)->sw_format;
}

AVPixelFormat software_format(const AVFrame& frame) {
  return on_cuda(frame) ? planar_equal(cuda_layout(frame))
                        : static_cast<AVPixelFormat>(frame.format);
}

Size visible_size(const AVFrame& frame) {
  return {frame.width - static_cast<int>(frame.crop_left),
          frame.height - static_cast<int>(frame.crop_top)};
}

}  // namespace overlace
