// SPDX-License-Identifier: Apache-2.0
// Joins encoder, stream copy and muxer.
#include "io/video_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "io/alpha.h"
#include "io/cuda_frames.h"
#include "io/encoder_choice.h"
#include "io/hdr_metadata.h"
#include "io/image_sequence.h"
#include "io/muxer.h"
#include "io/open_encoder.h"
#include "io/pipe_output.h"
#include "io/pixel_format.h"
#include "io/stream_copy.h"

namespace overlace {
namespace {

// The name proves what may be written before an encoder is opened.
const AVOutputFormat& checked_container(const std::string& path, const OutputPolicy& policy,
                                        const std::string& name) {
  if (path != standard_output) {
    check_output(path, policy);
    return choose_container(path, name);
  }
  constexpr const char* streams = "nut, y4m, rawvideo, matroska or mpegts";
  if (name.empty())
    throw Error(ErrorCode::usage, "standard output has no extension to go by", streams,
                Place{"--format"});
  const AVOutputFormat& container = choose_container(path, name);
  if (is_mov_family(container) || std::string_view(container.name) == "mxf")
    throw Error(ErrorCode::usage, fmt::format("{} cannot be written to a pipe", container.name),
                streams, Place{"--format"});
  return container;
}

std::unique_ptr<ByteSink> open_output(const std::string& path, const OutputPolicy& policy,
                                      int pipe) {
  if (path == standard_output) return std::make_unique<PipeOutput>(pipe, "standard output");
  return std::make_unique<AtomicOutput>(path, policy);
}

void announce_conversion(const AVFrame& from, const SinkFormat& to, const Say& say) {
  if (!say || to.pool || from.format == to.av_format) return;
  const auto target = static_cast<AVPixelFormat>(to.av_format);
  say(fmt::format("pictures are converted from {} to {} before drawing",
                  av_get_pix_fmt_name(static_cast<AVPixelFormat>(from.format)),
                  av_get_pix_fmt_name(target)));
}

bool has_alpha(int format) {
  return (av_pix_fmt_desc_get(static_cast<AVPixelFormat>(format))->flags & AV_PIX_FMT_FLAG_ALPHA) !=
         0;
}

// Promised: the picture's own chroma. Wanted by many: a file that plays in a browser.
void announce_rare_chroma(const SinkFormat& to, const AVOutputFormat& container, const Say& say) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(to.av_format));
  const bool usual = d.nb_components < 3 || (d.log2_chroma_w == 1 && d.log2_chroma_h == 1);
  const bool for_viewers = is_mov_family(container) && std::string_view(container.name) != "mov";
  if (!say || usual || to.pool || !for_viewers) return;
  say(fmt::format("{} plays in few browsers; --pixel-format {} plays in most", d.name,
                  d.comp[0].depth > 8 ? "yuv420p10le" : "yuv420p"));
}

void announce_lost_alpha(const AVFrame& from, const SinkFormat& to, const OpenEncoder& encoder,
                         const Say& say) {
  if (!say || to.pool || !has_alpha(software_format(from)) || has_alpha(to.av_format)) return;
  say(fmt::format("left out: the picture's alpha; {} here has none; {}",
                  encoder.encoder->context().codec->name, alpha_codecs()));
}

}  // namespace

class VideoWriter::State {
 public:
  State(const std::string& path, const VideoReader& source, const WriterOptions& options);

  void write(Picture picture);
  void finish();
  [[nodiscard]] const OpenEncoder& encoder() const { return encoder_; }

 private:
  void add_streams(const VideoReader& source, const WriterOptions& options);
  void add_video(const VideoReader& source);
  void start();
  void write_packet(AVPacket& packet);
  void place_by_count(AVPacket& packet);

  OutputPolicy policy_;
  const AVOutputFormat& container_;
  OpenEncoder encoder_;

 public:
  Muxer muxer;
  StreamCopy streams;

 private:
  Say say_;
  bool straighten_ = false;  ///< pictures are premultiplied, the file is not
  AVStream* video_ = nullptr;
  bool counted_ = false, said_counted_ = false;  ///< the container counts frames
  std::optional<std::int64_t> last_counted_;
  std::optional<std::int64_t>
      shift_;  ///< subtracted from video stamps, in ticks; unset = by first frame
};

VideoWriter::State::State(const std::string& path, const VideoReader& source,
                          const WriterOptions& options)
    : policy_{options.overwrite, {source.path()}},
      container_(checked_container(path, policy_, options.container)),
      encoder_(open_encoder(source, container_, options)),
      muxer(container_, open_output(path, policy_, options.pipe)),
      streams(muxer, clock_start_us(source.container())),
      say_(options.say) {
  if (!options.start_at_zero) {
    shift_ =
        av_rescale_q(clock_start_us(source.container()), microseconds, source.stream().time_base);
  }
  straighten_ = options.overlay_only && options.alpha != AlphaKind::premultiplied;
  if (!options.overlay_only) {
    announce_conversion(source.first_frame(), encoder_.format, say_);
    announce_rare_chroma(encoder_.format, container_, say_);
    announce_lost_alpha(source.first_frame(), encoder_.format, encoder_, say_);
  }
  add_streams(source, options);
  start();
}

void VideoWriter::State::add_streams(const VideoReader& source, const WriterOptions& options) {
  const AVFormatContext& input = source.container();
  for (unsigned i = 0; i < input.nb_streams; ++i) {
    const AVStream& from = *input.streams[i];
    if (&from == &source.stream()) {
      add_video(source);
    } else if (options.copy_streams) {
      streams.add(from);
    }
  }
  if (say_) {
    for (const std::string& sentence : streams.left_out()) say_(sentence);
    if (!options.copy_streams && input.nb_streams > 1)
      say_("left out: sound and all other streams; they go with a whole video only");
  }
  AVFormatContext& output = muxer.container();
  copy_metadata(output.metadata, input.metadata);
  if (options.copy_streams) copy_chapters(output, input, clock_start_us(input));
}

void VideoWriter::State::add_video(const VideoReader& source) {
  const AVStream& from = source.stream();
  const AVCodecContext& encoder = encoder_.encoder->context();
  video_ = &muxer.add_stream();
  check_av(avcodec_parameters_from_context(video_->codecpar, &encoder), ErrorCode::output,
           "stream parameters");
  counted_ = counts_frames(container_);
  video_->time_base = counted_ ? av_inv_q(encoder.framerate) : encoder.time_base;
  video_->avg_frame_rate = encoder.framerate;
  video_->sample_aspect_ratio = encoder.sample_aspect_ratio;
  video_->disposition = from.disposition;
  copy_metadata(video_->metadata, from.metadata);
  copy_side_data(*video_, from);
  add_hdr(*video_, hdr_metadata_of(source.first_frame(), from));
}

void VideoWriter::State::start() {
  AvOptions options;
  if (is_mov_family(container_)) options.set("movflags", "+faststart");
  muxer.start(options);
}

void VideoWriter::State::write(Picture picture) {
  if (!shift_) shift_ = picture.pts;
  AVFrame& frame = *picture.frame;
  if (straighten_) straighten(view_of(frame, encoder_.format.color));
  frame.pts = picture.pts - *shift_;
  frame.pkt_duration = picture.duration;
  encoder_.encoder->encode(&frame, [this](AVPacket& packet) { write_packet(packet); });
}

void VideoWriter::State::write_packet(AVPacket& packet) {
  av_packet_rescale_ts(&packet, encoder_.encoder->context().time_base, video_->time_base);
  packet.stream_index = video_->index;
  if (counted_) place_by_count(packet);
  muxer.write(packet);
}

// Stamps that are no multiples of a frame meet others when they are rounded.
void VideoWriter::State::place_by_count(AVPacket& packet) {
  const std::int64_t first_free = last_counted_ ? *last_counted_ + 1 : packet.pts;
  if (packet.pts < first_free && say_ && !said_counted_) {
    say_(fmt::format("a {} file has a constant frame rate: frames are moved to fit",
                     container_.name));
    said_counted_ = true;
  }
  packet.pts = packet.dts = std::max(packet.pts, first_free);
  last_counted_ = packet.pts;
}

void VideoWriter::State::finish() {
  encoder_.encoder->encode(nullptr, [this](AVPacket& packet) { write_packet(packet); });
  muxer.finish();
  if (say_ && streams.backward_packets() > 0) {
    say_(fmt::format("left out: {} packets of other streams; their time stamps run backwards",
                     streams.backward_packets()));
  }
}

VideoWriter::VideoWriter(const std::string& path, const VideoReader& source,
                         const WriterOptions& options)
    : state_(std::make_unique<State>(path, source, options)) {}
VideoWriter::~VideoWriter() = default;

SinkFormat VideoWriter::format() const {
  return state_->encoder().format;
}
std::string VideoWriter::encoder() const {
  return state_->encoder().encoder->context().codec->name;
}
bool VideoWriter::wants(const AVStream& stream) const {
  return state_->streams.has(stream);
}
void VideoWriter::write(Picture picture) {
  state_->write(std::move(picture));
}
void VideoWriter::copy(PacketPtr packet) {
  state_->streams.write(*packet);
}
void VideoWriter::finish() {
  state_->finish();
}
std::int64_t VideoWriter::bytes_written() const {
  return state_->muxer.bytes_written();
}

std::unique_ptr<FrameSink> make_sink(const std::string& path, const VideoReader& source,
                                     const WriterOptions& options) {
  if (is_sequence(path)) return std::make_unique<ImageSequence>(path, source, options);
  return std::make_unique<VideoWriter>(path, source, options);
}

}  // namespace overlace
