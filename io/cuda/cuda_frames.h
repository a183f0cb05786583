// SPDX-License-Identifier: Apache-2.0
// Pictures in device memory, as libav's CUDA frames: our own pool, and all transfers in and out.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "graph/data/image.h"
#include "io/av/device_frame.h"
#include "io/cuda/cuda_session.h"
#include "io/frames/frame_pool.h"

namespace overlace {

/// Copies an NV12 or P010 picture between the session's device and the host, in either direction,
/// and waits. Both views have the same size and format, with rows from top to bottom. Throws
/// Error(unavailable).
void copy_picture(const CudaSession& session, const ImageView& to, const ImageView& from);

/// CUDA frames of one layout and size, with linear planes. They replace the decoder's own, which
/// are few and must be returned soon; an encoder may keep these. Memory is reused once nobody holds
/// it. Thread-safe.
class CudaFramePool {
 public:
  /// `layout` is NV12 or P010. Throws Error(unavailable).
  CudaFramePool(std::shared_ptr<const CudaSession> session, AVPixelFormat layout, Size size);

  /// A frame of this pool with undefined pixels; newly allocated memory is zeroed, so that it never
  /// shows what another program left there. Throws Error(unavailable), Error(out_of_memory).
  [[nodiscard]] FramePtr get();
  /// Describes the frames to an encoder.
  [[nodiscard]] AVBufferRef& frames_context() const { return *context_; }
  [[nodiscard]] AVPixelFormat layout() const { return layout_; }
  [[nodiscard]] Size size() const { return size_; }

 private:
  void clear(const AVFrame& frame) const;

  std::shared_ptr<const CudaSession> session_;
  AVPixelFormat layout_;
  Size size_;
  BufferPtr context_;
  std::mutex mutex_;
  std::unordered_set<const void*> known_;  ///< memory that has been cleared
};

/// Moves pictures between a session's device and the host, checking every call: libav's own
/// transfer reports success when the copy failed. One thread at a time.
class CudaTransfer {
 public:
  explicit CudaTransfer(std::shared_ptr<const CudaSession> session);
  /// Waits: surfaces go back to their decoder once nothing reads them.
  ~CudaTransfer();
  CudaTransfer(const CudaTransfer&) = delete;
  CudaTransfer& operator=(const CudaTransfer&) = delete;

  /// Queues a copy of a decoder's surface, with the crop applied, into a frame of `pool`, and
  /// copies its properties. The surface is held until the copy is done. Throws Error(unavailable).
  [[nodiscard]] FramePtr keep(FramePtr surface, CudaFramePool& pool);
  /// A host frame with the pixels of a CUDA frame, in its software format. Waits for the copy.
  /// Throws Error(unavailable).
  [[nodiscard]] FramePtr download(const AVFrame& frame);
  /// A frame of `pool` with the pixels of a 4:2:0 host frame of the same depth. Waits for the copy.
  /// Throws Error(unavailable).
  [[nodiscard]] FramePtr upload(const AVFrame& frame, CudaFramePool& pool);

  /// How many surfaces `keep` may hold at a time, at least 0.
  void set_surfaces(std::size_t count) { surfaces_ = count; }

 private:
  struct Held {
    FramePtr surface;
    CudaEvent copied;
  };
  void copy(const AVFrame& from, const AVFrame& to) const;
  [[nodiscard]] FramePtr stage(AVPixelFormat layout, Size size);
  void release(std::size_t keep);

  std::shared_ptr<const CudaSession> session_;
  std::size_t surfaces_ = 2;
  std::vector<Held> held_;  ///< oldest first
  CudaHostMemory staging_;
  FramePool planes_;
};

}  // namespace overlace
