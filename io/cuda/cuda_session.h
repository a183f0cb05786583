// SPDX-License-Identifier: Apache-2.0
// One CUDA context and stream, shared by decoding, drawing and encoding of a video.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "graph/core/log.h"
#include "io/av/av_handles.h"

namespace overlace {

/// A context and a stream in the driver's own types, spelled without its headers.
struct CudaHandles {
  void* context = nullptr;  ///< CUcontext
  void* stream = nullptr;   ///< CUstream; all work on a video is queued on it, in order
  int device = 0;           ///< as the driver numbers them
};

/// A rectangle of bytes to copy.
struct PlaneCopy {
  const void* from = nullptr;
  void* to = nullptr;
  std::size_t from_stride = 0, to_stride = 0;  ///< bytes from one row to the next
  std::size_t row_bytes = 0, rows = 0;
  bool from_device = false, to_device = false;  ///< in device memory; else on the host
};

/// What to do when work on a device takes long, for instance behind that of other programs.
struct SlowWork {
  LogSink log{};  ///< called once, from any thread; may be empty
  std::chrono::milliseconds after{10'000};
};

/// An open device. Methods may be called from any thread.
class CudaSession {
 public:
  /// The primary context of a device, which the CUDA runtime also uses, and a new stream.
  /// Throws Error(unavailable) with the reason when the driver or the device cannot be used.
  explicit CudaSession(int device, SlowWork slow = {});
  /// A borrowed context and stream, which must outlive the session.
  explicit CudaSession(const CudaHandles& shared);
  ~CudaSession();
  CudaSession(const CudaSession&) = delete;
  CudaSession& operator=(const CudaSession&) = delete;

  [[nodiscard]] CudaHandles handles() const;
  /// libav's view of the session: same context, same stream.
  [[nodiscard]] AVBufferRef& av_device() const { return *av_device_; }

  /// Queues a copy on the stream. Host memory must stay valid until the stream has executed it.
  /// Throws Error(unavailable).
  void copy(const PlaneCopy& copy) const;
  /// Queues zeroing of device memory. Throws Error(unavailable).
  void clear(void* device_memory, std::size_t bytes) const;

 private:
  friend class CudaEvent;
  friend class CudaHostMemory;
  class Device;
  static BufferPtr make_av_device(const std::shared_ptr<const Device>& device);

  std::shared_ptr<const Device> device_;  ///< outlives every event and frame of the device
  BufferPtr av_device_;
};

/// Page-locked host memory, for direct transfers over the bus.
class CudaHostMemory {
 public:
  CudaHostMemory() = default;
  /// Throws Error(unavailable), Error(out_of_memory).
  CudaHostMemory(const CudaSession& session, std::size_t bytes);

  [[nodiscard]] std::uint8_t* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Free {
    std::shared_ptr<const CudaSession::Device> device;
    void operator()(std::uint8_t* memory) const noexcept;
  };
  std::unique_ptr<std::uint8_t, Free> memory_;
  std::size_t size_ = 0;
};

/// A marker in a session's stream.
class CudaEvent {
 public:
  /// Throws Error(unavailable).
  explicit CudaEvent(const CudaSession& session);
  ~CudaEvent();
  CudaEvent(CudaEvent&& other) noexcept;
  CudaEvent& operator=(CudaEvent&& other) noexcept;

  /// Marks what has been queued so far.
  void record();
  /// True once all work before the marker is finished. Throws Error(unavailable) when it failed.
  [[nodiscard]] bool done() const;
  /// Waits until done, however long it takes. Throws Error(unavailable) when the work failed.
  void wait() const;

 private:
  std::shared_ptr<const CudaSession::Device> device_;
  void* event_ = nullptr;
};

}  // namespace overlace
