// SPDX-License-Identifier: Apache-2.0
// The measurements of bench/gpu/gpu_bench.h, on a queue with timing events.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bench/gpu/gpu_bench.h"
#include "bench/gpu/memory.h"
#include "bench/gpu/queues.h"
#include "bench/gpu/variant_queue.h"
#include "gpu/device/device_replay.h"

namespace overlace {

// A Queue is as bench/gpu/queues.h describes it.

inline double since_us(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

template <class Queue>
class DeviceBench : public GpuBench {
 public:
  explicit DeviceBench(int device)
      : device_(device), queue_(device), gate_(queue_), flush_(queue_) {
    queue_.launch_early(true);
  }

  ReplayTimes time_replay(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                          FrameInterval frames, std::int32_t warm_up,
                          const std::function<void(std::int32_t, const ImageView&)>& look) override;
  ReplayTimes time_variant(
      FrameVariant variant, const std::shared_ptr<const Plan>& plan, const ImageView& clean,
      FrameInterval frames, std::int32_t warm_up,
      const std::function<void(std::int32_t, const ImageView&)>& look) override;
  std::vector<KernelTimes> time_kernels(const std::shared_ptr<const Plan>& plan,
                                        const ImageView& clean, FrameInterval frames,
                                        std::int32_t warm_up) override;
  std::vector<KernelTimes> time_commands(
      const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameInterval frames,
      std::int32_t warm_up, const std::function<void(const ImageView&)>& look) override;
  std::vector<PaintNote> note_painting(const std::shared_ptr<const Plan>& plan,
                                       const ImageView& clean, std::int32_t frame,
                                       const std::function<void(const ImageView&)>& look) override;
  HostTimes time_host(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                      FrameInterval frames, std::int32_t warm_up) override;
  LinkTimes time_links(const TrackTable& table, const LinkKnnOp& op, LinkSteps steps,
                       int repeats) override;
  TimeSamples time_copy(std::size_t bytes, CacheState caches, int repeats) override;
  EmptyGraphTimes time_empty_graph(int kernels, int repeats) override;
  std::optional<int> clock_mhz() override { return {}; }
  double timer_step_ns() override;

 private:
  static constexpr std::size_t ring_slots = 3;

  template <class Made, class... Arguments>
  [[nodiscard]] std::unique_ptr<Made> make_queue(const Arguments&... arguments) const {
    auto queue = std::make_unique<Made>(device_, arguments...);
    queue->launch_early(true);
    return queue;
  }

  /// Times a graph that has been replayed before.
  void time_graph(const typename Queue::Graph& graph, TimeSamples& to) {
    gate_.close();
    queue_.replay(graph);
    const bool held_back = queue_.is_pending();
    gate_.open();
    to.add(queue_.graph_us(), held_back);
  }

  int device_;
  TimedQueue<Queue> queue_;
  Gate<Queue> gate_;
  CacheFlush<Queue> flush_;
};

/// Draws a plan's frames, one at a time, each on a clean picture.
template <class Queue>
class FrameTimer {
 public:
  FrameTimer(const std::shared_ptr<const Plan>& plan, std::unique_ptr<Queue> owned,
             const ImageView& clean)
      : plan_(plan),
        queue_(*owned),
        replay_(plan, std::move(owned), 1),
        source_(queue_, clean),
        picture_(queue_, clean),
        gate_(queue_),
        flush_(queue_),
        copy_(queue_) {
    source_.upload(clean);
  }
  [[nodiscard]] DevicePicture<Queue>& picture() { return picture_; }

  /// Copies and draws; calls collect(held_back) when all is done.
  template <class Collect>
  void draw(std::int32_t frame, CacheState caches, const Collect& collect) {
    if (caches == CacheState::warm) picture_.copy_from(source_);
    flush_if(caches);
    gate_.close();
    copy_.start();
    picture_.copy_from(source_);
    copy_.stop();
    flush_if(caches);
    replay_.submit(0, time_of(plan_->clip, frame), picture_.view());
    const bool held_back = copy_.is_pending();
    gate_.open();
    static_cast<void>(replay_.finish(0));
    collect(held_back);
  }
  [[nodiscard]] double copy_us() { return copy_.us(); }
  [[nodiscard]] Queue& queue() { return queue_; }

 private:
  void flush_if(CacheState caches) {
    if (caches == CacheState::cold) flush_.queue();
  }

  std::shared_ptr<const Plan> plan_;
  Queue& queue_;
  DeviceReplay<Queue> replay_;
  DevicePicture<Queue> source_, picture_;
  Gate<Queue> gate_;
  CacheFlush<Queue> flush_;
  Stopwatch<Queue> copy_;
};

/// Draws each frame with cold and then with warm caches.
template <class Queue>
ReplayTimes time_frames(const std::shared_ptr<const Plan>& plan, std::unique_ptr<Queue> queue,
                        const ImageView& clean, FrameInterval frames, std::int32_t warm_up,
                        const std::function<void(std::int32_t, const ImageView&)>& look) {
  FrameTimer<Queue> timer(plan, std::move(queue), clean);
  const HostPicture drawn(clean);
  ReplayTimes times;
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    const bool is_timed = frame >= frames.begin + warm_up;
    for (auto [caches, into] :
         {std::pair{CacheState::cold, &times.cold}, {CacheState::warm, &times.warm}}) {
      timer.draw(frame, caches, [&](bool held_back) {
        const double draw_us = timer.queue().graph_us();
        if (!is_timed) return;
        into->copy.add(timer.copy_us(), held_back);
        into->draw.add(draw_us, held_back);
      });
    }
    if (!is_timed) continue;
    timer.picture().download(drawn.view());
    look(frame, drawn.view());
  }
  return times;
}

template <class Queue>
ReplayTimes DeviceBench<Queue>::time_replay(
    const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameInterval frames,
    std::int32_t warm_up, const std::function<void(std::int32_t, const ImageView&)>& look) {
  return time_frames(plan, make_queue<TimedQueue<Queue>>(), clean, frames, warm_up, look);
}

template <class Queue>
ReplayTimes DeviceBench<Queue>::time_variant(
    FrameVariant variant, const std::shared_ptr<const Plan>& plan, const ImageView& clean,
    FrameInterval frames, std::int32_t warm_up,
    const std::function<void(std::int32_t, const ImageView&)>& look) {
  return time_frames(plan, make_queue<VariantQueue<Queue>>(variant), clean, frames, warm_up, look);
}

/// Draws a frame with cold and then with warm caches, and adds the times of its kernels.
template <class Timing>
void add_kernels(FrameTimer<Timing>& timer, std::int32_t frame, bool is_timed,
                 std::vector<KernelTimes>& times) {
  for (auto [caches, into] :
       {std::pair{CacheState::cold, &KernelTimes::cold}, {CacheState::warm, &KernelTimes::warm}})
    timer.draw(frame, caches, [&, into = into](bool held_back) {
      if (is_timed) timer.queue().add_times(held_back, into, times);
    });
}

template <class Queue>
std::vector<KernelTimes> DeviceBench<Queue>::time_commands(
    const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameInterval frames,
    std::int32_t warm_up, const std::function<void(const ImageView&)>& look) {
  FrameTimer<CommandQueue<Queue>> timer(plan, make_queue<CommandQueue<Queue>>(), clean);
  std::vector<KernelTimes> times;
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame)
    add_kernels(timer, frame, frame >= frames.begin + warm_up, times);
  const HostPicture drawn(clean);
  timer.picture().download(drawn.view());
  look(drawn.view());
  return times;
}

template <class Queue>
std::vector<KernelTimes> DeviceBench<Queue>::time_kernels(const std::shared_ptr<const Plan>& plan,
                                                          const ImageView& clean,
                                                          FrameInterval frames,
                                                          std::int32_t warm_up) {
  using Timing = KernelTimingQueue<Queue>;
  using Stamping = StampingQueue<Queue>;
  FrameTimer<Timing> timer(plan, make_queue<Timing>(), clean);
  FrameTimer<Stamping> stamper(plan, make_queue<Stamping>(), clean);
  std::vector<KernelTimes> times;
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    const bool is_timed = frame >= frames.begin + warm_up;
    add_kernels(timer, frame, is_timed, times);
    stamper.draw(frame, CacheState::warm, [&](bool) {
      if (is_timed) stamper.queue().add_times(times);
    });
  }
  return times;
}

template <class Queue>
std::vector<PaintNote> DeviceBench<Queue>::note_painting(
    const std::shared_ptr<const Plan>& plan, const ImageView& clean, std::int32_t frame,
    const std::function<void(const ImageView&)>& look) {
  constexpr int repeats = 5;  // the first ones find neither code nor tables in the caches
  FrameTimer<NotingQueue<Queue>> timer(plan, make_queue<NotingQueue<Queue>>(), clean);
  for (int i = 0; i < repeats; ++i) timer.draw(frame, CacheState::warm, [](bool) {});
  const HostPicture drawn(clean);
  timer.picture().download(drawn.view());
  look(drawn.view());
  return timer.queue().notes();
}

template <class Queue>
HostTimes DeviceBench<Queue>::time_host(const std::shared_ptr<const Plan>& plan,
                                        const ImageView& clean, FrameInterval frames,
                                        std::int32_t warm_up) {
  auto owned = make_queue<Queue>();
  Queue& queue = *owned;
  DeviceReplay<Queue> replay(plan, std::move(owned), ring_slots);
  std::vector<DevicePicture<Queue>> pictures;
  for (std::size_t i = 0; i < ring_slots; ++i) pictures.emplace_back(queue, clean).upload(clean);
  HostTimes times;
  QueueCounts before = queue.counts();
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    const auto number = static_cast<std::size_t>(frame - frames.begin);
    const std::size_t slot = number % ring_slots;
    if (number >= ring_slots) static_cast<void>(replay.finish(slot));
    if (frame == frames.begin + warm_up) before = queue.counts();
    const auto start = std::chrono::steady_clock::now();
    replay.submit(slot, time_of(plan->clip, frame), pictures[slot].view());
    if (frame >= frames.begin + warm_up) times.submit.push_back(since_us(start));
  }
  const auto count = static_cast<std::size_t>(frames.end - frames.begin);
  for (std::size_t slot = 0; slot < std::min(ring_slots, count); ++slot)
    static_cast<void>(replay.finish(slot));
  const QueueCounts after = queue.counts();
  times.allocations = after.allocations - before.allocations;
  times.instantiations = after.instantiations - before.instantiations;
  times.synchronisations = after.synchronisations - before.synchronisations;
  return times;
}

template <class Queue>
LinkTimes DeviceBench<Queue>::time_links(const TrackTable& table, const LinkKnnOp& op,
                                         LinkSteps steps, int repeats) {
  const LinkMemory<Queue> memory(queue_, table, op);
  const typename Queue::Graph graph = queue_.capture([&] { memory.launch(queue_, steps); });
  queue_.replay(graph);  // the first one is slower
  static_cast<void>(queue_.graph_us());
  LinkTimes times;
  for (int i = 0; i < repeats; ++i) {
    flush_.queue();
    time_graph(graph, times.device);
  }
  times.links = memory.links(queue_);
  return times;
}

template <class Queue>
TimeSamples DeviceBench<Queue>::time_copy(std::size_t bytes, CacheState caches, int repeats) {
  const typename Queue::Block source = queue_.allocate(bytes), target = queue_.allocate(bytes);
  const auto copy = [&] {
    queue_.copy_rows({.dst = target.data(),
                      .dst_stride = bytes,
                      .src = source.data(),
                      .src_stride = bytes,
                      .row_bytes = bytes,
                      .rows = 1});
  };
  Stopwatch<Queue> watch(queue_);
  TimeSamples times;
  for (int i = 0; i < repeats; ++i) {
    caches == CacheState::cold ? flush_.queue() : copy();
    gate_.close();
    watch.start();
    copy();
    watch.stop();
    const bool held_back = watch.is_pending();
    gate_.open();
    times.add(watch.us(), held_back);
  }
  return times;
}

template <class Queue>
EmptyGraphTimes DeviceBench<Queue>::time_empty_graph(int kernels, int repeats) {
  const typename Queue::Graph graph = queue_.capture([&] {
    for (int i = 0; i < kernels; ++i) queue_.launch(DoNothing{}, 1);
  });
  queue_.replay(graph);
  static_cast<void>(queue_.graph_us());
  EmptyGraphTimes times;
  for (int i = 0; i < repeats; ++i) {
    time_graph(graph, times.device);
    queue_.synchronize();
    const auto start = std::chrono::steady_clock::now();
    queue_.Queue::replay(graph);
    times.host.push_back(since_us(start));
  }
  queue_.synchronize();
  return times;
}

template <class Queue>
double DeviceBench<Queue>::timer_step_ns() {
  const typename Queue::Block block = queue_.allocate(sizeof(std::uint64_t));
  std::uint64_t step = 0;
  queue_.launch(MeasureTimer{reinterpret_cast<std::uint64_t*>(block.data())}, 1);
  queue_.download(&step, block.data(), sizeof step);
  queue_.synchronize();
  return static_cast<double>(step);
}

}  // namespace overlace
