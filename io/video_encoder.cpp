// SPDX-License-Identifier: Apache-2.0
// Opens an encoder with the source's tags and drives it.
#include "io/video_encoder.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/cuda_frames.h"
#include "io/encoder_choice.h"
#include "io/pixel_format.h"

namespace overlace {
namespace {

AVRational to_av(Rational r) {
  return {static_cast<int>(r.num), static_cast<int>(r.den)};
}

// Colour fields come from the first decoded frame: the container's may be unset or wrong.
void set_color(AVCodecContext& context, const EncoderInput& input) {
  const FramePtr tags = make_frame();
  check_av(av_frame_copy_props(tags.get(), input.like), ErrorCode::internal, "frame properties");
  tags->format = input.format.av_format;
  tag_frame(*tags, input.format.color);
  context.color_range = tags->color_range;
  context.colorspace = tags->colorspace;
  context.color_primaries = tags->color_primaries;
  context.color_trc = tags->color_trc;
  context.chroma_sample_location = tags->chroma_location;
}

void set_fields(AVCodecContext& context, FieldOrder order) {
  if (order == FieldOrder::progressive) {
    context.field_order = AV_FIELD_PROGRESSIVE;
    return;
  }
  context.field_order = order == FieldOrder::top_first ? AV_FIELD_TT : AV_FIELD_BB;
  context.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME;
}

// No card, no library, no free session, a format the chip does not know: all say "elsewhere".
[[noreturn]] void refuse_hardware(const AVCodec& codec, int status) {
  const std::string log = take_av_log();
  throw Error(ErrorCode::unavailable, fmt::format("encoder {} cannot be opened: {}", codec.name,
                                                  log.empty() ? av_error_text(status) : log));
}

void use_pool(AVCodecContext& context, const SinkFormat& format) {
  context.pix_fmt = AV_PIX_FMT_CUDA;
  context.sw_pix_fmt = static_cast<AVPixelFormat>(format.av_format);
  context.hw_frames_ctx = av_buffer_ref(&format.pool->frames_context());
}

void open_encoder(AVCodecContext& context, const AVCodec& codec, const WriterOptions& options) {
  AvOptions settings;
  set_encoder_options(settings, codec, options);
  static_cast<void>(take_av_log());
  const int status = avcodec_open2(&context, &codec, settings.address());
  const std::string left = settings.first_left();
  if (status == AVERROR_OPTION_NOT_FOUND || (status >= 0 && !left.empty())) {
    throw Error(ErrorCode::usage, fmt::format("encoder {} has no option '{}'", codec.name, left),
                suggest(left, encoder_option_names(context)));
  }
  const bool bad_value = status == AVERROR(EINVAL) && !options.codec_options.empty();
  if (status < 0 && is_nvenc(codec) && !bad_value) refuse_hardware(codec, status);
  const bool by_user = options.crf || !options.preset.empty() || !options.codec_options.empty();
  check_av(status, by_user ? ErrorCode::usage : ErrorCode::output,
           fmt::format("encoder {} cannot be opened", codec.name));
}

}  // namespace

VideoEncoder::VideoEncoder(const AVCodec& codec, const EncoderInput& input,
                           const WriterOptions& options)
    : context_(make_codec(&codec)) {
  AVCodecContext& c = *context_;
  c.width = input.like->width;
  c.height = input.like->height;
  c.pix_fmt = static_cast<AVPixelFormat>(input.format.av_format);
  if (input.format.pool) use_pool(c, input.format);
  c.time_base = to_av(input.time_base);  // the stream's own: stamps stay exact
  c.framerate = to_av(input.frame_rate);
  c.sample_aspect_ratio = to_av(input.sample_aspect);
  c.thread_count = options.threads;
  if (input.global_header) c.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  set_color(c, input);
  set_fields(c, input.field_order);
  open_encoder(c, codec, options);
}

void VideoEncoder::encode(AVFrame* frame, const std::function<void(AVPacket&)>& take) {
  if (frame != nullptr) {
    // What the decoder chose must not steer the encoder.
    frame->pict_type = AV_PICTURE_TYPE_NONE;
    frame->key_frame = 0;
    if (frame->pkt_duration > 0) durations_.emplace_back(frame->pts, frame->pkt_duration);
  }
  int status = avcodec_send_frame(context_.get(), frame);
  while (status == AVERROR(EAGAIN)) {
    drain(take);
    status = avcodec_send_frame(context_.get(), frame);
  }
  if (status != AVERROR_EOF) check_av(status, ErrorCode::output, "encoding");
  drain(take);
}

void VideoEncoder::drain(const std::function<void(AVPacket&)>& take) {
  for (;;) {
    const int status = avcodec_receive_packet(context_.get(), packet_.get());
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return;
    check_av(status, ErrorCode::output, "encoding");
    restore_duration(*packet_);
    take(*packet_);
    av_packet_unref(packet_.get());
  }
}

// Encoders with delay forget durations; the last frame of a stream needs its own.
void VideoEncoder::restore_duration(AVPacket& packet) {
  const auto found =
      std::ranges::find(durations_, packet.pts, &decltype(durations_)::value_type::first);
  if (found == durations_.end()) return;
  packet.duration = found->second;
  durations_.erase(found);
}

}  // namespace overlace
