// SPDX-License-Identifier: Apache-2.0
// The kernels of one pass, in order.
#pragma once

#include "gpu/device/begin_pass.h"
#include "gpu/device/build_items.h"
#include "gpu/device/copy_picture.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

/// What the kernels of a pass are launched with; pointers are device pointers, except in `target`,
/// which only tells what kind of target it is.
struct PassLaunch {
  const PassRecord* record = nullptr;
  const DrawRecord* draws = nullptr;
  Target target;
  SceneTables scene;
  /// How the pass begins. A frame's first pass reads its own record in host memory, because the
  /// records have not been copied yet.
  BeginPass begin;
  bool has_groups = false;
  bool copies_target = false;        ///< for blend modes
  std::uint8_t* occupied = nullptr;  ///< of the layer that is painted, else null
  std::size_t occupied_bytes = 0;
};

using ItemKernels = KernelList<BeginPass, CopyPicture, BuildItems>;

/// Queues what prepares a pass's target, once the frame's records are on the device.
template <class Queue>
void prepare_target(Queue& queue, const PassLaunch& pass) {
  if (pass.occupied != nullptr) queue.clear(pass.occupied, pass.occupied_bytes);
  if (pass.copies_target) queue.launch(CopyPicture{pass.record}, queue.warps());
}

/// Queues the rest of a pass. `mark(name)` is called after each part of it.
template <class Queue, class Mark>
void launch_drawing(Queue& queue, const PassLaunch& pass, const Mark& mark) {
  queue.launch(BuildItems{pass.draws, pass.record, pass.scene}, queue.warps());
  mark("build items");
  with_paint_kernel(pass.target, pass.has_groups, pass.scene, pass.record,
                    [&](const auto& kernel) { queue.launch(kernel, queue.warps()); });
  mark("paint tiles");
}

}  // namespace overlace
