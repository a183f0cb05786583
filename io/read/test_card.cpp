// SPDX-License-Identifier: Apache-2.0
// The card of color/, as libav has pictures.
#include "io/read/test_card.h"

#include "color/test_card.h"
#include "io/frames/frame_converter.h"

namespace overlace {

FramePtr test_card(Size size) {
  const FramePtr rgb = FramePool().get(AV_PIX_FMT_RGB24, size);
  const auto stride = static_cast<std::size_t>(rgb->linesize[0]);
  draw_test_card(size, {rgb->data[0], stride * static_cast<std::size_t>(size.height)}, stride, 3);
  ColorSpec full;
  full.range = ColorRange::full;
  return FrameConverter({AV_PIX_FMT_YUV420P, ColorSpec{}}).convert(*rgb, full);
}

}  // namespace overlace
