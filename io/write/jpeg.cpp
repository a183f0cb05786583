// SPDX-License-Identifier: Apache-2.0
// Frames through swscale and libav's JPEG encoder.
#include "io/write/jpeg.h"

#include <utility>

#include "io/av/av.h"
#include "io/av/picture_part.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

/// Whether a picture has a JPEG's samples already.
bool has_samples(const AVFrame& picture, const ColorSpec& color, Size size) {
  const bool is_420 = picture.format == AV_PIX_FMT_YUV420P || picture.format == AV_PIX_FMT_YUVJ420P;
  return is_420 && Size{picture.width, picture.height} == size && color == as_jpeg(color);
}

FramePtr as_yuvj(FramePtr picture) {
  picture->format = AV_PIX_FMT_YUVJ420P;
  return picture;
}

}  // namespace

void JpegEncoder::prepare(Size size) {
  if (codec_ != nullptr && size == size_) return;
  const AVCodec* const found = avcodec_find_encoder(AV_CODEC_ID_MJPEG);
  if (found == nullptr)
    throw Error(ErrorCode::unavailable, "libav has no JPEG encoder", "use an FFmpeg that has one");
  codec_ = CodecPtr(avcodec_alloc_context3(found));
  codec_->width = size.width;
  codec_->height = size.height;
  codec_->pix_fmt = AV_PIX_FMT_YUVJ420P;
  codec_->color_range = AVCOL_RANGE_JPEG;
  codec_->time_base = {1, 25};
  codec_->flags |= AV_CODEC_FLAG_QSCALE;
  codec_->global_quality = FF_QP2LAMBDA * quality_;
  codec_->thread_count = 1;
  if (const int code = avcodec_open2(codec_.get(), found, nullptr); code < 0)
    throw_av(code, ErrorCode::internal, "opening the JPEG encoder");
  converter_.emplace(ConvertTarget{
      .format = AV_PIX_FMT_YUVJ420P, .color = as_jpeg({}), .accurate = false, .size = size});
  size_ = size;
}

std::string JpegEncoder::encode(const AVFrame& picture, const ColorSpec& color, Size size,
                                const PixelRect& part) {
  prepare(size);
  FramePtr shown = part_of(picture, part);
  const FramePtr converted = has_samples(*shown, color, size) ? as_yuvj(std::move(shown))
                                                              : converter_->convert(*shown, color);
  converted->quality = codec_->global_quality;
  converted->pict_type = AV_PICTURE_TYPE_NONE;
  converted->pts = AV_NOPTS_VALUE;
  int code = avcodec_send_frame(codec_.get(), converted.get());
  const PacketPtr packet(av_packet_alloc());
  if (code >= 0) code = avcodec_receive_packet(codec_.get(), packet.get());
  if (code < 0) throw_av(code, ErrorCode::internal, "encoding a JPEG picture");
  return {reinterpret_cast<const char*>(packet->data), static_cast<std::size_t>(packet->size)};
}

}  // namespace overlace
