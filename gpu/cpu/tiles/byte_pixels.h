// SPDX-License-Identifier: Apache-2.0
// Packed 8-bit pixels, for instruction sets whose vectors hold a whole block of them.
#pragma once

namespace overlace {

/// A block of pixels of `step` bytes each, one word per lane. Specialised for lane types that have
/// a fast implementation, before the tile painter is included.
template <class L, int step>
class BytePixels;

template <class L, int step>
concept has_byte_pixels = requires {
  sizeof(BytePixels<L, step>);
};

}  // namespace overlace
