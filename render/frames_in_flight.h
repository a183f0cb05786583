// SPDX-License-Identifier: Apache-2.0
// Frames that a replay draws concurrently, kept in order.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

#include "gpu/replay.h"

namespace overlace {

/// Keeps a frame's owner until it is drawn. T is movable and owns the picture's memory.
template <class T>
class FramesInFlight {
 public:
  explicit FramesInFlight(Replay& replay) : replay_(replay) {}
  /// Waits for frames that were not taken: a device may still write into their memory.
  ~FramesInFlight() {
    while (!frames_.empty()) {
      try {
        static_cast<void>(take());
      } catch (...) {  // the frame is lost either way
        frames_.pop_front();
      }
    }
  }
  FramesInFlight(const FramesInFlight&) = delete;
  FramesInFlight& operator=(const FramesInFlight&) = delete;

  /// Starts a frame. `picture_of` makes an ImageView of its owner, if the replay asks for one.
  /// Precondition: not full.
  template <class PictureOf>
  void submit(T owner, const FrameTime& time, const PictureOf& picture_of) {
    const std::size_t slot = next_;
    next_ = (next_ + 1) % replay_.slots();
    replay_.submit_lazily(slot, time, [&] { return picture_of(owner); });
    frames_.emplace_back(slot, std::move(owner));
  }
  /// True when the oldest frame must be taken before another one is submitted.
  [[nodiscard]] bool full() const { return frames_.size() == replay_.slots(); }
  [[nodiscard]] bool empty() const { return frames_.empty(); }

  /// Waits for the oldest frame. Precondition: not empty.
  [[nodiscard]] std::pair<T, ReplayStats> take() {
    const ReplayStats stats = replay_.finish(frames_.front().first);
    T owner = std::move(frames_.front().second);
    frames_.pop_front();
    return {std::move(owner), stats};
  }

 private:
  Replay& replay_;
  std::deque<std::pair<std::size_t, T>> frames_;  ///< slot and owner, oldest first
  std::size_t next_ = 0;
};

}  // namespace overlace
