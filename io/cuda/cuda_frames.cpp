// SPDX-License-Identifier: Apache-2.0
// Plane addresses always come from data[] and linesize[]: a decoder's chroma starts after the coded
// rows, not after the visible ones.
#include "io/cuda/cuda_frames.h"

#include <array>
#include <utility>

#include "io/av/semi_planar.h"

namespace overlace {
namespace {

constexpr int planes_of_pairs = 2;

struct Extent {
  std::size_t row_bytes, rows;
};
Extent extent_of(AVPixelFormat layout, Size size, int plane) {
  const std::size_t bytes = layout == AV_PIX_FMT_P010 ? 2 : 1;
  const auto width = (static_cast<std::size_t>(size.width) + 1) / 2 * 2;
  const auto height = static_cast<std::size_t>(size.height);
  return {width * bytes, plane == 0 ? height : (height + 1) / 2};
}

AVPixelFormat layout_of(const AVFrame& frame) {
  return on_cuda(frame) ? cuda_layout(frame) : static_cast<AVPixelFormat>(frame.format);
}

// libav crops hardware frames only right and bottom; left and top are up to us.
const std::uint8_t* first_sample(const AVFrame& frame, int plane) {
  const std::size_t bytes = layout_of(frame) == AV_PIX_FMT_P010 ? 2 : 1;
  const std::size_t rows = plane == 0 ? frame.crop_top : frame.crop_top / 2;
  return frame.data[plane] + rows * static_cast<std::size_t>(frame.linesize[plane]) +
         frame.crop_left * bytes;
}

void check_crop(const AVFrame& frame) {
  if (frame.crop_left % 2 != 0 || frame.crop_top % 2 != 0)
    throw Error(ErrorCode::unavailable, "the picture is cropped by an odd number of samples");
}

// Omits the crop, which the copy has applied.
void copy_properties(const AVFrame& from, AVFrame& to) {
  check_av(av_frame_copy_props(&to, &from), ErrorCode::internal, "frame properties");
  to.crop_left = to.crop_top = to.crop_right = to.crop_bottom = 0;
}

}  // namespace

void copy_picture(const CudaSession& session, const ImageView& to, const ImageView& from) {
  const bool deep = from.format.sample == SampleType::u16;
  for (std::size_t plane = 0; plane < planes_of_pairs; ++plane) {
    const Extent extent =
        extent_of(deep ? AV_PIX_FMT_P010 : AV_PIX_FMT_NV12, from.size, static_cast<int>(plane));
    session.copy({.from = from.planes[plane].data,
                  .to = to.planes[plane].data,
                  .from_stride = static_cast<std::size_t>(from.planes[plane].stride),
                  .to_stride = static_cast<std::size_t>(to.planes[plane].stride),
                  .row_bytes = extent.row_bytes,
                  .rows = extent.rows,
                  .from_device = from.memory == Memory::cuda,
                  .to_device = to.memory == Memory::cuda});
  }
  CudaEvent copied(session);
  copied.record();
  copied.wait();
}

CudaFramePool::CudaFramePool(std::shared_ptr<const CudaSession> session, AVPixelFormat layout,
                             Size size)
    : session_(std::move(session)),
      layout_(layout),
      size_(size),
      context_(av_hwframe_ctx_alloc(&session_->av_device())) {
  if (!context_) throw Error(ErrorCode::out_of_memory, "no memory for CUDA frames");
  auto& frames = *reinterpret_cast<AVHWFramesContext*>(context_->data);
  frames.format = AV_PIX_FMT_CUDA;
  frames.sw_format = layout;
  frames.width = size.width;
  frames.height = size.height;
  check_av(av_hwframe_ctx_init(context_.get()), ErrorCode::unavailable, "CUDA frames");
}

FramePtr CudaFramePool::get() {
  FramePtr frame = make_frame();
  static_cast<void>(take_av_log());
  check_av(av_hwframe_get_buffer(context_.get(), frame.get(), 0), ErrorCode::unavailable,
           "a picture in GPU memory");
  const std::lock_guard lock(mutex_);
  if (known_.insert(frame->data[0]).second) clear(*frame);
  return frame;
}

void CudaFramePool::clear(const AVFrame& frame) const {
  for (int plane = 0; plane < planes_of_pairs; ++plane) {
    session_->clear(frame.data[plane], static_cast<std::size_t>(frame.linesize[plane]) *
                                           extent_of(layout_, size_, plane).rows);
  }
}

CudaTransfer::CudaTransfer(std::shared_ptr<const CudaSession> session)
    : session_(std::move(session)) {}

CudaTransfer::~CudaTransfer() {
  if (held_.empty()) return;
  try {
    CudaEvent all(*session_);
    all.record();
    all.wait();
  } catch (const Error&) {
    // Nothing runs any more on a device that has failed.
  }
}

void CudaTransfer::copy(const AVFrame& from, const AVFrame& to) const {
  for (int plane = 0; plane < planes_of_pairs; ++plane) {
    const Extent extent = extent_of(layout_of(to), {to.width, to.height}, plane);
    session_->copy({.from = first_sample(from, plane),
                    .to = to.data[plane],
                    .from_stride = static_cast<std::size_t>(from.linesize[plane]),
                    .to_stride = static_cast<std::size_t>(to.linesize[plane]),
                    .row_bytes = extent.row_bytes,
                    .rows = extent.rows,
                    .from_device = on_cuda(from),
                    .to_device = on_cuda(to)});
  }
}

void CudaTransfer::release(std::size_t keep) {
  while (held_.size() > keep || (!held_.empty() && held_.front().copied.done())) {
    held_.front().copied.wait();
    held_.erase(held_.begin());
  }
}

// The surface is stored before anything is queued: a copy that fails may leave another one running.
FramePtr CudaTransfer::keep(FramePtr surface, CudaFramePool& pool) {
  check_crop(*surface);
  FramePtr frame = pool.get();
  copy_properties(*surface, *frame);
  held_.push_back({std::move(surface), CudaEvent(*session_)});
  Held& held = held_.back();
  copy(*held.surface, *frame);
  held.copied.record();
  release(surfaces_);
  return frame;
}

// A frame in page-locked memory, which the next call reuses.
FramePtr CudaTransfer::stage(AVPixelFormat layout, Size size) {
  constexpr int row_alignment = 64;
  const auto bytes = static_cast<std::size_t>(
      check_av(av_image_get_buffer_size(layout, size.width, size.height, row_alignment),
               ErrorCode::limit, "picture size"));
  if (staging_.size() < bytes + row_alignment)  // SIMD may touch bytes past the last row
    staging_ = CudaHostMemory(*session_, bytes + row_alignment);
  FramePtr frame = make_frame();
  frame->format = layout;
  frame->width = size.width;
  frame->height = size.height;
  check_av(av_image_fill_arrays(frame->data, frame->linesize, staging_.data(), layout, size.width,
                                size.height, row_alignment),
           ErrorCode::internal, "picture layout");
  return frame;
}

FramePtr CudaTransfer::download(const AVFrame& frame) {
  check_crop(frame);
  const Size size = visible_size(frame);
  const FramePtr pairs = stage(cuda_layout(frame), size);
  CudaEvent copied(*session_);
  copy(frame, *pairs);
  copied.record();
  copied.wait();
  FramePtr planes = planes_.get(planar_equal(cuda_layout(frame)), size);
  split_chroma(*pairs, *planes);
  copy_properties(frame, *planes);
  return planes;
}

FramePtr CudaTransfer::upload(const AVFrame& frame, CudaFramePool& pool) {
  const FramePtr pairs = stage(pool.layout(), pool.size());
  if (frame.format == pool.layout()) {
    check_av(av_frame_copy(pairs.get(), &frame), ErrorCode::internal, "copying a picture");
  } else {
    join_chroma(frame, *pairs);
  }
  FramePtr result = pool.get();
  CudaEvent copied(*session_);
  copy(*pairs, *result);
  copied.record();
  copied.wait();
  copy_properties(frame, *result);
  return result;
}

}  // namespace overlace
