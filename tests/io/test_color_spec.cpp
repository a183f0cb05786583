// SPDX-License-Identifier: Apache-2.0
// What a frame's tags say about its colours. Transfer characteristics are numbered as in ITU-T
// H.273.
#include <gtest/gtest.h>

#include "gpu/raster.h"
#include "io/av/av.h"
#include "io/frames/frame_pool.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

FramePtr tagged(AVPixelFormat format, int transfer) {
  FramePtr frame = FramePool().get(format, {16, 8});
  frame->color_trc = static_cast<AVColorTransferCharacteristic>(transfer);
  return frame;
}

TEST(ColorSpec, TransferIsTheTags) {
  const auto transfer = [](int code) {
    return color_spec_of(*tagged(AV_PIX_FMT_YUV420P, code)).transfer;
  };
  EXPECT_EQ(transfer(1), Transfer::sdr);   // BT.709
  EXPECT_EQ(transfer(2), Transfer::sdr);   // not specified
  EXPECT_EQ(transfer(13), Transfer::sdr);  // sRGB
  EXPECT_EQ(transfer(8), Transfer::linear);
  EXPECT_EQ(transfer(16), Transfer::pq);
  EXPECT_EQ(transfer(18), Transfer::hlg);
}

// IEC 61966-2-1: a signal of 0.5 is linear light of 0.21404.
TEST(ColorSpec, FloatsThatAreTaggedLinearTakeLight) {
  for (const auto& [transfer, expected] : {std::pair{8, 0.21404114F}, {1, 0.5F}}) {
    const FramePtr frame = tagged(AV_PIX_FMT_GBRPF32, transfer);
    DisplayList list;
    Primitive fill;
    fill.fill = {0.5F, 0.5F, 0.5F, 1};
    list.primitives = {fill};
    Rasterizer({.threads = 1}).draw(list, {}, view_of(*frame, color_spec_of(*frame)));
    EXPECT_NEAR(*reinterpret_cast<const float*>(frame->data[0]), expected, 1e-6F) << transfer;
  }
}

}  // namespace
}  // namespace overlace
