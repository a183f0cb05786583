// SPDX-License-Identifier: Apache-2.0
// What all calls that draw have in common: times, kinds of memory, and what they report.
#pragma once

#include <cstdint>

#include "api/overlace.h"
#include "gpu/replay.h"
#include "graph/core/pixel_rect.h"
#include "graph/core/time.h"
#include "graph/data/image.h"

namespace overlace::api {

/// When a picture is shown: at its own time, or by the clip's rate.
[[nodiscard]] FrameTime time_of_image(const ClipInfo& clip, std::int32_t frame,
                                      const ovl_image& image);

/// Throws Error(unavailable) for a picture on a GPU if the renderer's memory is the host's.
void check_memory(const ImageView& view, Memory renderer);

/// `stats` may be null. Throws Error(usage) for a struct that no version had.
void check_stats(const ovl_stats* stats);
/// Precondition: they have been checked.
void put_stats(const ReplayStats& from, ovl_stats* to);

/// All 0 if the rectangle is empty.
[[nodiscard]] ovl_rect c_rect(const PixelRect& rect);

}  // namespace overlace::api
