// SPDX-License-Identifier: Apache-2.0
// Source positions of pixels, for peers that sample through maps.
#pragma once

#include "bench/peers/peer.h"
#include "graph/core/pixel_rect.h"

namespace overlace {

/// An effect on a plane with `scale` pixels per sample: its lengths in samples.
[[nodiscard]] PeerEffect in_samples(PeerEffect effect, int scale);
/// A part of a picture likewise. Precondition: its edges lie between samples.
[[nodiscard]] PixelRect in_samples(const PixelRect& box, int scale);

/// The source positions of the pixels of a part of a picture, row by row: a push that falls with
/// the distance p from the picture's middle as (1 - p^2 / 16 R^2)^8, or, with a `spread`, `spread`
/// times a shift away from the middle that is `amount` at the corners.
[[nodiscard]] std::vector<Vec2> places_of(const PeerEffect& effect, Size picture,
                                          const PixelRect& part, float spread = 0);

}  // namespace overlace
