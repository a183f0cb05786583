// SPDX-License-Identifier: Apache-2.0
// How work on a device is timed: events around it, a gate in front of it, and cold caches.
#pragma once

#include "bench/gpu/bench_kernels.h"

namespace overlace {

/// Two events around a piece of work.
template <class Queue>
class Stopwatch {
 public:
  explicit Stopwatch(Queue& queue)
      : queue_(&queue), begin_(queue.make_timing_event()), end_(queue.make_timing_event()) {}
  void start() { queue_->record(begin_); }
  void stop() { queue_->record(end_); }
  /// Whether the device has not reached the start yet.
  [[nodiscard]] bool is_pending() { return !queue_->done(begin_); }
  /// Waits for the end. Precondition: started and stopped.
  [[nodiscard]] double us() {
    constexpr double us_per_ms = 1000;
    queue_->wait(end_);
    return queue_->elapsed_ms(begin_, end_) * us_per_ms;
  }

 private:
  Queue* queue_;
  typename Queue::Event begin_, end_;
};

/// Holds the device back while the host queues the work to time.
template <class Queue>
class Gate {
 public:
  explicit Gate(Queue& queue) : queue_(&queue), flag_(queue.allocate_host(sizeof(std::uint32_t))) {}
  /// Work queued from now on waits for open(), at most 50 ms. Precondition: nothing is waiting.
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

/// Fills the caches with other data, more than the largest one holds.
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

}  // namespace overlace
