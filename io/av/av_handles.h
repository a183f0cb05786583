// SPDX-License-Identifier: Apache-2.0
// Owners of libav objects, usable without libav's headers.
#pragma once

#include <memory>

struct AVBufferPool;
struct AVBufferRef;
struct AVCodecContext;
struct AVFormatContext;
struct AVFrame;
struct AVPacket;
struct SwsContext;

namespace overlace {

/// Frees each kind of libav object with the call that belongs to it.
struct AvDelete {
  void operator()(AVBufferPool* pool) const noexcept;
  void operator()(AVBufferRef* buffer) const noexcept;
  void operator()(AVCodecContext* codec) const noexcept;
  void operator()(AVFrame* frame) const noexcept;
  void operator()(AVPacket* packet) const noexcept;
  void operator()(SwsContext* scaler) const noexcept;
};

using BufferPoolPtr = std::unique_ptr<AVBufferPool, AvDelete>;
using BufferPtr = std::unique_ptr<AVBufferRef, AvDelete>;
using CodecPtr = std::unique_ptr<AVCodecContext, AvDelete>;
using FramePtr = std::unique_ptr<AVFrame, AvDelete>;
using PacketPtr = std::unique_ptr<AVPacket, AvDelete>;
using ScalerPtr = std::unique_ptr<SwsContext, AvDelete>;

}  // namespace overlace
