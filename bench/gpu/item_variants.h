// SPDX-License-Identifier: Apache-2.0
// The kernel that builds items, with other marks, or with a rehearsal.
#pragma once

#include "gpu/device/build_items.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/launch_shape.h"

namespace overlace {

/// A group that works as one of others than it is launched with, and may wait for its marks.
template <class ThreadGroup>
class VariantGroup : public ThreadGroup {
 public:
  OVL_FN VariantGroup(const ThreadGroup& threads, const ThreadGroupIndex& place,
                      bool waits_for_marks)
      : ThreadGroup(threads), place_(place), waits_for_marks_(waits_for_marks) {}
  [[nodiscard]] OVL_FN std::uint32_t index() const { return place_.index; }
  [[nodiscard]] OVL_FN std::uint32_t count() const { return place_.count; }
  [[nodiscard]] OVL_FN bool waits_for_marks() const { return waits_for_marks_; }

 private:
  ThreadGroupIndex place_;
  bool waits_for_marks_;
};

/// Costs are added when the mask's old word has arrived, if the group waits for it: what is added
/// depends on it for all the compiler knows. No slot is as high as the capacity.
template <class ThreadGroup>
OVL_FN void mark_bin(const VariantGroup<ThreadGroup>& threads, const SceneTables& scene,
                     std::uint32_t bin, std::uint32_t slot, std::uint32_t cost) {
  if (!threads.waits_for_marks()) {
    set_mark(scene, bin, slot);
    return add_cost(scene, bin, cost);
  }
  const bool never = set_mark(scene, bin, slot) == ~0U && slot == scene.item_capacity;
  add_cost(scene, bin, never ? 0 : cost);
}

/// On a device, waits until the kernels before this one have ended, if it was launched early.
OVL_FN void wait_for_kernels_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Builds the items of a small scene in every block, so that the code is in the caches, waits for
/// the kernels before, and then builds the frame's items by the same instructions.
struct RehearseItems {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true, waits_itself = true;
  BuildItems rounds[2];  ///< the rehearsal, with tables of its own that all blocks share; the frame
  bool rehearses, waits_for_marks;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    constexpr std::uint32_t groups = block_threads<group_size> / group_size;  // of a block
    OVL_ROLLED
    for (int round = rehearses ? 0 : 1; round < 2; ++round) {
      ThreadGroupIndex place{threads.index(), threads.count()};
      if (round == 0) place = {place.index % groups, groups};
      if (round == 1) wait_for_kernels_before();
      VariantGroup<ThreadGroup> group(threads, place, waits_for_marks);
      rounds[round](group);
    }
  }
};

using ItemVariantKernels = KernelList<RehearseItems>;

}  // namespace overlace
