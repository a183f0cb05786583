// SPDX-License-Identifier: Apache-2.0
// The CPU tile rasteriser: a display list onto a picture or a layer.
#pragma once

#include <memory>
#include <span>

#include "gpu/image.h"
#include "gpu/layer.h"
#include "gpu/replay.h"
#include "graph/data/display_list.h"

namespace overlace {

/// Bins primitives into tiles, evaluates coverage block by block, blends, and writes touched blocks only.
/// Keeps its buffers from frame to frame; uses its own workers.
class Rasterizer {
 public:
  explicit Rasterizer(const ReplayOptions& options);
  ~Rasterizer();
  Rasterizer(const Rasterizer&) = delete;
  Rasterizer& operator=(const Rasterizer&) = delete;

  /// Draws onto a picture in place. `layers` are what PrimitiveKind::layer indexes.
  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers, const ImageView& target);
  /// Draws into a layer, which is cleared first (by clearing its occupancy).
  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers, Layer16& target);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace overlace
