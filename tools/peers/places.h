// SPDX-License-Identifier: Apache-2.0
// Where pixels come from, for peers that look them up on maps.
#pragma once

#include "graph/core/pixel_rect.h"
#include "tools/peers/peer.h"

namespace overlace {

/// An effect on a plane with `scale` pixels to a sample: its lengths in samples.
[[nodiscard]] PeerEffect in_samples(PeerEffect effect, int scale);
/// A part of a picture likewise. Precondition: it begins and ends between samples.
[[nodiscard]] PixelRect in_samples(const PixelRect& box, int scale);

/// Where the pixels of a part of a picture come from, row by row: a push that falls with the
/// distance p from the picture's middle as (1 - p^2 / 16 R^2)^8, or, with a `spread`, that many
/// times a move away from the middle by `amount` at its corners.
[[nodiscard]] std::vector<Vec2> places_of(const PeerEffect& effect, Size picture,
                                          const PixelRect& part, float spread = 0);

}  // namespace overlace
