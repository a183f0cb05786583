// SPDX-License-Identifier: Apache-2.0
// The CPU tile rasteriser: draws a display list onto a picture or a layer.
#pragma once

#include <memory>
#include <span>

#include "gpu/layer.h"
#include "gpu/replay.h"
#include "graph/data/display_list.h"
#include "graph/data/image.h"

namespace overlace {

struct OwnerTaker;
class Workers;

/// Bins primitives into tiles, evaluates coverage block by block, blends, and writes only touched
/// blocks. Keeps its buffers from frame to frame. Primitives with non-finite numbers are skipped.
/// One object serves one thread at a time.
class Rasterizer {
 public:
  /// With workers of its own. Throws Error(unavailable) when this machine lacks the instruction set
  /// asked for.
  explicit Rasterizer(const ReplayOptions& options);
  /// With borrowed workers, instead of those that `options` ask for.
  Rasterizer(const ReplayOptions& options, Workers& workers);
  ~Rasterizer();
  Rasterizer(const Rasterizer&) = delete;
  Rasterizer& operator=(const Rasterizer&) = delete;

  /// Draws onto a picture in place. PrimitiveKind::layer indexes `layers`, which have the picture's
  /// size. Colours are composited "over" the picture, by its alpha's convention (AlphaKind). A
  /// picture's ground is laid as well, below everything. Throws Error(input) for a picture that it
  /// cannot draw on.
  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers,
                   const ImageView& target);
  /// Draws into a layer, which is cleared first (by clearing its occupancy). A layer holds R'G'B'
  /// as encoded by the picture that it will be painted on: `picture` gives its transfer and gamut.
  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers, Layer16& target,
                   const ColorSpec& picture = {});

  /// Forgets what it has kept of earlier frames, whose plan is gone.
  void forget();

  /// Paints nothing, but passes the alpha of each group of `list` to owners.take(), tile by tile.
  /// The groups are not nested and hold all primitives of the list, none of which is a layer. Calls
  /// for one tile come in paint order; different tiles are processed concurrently, on the workers.
  void draw_owners(const DisplayList& list, Size size, const OwnerTaker& owners);

 private:
  struct State;
  std::unique_ptr<Workers> own_workers_;  ///< if none are borrowed
  std::unique_ptr<State> state_;
};

}  // namespace overlace
