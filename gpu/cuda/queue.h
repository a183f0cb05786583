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

namespace overlace {

namespace cuda {

/// Releases what it owns, without a word: an owner may die while an error is thrown.
template <auto release>
struct Release {
  template <class T>
  void operator()(T* handle) const noexcept {
    static_cast<void>(release(handle));
  }
};

using DeviceMemory = std::unique_ptr<std::byte, Release<cudaFree>>;
using PinnedMemory = std::unique_ptr<std::byte, Release<cudaFreeHost>>;
using StreamHandle = std::unique_ptr<CUstream_st, Release<cudaStreamDestroy>>;
using EventHandle = std::unique_ptr<CUevent_st, Release<cudaEventDestroy>>;
using GraphHandle = std::unique_ptr<CUgraph_st, Release<cudaGraphDestroy>>;
using GraphExecHandle = std::unique_ptr<CUgraphExec_st, Release<cudaGraphExecDestroy>>;

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

/// Page-locked memory of the host that kernels can read and write in place.
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

/// Serves one thread at a time, whose current device becomes the queue's: who must find his own
/// context again keeps it (gpu/cuda/callers_context.h). What it hands out must outlive the work
/// that uses it. Where the runtime reports a failure, all members throw what it means
/// (gpu/cuda/error_meaning.h): Error(internal) where the fault is ours, such as a failed kernel,
/// and Error(unavailable) or Error(out_of_memory). It may be that of work queued earlier; after a
/// failed kernel the process cannot use the device any more.
class CudaQueue {
 public:
  using Block = cuda::Block;
  using HostBlock = cuda::HostBlock;
  using Event = cuda::EventHandle;
  using Graph = cuda::GraphExecHandle;

  /// Work goes to `stream` of the device's primary context, which must outlive the queue; null
  /// makes a stream of its own. Throws Error(unavailable) when the device cannot be used,
  /// Error(usage) for a stream of another context, Error(out_of_memory).
  explicit CudaQueue(int device, cudaStream_t stream = nullptr);

  [[nodiscard]] int device() const { return device_; }
  [[nodiscard]] cudaStream_t stream() const { return stream_; }
  /// From now on work goes to another stream, as in the constructor, after all that was queued.
  /// Throws Error(usage) for a stream of another context. Not in a capture.
  void set_stream(cudaStream_t stream);

  /// Memory that is zero for all work queued after. Throws Error(out_of_memory).
  [[nodiscard]] Block allocate(std::size_t bytes);
  /// Host memory, zeroed at once. Throws Error(out_of_memory).
  [[nodiscard]] HostBlock allocate_host(std::size_t bytes);

  /// Copies run when their turn comes: host memory must stay until then, and be a HostBlock's for
  /// the host to run on meanwhile.
  void upload(void* device, const void* host, std::size_t bytes);
  void download(void* host, const void* device, std::size_t bytes);
  void copy_rows(const RowCopy& copy);
  /// Queues zeros.
  void clear(void* device, std::size_t bytes);

  /// Warps that keep the device busy: no launch needs more.
  [[nodiscard]] std::uint32_t warps() const { return warps_; }
  [[nodiscard]] std::uint32_t multiprocessors() const { return processors_; }

  /// Runs a kernel (gpu/device/thread_group.h) by at least so many groups: their number is rounded
  /// up to whole blocks, and `count()` tells a group how many there are. A persistent kernel gets
  /// no more than run at once. Every kernel is in a list (gpu/device/kernel_list.h) that one of
  /// gpu/cuda/*.cu compiles.
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups);
  /// Whether a kernel of a graph that follows another one directly may be put in place while that
  /// still runs, whose results it waits for all the same (programmatic dependent launch; nothing
  /// changes below compute capability 9.0). Off at first.
  void launch_early(bool allowed);
  /// Appends the shape of every launch from now on; null ends it. Asking takes time: not in a frame
  /// loop.
  void describe_launches(std::vector<KernelShape>* shapes) { shapes_ = shapes; }

  /// What f() queues may run at the same time as what is queued after it, up to `join`. Both wait
  /// for what was queued before. One at a time.
  template <class F>
  void beside(const F& f) {
    redirect(branch_, f);
  }
  /// What is queued from now on waits for what ran beside.
  void join();
  /// What f() queues waits for all that was queued before, but nothing waits for it: only events
  /// that are recorded in it, and `synchronize`, tell when it is done. Not in a capture.
  template <class F>
  void aside(const F& f) {
    redirect(aside_, f);
  }

  /// Does not run what f() queues here but makes a graph of it, ready to be replayed. f() must not
  /// allocate or wait; other threads and queues may. Addresses and kernel arguments are fixed.
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

  /// An event that nothing was recorded in counts as done.
  [[nodiscard]] Event make_event();
  /// One that can tell the time; costs more to record.
  [[nodiscard]] Event make_timing_event();
  void record(Event& event);
  /// The host sleeps until what was queued before `record` is done.
  void wait(Event& event);
  [[nodiscard]] bool done(Event& event);
  /// Milliseconds between two timing events. Precondition: both are done.
  [[nodiscard]] float elapsed_ms(const Event& begin, const Event& end);

  /// The host waits for all that was queued. Not in a frame loop.
  void synchronize();
  [[nodiscard]] QueueCounts counts() const { return counts_; }

 private:
  /// A stream that leaves another one, and may come back to it.
  struct Branch {
    cuda::StreamHandle stream;
    Event left, ended;
  };

  void make_current() const;
  [[nodiscard]] Branch make_branch();
  /// Queues f() on a branch, which leaves the current stream here.
  template <class F>
  void redirect(Branch& branch, const F& f) {
    const cudaStream_t before = leave(branch);
    try {
      f();
    } catch (...) {
      come_back(before);
      throw;
    }
    come_back(before);
  }
  [[nodiscard]] cudaStream_t leave(Branch& branch);
  void come_back(cudaStream_t stream) noexcept;
  void begin_capture();
  [[nodiscard]] Graph end_capture();
  void abandon_capture() noexcept;
  [[nodiscard]] Event make_event(unsigned flags);

  int device_;
  cuda::StreamHandle own_stream_;
  cudaStream_t stream_ = nullptr;  ///< what the queue is
  cudaStream_t target_ = nullptr;  ///< where calls go: the same, a capture, or a branch
  Branch branch_, aside_;
  Event moved_;  ///< in the stream before
  std::uint32_t processors_ = 0;
  std::uint32_t warps_ = 0;
  bool early_ = false;
  bool capturing_ = false;
  std::vector<KernelShape>* shapes_ = nullptr;
  bool after_kernel_ = false;  ///< what a capture would have next follows a kernel directly
  QueueCounts counts_;
};

}  // namespace overlace
