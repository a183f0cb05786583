// SPDX-License-Identifier: Apache-2.0
// Combines video track, stream copy and muxer.
#include "io/write/video_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "graph/core/log.h"
#include "io/av/chapters.h"
#include "io/av/dolby_vision.h"
#include "io/av/timecode.h"
#include "io/cuda/cuda_frames.h"
#include "io/files/pipe_output.h"
#include "io/frames/pixel_format.h"
#include "io/write/codec_table.h"
#include "io/write/copy_filter.h"
#include "io/write/encoder_choice.h"
#include "io/write/image_sequence.h"
#include "io/write/finished_file.h"
#include "io/write/muxer.h"
#include "io/write/sound_track.h"
#include "io/write/stream_copy.h"
#include "io/write/video_track.h"

namespace overlace {
namespace {

// The output's name is checked before an encoder is opened.
const AVOutputFormat& checked_container(const std::string& path, const OutputPolicy& policy,
                                        const std::string& name) {
  if (path != standard_output) {
    check_output(path, policy);
    return choose_container(path, name);
  }
  constexpr const char* streams = "nut, y4m, rawvideo, matroska or mpegts";
  if (name.empty())
    throw Error(ErrorCode::usage, "standard output has no extension to go by", streams,
                SourceLocation{"--format"});
  const AVOutputFormat& container = choose_container(path, name);
  if (is_mov_family(container) || std::string_view(container.name) == "mxf")
    throw Error(ErrorCode::usage, fmt::format("{} cannot be written to a pipe", container.name),
                streams, SourceLocation{"--format"});
  return container;
}

std::unique_ptr<ByteSink> open_output(const std::string& path, const OutputPolicy& policy,
                                      int pipe) {
  if (path == standard_output) return std::make_unique<PipeOutput>(pipe, "standard output");
  return std::make_unique<AtomicOutput>(path, policy);
}

void log_conversion(const AVFrame& from, const SinkFormat& to, const LogSink& log) {
  if (!log || to.pool || from.format == to.av_format) return;
  const auto target = static_cast<AVPixelFormat>(to.av_format);
  log(fmt::format("pictures are converted from {} to {} before drawing",
                  av_get_pix_fmt_name(static_cast<AVPixelFormat>(from.format)),
                  av_get_pix_fmt_name(target)));
}

// R'G'B' becomes limited-range Y'CbCr everywhere.
void log_range(const VideoReader& source, const SinkFormat& to, const char* encoder,
               const LogSink& log) {
  const bool rgb = (av_pix_fmt_desc_get(software_format(source.first_frame()))->flags &
                    AV_PIX_FMT_FLAG_RGB) != 0;
  if (rgb || source.info().color.range == to.color.range || to.color.range == ColorRange::full)
    return;
  log(fmt::format("samples of full range become limited range: {} has no other", encoder));
}

bool has_alpha(int format) {
  return (av_pix_fmt_desc_get(static_cast<AVPixelFormat>(format))->flags & AV_PIX_FMT_FLAG_ALPHA) !=
         0;
}

// We promise the picture's own chroma; many users want a file that plays in a browser.
void log_rare_chroma(const SinkFormat& to, const AVOutputFormat& container, const LogSink& log) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(to.av_format));
  const bool usual = d.nb_components < 3 || (d.log2_chroma_w == 1 && d.log2_chroma_h == 1);
  const bool for_viewers = is_mov_family(container) && std::string_view(container.name) != "mov";
  if (!log || usual || to.pool || !for_viewers) return;
  log(fmt::format("{} plays in few browsers; --pixel-format {} plays in most", d.name,
                  d.comp[0].depth > 8 ? "yuv420p10le" : "yuv420p"));
}

void log_lost_alpha(const AVFrame& from, const SinkFormat& to, const char* encoder,
                    const LogSink& log) {
  if (!log || to.pool || !has_alpha(software_format(from)) || has_alpha(to.av_format)) return;
  log(fmt::format("left out: the picture's alpha; {} here has none; {}", encoder, alpha_codecs()));
}

// Both describe the pictures as they were, frame by frame.
void log_lost_dynamics(const VideoReader& source, const LogSink& log) {
  const AVFrame& frame = source.first_frame();
  if (is_dolby_vision(frame, source.stream()))
    log("left out: Dolby Vision's dynamic metadata; the colours of its base layer are kept");
  if (av_frame_get_side_data(&frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nullptr)
    log("left out: HDR10+ dynamic metadata");
}

void log_lost_fields(FieldOrder order, const char* encoder, const LogSink& log) {
  const bool kept =
      order == FieldOrder::progressive || encoder_row(encoder).fields != FieldCoding::none;
  if (!kept) log(fmt::format("left out: the interlaced flag; {} cannot store it", encoder));
}

bool is_sound(const AVStream& stream) {
  return stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
}

/// The sound of a part is copied in packets, with timestamps relative to its first frame.
bool is_cut(const WriterOptions& options, const WriterRun& run) {
  return run.is_part && options.sound == Sound::part;
}

}  // namespace

class VideoWriter::State {
 public:
  State(const std::string& path, const VideoReader& source, const WriterOptions& options,
        const WriterRun& run);

  void write(DecodedFrame picture);
  void finish();

 private:
  void add_streams(const VideoReader& source, const WriterOptions& options, const WriterRun& run);
  void add_stream(const AVStream& from, const WriterOptions& options, const WriterRun& run);
  void log_losses(const AVFormatContext& input, const WriterOptions& options,
                  const WriterRun& run) const;
  void log_losses(const VideoReader& source) const;

  std::string path_;
  OutputPolicy policy_;
  const AVOutputFormat& container_;
  LogSink log_;
  AVRational time_base_;               ///< of the source's frames
  std::optional<std::int64_t> shift_;  ///< subtracted from their timestamps; unset = the first's
  std::optional<SoundTrack> played_;   ///< made sound
  double frame_s_;                     ///< nominal
  double shown_s_ = 0;                 ///< of the latest frame, in the output's time

 public:
  VideoTrack video;
  Muxer muxer;
  StreamCopy streams;
};

VideoWriter::State::State(const std::string& path, const VideoReader& source,
                          const WriterOptions& options, const WriterRun& run)
    : path_(path),
      policy_(output_policy(options, run, source.path())),
      container_(checked_container(path, policy_, options.container)),
      log_(run.log),
      time_base_(source.stream().time_base),
      frame_s_(1 / source.info().clip.frame_rate.value()),
      video(source, container_, options, run),
      muxer(container_, open_output(path, policy_, run.pipe)),
      streams(muxer,
              is_cut(options, run) ? StreamClock{0, true}
                                   : StreamClock{clock_start_us(source.container()), false},
              run.scope) {
  played_ = make_sound_track(run.played, container_, log_);
  if (log_ && !options.overlay_only) log_losses(source);
  add_streams(source, options, run);
  muxer.start();
}

void VideoWriter::State::log_losses(const VideoReader& source) const {
  const AVFrame& from = source.first_frame();
  log_conversion(from, video.format(), log_);
  log_range(source, video.format(), video.encoder_name(), log_);
  log_rare_chroma(video.format(), container_, log_);
  log_lost_alpha(from, video.format(), video.encoder_name(), log_);
  log_lost_dynamics(source, log_);
  log_lost_fields(source.info().field_order, video.encoder_name(), log_);
}

void VideoWriter::State::add_streams(const VideoReader& source, const WriterOptions& options,
                                     const WriterRun& run) {
  const AVFormatContext& input = source.container();
  const std::int64_t start_us = clock_start_us(input);
  if (!run.is_part) shift_ = av_rescale_q(start_us, microseconds, time_base_);
  for (unsigned i = 0; i < input.nb_streams; ++i) {
    const AVStream& from = *input.streams[i];
    if (&from == &source.stream()) {
      video.attach(muxer, shift_);
    } else {
      add_stream(from, options, run);
    }
  }
  const bool alone = std::ranges::none_of(
      std::span(input.streams, input.nb_streams),
      [this](const AVStream* stream) { return is_sound(*stream) && streams.has(*stream); });
  if (played_) played_->attach(muxer, alone);
  streams.copy_programs(input, source.stream().index, video.index());
  if (log_) log_losses(input, options, run);
  AVFormatContext& output = muxer.container();
  copy_metadata(output.metadata, input.metadata, run.scope);
  move_timecode(output.metadata, source.info().clip, run.first_frame);
  if (!run.is_part) copy_chapters(output, input, start_us);
  keep_within(run.scope, output);
}

void VideoWriter::State::add_stream(const AVStream& from, const WriterOptions& options,
                                    const WriterRun& run) {
  if (!is_sound(from)) {
    if (!run.is_part) streams.add(from);
    return;
  }
  if (options.sound == Sound::none) return;
  if (is_cut(options, run) && run.has_gaps && !holds_gaps(container_, from))
    return streams.leave_out(from,
                             fmt::format("a {} file cannot hold {{}} with gaps", container_.name));
  streams.add(from);
}

void VideoWriter::State::log_losses(const AVFormatContext& input, const WriterOptions& options,
                                    const WriterRun& run) const {
  for (const std::string& sentence : streams.left_out()) log_(sentence);
  if (const std::set<std::string> tags = tags_beyond(run.scope, input); !tags.empty())
    log_(
        fmt::format("left out: tags that may name or place what is redacted ({}); "
                    "--keep-metadata keeps them",
                    fmt::join(tags, ", ")));
  const std::span all(input.streams, input.nb_streams);
  const auto sounds = std::ranges::count_if(all, [](const AVStream* s) { return is_sound(*s); });
  if (run.is_part && input.nb_streams > 1 + sounds)
    log_("left out: all streams but pictures and sound; they are kept only with a whole video");
  if (options.sound == Sound::none && sounds > 0)
    log_(run.played ? "left out: the source's sound, by --audio replace"
                    : "left out: sound, by --audio none");
  if (played_)
    log_(fmt::format("the graph's sound is a stream of its own, by {}", played_->encoder_name()));
  const bool cut = is_cut(options, run) && std::ranges::any_of(all, [this](const AVStream* s) {
                     return is_sound(*s) && streams.has(*s);
                   });
  if (cut)
    log_(is_mov_family(container_)
             ? "sound is cut at whole packets; an edit list hides what lies before the first frame"
             : "sound is cut at whole packets: it begins less than a packet after the first frame");
}

/// Plays sound up to the pictures.
void VideoWriter::State::write(DecodedFrame picture) {
  if (played_) {
    if (!shift_) shift_ = picture.pts;
    shown_s_ = static_cast<double>(picture.pts - *shift_) * av_q2d(time_base_);
    played_->write_until(shown_s_);
  }
  video.write(std::move(picture));
}

// Sound ends with the last frame; in a stopped render, soon after it.
void VideoWriter::State::finish() {
  if (played_) played_->finish(shown_s_ + 1.5 * frame_s_);
  video.finish();
  muxer.finish();
  if (!log_) return;
  if (path_ != standard_output)
    if (const std::string lost = lost_tags(muxer.container(), path_); !lost.empty()) log_(lost);
  if (streams.backward_packets() > 0) {
    log_(fmt::format("left out: {} packets of other streams; their time stamps run backwards",
                     streams.backward_packets()));
  }
}

VideoWriter::VideoWriter(const std::string& path, const VideoReader& source,
                         const WriterOptions& options, const WriterRun& run)
    : state_(std::make_unique<State>(path, source, options, run)) {}
VideoWriter::~VideoWriter() = default;

SinkFormat VideoWriter::format() const {
  return state_->video.format();
}
std::string VideoWriter::encoder() const {
  return state_->video.encoder_name();
}
bool VideoWriter::wants(const AVStream& stream) const {
  return state_->streams.has(stream);
}
std::vector<std::string> VideoWriter::lost_sound() const {
  return state_->streams.lost_sound();
}
void VideoWriter::write(DecodedFrame picture) {
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

bool keeps_orientation(const std::string& path, const std::string& container) {
  const AVOutputFormat* format = container.empty() ? av_guess_format(nullptr, path.c_str(), nullptr)
                                                   : &choose_container(path, container);
  return !is_sequence(path) && format != nullptr && is_mov_family(*format);
}

std::unique_ptr<FrameSink> make_sink(const std::string& path, const VideoReader& source,
                                     const WriterOptions& options, const WriterRun& run) {
  if (is_sequence(path)) return std::make_unique<ImageSequence>(path, source, options, run);
  return std::make_unique<VideoWriter>(path, source, options, run);
}

}  // namespace overlace
