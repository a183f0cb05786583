// SPDX-License-Identifier: Apache-2.0
// When each kernel of a frame ran, by the device's own clock.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gpu/device/kernel_clock.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/thread_group.h"
#include "gpu/trace.h"

namespace overlace {

/// Records the time, by one thread.
struct StampTime {
  static constexpr int group_size = warp_size;
  std::uint64_t* at;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      if (threads.thread(lane) == 0) *at = device_now_ns();
    });
  }
};

using TraceKernels = KernelList<StampTime>;

/// Time stamps between the kernels of one ring slot, turned into spans when the frame is done.
/// Queues nothing without a trace. Each stamp is a kernel of its own, so a traced run is slower.
template <class Queue>
class KernelTrace {
 public:
  /// `offset` converts the device's clock to the trace's. A frame has at most `marks` marks.
  KernelTrace(Queue& queue, Trace* trace, const ClockOffset& offset, std::size_t slot,
              std::size_t marks)
      : trace_(trace),
        offset_ns_(offset.ns()),
        slot_(static_cast<std::int32_t>(slot)),
        most_stamps_(marks + 1) {
    if (trace_ != nullptr)
      stamps_ = queue.allocate_host((most_stamps_ + most_copy_stamps) * sizeof(std::uint64_t));
  }

  /// Before anything else of a frame; the previous frame may have failed midway.
  void begin_frame() { copy_stamps_ = 0; }
  /// Before the first kernel of a frame.
  void begin(Queue& queue) {
    labels_.clear();
    mark(queue, {}, {});
  }
  /// After work named `name`, a string that must outlive the trace.
  void mark(Queue& queue, std::string_view name, std::string_view category) {
    if (trace_ == nullptr || labels_.size() == most_stamps_) return;
    auto* stamps = reinterpret_cast<std::uint64_t*>(stamps_.device());
    queue.launch(StampTime{stamps + labels_.size()}, 1);
    labels_.push_back({name, category, SpanLabel::none, slot_});
  }
  /// Around a copy of the picture, outside the graph; a frame's first copy is the upload.
  void begin_copy(Queue& queue) { stamp_copy(queue); }
  void end_copy(Queue& queue) { stamp_copy(queue); }
  /// Adds the spans of a frame that is done.
  void collect(std::int32_t frame) {
    if (trace_ == nullptr) return;
    const auto* stamps = reinterpret_cast<const std::uint64_t*>(stamps_.data());
    for (std::size_t i = 1; i < labels_.size(); ++i) {
      labels_[i].frame = frame;
      add(labels_[i], stamps[i - 1], stamps[i]);
    }
    constexpr std::string_view copies[] = {"upload picture", "download picture"};
    for (std::size_t i = 0; i < copy_stamps_ / 2; ++i)
      add({copies[i], "copy", frame, slot_}, stamps[most_stamps_ + 2 * i],
          stamps[most_stamps_ + 2 * i + 1]);
    copy_stamps_ = 0;
  }

 private:
  static constexpr std::size_t most_copy_stamps = 4;

  void stamp_copy(Queue& queue) {
    if (trace_ == nullptr || copy_stamps_ == most_copy_stamps) return;
    auto* stamps = reinterpret_cast<std::uint64_t*>(stamps_.device());
    queue.launch(StampTime{stamps + most_stamps_ + copy_stamps_++}, 1);
  }
  void add(const SpanLabel& label, std::uint64_t begin, std::uint64_t end) {
    trace_->add_device(label, static_cast<std::int64_t>(begin) + offset_ns_,
                       static_cast<std::int64_t>(end) + offset_ns_);
  }

  Trace* trace_;
  std::int64_t offset_ns_;
  std::int32_t slot_;
  std::size_t most_stamps_;  ///< between kernels
  typename Queue::HostBlock stamps_;
  std::vector<SpanLabel> labels_;  ///< of the span that each stamp ends
  std::size_t copy_stamps_ = 0;    ///< of this frame, after the others
};

/// Compares the clocks of the device and of a trace. Waits for the device a few times.
template <class Queue>
[[nodiscard]] ClockOffset measure_clock(Queue& queue, const Trace* trace) {
  ClockOffset offset;
  if (trace == nullptr) return offset;
  const auto stamp = queue.allocate_host(sizeof(std::uint64_t));
  constexpr int samples = 8;
  for (int i = 0; i < samples; ++i) {
    queue.synchronize();
    const std::int64_t before = trace->now_ns();
    queue.launch(StampTime{reinterpret_cast<std::uint64_t*>(stamp.device())}, 1);
    queue.synchronize();
    const auto device = *reinterpret_cast<const std::uint64_t*>(stamp.data());
    offset.sample(before, static_cast<std::int64_t>(device), trace->now_ns());
  }
  return offset;
}

}  // namespace overlace
