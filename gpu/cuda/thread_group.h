// SPDX-License-Identifier: Apache-2.0
// Thread groups on a GPU: a warp or a block of threads.
#pragma once

#include <cstdint>
#include <cstring>

#include "gpu/device/launch_shape.h"
#include "gpu/device/thread_group.h"

namespace overlace {

/// This thread's own value, whatever lane is asked for.
template <class T>
struct ThreadValue {
  T value;
  __device__ __forceinline__ T& operator[](int) { return value; }
  __device__ __forceinline__ const T& operator[](int) const { return value; }
};

/// A group of N threads; see HostThreadGroup for what its members mean. A block holds
/// `block_threads<N>` threads.
template <int N>
class CudaThreadGroup {
 public:
  static constexpr int size = N;
  template <class T>
  using PerThread = ThreadValue<T>;

  __device__ __forceinline__ std::uint32_t index() const {
    return (blockIdx.x * blockDim.x + threadIdx.x) / N;
  }
  __device__ __forceinline__ std::uint32_t count() const { return gridDim.x * (blockDim.x / N); }
  __device__ __forceinline__ std::uint32_t thread(int) const {
    return blockIdx.x * blockDim.x + threadIdx.x;
  }

  template <class T>
  __device__ __forceinline__ PerThread<T> make() const {
    return {T{}};
  }
  template <class T>
  __device__ __forceinline__ T& shared() const {
    __shared__ alignas(T) unsigned char memory[block_threads<N> / N][sizeof(T)];
    return *reinterpret_cast<T*>(memory[threadIdx.x / N]);
  }

  template <class F>
  __device__ __forceinline__ void each(const F& f) const {
    f(lane());
    wait();
  }
  template <class F>
  __device__ __forceinline__ void each_warp(const F& f) const {
    CudaThreadGroup<warp_size> warp;
    f(warp);
    wait();
  }
  // What the block wrote is made visible to the device before the block is counted, and what others
  // wrote is read only after that.
  __device__ __forceinline__ bool is_last(std::uint32_t* arrived) const {
    static_assert(N == block_threads<N>, "a group is a whole block");
    int last = 0;
    wait();
    if (threadIdx.x == 0) {
      __threadfence();
      last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1 ? 1 : 0;
      __threadfence();
    }
    return __syncthreads_or(last) != 0;
  }
  template <class F>
  __device__ __forceinline__ std::uint32_t ballot(const F& f) const {
    return __ballot_sync(all_lanes, f(lane()));
  }
  template <class T, class F>
  __device__ __forceinline__ PerThread<T> shuffle(const PerThread<T>& values,
                                                  const F& source) const {
    return {shuffle_words(values.value, source(lane()))};
  }
  template <class T>
  __device__ __forceinline__ T broadcast(const PerThread<T>& values, int from) const {
    return shuffle_words(values.value, from);
  }

 private:
  static constexpr unsigned all_lanes = 0xFFFFFFFFU;

  __device__ __forceinline__ int lane() const { return static_cast<int>(threadIdx.x % N); }
  __device__ __forceinline__ void wait() const {
    if constexpr (N == warp_size) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
  template <class T>
  __device__ __forceinline__ static T shuffle_words(const T& value, int from) {
    constexpr int words = (sizeof(T) + 3) / 4;
    unsigned word[words] = {};
    memcpy(word, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < words; ++i) word[i] = __shfl_sync(all_lanes, word[i], from);
    T out;
    memcpy(&out, word, sizeof(T));
    return out;
  }
};

}  // namespace overlace
