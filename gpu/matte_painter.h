// SPDX-License-Identifier: Apache-2.0
// Paints how much of each pixel of a frame's overlay every node and object covers.
#pragma once

#include <memory>
#include <span>

#include "gpu/replay.h"
#include "graph/data/owner_matte.h"

namespace overlace {

/// Replays a plan as mattes, on the CPU: coverage comes from its rasteriser, in half-float steps,
/// and consecutive primitives of one owner are painted together. An effect passes on the matte of
/// its input unchanged: glows and shadows have no owner, and nothing moves. Effects on the
/// picture's own samples paint nothing. Frames may come in any order; one thread at a time.
class MattePainter {
 public:
  virtual ~MattePainter() = default;

  /// The matte of a frame, for the picture as it is stored; valid until the next call.
  virtual const OwnerMatte& paint(const FrameTime& time) = 0;
  /// The owners that the matte's numbers refer to.
  [[nodiscard]] virtual std::span<const PrimitiveOwner> owners() const = 0;
};

/// Throws Error(usage) when a step needs something that this build lacks, Error(unavailable) when
/// this machine lacks the requested instruction set.
[[nodiscard]] std::unique_ptr<MattePainter> make_matte_painter(std::shared_ptr<const Plan> plan,
                                                               const ReplayOptions& options = {});

}  // namespace overlace
