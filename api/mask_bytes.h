// SPDX-License-Identifier: Apache-2.0
// Masks as bytes of the caller's memory, and as the run lengths of a track table.
#pragma once

#include <cstdint>
#include <span>

#include "graph/core/vec.h"
#include "graph/data/track_columns.h"

namespace overlace::api {

/// Masks of one size: a byte per pixel, not 0 inside.
struct MaskBytes {
  const std::uint8_t* pixels = nullptr;          ///< of the first mask's top left
  std::int64_t mask_stride = 0, row_stride = 0;  ///< bytes to the next mask, and to the next line
  Size size;
};

/// The runs of `count` masks, as in TrackColumns::mask_runs. Throws Error(usage) for a size that no
/// mask has, and for lines that overlap.
[[nodiscard]] RowLists<std::uint32_t> runs_of_masks(const MaskBytes& masks, std::uint32_t count);

/// Writes a mask: 1 inside, else 0. Precondition: the runs cover the grid.
void write_mask(std::span<const std::uint32_t> runs, Size size, std::uint8_t* pixels,
                std::int64_t stride);

}  // namespace overlace::api
