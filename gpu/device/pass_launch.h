// SPDX-License-Identifier: Apache-2.0
// The kernels of one pass, in order.
#pragma once

#include "gpu/device/begin_pass.h"
#include "gpu/device/bins.h"
#include "gpu/device/build_items.h"
#include "gpu/device/copy_picture.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

/// What the kernels of a pass are launched with; pointers are device pointers but for `target`,
/// which only says what kind of target it is.
struct PassLaunch {
  const PassRecord* record = nullptr;
  const DrawRecord* draws = nullptr;
  Target target;
  SceneTables scene;
  const SceneCounters* before = nullptr;  ///< of the pass before it in the frame, or null
  bool has_groups = false;
  bool copies_target = false;        ///< for blend modes
  std::uint8_t* occupied = nullptr;  ///< of the layer that is painted, else null
  std::size_t occupied_bytes = 0;
};

/// Queues a pass. `mark(name)` is called after each part of it.
template <class Queue, class Mark>
void launch_pass(Queue& queue, const PassLaunch& pass, const Mark& mark) {
  const std::uint32_t warps = queue.warps();
  queue.launch(BeginPass{pass.record, pass.scene, pass.before}, warps);
  if (pass.occupied != nullptr) queue.clear(pass.occupied, pass.occupied_bytes);
  if (pass.copies_target) queue.launch(CopyPicture{pass.record}, warps);
  mark("begin pass");
  queue.launch(BuildItems{pass.draws, pass.record, pass.scene}, warps);
  mark("build items");
  with_paint_kernel(pass.target, pass.has_groups, pass.scene, pass.record,
                    [&](const auto& kernel) { queue.launch(kernel, warps); });
  mark("paint tiles");
  queue.launch(ClearBins{pass.scene}, warps);
  mark("clear bins");
}

}  // namespace overlace
