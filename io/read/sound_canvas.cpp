// SPDX-License-Identifier: Apache-2.0
// The canvas is a stream like any other, so that reading, seeking and copying work on it.
#include "io/read/sound_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <utility>

#include "io/av/chapters.h"
#include "io/frames/frame_converter.h"
#include "io/read/test_card.h"
#include "io/read/video_decoder.h"

namespace overlace {
namespace {

constexpr std::uint32_t canvas_tag = MKTAG('o', 'v', 'l', 'c');

AVStream& new_stream(AVFormatContext& context) {
  AVStream* stream = avformat_new_stream(&context, nullptr);
  if (stream == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  return *stream;
}

/// The tags of a whole file: Ogg stores them with a stream.
const AVDictionary* tags_of(const AVFormatContext& container, const AVStream& sound) {
  return av_dict_count(container.metadata) > 0 ? container.metadata : sound.metadata;
}

/// What a container states about itself and its streams, without its demuxer.
SoundCanvas::OwnContext copy_of(const AVFormatContext& container, const AVStream& sound) {
  SoundCanvas::OwnContext context(avformat_alloc_context());
  if (!context) throw Error(ErrorCode::out_of_memory, "out of memory");
  context->iformat = container.iformat;
  context->start_time = container.start_time;
  context->duration = container.duration;
  av_dict_copy(&context->metadata, tags_of(container, sound), 0);
  copy_chapters(*context, container, 0);
  for (unsigned i = 0; i < container.nb_streams; ++i) {
    const AVStream& from = *container.streams[i];
    AVStream& to = new_stream(*context);
    check_av(avcodec_parameters_copy(to.codecpar, from.codecpar), ErrorCode::out_of_memory,
             "copying a stream");
    av_dict_copy(&to.metadata, from.metadata, 0);
    to.id = from.id;
    to.time_base = from.time_base;
    to.start_time = from.start_time;
    to.duration = from.duration;
    to.nb_frames = from.nb_frames;
    to.disposition = from.disposition;
    to.avg_frame_rate = from.avg_frame_rate;
    to.r_frame_rate = from.r_frame_rate;
    to.sample_aspect_ratio = from.sample_aspect_ratio;
  }
  return context;
}

AVStream& add_stream(AVFormatContext& context, Rational rate) {
  AVStream& stream = new_stream(context);
  const AVRational per_second{static_cast<int>(rate.num), static_cast<int>(rate.den)};
  stream.time_base = av_inv_q(per_second);
  stream.avg_frame_rate = stream.r_frame_rate = per_second;
  AVCodecParameters& codec = *stream.codecpar;
  codec.codec_type = AVMEDIA_TYPE_VIDEO;
  codec.codec_id = AV_CODEC_ID_RAWVIDEO;  // its frames are independent
  codec.codec_tag = canvas_tag;
  return stream;
}

/// Four pixels of one colour, in the format of a canvas frame.
FramePtr converted(const Color& color) {
  constexpr Size size{2, 2};
  ColorSpec full;
  full.range = ColorRange::full;
  const FramePtr rgb = FramePool().get(AV_PIX_FMT_RGB24, size);
  const auto code = [](float component) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(component, 0.0F, 1.0F) * 255));
  };
  const std::uint8_t pixel[] = {code(color.r), code(color.g), code(color.b)};
  for (int i = 0; i < size.width * size.height; ++i)
    std::ranges::copy(pixel, rgb->data[0] + std::ptrdiff_t{rgb->linesize[0]} * (i / size.width) +
                                 std::ptrdiff_t{3} * (i % size.width));
  return FrameConverter({AV_PIX_FMT_YUV420P, ColorSpec{}}).convert(*rgb, full);
}

/// A frame of one colour.
FramePtr blank_frame(const Canvas& canvas) {
  const FramePtr like = converted(canvas.color);
  FramePtr frame = FramePool().get(AV_PIX_FMT_YUV420P, canvas.size);
  check_av(av_frame_copy_props(frame.get(), like.get()), ErrorCode::internal, "frame properties");
  for (int plane = 0; plane < 3; ++plane) {
    const int rows = plane == 0 ? canvas.size.height : (canvas.size.height + 1) / 2;
    std::memset(frame->data[plane], *like->data[plane],
                static_cast<std::size_t>(frame->linesize[plane]) * static_cast<std::size_t>(rows));
  }
  return frame;
}

class CanvasDecoder final : public FrameDecoder {
 public:
  explicit CanvasDecoder(const Canvas& canvas)
      : blank_(canvas.is_card ? test_card(canvas.size) : blank_frame(canvas)) {}

  int send(const AVPacket* packet) override {
    ended_ = packet == nullptr;
    if (packet != nullptr) stamps_.push_back(packet->pts);
    return 0;
  }
  int receive(FramePtr& frame) override {
    if (stamps_.empty()) return ended_ ? AVERROR_EOF : AVERROR(EAGAIN);
    av_frame_unref(frame.get());
    const int status = av_frame_ref(frame.get(), blank_.get());
    if (status < 0) return status;
    frame->pts = frame->best_effort_timestamp = stamps_.front();
    stamps_.pop_front();
    return 0;
  }
  void restart(Start /*start*/) override {
    stamps_.clear();
    ended_ = false;
  }

 private:
  FramePtr blank_;
  std::deque<std::int64_t> stamps_;  ///< of packets whose frames have not been requested yet
  bool ended_ = false;
};

}  // namespace

double canvas_start_s(const AVStream& sound) {
  if (sound.start_time == AV_NOPTS_VALUE) return 0;
  return std::max(std::floor(static_cast<double>(sound.start_time) * av_q2d(sound.time_base)), 0.0);
}

bool is_canvas(const AVStream& stream) {
  return stream.codecpar->codec_tag == canvas_tag;
}

SoundCanvas::SoundCanvas(AVFormatContext& container, int sound, Rational rate)
    : container_(container),
      sound_(*container.streams[sound]),
      own_(copy_of(container, sound_)),
      video_(add_stream(*own_, rate)),
      next_frame_(std::llround(canvas_start_s(sound_) * rate.value())),
      sound_end_(sound_.start_time == AV_NOPTS_VALUE ? 0 : sound_.start_time) {}

// An end is the sum of two numbers, each of which some containers round to milliseconds.
bool SoundCanvas::is_frame_due() const {
  constexpr std::int64_t rounding_us = 1000;
  const std::int64_t end_us = av_rescale_q(sound_end_, sound_.time_base, microseconds);
  return av_compare_ts(next_frame_, video_.time_base, end_us - rounding_us, microseconds) < 0;
}

int SoundCanvas::read_frame(AVPacket& packet) {
  const int status = av_new_packet(&packet, 1);
  if (status < 0) return status;
  packet.data[0] = 0;
  packet.pts = packet.dts = next_frame_++;
  packet.duration = 1;
  packet.flags |= AV_PKT_FLAG_KEY;
  packet.stream_index = video_.index;
  return 0;
}

int SoundCanvas::read(AVPacket& packet) {
  if (is_frame_due()) return read_frame(packet);
  if (held_) {
    av_packet_move_ref(&packet, std::exchange(held_, nullptr).get());
    return 0;
  }
  sound_.discard = AVDISCARD_DEFAULT;  // it determines the number of frames
  const int status = av_read_frame(&container_, &packet);
  if (status < 0 || packet.stream_index != sound_.index) return status;
  const std::int64_t begin = packet.pts != AV_NOPTS_VALUE ? packet.pts : sound_end_;
  sound_end_ = std::max(sound_end_, begin + std::max<std::int64_t>(packet.duration, 1));
  if (!is_frame_due()) return status;
  held_ = make_packet();
  av_packet_move_ref(held_.get(), &packet);
  return read_frame(packet);
}

std::unique_ptr<FrameDecoder> make_canvas_decoder(const ReaderOptions& options,
                                                  const std::string& path) {
  const Size size = options.canvas.size;
  if (std::int64_t{size.width} * size.height > options.max_pixels) refuse_size(options, path);
  return std::make_unique<CanvasDecoder>(options.canvas);
}

}  // namespace overlace
