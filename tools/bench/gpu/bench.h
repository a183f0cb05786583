// SPDX-License-Identifier: Apache-2.0
// The measurements of tools/bench/gpu/gpu_bench.h, on a queue that can tell the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "gpu/device/kernel_name.h"
#include "gpu/device/link_step.h"
#include "gpu/device/picture_memory.h"
#include "gpu/device/replay.h"
#include "gpu/device/track_memory.h"
#include "tools/bench/gpu/bench_kernels.h"
#include "tools/bench/gpu/gpu_bench.h"

namespace overlace {

// Here a Queue is one of gpu/device/queue.h that is made from a device's index and has
//   Event make_timing_event()                    that `record` and `wait` take, too
//   float elapsed_ms(const Event&, const Event&) between two that are done
//   void launch_early(bool)                      see gpu/cuda/queue.h

/// Two events around a piece of work.
template <class Queue>
class Stopwatch {
 public:
  explicit Stopwatch(Queue& queue)
      : queue_(&queue), begin_(queue.make_timing_event()), end_(queue.make_timing_event()) {}
  void start() { queue_->record(begin_); }
  void stop() { queue_->record(end_); }
  /// Whether the device has not come to the begin yet.
  [[nodiscard]] bool is_pending() { return !queue_->done(begin_); }
  /// Waits. Precondition: started and stopped.
  [[nodiscard]] double us() {
    constexpr double us_per_ms = 1000;
    queue_->wait(end_);
    return queue_->elapsed_ms(begin_, end_) * us_per_ms;
  }

 private:
  Queue* queue_;
  typename Queue::Event begin_, end_;
};

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
  /// The graph replayed last has not begun. True when there was none, which takes no time.
  [[nodiscard]] bool is_pending() { return !replayed_ || watch_.is_pending(); }
  /// Of the graph replayed since the last call; 0 when there was none.
  [[nodiscard]] double graph_us() { return std::exchange(replayed_, false) ? watch_.us() : 0; }

 private:
  Stopwatch<Queue> watch_;
  bool replayed_ = false;
};

/// A queue that takes graphs apart: it runs what was captured piece by piece and times each kernel.
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
    timing_ = true;
    graph();
    timing_ = false;
  }
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t teams) {
    if (!timing_ || teams == 0) return Queue::launch(kernel, teams);
    if (used_ == watches_.size()) watches_.push_back({&typeid(Kernel), Stopwatch<Queue>(*this)});
    auto& [type, watch] = watches_[used_++];
    type = &typeid(Kernel);
    watch.start();
    Queue::launch(kernel, teams);
    watch.stop();
  }
  /// No kernel of the last frame has begun.
  [[nodiscard]] bool is_pending() { return used_ == 0 || watches_[0].second.is_pending(); }
  /// Adds what the kernels of the last frame took.
  void add_times(bool held_back, std::vector<KernelTimes>& to) {
    if (to.size() < used_) to.resize(used_);
    for (std::size_t i = 0; i < used_; ++i) {
      to[i].kernel = kernel_name(*watches_[i].first);
      to[i].times.add(watches_[i].second.us(), held_back);
    }
  }

 private:
  std::vector<std::pair<const std::type_info*, Stopwatch<Queue>>> watches_;
  std::size_t used_ = 0;
  bool timing_ = false;
};

/// Holds the device back while the host queues what is to be timed.
template <class Queue>
class Gate {
 public:
  explicit Gate(Queue& queue) : queue_(&queue), flag_(queue.allocate_host(sizeof(std::uint32_t))) {}
  /// What is queued from now on waits for open(), or for 50 ms. Precondition: nothing waits.
  void close() {
    set(0);
    queue_->launch(WaitForFlag{reinterpret_cast<const std::uint32_t*>(flag_.device()), most_ns}, 1);
  }
  void open() { set(1); }

 private:
  static constexpr std::uint64_t most_ns = 50'000'000;

  void set(std::uint32_t value) {
    __atomic_store_n(reinterpret_cast<std::uint32_t*>(flag_.data()), value, __ATOMIC_RELEASE);
  }

  Queue* queue_;
  typename Queue::HostBlock flag_;
};

/// Fills caches with something else: more than the largest one holds.
template <class Queue>
class CacheFlush {
 public:
  explicit CacheFlush(Queue& queue) : queue_(&queue), scratch_(queue.allocate(bytes)) {}
  void queue() { queue_->clear(scratch_.data(), bytes); }

 private:
  static constexpr std::size_t bytes = 256U << 20U;
  Queue* queue_;
  typename Queue::Block scratch_;
};

/// A picture on the device, and the way to it and back.
template <class Queue>
class DevicePicture {
 public:
  DevicePicture(Queue& queue, const ImageView& like)
      : queue_(&queue),
        block_(queue.allocate(device_picture_bytes(like.format, like.size))),
        view_(device_picture(like, block_.data())) {
    view_.memory = Memory::cuda;
  }
  [[nodiscard]] const ImageView& view() const { return view_; }
  [[nodiscard]] const std::byte* data() const { return block_.data(); }
  void copy_from(const DevicePicture& other) {
    queue_->copy_rows({.dst = block_.data(),
                       .dst_stride = block_.size(),
                       .src = other.data(),
                       .src_stride = block_.size(),
                       .row_bytes = block_.size(),
                       .rows = 1});
  }
  void upload(const ImageView& image) { copy_planes(view_, image, CopyKind::host_to_device); }
  void download(const ImageView& image) { copy_planes(image, view_, CopyKind::device_to_host); }

 private:
  void copy_planes(const ImageView& to, const ImageView& from, CopyKind kind) {
    const auto extents = plane_extents(view_.format, view_.size);
    for (std::size_t i = 0; i < extents.size(); ++i)
      copy_plane(to.planes[i], from.planes[i], extents[i], kind,
                 [&](const RowCopy& copy) { queue_->copy_rows(copy); });
    queue_->synchronize();
  }

  Queue* queue_;
  typename Queue::Block block_;
  ImageView view_;
};

/// A picture of the same shape in host memory.
class HostPicture {
 public:
  explicit HostPicture(const ImageView& like)
      : bytes_(device_picture_bytes(like.format, like.size)),
        view_(device_picture(like, bytes_.data())) {
    view_.memory = Memory::host;
  }
  [[nodiscard]] const ImageView& view() const { return view_; }

 private:
  std::vector<std::byte> bytes_;
  ImageView view_;
};

/// The tables of a link step and one frame's record, on the device.
template <class Queue>
class LinkMemory {
 public:
  LinkMemory(Queue& queue, const TrackTable& table, const LinkKnnOp& op)
      : capacity_(capacity_of(table, op)),
        layout_(capacity_),
        track_layout_(table),
        tracks_(queue.allocate(track_layout_.bytes())),
        tables_(queue.allocate(layout_.bytes())),
        record_(queue.allocate(sizeof(LinkRecord))) {
    const std::vector<std::byte> contents = track_layout_.contents(table, tracks_.data());
    queue.upload(tracks_.data(), contents.data(), contents.size());
    LinkRecord record;
    record.op = op;
    record.tracks = track_layout_.columns(tracks_.data());
    record.tracks.rows = table.rows(table.first_frame);
    record.row_of_rank = track_layout_.row_of_rank(tracks_.data());
    queue.upload(record_.data(), &record, sizeof record);
    queue.synchronize();
  }
  void launch(Queue& queue) const {
    launch_links(queue, reinterpret_cast<const LinkRecord*>(record_.data()), tables(), capacity_);
  }
  [[nodiscard]] std::vector<Link> links(Queue& queue) const {
    std::uint32_t count = 0;
    queue.download(&count, tables().count, sizeof count);
    queue.synchronize();
    std::vector<Link> links(count);
    queue.download(links.data(), tables().links, links.size() * sizeof(Link));
    queue.synchronize();
    return links;
  }

 private:
  [[nodiscard]] LinkTables tables() const { return layout_.tables(tables_.data()); }
  static LinkCapacity capacity_of(const TrackTable& table, const LinkKnnOp& op) {
    LinkCapacity capacity;
    capacity.points = table.rows(table.first_frame).size();
    capacity.k = static_cast<std::uint32_t>(op.k);
    return capacity;
  }

  LinkCapacity capacity_;
  LinkLayout layout_;
  TrackLayout track_layout_;
  typename Queue::Block tracks_, tables_, record_;
};

inline double since_us(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

template <class Queue>
class DeviceBench : public GpuBench {
 public:
  explicit DeviceBench(int device)
      : device_(device), queue_(device), gate_(queue_), flush_(queue_) {}

  void launch_early(bool allowed) override {
    early_ = allowed;
    queue_.launch_early(allowed);
  }
  ReplayTimes time_replay(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                          FrameRange frames, std::int32_t warm_up,
                          const std::function<void(std::int32_t, const ImageView&)>& look) override;
  std::vector<KernelTimes> time_kernels(const std::shared_ptr<const Plan>& plan,
                                        const ImageView& clean, FrameRange frames,
                                        std::int32_t warm_up) override;
  HostTimes time_host(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                      FrameRange frames, std::int32_t warm_up) override;
  LinkTimes time_links(const TrackTable& table, const LinkKnnOp& op, int repeats) override;
  Samples time_copy(std::size_t bytes, CacheState caches, int repeats) override;
  EmptyGraphTimes time_empty_graph(int kernels, int repeats) override;
  std::optional<int> clock_mhz() override { return {}; }
  double timer_step_ns() override;

 private:
  static constexpr std::size_t ring_slots = 3;

  template <class Made>
  [[nodiscard]] std::unique_ptr<Made> make_queue() const {
    auto queue = std::make_unique<Made>(device_);
    queue->launch_early(early_);
    return queue;
  }

  /// Times a graph that has been replayed before.
  void time_graph(const typename Queue::Graph& graph, Samples& to) {
    gate_.close();
    queue_.replay(graph);
    const bool held_back = queue_.is_pending();
    gate_.open();
    to.add(queue_.graph_us(), held_back);
  }

  int device_;
  bool early_ = false;
  TimedQueue<Queue> queue_;
  Gate<Queue> gate_;
  CacheFlush<Queue> flush_;
};

/// Draws a plan's frames, one at a time, on a picture that is clean each time.
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

  /// Copies and draws; collect(held_back) is called once all is done.
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

template <class Queue>
ReplayTimes DeviceBench<Queue>::time_replay(
    const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameRange frames,
    std::int32_t warm_up, const std::function<void(std::int32_t, const ImageView&)>& look) {
  FrameTimer<TimedQueue<Queue>> timer(plan, make_queue<TimedQueue<Queue>>(), clean);
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
std::vector<KernelTimes> DeviceBench<Queue>::time_kernels(const std::shared_ptr<const Plan>& plan,
                                                          const ImageView& clean, FrameRange frames,
                                                          std::int32_t warm_up) {
  using Timing = KernelTimingQueue<Queue>;
  FrameTimer<Timing> timer(plan, make_queue<Timing>(), clean);
  std::vector<KernelTimes> times;
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    timer.draw(frame, CacheState::warm, [&](bool held_back) {
      if (frame >= frames.begin + warm_up) timer.queue().add_times(held_back, times);
    });
  }
  return times;
}

template <class Queue>
HostTimes DeviceBench<Queue>::time_host(const std::shared_ptr<const Plan>& plan,
                                        const ImageView& clean, FrameRange frames,
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
                                         int repeats) {
  const LinkMemory<Queue> memory(queue_, table, op);
  const typename Queue::Graph graph = queue_.capture([&] { memory.launch(queue_); });
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
Samples DeviceBench<Queue>::time_copy(std::size_t bytes, CacheState caches, int repeats) {
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
  Samples times;
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
