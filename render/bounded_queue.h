// SPDX-License-Identifier: Apache-2.0
// A queue between two threads that holds a few items and can be closed from either side.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace overlace {

template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  /// Waits for room; false (and the item is dropped) once the queue is closed or abandoned.
  bool push(T item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return items_.size() < capacity_ || closed_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    filled_.notify_one();
    return true;
  }

  /// Waits for an item; nothing once the queue is closed and empty.
  std::optional<T> pop() { return pop_of(1); }
  /// Waits until the queue is full or closed, so that items stay queued as long as possible.
  std::optional<T> pop_late() { return pop_of(capacity_); }

  /// The producer is done; items in the queue can still be popped.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    filled_.notify_all();
    room_.notify_all();
  }

  /// Either side gives up: queued items are dropped and both sides wake.
  void abandon() {
    std::deque<T> dropped;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    items_.swap(dropped);
    filled_.notify_all();
    room_.notify_all();
  }

 private:
  std::optional<T> pop_of(std::size_t count) {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this, count] { return items_.size() >= count || closed_; });
    if (items_.empty()) return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    room_.notify_one();
    return item;
  }

  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable room_, filled_;
  std::deque<T> items_;
  bool closed_ = false;
};

}  // namespace overlace
