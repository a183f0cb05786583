// SPDX-License-Identifier: Apache-2.0
// Thread groups: threads that work in step, so that one source runs on a GPU and, for tests, on a
// CPU.
#pragma once

#include <array>
#include <cstdint>

#include "gpu/kernels/bits.h"
#include "graph/core/math.h"

namespace overlace {

// A kernel is a trivially copyable functor with `template <class ThreadGroup> void
// operator()(ThreadGroup&) const`, run once by every group of a launch. Code outside `each` is the
// same for all threads of the group; what differs from thread to thread stands inside a function of
// the lane:
//
//   auto sum = threads.template make<float>();                         // one float per thread
//   threads.each([&](int lane) { sum[lane] = values[threads.thread(lane)]; });  // then all wait
//   const std::uint32_t big = threads.ballot([&](int lane) { return sum[lane] > 1; });
//
// Values per thread live in registers on a GPU and in an array on the host. A kernel declares the
// size of its groups: `static constexpr int group_size`, 32 (a warp) or a multiple of it (a block).
//
// A persistent kernel, `static constexpr bool is_persistent = true`, divides its work among its
// groups, however many there are, and so needs no more of them than run at once.

/// Threads of a warp.
inline constexpr int warp_size = 32;

/// The shape of a launch: `count` groups.
struct ThreadGroupIndex {
  std::uint32_t index = 0;  ///< of this group
  std::uint32_t count = 1;  ///< of all groups in the launch
};

/// A group of N threads, emulated by one CPU thread, lane by lane.
template <int N>
class HostThreadGroup {
 public:
  static constexpr int size = N;
  template <class T>
  using PerThread = std::array<T, N>;

  explicit HostThreadGroup(ThreadGroupIndex place, void* shared = nullptr)
      : place_(place), shared_(shared) {}

  [[nodiscard]] std::uint32_t index() const { return place_.index; }
  [[nodiscard]] std::uint32_t count() const { return place_.count; }
  /// Index of a thread among all threads of the launch.
  [[nodiscard]] std::uint32_t thread(int lane) const {
    return place_.index * N + static_cast<std::uint32_t>(lane);
  }

  /// A value for each thread, value-initialised.
  template <class T>
  [[nodiscard]] PerThread<T> make() const {
    return {};
  }
  /// Memory that the group shares; its contents are undefined at first.
  template <class T>
  [[nodiscard]] T& shared() const {
    return *static_cast<T*>(shared_);
  }

  /// Runs f(lane) on every thread; afterwards all see what each of them wrote.
  template <class F>
  void each(const F& f) const {
    for (int lane = 0; lane < N; ++lane) f(lane);
  }
  /// Runs f(warp) on every warp of a block, each a group whose index() counts all warps of the
  /// launch; then all wait. Blocks only.
  template <class F>
  void each_warp(const F& f) const {
    static_assert(N > warp_size);
    constexpr std::uint32_t warps = N / warp_size;
    for (std::uint32_t w = 0; w < warps; ++w) {
      HostThreadGroup<warp_size> warp({place_.index * warps + w, place_.count * warps});
      f(warp);
    }
  }
  /// True for the last of a launch's blocks to call this, which then sees everything that the
  /// others wrote before. `arrived` must be 0 at first; the last block resets it. Blocks only;
  /// every one must call it.
  [[nodiscard]] bool is_last(std::uint32_t* arrived) const {
    static_assert(N > warp_size);
    if (++*arrived < place_.count) return false;
    *arrived = 0;
    return true;
  }
  /// Bit `lane` is f(lane). Warps only.
  template <class F>
  [[nodiscard]] std::uint32_t ballot(const F& f) const {
    static_assert(N == warp_size);
    std::uint32_t bits = 0;
    for (int lane = 0; lane < N; ++lane)
      bits |= static_cast<std::uint32_t>(f(lane) ? 1 : 0) << lane;
    return bits;
  }
  /// Gives every thread the value of thread `source(lane)`. Warps only; T is trivially copyable.
  template <class T, class F>
  [[nodiscard]] PerThread<T> shuffle(const PerThread<T>& values, const F& source) const {
    static_assert(N == warp_size);
    PerThread<T> out;
    for (int lane = 0; lane < N; ++lane) out[lane] = values[source(lane)];
    return out;
  }
  /// The value of one thread, for all. Warps only.
  template <class T>
  [[nodiscard]] T broadcast(const PerThread<T>& values, int lane) const {
    static_assert(N == warp_size);
    return values[lane];
  }

 private:
  ThreadGroupIndex place_;
  void* shared_;
};

// Atomic operations on memory that groups of a launch share. All return the previous value.
#if defined(__CUDA_ARCH__)
OVL_FN std::uint32_t atomic_or(std::uint32_t* at, std::uint32_t bits) {
  return ::atomicOr(at, bits);
}
OVL_FN std::uint32_t atomic_add(std::uint32_t* at, std::uint32_t value) {
  return ::atomicAdd(at, value);
}
OVL_FN std::uint32_t atomic_max(std::uint32_t* at, std::uint32_t value) {
  return ::atomicMax(at, value);
}
#else
OVL_FN std::uint32_t atomic_or(std::uint32_t* at, std::uint32_t bits) {
  return __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
}
OVL_FN std::uint32_t atomic_add(std::uint32_t* at, std::uint32_t value) {
  return __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}
OVL_FN std::uint32_t atomic_max(std::uint32_t* at, std::uint32_t value) {
  std::uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (value > old &&
         !__atomic_compare_exchange_n(at, &old, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}
#endif

}  // namespace overlace
