// SPDX-License-Identifier: Apache-2.0
// The measurements of gpu/gpu_bench.h, on a queue that can tell the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/device/bench_kernels.h"
#include "gpu/device/link_step.h"
#include "gpu/device/picture_memory.h"
#include "gpu/device/replay.h"
#include "gpu/device/track_memory.h"
#include "gpu/gpu_bench.h"

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
  /// Of the graph replayed since the last call; 0 when there was none.
  [[nodiscard]] double graph_us() { return std::exchange(replayed_, false) ? watch_.us() : 0; }

 private:
  Stopwatch<Queue> watch_;
  bool replayed_ = false;
};

/// Keeps the device busy while the host queues what is to be timed.
template <class Queue>
class BusyWork {
 public:
  explicit BusyWork(Queue& queue) : queue_(&queue), scratch_(queue.allocate(bytes)) {}
  void queue() {
    for (int i = 0; i < repeats; ++i) queue_->clear(scratch_.data(), bytes);
  }

 private:
  static constexpr std::size_t bytes = 64U << 20U;
  static constexpr int repeats = 8;
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
class DeviceBench final : public GpuBench {
 public:
  explicit DeviceBench(int device) : device_(device), queue_(device), busy_(queue_) {}

  void launch_early(bool allowed) override {
    early_ = allowed;
    queue_.launch_early(allowed);
  }
  ReplayTimes time_replay(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                          FrameRange frames, std::int32_t warm_up,
                          const std::function<void(std::int32_t, const ImageView&)>& look) override;
  HostTimes time_host(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                      FrameRange frames, std::int32_t warm_up) override;
  LinkTimes time_links(const TrackTable& table, const LinkKnnOp& op, int repeats) override;
  Times time_copy(std::size_t bytes, bool cold, int repeats) override;
  EmptyGraphTimes time_empty_graph(int kernels, int repeats) override;
  double timer_step_ns() override;

 private:
  static constexpr std::size_t ring_slots = 3;

  template <class Made>
  [[nodiscard]] std::unique_ptr<Made> make_queue() const {
    auto queue = std::make_unique<Made>(device_);
    queue->launch_early(early_);
    return queue;
  }

  int device_;
  bool early_ = false;
  TimedQueue<Queue> queue_;
  BusyWork<Queue> busy_;
};

template <class Queue>
ReplayTimes DeviceBench<Queue>::time_replay(
    const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameRange frames,
    std::int32_t warm_up, const std::function<void(std::int32_t, const ImageView&)>& look) {
  auto owned = make_queue<TimedQueue<Queue>>();
  TimedQueue<Queue>& queue = *owned;
  DeviceReplay<TimedQueue<Queue>> replay(plan, std::move(owned), 1);
  DevicePicture<Queue> source(queue, clean), picture(queue, clean);
  source.upload(clean);
  const HostPicture drawn(clean);
  BusyWork<Queue> busy(queue);
  Stopwatch<Queue> copy(queue);
  ReplayTimes times;
  for (std::int32_t frame = frames.begin; frame < frames.end; ++frame) {
    busy.queue();
    copy.start();
    picture.copy_from(source);
    copy.stop();
    replay.submit(0, time_of(plan->clip, frame), picture.view());
    static_cast<void>(replay.finish(0));
    const double draw_us = queue.graph_us();
    if (frame < frames.begin + warm_up) continue;
    times.copy.push_back(copy.us());
    times.draw.push_back(draw_us);
    picture.download(drawn.view());
    look(frame, drawn.view());
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
    busy_.queue();
    queue_.replay(graph);
    times.device.push_back(queue_.graph_us());
  }
  times.links = memory.links(queue_);
  return times;
}

template <class Queue>
Times DeviceBench<Queue>::time_copy(std::size_t bytes, bool cold, int repeats) {
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
  Times times;
  for (int i = 0; i < repeats; ++i) {
    busy_.queue();  // and nothing of either block is left in a cache
    if (!cold) copy();
    watch.start();
    copy();
    watch.stop();
    times.push_back(watch.us());
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
    busy_.queue();
    queue_.replay(graph);
    times.device.push_back(queue_.graph_us());
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
