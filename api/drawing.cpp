// SPDX-License-Identifier: Apache-2.0
// Checks before drawing, and what is told afterwards.
#include "api/drawing.h"

#include "api/structs.h"
#include "graph/core/error.h"

namespace overlace::api {

FrameTime time_of_image(const ClipInfo& clip, std::int32_t frame, const ovl_image& image) {
  FrameTime time = time_of(clip, frame);
  if (image.has_seconds != 0) time.shown_s = image.seconds;
  return time;
}

void check_memory(const ImageView& view, Memory renderer) {
  if (view.memory == Memory::cuda && renderer != Memory::cuda)
    throw Error(ErrorCode::unavailable, "this renderer draws on the CPU, the picture is on a GPU",
                "create it with OVL_DEVICE_CUDA, or copy the picture to the host");
}

void check_stats(const ovl_stats* stats) {
  if (stats != nullptr) check_struct(stats, "ovl_stats");
}

void put_stats(const ReplayStats& from, ovl_stats* to) {
  if (to == nullptr) return;
  ovl_stats stats{};
  stats.reallocated = from.reallocated ? 1 : 0;
  stats.links = from.links;
  stats.curves = from.curves;
  stats.primitives = from.primitives;
  stats.bytes_written = from.bytes_written;
  write_struct(stats, to);
}

ovl_rect c_rect(const PixelRect& rect) {
  return rect.is_empty() ? ovl_rect{} : ovl_rect{rect.x, rect.y, rect.width, rect.height};
}

}  // namespace overlace::api
