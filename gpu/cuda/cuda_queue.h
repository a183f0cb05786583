// SPDX-License-Identifier: Apache-2.0
// A queue of work on one GPU: memory, copies, kernels, graphs, events. The Queue that
// gpu/device/queue.h describes. Only gpu/cuda/ and its tests may include this header.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/device/kernel_shape.h"
#include "gpu/device/queue.h"
#include "graph/core/c_handle.h"

namespace overlace {

namespace cuda {

using DeviceMemory = CHandle<std::byte, cudaFree>;
using PinnedMemory = CHandle<std::byte, cudaFreeHost>;
using StreamHandle = CHandle<CUstream_st, cudaStreamDestroy>;
using EventHandle = CHandle<CUevent_st, cudaEventDestroy>;
using GraphHandle = CHandle<CUgraph_st, cudaGraphDestroy>;
using GraphExecHandle = CHandle<CUgraphExec_st, cudaGraphExecDestroy>;

/// Memory on the device.
class Block {
 public:
  Block() = default;
  Block(DeviceMemory memory, std::size_t size) : memory_(std::move(memory)), size_(size) {}
  [[nodiscard]] std::byte* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  DeviceMemory memory_;
  std::size_t size_ = 0;
};

/// Page-locked host memory that kernels can read and write in place.
class HostBlock {
 public:
  HostBlock() = default;
  HostBlock(PinnedMemory memory, std::byte* device, std::size_t size)
      : memory_(std::move(memory)), device_(device), size_(size) {}
  [[nodiscard]] std::byte* data() const { return memory_.get(); }
  [[nodiscard]] std::byte* device() const { return device_; }  ///< the same memory, for kernels
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  PinnedMemory memory_;
  std::byte* device_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cuda

/// For one thread at a time, whose current device becomes the queue's: callers who need their own
/// context back must save it (gpu/cuda/callers_context.h). What it hands out must outlive the work
/// that uses it. If the runtime reports a failure, all members throw what it means
/// (gpu/cuda/error_meaning.h): Error(internal) if the fault is ours, such as a failed kernel,
/// Error(unavailable) or Error(out_of_memory). The failure may be that of work queued earlier;
/// after a failed kernel the process cannot use the device any more.
class CudaQueue {
 public:
  using Block = cuda::Block;
  using HostBlock = cuda::HostBlock;
  using Event = cuda::EventHandle;
  using Graph = cuda::GraphExecHandle;

  /// Work goes to `stream` of the device's primary context, which must outlive the queue; if null,
  /// the queue makes its own. Throws Error(unavailable) if the device cannot be used, Error(usage)
  /// for a stream of another context, Error(out_of_memory).
  explicit CudaQueue(int device, cudaStream_t stream = nullptr);

  [[nodiscard]] int device() const { return device_; }
  [[nodiscard]] cudaStream_t stream() const { return stream_; }
  /// Sends later work to another stream, as in the constructor, after all that is already queued.
  /// Throws Error(usage) for a stream of another context. Not in a capture.
  void set_stream(cudaStream_t stream);

  /// Memory that is zero for all work queued afterwards. Throws Error(out_of_memory).
  [[nodiscard]] Block allocate(std::size_t bytes);
  /// Host memory, zeroed at once. Throws Error(out_of_memory).
  [[nodiscard]] HostBlock allocate_host(std::size_t bytes);

  /// Copies run in queue order: host memory must stay valid until then, and must be a HostBlock's
  /// if the host is to continue meanwhile.
  void upload(void* device, const void* host, std::size_t bytes);
  void download(void* host, const void* device, std::size_t bytes);
  void copy_rows(const RowCopy& copy);
  /// Queues a fill with zeros.
  void clear(void* device, std::size_t bytes);

  /// Warps that keep the device busy: no launch needs more.
  [[nodiscard]] std::uint32_t warps() const { return warps_; }
  [[nodiscard]] std::uint32_t multiprocessors() const { return processors_; }

  /// Runs a kernel (gpu/device/thread_group.h) with at least `groups` groups: their number is
  /// rounded up to whole blocks, and `count()` tells a group how many there are. A persistent
  /// kernel gets no more than run at once. Every kernel is in a list (gpu/device/kernel_list.h)
  /// that one of gpu/cuda/*.cu compiles.
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups);
  /// Whether a kernel that directly follows another one in a graph may be launched while that one
  /// still runs; it waits for the other's results all the same (programmatic dependent launch; no
  /// effect below compute capability 9.0). Off by default.
  void launch_early(bool allowed);
  /// Appends the shape of every launch from now on to `shapes`; null ends it. The queries take
  /// time: not in a frame loop.
  void describe_launches(std::vector<KernelShape>* shapes) { shapes_ = shapes; }

  /// What f() queues waits for all that was queued before, but nothing waits for it: only events
  /// recorded in it, and `synchronize`, tell when it is done. Not in a capture.
  template <class F>
  void aside(const F& f) {
    leave();
    try {
      f();
    } catch (...) {
      come_back();
      throw;
    }
    come_back();
  }

  /// Makes a graph of what f() queues here, ready to be replayed, instead of running it. f() must
  /// not allocate or wait; other threads and queues may. Addresses and kernel arguments are fixed.
  template <class F>
  [[nodiscard]] Graph capture(const F& f) {
    begin_capture();
    try {
      f();
    } catch (...) {
      abandon_capture();
      throw;
    }
    return end_capture();
  }
  void replay(const Graph& graph);

  /// An event that was never recorded counts as done.
  [[nodiscard]] Event make_event();
  /// One that can measure time; costs more to record.
  [[nodiscard]] Event make_timing_event();
  void record(Event& event);
  /// The host sleeps until what was queued before `record` is done.
  void wait(Event& event);
  [[nodiscard]] bool done(Event& event);
  /// Milliseconds between two timing events. Precondition: both are done.
  [[nodiscard]] float elapsed_ms(const Event& begin, const Event& end);

  /// The host waits for everything that was queued. Not in a frame loop.
  void synchronize();
  [[nodiscard]] QueueCounts counts() const { return counts_; }

 private:
  void make_current() const;
  void leave();
  void come_back() noexcept;
  void begin_capture();
  [[nodiscard]] Graph end_capture();
  void abandon_capture() noexcept;
  [[nodiscard]] Event make_event(unsigned flags);

  int device_;
  cuda::StreamHandle own_stream_;
  cudaStream_t stream_ = nullptr;  ///< the queue's
  cudaStream_t target_ = nullptr;  ///< where calls go: the same, a capture's, or aside_
  cuda::StreamHandle aside_;
  Event moved_;  ///< recorded in the stream that was left
  std::uint32_t processors_ = 0;
  std::uint32_t warps_ = 0;
  bool early_ = false;
  bool capturing_ = false;
  std::vector<KernelShape>* shapes_ = nullptr;
  bool after_kernel_ = false;  ///< in a capture, whether the last call was a launch
  QueueCounts counts_;
};

}  // namespace overlace
