// SPDX-License-Identifier: Apache-2.0
// A group whose lanes are threads, so that ThreadSanitizer sees what a kernel lets them do
// concurrently.
#pragma once

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "gpu/device/thread_group.h"
#include "tests/gpu/device/lane_exchange.h"

namespace overlace {

/// State shared by the lanes of a group.
struct LaneMeeting {
  LaneMeeting(int lanes, bool orders) : is_ordered(orders), ordered(lanes), exchange(lanes) {
    for (int lane = 0; lanes > warp_size && lane < lanes; lane += warp_size)
      warps.push_back(std::make_unique<LaneMeeting>(warp_size, orders));
  }
  bool is_ordered;
  std::barrier<> ordered;  ///< writes before it are visible after it
  LaneExchange exchange;   ///< carries values without ordering anything else
  bool is_last = false;
  std::vector<std::unique_ptr<LaneMeeting>> warps;  ///< of a block
  alignas(std::max_align_t) std::byte shared[std::size_t{64} << 10U];
};

/// One lane of a group of N; see HostThreadGroup for the meaning of its members. As CUDA defines
/// it, memory is ordered at the end of `each`, but not by votes and shuffles. If the meeting is not
/// ordered, `each` does not order memory either, and ThreadSanitizer must report it.
template <int N>
class ThreadLane {
 public:
  static constexpr int size = N;
  /// The value of this lane, whichever lane is asked for.
  template <class T>
  struct PerThread {
    T value;
    T& operator[](int) { return value; }
    const T& operator[](int) const { return value; }
  };

  ThreadLane(LaneMeeting& meeting, ThreadGroupIndex place, int lane)
      : meeting_(&meeting), place_(place), lane_(lane) {}

  [[nodiscard]] std::uint32_t index() const { return place_.index; }
  [[nodiscard]] std::uint32_t count() const { return place_.count; }
  [[nodiscard]] std::uint32_t thread(int) const {
    return place_.index * N + static_cast<std::uint32_t>(lane_);
  }
  template <class T>
  [[nodiscard]] PerThread<T> make() const {
    return {T{}};
  }
  template <class T>
  [[nodiscard]] T& shared() const {
    return *reinterpret_cast<T*>(meeting_->shared);
  }

  template <class F>
  void each(const F& f) const {
    f(lane_);
    wait();
  }
  template <class F>
  void each_warp(const F& f) const {
    static_assert(N > warp_size);
    constexpr std::uint32_t warps = N / warp_size;
    const auto number = static_cast<std::uint32_t>(lane_ / warp_size);
    ThreadLane<warp_size> warp(*meeting_->warps[number],
                               {place_.index * warps + number, place_.count * warps},
                               lane_ % warp_size);
    f(warp);
    wait();
  }
  [[nodiscard]] bool is_last(std::uint32_t* arrived) const {
    static_assert(N > warp_size);
    wait();
    if (lane_ == 0) meeting_->is_last = HostThreadGroup<N>(place_).is_last(arrived);
    wait();
    return meeting_->is_last;
  }
  template <class F>
  [[nodiscard]] std::uint32_t ballot(const F& f) const {
    static_assert(N == warp_size);
    return meeting_->exchange.vote(lane_, f(lane_));
  }
  template <class T, class F>
  [[nodiscard]] PerThread<T> shuffle(const PerThread<T>& values, const F& source) const {
    return {broadcast(values, source(lane_))};
  }
  template <class T>
  [[nodiscard]] T broadcast(const PerThread<T>& values, int from) const {
    static_assert(N == warp_size && sizeof(T) <= LaneExchange::most_bytes);
    T out;
    meeting_->exchange.swap(lane_, &values.value, from, &out, sizeof out);
    return out;
  }

 private:
  void wait() const {
    if (meeting_->is_ordered) {
      meeting_->ordered.arrive_and_wait();
    } else {
      meeting_->exchange.meet();
    }
  }

  LaneMeeting* meeting_;
  ThreadGroupIndex place_;
  int lane_;
};

/// Runs one group of a launch, with one thread per lane.
template <class Kernel>
void run_on_threads(const Kernel& kernel, ThreadGroupIndex place, bool is_ordered) {
  constexpr int lanes = Kernel::group_size;
  const auto meeting = std::make_unique<LaneMeeting>(lanes, is_ordered);
  std::vector<std::jthread> threads;
  for (int lane = 0; lane < lanes; ++lane)
    threads.emplace_back([&, lane] {
      ThreadLane<lanes> threads(*meeting, place, lane);
      kernel(threads);
    });
}

}  // namespace overlace
