// SPDX-License-Identifier: Apache-2.0
// The CPU tile rasteriser: a display list onto a picture or a layer.
#pragma once

#include <memory>
#include <span>

#include "gpu/layer.h"
#include "gpu/replay.h"
#include "graph/data/display_list.h"
#include "graph/data/image.h"

namespace overlace {

struct OwnerTaker;

/// Bins primitives into tiles, evaluates coverage block by block, blends, and writes touched blocks
/// only. Keeps its buffers from frame to frame; uses its own workers. Primitives whose numbers are
/// not finite are left out. One object serves one thread at a time.
class Rasterizer {
 public:
  /// Throws Error(unavailable) when this machine lacks the instruction set asked for.
  explicit Rasterizer(const ReplayOptions& options);
  ~Rasterizer();
  Rasterizer(const Rasterizer&) = delete;
  Rasterizer& operator=(const Rasterizer&) = delete;

  /// Draws onto a picture in place. `layers` are what PrimitiveKind::layer indexes; they have the
  /// picture's size. Colours go "over" what is there, as the picture's alpha has it (AlphaKind).
  /// A picture's ground is laid as well, under everything. Throws Error(input) for a picture that
  /// it cannot draw on.
  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers,
                   const ImageView& target);
  /// Draws into a layer, which is cleared first (by clearing its occupancy). A layer holds R'G'B'
  /// as the picture it is meant for encodes it: `picture` says which transfer and gamut that is.
  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers, Layer16& target,
                   const ColorSpec& picture = {});

  /// Paints nothing, and calls owners.take() for the alpha of each group of `list`, which are not
  /// nested and hold all of its primitives, none of them a layer. Calls for a tile of a layer come
  /// in paint order; those for others come at once, on the workers.
  void draw_owners(const DisplayList& list, Size size, const OwnerTaker& owners);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
