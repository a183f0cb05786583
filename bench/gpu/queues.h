// SPDX-License-Identifier: Apache-2.0
// Queues that draw frames as usual and measure something meanwhile.
#pragma once

#include <algorithm>
#include <functional>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "bench/gpu/clock.h"
#include "bench/gpu/gpu_bench.h"
#include "bench/gpu/noted_paint.h"
#include "bench/gpu/paint_commands.h"
#include "gpu/device/kernel_name.h"
#include "gpu/device/kernel_trace.h"
#include "gpu/device/launch_shape.h"

namespace overlace {

// Here a Queue is one of gpu/device/queue.h that is constructed from a device index and has
//   Event make_timing_event()                    which `record` and `wait` also take
//   float elapsed_ms(const Event&, const Event&) between two that are done
// and, as gpu/cuda/cuda_queue.h describes them,
//   void launch_early(bool)   void describe_launches(std::vector<KernelShape>*)

/// A queue that times its graphs.
template <class Queue>
class TimedQueue : public Queue {
 public:
  explicit TimedQueue(int device) : Queue(device), watch_(*this) {}
  void replay(const typename Queue::Graph& graph) {
    watch_.start();
    Queue::replay(graph);
    watch_.stop();
    replayed_ = true;
  }
  /// Whether the last replayed graph has not begun. True if there was none, which takes no time.
  [[nodiscard]] bool is_pending() { return !replayed_ || watch_.is_pending(); }
  /// Of the graph replayed since the last call; 0 if there was none.
  [[nodiscard]] double graph_us() { return std::exchange(replayed_, false) ? watch_.us() : 0; }

 private:
  Stopwatch<Queue> watch_;
  bool replayed_ = false;
};

/// A queue that takes graphs apart: it runs the captured work kernel by kernel and times each one.
template <class Queue>
class KernelTimingQueue : public Queue {
 public:
  using Graph = std::function<void()>;

  explicit KernelTimingQueue(int device) : Queue(device) {}
  template <class F>
  [[nodiscard]] Graph capture(const F& f) {
    return f;
  }
  void replay(const Graph& graph) {
    used_ = 0;
    shapes_.clear();
    this->describe_launches(&shapes_);
    timing_ = true;
    graph();
    timing_ = false;
    this->describe_launches(nullptr);
  }
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if (!timing_ || groups == 0) return Queue::launch(kernel, groups);
    if (used_ == watches_.size()) watches_.push_back({&typeid(Kernel), Stopwatch<Queue>(*this)});
    auto& [type, watch] = watches_[used_++];
    type = &typeid(Kernel);
    watch.start();
    Queue::launch(kernel, groups);
    watch.stop();
  }
  /// Whether no kernel of the last frame has begun.
  [[nodiscard]] bool is_pending() { return used_ == 0 || watches_[0].second.is_pending(); }
  /// Adds the times of the last frame's kernels to `times` of each.
  void add_times(bool held_back, TimeSamples KernelTimes::*times, std::vector<KernelTimes>& to) {
    if (to.size() < used_) to.resize(used_);
    for (std::size_t i = 0; i < used_; ++i) {
      to[i].kernel = kernel_name(*watches_[i].first);
      to[i].shape = shapes_[i];
      (to[i].*times).add(watches_[i].second.us(), held_back);
    }
  }

 private:
  std::vector<KernelShape> shapes_;
  std::vector<std::pair<const std::type_info*, Stopwatch<Queue>>> watches_;
  std::size_t used_ = 0;
  bool timing_ = false;
};

/// The same, with 8-bit 4:2:0 video painted from lists of commands, see bench/gpu/paint_commands.h.
template <class Queue>
class CommandQueue : public KernelTimingQueue<Queue> {
 public:
  explicit CommandQueue(int device)
      : KernelTimingQueue<Queue>(device), block_(this->allocate(sizeof(Tables))) {}
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if constexpr (std::is_same_v<Kernel, NotedTiles>) {
      auto* const on_device = reinterpret_cast<Tables*>(block_.data());
      const CommandTables tables{&on_device->counters, on_device->tasks, on_device->commands};
      this->clear(tables.counters, sizeof(CommandCounters));
      KernelTimingQueue<Queue>::launch(ListCommands{kernel.scene, kernel.pass, tables}, groups);
      KernelTimingQueue<Queue>::launch(PaintCommands{kernel.scene, kernel.pass, tables}, groups);
    } else {
      KernelTimingQueue<Queue>::launch(kernel, groups);
    }
  }

 private:
  struct Tables {  ///< Only its addresses are for the host.
    CommandCounters counters;
    CommandTask tasks[CommandTables::most_tasks];
    PaintCommand commands[CommandTables::most_commands];
  };
  typename Queue::Block block_;
};

/// A queue whose graphs note the device's time before and after each kernel.
template <class Queue>
class StampingQueue : public Queue {
 public:
  explicit StampingQueue(int device)
      : Queue(device), stamps_(this->allocate_host(most * sizeof(KernelStamps))) {}
  template <class F>
  [[nodiscard]] typename Queue::Graph capture(const F& f) {
    kernels_ = 0;
    stamping_ = true;
    typename Queue::Graph graph = Queue::capture(f);
    stamping_ = false;
    return graph;
  }
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if (!stamping_ || groups == 0 || kernels_ == most) return Queue::launch(kernel, groups);
    KernelStamps* stamps = reinterpret_cast<KernelStamps*>(stamps_.device()) + kernels_++;
    Queue::launch(StampTime{&stamps->begin_ns}, 1);
    Queue::launch(kernel, groups);
    Queue::launch(StampTime{&stamps->end_ns}, 1);
  }
  /// Adds the times of the last frame's kernels; `to` has an entry for each of them.
  void add_times(std::vector<KernelTimes>& to) const {
    constexpr double ns_per_us = 1000;
    const auto* stamps = reinterpret_cast<const KernelStamps*>(stamps_.data());
    for (std::size_t i = 0; i < std::min(kernels_, to.size()); ++i)
      to[i].stamped.push_back(static_cast<double>(stamps[i].end_ns - stamps[i].begin_ns) /
                              ns_per_us);
  }

 private:
  struct KernelStamps {
    std::uint64_t begin_ns, end_ns;
  };
  static constexpr std::size_t most = 64;  ///< kernels of a frame

  typename Queue::HostBlock stamps_;
  std::size_t kernels_ = 0;
  bool stamping_ = false;
};

/// A queue that notes when and where the painting kernel's warps run, if that is NotedTiles.
template <class Queue>
class NotingQueue : public Queue {
 public:
  explicit NotingQueue(int device)
      : Queue(device),
        groups_(launched_groups<warp_size>(this->warps())),
        notes_(this->allocate(groups_ * sizeof(PaintNote))) {}
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if constexpr (std::is_same_v<Kernel, NotedTiles>) {
      Queue::launch(NotedPaint{kernel, reinterpret_cast<PaintNote*>(notes_.data())}, groups);
    } else {
      Queue::launch(kernel, groups);
    }
  }
  void replay(const typename Queue::Graph& graph) {
    this->clear(notes_.data(), notes_.size());
    Queue::replay(graph);
  }
  /// The notes of the warps that painted the last frame. Waits.
  [[nodiscard]] std::vector<PaintNote> notes() {
    std::vector<PaintNote> all(groups_);
    this->download(all.data(), notes_.data(), notes_.size());
    this->synchronize();
    std::erase_if(all, [](const PaintNote& note) { return note.end_ns == 0; });
    return all;
  }

 private:
  std::size_t groups_;
  typename Queue::Block notes_;
};

}  // namespace overlace
