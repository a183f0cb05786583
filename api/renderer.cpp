// SPDX-License-Identifier: Apache-2.0
// Draws frames onto the caller's pictures.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "api/c_error.h"
#include "api/caller_image.h"
#include "api/drawing.h"
#include "api/library.h"
#include "api/structs.h"

using overlace::ImageView;
using overlace::SharedPlan;

/// A leased replay, and which of its slots hold a frame. Keeps the program's plan alive, not the
/// program.
struct ovl_renderer {
  explicit ovl_renderer(SharedPlan::Lease lent)
      : lease(std::move(lent)), busy(lease.replay().slots(), false) {}
  ~ovl_renderer() {
    for (std::size_t slot = 0; slot < busy.size(); ++slot)
      if (busy[slot])
        static_cast<void>(overlace::api::guarded(nullptr, [&] { lease.replay().finish(slot); }));
  }
  ovl_renderer(const ovl_renderer&) = delete;
  ovl_renderer& operator=(const ovl_renderer&) = delete;

  SharedPlan::Lease lease;
  std::vector<bool> busy;  ///< by slot
};

namespace overlace::api {
namespace {

void check_idle(const ovl_renderer* renderer) {
  require(renderer != nullptr, "the renderer is NULL");
  require(std::ranges::find(renderer->busy, true) == renderer->busy.end(),
          "frames are in flight: call ovl_wait for each of them first");
}

void check_slot(const ovl_renderer* renderer, std::uint32_t slot) {
  require(renderer != nullptr, "the renderer is NULL");
  if (slot >= renderer->busy.size())
    throw Error(ErrorCode::usage, fmt::format("there is no slot {}", slot),
                fmt::format("ovl_slots gives {}", renderer->busy.size()));
}

/// Touches the caller's memory only after everything has been checked.
ImageView view_for(const ovl_renderer& renderer, const ovl_image* image) {
  const ImageView view = image_view(image, renderer.lease.plan().clip.size);
  check_memory(view, renderer.lease.replay().memory());
  return view;
}

FrameTime time_for(const ovl_renderer& renderer, std::int32_t frame, const ovl_image& image) {
  return time_of_image(renderer.lease.plan().clip, frame, image);
}

}  // namespace
}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

int ovl_renderer_create(ovl_program* program, const ovl_device_options* options,
                        ovl_renderer** renderer, ovl_error** error) {
  return guarded(error, [&] {
    require(renderer != nullptr, "there is nowhere to put the renderer: it is NULL");
    *renderer = nullptr;
    require(program != nullptr, "the program is NULL");
    *renderer = new ovl_renderer(program->made->plan->lease(library().device(options)));
  });
}

void ovl_renderer_free(ovl_renderer* renderer) {
  delete renderer;
}

uint32_t ovl_renderer_memory(const ovl_renderer* renderer) {
  const bool on_gpu =
      renderer != nullptr && renderer->lease.replay().memory() == overlace::Memory::cuda;
  return on_gpu ? OVL_MEMORY_CUDA : OVL_MEMORY_HOST;
}

int ovl_draw(ovl_renderer* renderer, int32_t frame, const ovl_image* image, ovl_stats* stats,
             ovl_error** error) {
  return guarded(error, [&] {
    check_idle(renderer);
    check_stats(stats);
    const ImageView view = view_for(*renderer, image);
    put_stats(renderer->lease.replay().draw(time_for(*renderer, frame, *image), view), stats);
  });
}

uint32_t ovl_slots(const ovl_renderer* renderer) {
  return renderer == nullptr ? 0 : static_cast<std::uint32_t>(renderer->busy.size());
}

int ovl_submit(ovl_renderer* renderer, uint32_t slot, int32_t frame, const ovl_image* image,
               ovl_error** error) {
  return guarded(error, [&] {
    check_slot(renderer, slot);
    require(!renderer->busy[slot], "the slot has a frame: call ovl_wait first");
    const ImageView view = view_for(*renderer, image);
    renderer->lease.replay().submit(slot, time_for(*renderer, frame, *image), view);
    renderer->busy[slot] = true;
  });
}

int ovl_wait(ovl_renderer* renderer, uint32_t slot, ovl_stats* stats, ovl_error** error) {
  return guarded(error, [&] {
    check_slot(renderer, slot);
    check_stats(stats);
    require(renderer->busy[slot], "the slot has no frame: call ovl_submit first");
    renderer->busy[slot] = false;
    put_stats(renderer->lease.replay().finish(slot), stats);
  });
}

int ovl_bounds(ovl_renderer* renderer, int32_t frame, ovl_rect* rect, ovl_error** error) {
  return guarded(error, [&] {
    check_idle(renderer);
    require(rect != nullptr, "the rectangle is NULL");
    *rect = c_rect(renderer->lease.replay().bounds(time_of(renderer->lease.plan().clip, frame)));
  });
}

}  // extern "C"
