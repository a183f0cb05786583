// SPDX-License-Identifier: Apache-2.0
// Paints which node and which object covers how much of every pixel of a frame's overlay.
#pragma once

#include <memory>
#include <span>

#include "gpu/replay.h"
#include "graph/data/owner_matte.h"

namespace overlace {

/// Replays a plan as mattes, on the CPU: coverage is that of its rasteriser, in steps of half
/// floats, and primitives of one owner that follow each other are painted at once. An effect hands
/// on the matte of the drawing that it is made of, where that was drawn: glows and shadows have no
/// owner, and nothing moves. Effects on the picture's own samples paint nothing. Frames may come in
/// any order; one thread at a time.
class MattePainter {
 public:
  virtual ~MattePainter() = default;

  /// The matte of a frame, of the picture as it is stored; stands until the next call.
  virtual const OwnerMatte& paint(const FrameTime& time) = 0;
  /// The owners that its numbers mean.
  [[nodiscard]] virtual std::span<const PrimitiveOwner> owners() const = 0;
};

/// Throws Error(usage) when a step asks for what this build has not, Error(unavailable) when this
/// machine lacks the instruction set asked for.
[[nodiscard]] std::unique_ptr<MattePainter> make_matte_painter(std::shared_ptr<const Plan> plan,
                                                               const ReplayOptions& options = {});

}  // namespace overlace
