// SPDX-License-Identifier: Apache-2.0
// A host queue with the functions that a benchmark calls on a GPU's.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/device/kernel_shape.h"
#include "gpu/device/launch_shape.h"
#include "tests/gpu/device/host_queue.h"

namespace overlace {

/// A host queue whose clock advances by a millisecond with each recorded event.
class TickingQueue : public HostQueue {
 public:
  struct Event : HostQueue::Event {
    int tick = 0;
  };
  explicit TickingQueue(int device) : HostQueue(static_cast<std::uint32_t>(device)) {}
  Event make_event() { return {}; }
  Event make_timing_event() { return {}; }
  void record(Event& event) {
    HostQueue::record(event);
    event.tick = ++ticks_;
  }
  [[nodiscard]] float elapsed_ms(const Event& begin, const Event& end) {
    return static_cast<float>(end.tick - begin.tick);
  }
  void describe_launches(std::vector<KernelShape>* shapes) { shapes_ = shapes; }
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if (shapes_ != nullptr)
      shapes_->push_back({.blocks = blocks_for<Kernel::group_size>(groups),
                          .threads = block_threads<Kernel::group_size>});
    HostQueue::launch(kernel, groups);
  }

 private:
  std::vector<KernelShape>* shapes_ = nullptr;
  int ticks_ = 0;
};

inline constexpr double tick_us = 1000;

/// A device that is never throttled: every event is already done.
class HastyQueue : public TickingQueue {
 public:
  using TickingQueue::TickingQueue;
  [[nodiscard]] bool done(Event&) { return true; }
};

}  // namespace overlace
