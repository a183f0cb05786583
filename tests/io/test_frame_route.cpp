// SPDX-License-Identifier: Apache-2.0
// Routes, walked step by step for every combination of ends.
#include <gtest/gtest.h>

#include <limits>

#include "render/frame_route.h"
#include "render/transcode.h"

namespace overlace {
namespace {

/// A frame on its way: where it is, who owns it, and whether its format is right.
struct Walker {
  bool draws_on_device;
  bool on_device;
  bool ours;          ///< not shared with anyone
  bool right_format;  ///< for an encoder on the host
  int drawn = 0, moved = 0;

  void go(FrameStep step) {
    switch (step) {
      case FrameStep::download:
      case FrameStep::upload:
        EXPECT_EQ(on_device, step == FrameStep::download);
        on_device = !on_device;
        ours = true;
        ++moved;
        return;
      case FrameStep::clear:
        on_device = false;
        ours = right_format = true;
        return;
      case FrameStep::convert:
        EXPECT_FALSE(on_device || right_format) << "a conversion for nothing, or of device memory";
        right_format = ours = true;
        return;
      case FrameStep::copy:
        EXPECT_FALSE(ours) << "a copy for nothing";
        ours = true;
        return;
      case FrameStep::draw:
        EXPECT_TRUE(ours) << "drawn on what the decoder needs";
        EXPECT_TRUE(draws_on_device || !on_device) << "drawn on memory that cannot be reached";
        ++drawn;
        return;
      case FrameStep::encode:
        return;
    }
  }
};

TEST(FrameRoute, EndsWhereTheEncoderWantsTheFrame) {
  for (int bits = 0; bits < 32; ++bits) {
    const FrameEnds ends{.decoded_on_device = (bits & 1) != 0,
                         .draws_on_device = (bits & 2) != 0,
                         .encodes_on_device = (bits & 4) != 0,
                         .same_format = (bits & 8) != 0,
                         .overlay_only = (bits & 16) != 0};
    if (ends.overlay_only && ends.encodes_on_device) continue;  // overlays alone stay on the host
    SCOPED_TRACE(bits);
    const FrameRoute route(ends);
    // A decoder on the host keeps references; what NVDEC made has been copied off its surfaces.
    Walker frame{ends.draws_on_device, ends.decoded_on_device, ends.decoded_on_device,
                 ends.same_format};
    for (const FrameStep step : route.steps()) frame.go(step);
    EXPECT_EQ(frame.on_device, ends.encodes_on_device);
    EXPECT_TRUE(frame.right_format || ends.encodes_on_device);
    EXPECT_EQ(frame.drawn, 1);
    EXPECT_EQ(route.steps().back(), FrameStep::encode);
    int moves = ends.decoded_on_device != ends.encodes_on_device ? 1 : 0;
    if (ends.decoded_on_device && ends.encodes_on_device && !ends.draws_on_device) moves = 2;
    EXPECT_EQ(frame.moved, ends.overlay_only ? 0 : moves);
    EXPECT_EQ(route.before_drawing().size() + 1 + route.after_drawing().size(),
              route.steps().size());
  }
}

TEST(FrameRoute, HostFramesAreTouchedOnceWhereNothingIsDrawn) {
  int reads = 0, writes = 0;
  const FrameRoute route({});
  for (const FrameStep step : route.steps()) {
    if (!touch_of(step).always) continue;
    reads += touch_of(step).reads;
    writes += touch_of(step).writes;
  }
  EXPECT_EQ(reads, 1);  // by the encoder
  EXPECT_EQ(writes, 0);
}

TEST(FrameRoute, OnTheGpuNothingMoves) {
  const FrameRoute route(
      {.decoded_on_device = true, .draws_on_device = true, .encodes_on_device = true});
  EXPECT_EQ(std::vector(route.steps().begin(), route.steps().end()),
            (std::vector{FrameStep::draw, FrameStep::encode}));
}

TEST(FramesWithin, AtLeastOneAtMostAsManyAsAsked) {
  EXPECT_EQ(frames_within(40, 10, 8), 4U);
  EXPECT_EQ(frames_within(40, 10, 3), 3U);
  EXPECT_EQ(frames_within(40, 41, 3), 1U);
  EXPECT_EQ(frames_within(0, 10, 3), 1U);
  EXPECT_EQ(frames_within(40, 0, 3), 3U);
  EXPECT_EQ(frames_within(40, 10, 0), 1U);
  EXPECT_EQ(frames_within(std::numeric_limits<std::size_t>::max(), 1, 5), 5U);
}

}  // namespace
}  // namespace overlace
