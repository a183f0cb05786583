// SPDX-License-Identifier: Apache-2.0
// Packed pixels of bytes, where vectors can hold those of a whole block.
#pragma once

namespace overlace {

/// A block's pixels of `step` bytes each, a word for every lane. Defined for the lanes that have a
/// fast way, before what paints tiles is included.
template <class L, int step>
class BytePixels;

template <class L, int step>
concept has_byte_pixels = requires {
  sizeof(BytePixels<L, step>);
};

}  // namespace overlace
