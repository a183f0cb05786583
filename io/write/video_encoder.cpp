// SPDX-License-Identifier: Apache-2.0
// Opens and drives an encoder with the source's tags.
#include "io/write/video_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "io/cuda/cuda_frames.h"
#include "io/frames/pixel_format.h"
#include "io/write/codec_table.h"
#include "io/write/encoder_choice.h"
#include "io/write/encoder_options.h"

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
  const FieldCoding fields = encoder_row(context.codec->name).fields;
  if (order == FieldOrder::progressive || fields == FieldCoding::none) {
    context.field_order = AV_FIELD_PROGRESSIVE;
    return;
  }
  context.field_order = order == FieldOrder::top_first ? AV_FIELD_TT : AV_FIELD_BB;
  if (fields == FieldCoding::coded)
    context.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME;
}

// With AVX-512, x264 0.164's lookahead reads past the end of a picture, and its output depends on
// what is there. With AVX2 it does not, and is as fast.
std::string x264_params(const EncoderInput& input) {
  std::string params;
  if ((av_get_cpu_flags() & AV_CPU_FLAG_AVX512) != 0) params += "asm=LZCNT,AVX2:";
  if (input.field_order == FieldOrder::bottom_first) params += "bff=1:";
  if (!params.empty()) params.pop_back();
  return params;
}

// Parameters that libav does not pass on to the libraries behind its encoders.
std::string stream_params(const AVCodec& codec, const EncoderInput& input) {
  const bool is_x264 = std::string_view(codec.name).starts_with("libx264");
  return is_x264 ? x264_params(input) : hdr_params(input.hdr, codec);
}

// No card, no library, no free session, a format the chip does not support: all mean "elsewhere".
[[noreturn]] void refuse_hardware(const AVCodec& codec, int status) {
  const std::string log = take_av_log();
  throw Error(ErrorCode::unavailable, fmt::format("encoder {} cannot be opened: {}", codec.name,
                                                  log.empty() ? av_error_text(status) : log));
}

void use_pool(AVCodecContext& context, const SinkFormat& format) {
  context.pix_fmt = AV_PIX_FMT_CUDA;
  context.sw_pix_fmt = static_cast<AVPixelFormat>(format.av_format);
  context.hw_frames_ctx = reference_to(format.pool->frames_context());
}

void open_encoder(AVCodecContext& context, const WriterOptions& options) {
  const AVCodec& codec = *context.codec;
  static_cast<void>(take_av_log());
  static_cast<void>(take_ignored_setting());
  const int status = avcodec_open2(&context, &codec, nullptr);
  const bool by_user = options.crf || options.bitrate || options.gop || !options.preset.empty() ||
                       !options.codec_options.empty();
  const ErrorCode refused = by_user ? ErrorCode::usage : ErrorCode::output;
  const std::string ignored = take_ignored_setting();
  if (!ignored.empty()) throw Error(refused, fmt::format("encoder {}: {}", codec.name, ignored));
  const bool bad_value = status == AVERROR(EINVAL) && !options.codec_options.empty();
  if (status < 0 && is_nvenc(codec) && !bad_value) refuse_hardware(codec, status);
  check_av(status, refused, fmt::format("encoder {} cannot be opened", codec.name));
}

/// Whether a frame's memory is already a packet of raw video: one buffer with contiguous rows and
/// planes.
bool is_raw_packet(const AVFrame& frame) {
  std::uint8_t* planes[4] = {};
  int strides[4] = {};
  const bool laid_out =
      av_image_fill_arrays(planes, strides, frame.data[0], static_cast<AVPixelFormat>(frame.format),
                           frame.width, frame.height, 1) >= 0;
  return laid_out && frame.buf[0] != nullptr && frame.buf[1] == nullptr &&
         std::equal(planes, planes + 4, frame.data) &&
         std::equal(strides, strides + 4, frame.linesize);
}

}  // namespace

VideoEncoder::VideoEncoder(const AVCodec& codec, const EncoderInput& input,
                           const WriterOptions& options, const std::atomic<bool>* stop)
    : context_(make_codec(&codec)), stop_(stop) {
  AVCodecContext& c = *context_;
  c.width = input.like->width;
  c.height = input.like->height;
  c.pix_fmt = static_cast<AVPixelFormat>(input.format.av_format);
  if (input.format.pool) use_pool(c, input.format);
  c.time_base = to_av(input.time_base);  // the stream's own: timestamps stay exact
  c.framerate = to_av(input.frame_rate);
  c.sample_aspect_ratio = to_av(input.sample_aspect);
  c.thread_count = options.threads;
  if (input.global_header) c.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  set_color(c, input);
  set_fields(c, input.field_order);
  c.err_recognition = AV_EF_EXPLODE;  // no setting is silently ignored, where libav can tell
  if (input.in_order) c.max_b_frames = 0;
  set_encoder_options(c, options, stream_params(codec, input));
  pacer_ = key_frame_pacer(c, options);
  open_encoder(c, options);
}

// SVT-AV1 1.4 hangs when it is closed without ever getting a picture.
VideoEncoder::~VideoEncoder() {
  if (fed_ || std::string_view(context_->codec->name) != "libsvtav1") return;
  const FramePtr frame(av_frame_alloc());
  if (!frame) return;
  frame->format = context_->pix_fmt;
  frame->width = context_->width;
  frame->height = context_->height;
  if (av_frame_get_buffer(frame.get(), 0) >= 0) avcodec_send_frame(context_.get(), frame.get());
}

void VideoEncoder::encode(AVFrame* frame, const std::function<void(AVPacket&)>& take) {
  if (frame != nullptr) {
    // The decoder's choices must not steer the encoder.
    const bool is_key = pacer_ && pacer_->is_due(frame->pts, frame->pkt_duration);
    frame->pict_type = is_key ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    frame->key_frame = 0;
    if (frame->pkt_duration > 0) durations_.emplace_back(frame->pts, frame->pkt_duration);
  }
  fed_ = true;
  if (frame != nullptr && context_->codec_id == AV_CODEC_ID_RAWVIDEO) return pass_raw(*frame, take);
  flushing_ = frame == nullptr;
  int status = avcodec_send_frame(context_.get(), frame);
  while (status == AVERROR(EAGAIN)) {
    drain(take);
    status = avcodec_send_frame(context_.get(), frame);
  }
  if (status != AVERROR_EOF) check_av(status, ErrorCode::output, "encoding");
  drain(take);
}

// libav's encoder is threaded, so frames that are already packets would overtake the others.
void VideoEncoder::pass_raw(const AVFrame& frame, const std::function<void(AVPacket&)>& take) {
  AVPacket& packet = *packet_;
  const auto format = static_cast<AVPixelFormat>(frame.format);
  const int bytes = av_image_get_buffer_size(format, frame.width, frame.height, 1);
  check_av(bytes, ErrorCode::output, "encoding");
  if (is_raw_packet(frame)) {
    packet.buf = reference_to(*frame.buf[0]);
    packet.data = frame.data[0];
    packet.size = bytes;
  } else {
    check_av(av_new_packet(&packet, bytes), ErrorCode::out_of_memory, "a raw picture");
    check_av(av_image_copy_to_buffer(packet.data, bytes, frame.data, frame.linesize, format,
                                     frame.width, frame.height, 1),
             ErrorCode::output, "encoding");
  }
  packet.pts = packet.dts = frame.pts;
  packet.flags = AV_PKT_FLAG_KEY;
  restore_duration(packet);
  take(packet);
  av_packet_unref(&packet);
}

void VideoEncoder::drain(const std::function<void(AVPacket&)>& take) {
  for (;;) {
    if (flushing_ && stop_ != nullptr && stop_->load()) throw Stopped();
    const int status = avcodec_receive_packet(context_.get(), packet_.get());
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return;
    check_av(status, ErrorCode::output, "encoding");
    restore_duration(*packet_);
    take(*packet_);
    av_packet_unref(packet_.get());
  }
}

// Encoders with delay lose durations; the last frame of a stream needs its own.
void VideoEncoder::restore_duration(AVPacket& packet) {
  const auto found =
      std::ranges::find(durations_, packet.pts, &decltype(durations_)::value_type::first);
  if (found == durations_.end()) return;
  packet.duration = found->second;
  durations_.erase(found);
}

}  // namespace overlace
