// SPDX-License-Identifier: Apache-2.0
// Demux and decode: receive until the decoder is hungry, then feed it one packet.
#include "io/video_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "io/frame_preparer.h"
#include "io/input_file.h"
#include "io/pixel_format.h"
#include "io/stream_facts.h"
#include "io/time_line.h"
#include "io/video_decoder.h"

namespace overlace {
namespace {

AVStream& best_video(const InputFile& file, const std::string& path) {
  AVFormatContext& container = *file.container;
  const int index = av_find_best_stream(&container, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
  if (index < 0) throw Error(ErrorCode::input, "has no video stream", "", Place{path});
  AVStream& stream = *container.streams[index];
  if ((stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0) {
    throw Error(ErrorCode::input, "has no video stream, only a cover picture", "", Place{path});
  }
  return stream;
}

/// What hardware leaves on a device cannot be turned or de-interlaced.
ReaderOptions adapted(ReaderOptions options, const AVStream& stream) {
  const bool turns = options.upright && orientation_of(stream, {}) != Orientation{};
  if (!turns && !options.deinterlace) return options;
  if (options.hardware.required)
    throw Error(ErrorCode::unavailable,
                "pictures that are turned or de-interlaced are decoded in software",
                "use --hwaccel auto");
  options.hardware = {};
  return options;
}

std::int64_t frame_duration(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame.duration;
#else
  return frame.pkt_duration;
#endif
}

}  // namespace

bool reads_only_once(const std::string& path) {
  return is_piped(input_name(path));
}

std::string Damage::text() const {
  std::string text;
  const auto add = [&text](std::int64_t count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(corrupt_packets, "damaged packets");
  add(corrupt_frames, "damaged frames");
  add(missing_frames, "frames missing");
  if (ended_early) text += text.empty() ? "ends early" : ", ends early";
  return text;
}

class VideoReader::State {
 public:
  State(const std::string& path, ReaderOptions options);

  bool read(Picture& picture);
  void on_packets(const std::function<bool(const AVStream&)>& wanted,
                  std::function<void(PacketPtr)> take);

  [[nodiscard]] const VideoDecoder& decoder() const { return decoder_; }

  std::string path;
  VideoInfo info;
  Damage damage;
  InputFile file;
  AVStream& stream;
  [[nodiscard]] const AVFrame& like() const { return preparer_->like(); }

 private:
  bool decode(Picture& picture);
  bool next_frame();
  bool receive();
  void prepare();
  void feed();
  void feed_video(const AVPacket* packet);
  void route(PacketPtr packet);
  void accept(Picture& picture);
  void finish();
  void describe();
  void announce() const;
  [[noreturn]] void refuse_undecodable() const;
  void say(const std::string& text) const {
    if (options_.say) options_.say(text);
  }

  ReaderOptions options_;
  VideoDecoder decoder_;
  FramePtr frame_ = make_frame();
  std::optional<FramePreparer> preparer_;
  FieldOrder coded_fields_ = FieldOrder::progressive;
  std::optional<TimeLine> time_line_;
  std::optional<Picture> first_;
  std::int32_t next_number_ = 0;
  std::int64_t frames_ = 0;  ///< decoded
  bool draining_ = false, ended_ = false, flushed_ = false;
  int errors_at_end_ = 0;
  std::int64_t expected_ = 0;        ///< packets that should each give a frame
  std::int64_t last_packet_us_ = 0;  ///< end of the latest packet of any stream
  std::vector<char> wanted_;         ///< by stream index
  std::function<void(PacketPtr)> take_;
  std::vector<PacketPtr> held_;  ///< packets of other streams met while opening
  bool holding_ = true;
};

VideoReader::State::State(const std::string& name, ReaderOptions options)
    : path(input_name(name)),
      file(open_input(path, options.frame_rate)),
      stream(best_video(file, path)),
      options_(adapted(std::move(options), stream)),
      decoder_(stream, options_, path) {
  const Rational rate = options_.frame_rate.value_or(frame_rate_of(stream));
  const std::int64_t step =
      av_rescale(rate.den, stream.time_base.den, rate.num * stream.time_base.num);
  time_line_.emplace(step, from_av(stream.time_base), options_.say);
  info.clip.frame_rate = rate;
  Picture first;
  if (!decode(first)) refuse_undecodable();
  first_ = std::move(first);
  describe();
}

void VideoReader::State::refuse_undecodable() const {
  // Sizes that libav itself cannot address never reach codecpar; only its log tells.
  if (file.probe_log.find("Picture size") != std::string::npos) refuse_size(options_, path);
  const bool index_behind = is_piped(path) && is_format(*file.container, "mov");
  throw Error(ErrorCode::input, "no frame could be decoded",
              index_behind
                  ? "a pipe needs the index in front: save the video first, or make it with "
                    "ffmpeg -movflags +faststart"
                  : "",
              Place{path});
}

void VideoReader::State::describe() {
  const AVFrame& frame = *first_->frame;
  info.turned = preparer_->turns();
  info.clip.stored = preparer_->stored();
  info.color = preparer_->color();
  info.clip.size = turned({frame.width, frame.height}, info.clip.stored);
  info.clip.frame_count =
      file.pictures ? file.pictures->span() : count_frames(*file.container, stream);
  info.duration_s = file.pictures ? info.clip.frame_count / info.clip.frame_rate.value()
                                  : duration_of(*file.container, stream);
  info.time_base = from_av(stream.time_base);
  const AVRational aspect =
      av_guess_sample_aspect_ratio(file.container.get(), &stream, first_->frame.get());
  if (aspect.num > 0 && aspect.den > 0) info.sample_aspect = from_av(aspect);
  if (preparer_->turns_sideways()) {
    info.sample_aspect = {info.sample_aspect.den, info.sample_aspect.num};
  }
  info.field_order = field_order_of(frame);
  announce();
  info.pixel_format = av_get_pix_fmt_name(software_format(frame));
  info.codec = avcodec_get_name(stream.codecpar->codec_id);
  info.container = file.container->iformat->name;
}

bool VideoReader::State::read(Picture& picture) {
  if (holding_ && !take_) held_.clear();
  holding_ = false;
  if (first_) {
    picture = std::move(*first_);
    first_.reset();
    return true;
  }
  return decode(picture);
}

// What was assumed, and what is missing already.
void VideoReader::State::announce() const {
  std::vector<std::string> guesses;
  static_cast<void>(color_spec_of(like(), guesses));
  for (const std::string& guess : guesses) say(guess);
  if (static_cast<std::size_t>(stream.index) < file.stated.size()) {
    const std::string conflict = color_conflict(file.stated[stream.index], like());
    if (!conflict.empty()) say(conflict);
  }
  if (info.sample_aspect != Rational{1, 1}) {
    say(fmt::format("pixels are {}:{} on the screen: what is drawn is stretched with the picture",
                    info.sample_aspect.num, info.sample_aspect.den));
  }
  if (!file.pictures) return;
  if (!options_.frame_rate)
    say("numbered pictures: taken as 25 per second, --fps sets another rate");
  if (file.pictures->missing() > 0)
    say(fmt::format("{}: pictures are missing: {}", path, file.pictures->gaps()));
}

bool VideoReader::State::decode(Picture& picture) {
  while (!next_frame()) {
    if (ended_) return false;
    feed();
  }
  accept(picture);
  return true;
}

// True when a frame is in frame_, as it goes on. Sets ended_ when no more will come.
bool VideoReader::State::next_frame() {
  for (;;) {
    if (preparer_) {
      if (FramePtr frame = preparer_->take()) {
        frame_ = std::move(frame);
        return true;
      }
    }
    if (!ended_ && receive()) {
      prepare();
    } else if (!ended_ || !preparer_ || std::exchange(flushed_, true)) {
      return false;
    } else {
      preparer_->put(nullptr);
    }
  }
}

void VideoReader::State::prepare() {
  if (is_picture(*file.container)) assume_full_range_gray(*frame_);
  if (frame_->decode_error_flags != 0 || (frame_->flags & AV_FRAME_FLAG_CORRUPT) != 0) {
    ++damage.corrupt_frames;
  }
  if (!preparer_) {
    coded_fields_ = field_order_of(*frame_);
    preparer_.emplace(*frame_, stream, options_);
  }
  ++frames_;
  preparer_->put(std::exchange(frame_, make_frame()));
}

// True when a frame is in frame_, as it was decoded. Sets ended_ when no more will come.
bool VideoReader::State::receive() {
  constexpr int patience_at_end = 64;
  for (;;) {
    const int status = decoder_.receive(frame_);
    if (status == 0) {
      if (frame_->width > 0 && frame_->height > 0) return true;
      continue;
    }
    if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "decoding");
    if (status == AVERROR_EOF || (draining_ && ++errors_at_end_ > patience_at_end)) {
      if (!ended_) finish();
      ended_ = true;
      return false;
    }
    if (status == AVERROR(EAGAIN)) return false;
    ++damage.corrupt_packets;
    if (!draining_) return false;
  }
}

void VideoReader::State::feed() {
  PacketPtr packet = make_packet();
  const int status = file.read(*packet);
  if (status == AVERROR(EAGAIN)) return;
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "reading");
  if (status < 0 && status != AVERROR_EOF && file.pictures) {  // one picture, not all
    ++damage.corrupt_packets;
    return;
  }
  if (status < 0) {
    const bool failed = !file.pictures && file.container->pb->error < 0;
    if (status != AVERROR_EOF || failed) damage.ended_early = true;
    draining_ = true;
    feed_video(nullptr);
    return;
  }
  const AVStream& from = *file.container->streams[packet->stream_index];
  if (packet->pts != AV_NOPTS_VALUE) {
    last_packet_us_ = std::max(last_packet_us_, av_rescale_q(packet->pts + packet->duration,
                                                             from.time_base, microseconds));
  }
  if (&from == &stream) {
    feed_video(packet.get());
  } else {
    route(std::move(packet));
  }
}

void VideoReader::State::feed_video(const AVPacket* packet) {
  if (packet != nullptr) {
    if ((packet->flags & AV_PKT_FLAG_CORRUPT) != 0) ++damage.corrupt_packets;
    if ((packet->flags & AV_PKT_FLAG_DISCARD) == 0 && packet->size > 0) ++expected_;
  }
  const int status = decoder_.send(packet);
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "decoding");
  if (status < 0 && status != AVERROR_EOF) ++damage.corrupt_packets;  // one packet, not the stream
}

void VideoReader::State::route(PacketPtr packet) {
  if (holding_) {
    held_.push_back(std::move(packet));
  } else if (take_ && wanted_[packet->stream_index] != 0) {
    take_(std::move(packet));
  }
}

void VideoReader::State::on_packets(const std::function<bool(const AVStream&)>& wanted,
                                    std::function<void(PacketPtr)> take) {
  const AVFormatContext& container = *file.container;
  wanted_.assign(container.nb_streams, 0);
  for (unsigned i = 0; i < container.nb_streams; ++i) {
    AVStream& other = *container.streams[i];
    wanted_[i] = static_cast<char>(&other != &stream && wanted(other));
  }
  take_ = std::move(take);
  holding_ = false;
  for (PacketPtr& packet : std::exchange(held_, {})) route(std::move(packet));
}

void VideoReader::State::accept(Picture& picture) {
  std::optional<std::int64_t> stamp;
  const bool believed = file.pictures || !options_.frame_rate;
  if (believed && frame_->best_effort_timestamp != AV_NOPTS_VALUE)
    stamp = frame_->best_effort_timestamp;
  picture.pts = time_line_->place(stamp);
  picture.duration = std::max<std::int64_t>(frame_duration(*frame_), 0);
  if (file.pictures) next_number_ = static_cast<std::int32_t>(picture.pts);
  picture.number = next_number_++;
  picture.frame = std::exchange(frame_, make_frame());
}

void VideoReader::State::finish() {
  constexpr std::int64_t tolerance_us = 250'000;
  if (preparer_ && counts_frames(stream, coded_fields_)) {
    damage.missing_frames = std::max<std::int64_t>(expected_ - frames_, 0);
  }
  if (file.pictures) damage.missing_frames += file.pictures->missing();
  if (preparer_ && preparer_->conformer().converted() > 0) {
    say(fmt::format("{} frames were scaled or converted to {}, as the first ones are",
                    preparer_->conformer().converted(), preparer_->conformer().target()));
  }
  const AVFormatContext& container = *file.container;
  const bool short_by_index =
      is_format(container, "mov") && info.clip.frame_count > expected_ && expected_ > 0;
  const std::int64_t start = container.start_time == AV_NOPTS_VALUE ? 0 : container.start_time;
  const bool short_by_time = is_format(container, "matroska") && container.duration > 0 &&
                             last_packet_us_ + tolerance_us < start + container.duration;
  damage.ended_early = damage.ended_early || short_by_index || short_by_time;
  if (short_by_index) damage.missing_frames += info.clip.frame_count - expected_;
}

VideoReader::VideoReader(const std::string& path, ReaderOptions options)
    : state_(std::make_unique<State>(path, std::move(options))) {}
VideoReader::~VideoReader() = default;
VideoReader::VideoReader(VideoReader&&) noexcept = default;
VideoReader& VideoReader::operator=(VideoReader&&) noexcept = default;

const std::string& VideoReader::path() const {
  return state_->path;
}
std::vector<std::string> VideoReader::files() const {
  return state_->file.pictures ? state_->file.pictures->names() : std::vector{state_->path};
}
const VideoInfo& VideoReader::info() const {
  return state_->info;
}
const Damage& VideoReader::damage() const {
  return state_->damage;
}
bool VideoReader::in_hardware() const {
  return state_->decoder().in_hardware();
}
std::shared_ptr<CudaFramePool> VideoReader::cuda_pool() const {
  return state_->decoder().pool();
}
bool VideoReader::read(Picture& picture) {
  return state_->read(picture);
}
void VideoReader::on_packets(const std::function<bool(const AVStream&)>& wanted,
                             std::function<void(PacketPtr)> take) {
  state_->on_packets(wanted, std::move(take));
}
const AVFormatContext& VideoReader::container() const {
  return *state_->file.container;
}
const AVStream& VideoReader::stream() const {
  return state_->stream;
}
const AVFrame& VideoReader::first_frame() const {
  return state_->like();
}

}  // namespace overlace
