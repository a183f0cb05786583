// SPDX-License-Identifier: Apache-2.0
// COCO's run-length masks: the compressed text form, and the pixels that a mask covers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Decodes the text form into run lengths as in TrackColumns::mask_runs: 5 bits per character,
/// lowest first, each run past the third as a difference to the one two before (pycocotools,
/// common/maskApi.c). Returns why the text is not a mask of `size`, completing "the mask …", or ""
/// if it is; then the runs cover the grid exactly.
[[nodiscard]] std::string_view decode_coco_rle(std::string_view text, Size size,
                                               std::vector<std::uint32_t>& runs);

/// The text form of run lengths, as pycocotools writes it.
[[nodiscard]] std::string encode_coco_rle(std::span<const std::uint32_t> runs);

/// Why `runs` are not a mask of `size`, completing "the mask …"; "" if they cover the grid exactly.
[[nodiscard]] std::string_view check_mask(Size size, std::span<const std::uint32_t> runs);

/// The number of pixels inside the mask.
[[nodiscard]] std::uint64_t mask_area(std::span<const std::uint32_t> runs);

/// The smallest box around the mask, in pixels of its grid; empty for an empty mask.
/// Precondition: check_mask(size, runs) is "".
[[nodiscard]] Box mask_bounds(Size size, std::span<const std::uint32_t> runs);

}  // namespace overlace
