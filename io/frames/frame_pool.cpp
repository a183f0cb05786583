// SPDX-License-Identifier: Apache-2.0
// One buffer per frame for all planes, rows aligned for SIMD.
#include "io/frames/frame_pool.h"

namespace overlace {
namespace {

constexpr int row_alignment = 64;

}  // namespace

FramePtr FramePool::get(AVPixelFormat format, Size size) {
  if (!pool_ || format != format_ || size != size_) {
    const int bytes = av_image_get_buffer_size(format, size.width, size.height, row_alignment);
    check_av(bytes, ErrorCode::limit, "picture size");
    // Padding past the last row, which libav's SIMD code may touch.
    pool_.reset(av_buffer_pool_init(static_cast<std::size_t>(bytes) + row_alignment, nullptr));
    format_ = format;
    size_ = size;
  }
  FramePtr frame = make_frame();
  frame->format = format;
  frame->width = size.width;
  frame->height = size.height;
  frame->buf[0] = pool_ ? av_buffer_pool_get(pool_.get()) : nullptr;
  if (frame->buf[0] == nullptr) throw Error(ErrorCode::out_of_memory, "no memory for a picture");
  check_av(av_image_fill_arrays(frame->data, frame->linesize, frame->buf[0]->data, format,
                                size.width, size.height, row_alignment),
           ErrorCode::internal, "picture layout");
  return frame;
}

FramePtr FramePool::copy(const AVFrame& source) {
  FramePtr frame = get(static_cast<AVPixelFormat>(source.format), {source.width, source.height});
  check_av(av_frame_copy(frame.get(), &source), ErrorCode::internal, "copying a picture");
  check_av(av_frame_copy_props(frame.get(), &source), ErrorCode::internal, "copying a picture");
  return frame;
}

}  // namespace overlace
