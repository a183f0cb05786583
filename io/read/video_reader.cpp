// SPDX-License-Identifier: Apache-2.0
// Demux and decode: receive until the decoder is hungry, then feed it one packet.
#include "io/read/video_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "io/cuda/cuda_frames.h"
#include "io/exr/exr_decoder.h"
#include "io/frames/pixel_format.h"
#include "io/read/frame_preparer.h"
#include "io/read/frame_repair.h"
#include "io/read/input_file.h"
#include "io/read/stream_facts.h"
#include "io/read/time_line.h"
#include "io/read/video_decoder.h"

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

std::unique_ptr<FrameDecoder> make_decoder(const InputFile& file, const AVStream& stream,
                                           const ReaderOptions& options, const std::string& path) {
  if (stream.codecpar->codec_id != AV_CODEC_ID_EXR)
    return std::make_unique<VideoDecoder>(stream, options, path);
  return std::make_unique<ExrDecoder>(options, [&file, &path](std::int64_t stamp) {
    return file.pictures ? file.pictures->name_at(stamp) : path;
  });
}

std::int64_t frame_duration(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame.duration;
#else
  return frame.pkt_duration;
#endif
}

/// Ticks in seconds, rounded once.
double seconds(std::int64_t ticks, Rational time_base) {
  return static_cast<double>(ticks * time_base.num) / static_cast<double>(time_base.den);
}

}  // namespace

bool reads_only_once(const std::string& path) {
  return is_piped(input_name(path));
}

class VideoReader::State {
 public:
  State(const std::string& path, ReaderOptions options);

  bool read(Picture& picture);
  void on_packets(const std::function<bool(const AVStream&)>& wanted,
                  std::function<void(PacketPtr)> take);

  [[nodiscard]] const FrameDecoder& decoder() const { return *decoder_; }

  std::string path;
  VideoInfo info;
  Damage damage;
  InputFile file;
  AVStream& stream;
  [[nodiscard]] const AVFrame& like() const { return preparer_->like(); }

 private:
  bool decode(Picture& picture);
  bool receive();
  void feed();
  void check_disk() const;
  void feed_video(const AVPacket* packet);
  void route(PacketPtr packet);
  void promise(const AVPacket& packet);
  void end_repair();
  void begin();
  void accept();
  void show_repaired();
  void show(FramePtr frame, bool stands_in = false);
  void pass_gap(std::int32_t number);
  void prepare(FramePtr frame);
  void marked_packet();
  void damaged_packet();
  void damaged_frame();
  [[noreturn]] void stop_at_damage() const;
  void finish();
  void describe(AVFrame& frame);
  void announce() const;
  [[noreturn]] void refuse_undecodable() const;
  void say(const std::string& text) const {
    if (options_.say) options_.say(text);
  }

  ReaderOptions options_;
  std::unique_ptr<FrameDecoder> decoder_;
  FramePtr frame_ = make_frame();
  std::optional<TimeLine> time_line_;
  std::optional<FramePreparer> preparer_;
  FieldOrder coded_fields_ = FieldOrder::progressive;
  std::deque<Picture> shown_;          ///< without their frames, which are being prepared
  std::deque<Picture> ready_;          ///< prepared, and not yet read
  std::optional<FrameRepair> repair_;  ///< where each packet holds one frame
  std::int32_t next_number_ = 0;
  std::optional<std::int64_t> first_pts_;
  std::int64_t decoded_ = 0;
  std::int64_t breaks_ = 0;  ///< in a transport stream
  bool draining_ = false, ended_ = false;
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
      decoder_(make_decoder(file, stream, options_, path)) {
  const Rational rate =
      options_.frame_rate.value_or(file.pictures ? file.picture_rate : frame_rate_of(stream));
  const std::int64_t step =
      av_rescale(rate.den, stream.time_base.den, rate.num * stream.time_base.num);
  time_line_.emplace(step, from_av(stream.time_base), options_.say);
  repair_.emplace();
  info.clip.frame_rate = rate;
  Picture first;
  if (!decode(first)) refuse_undecodable();
  describe(*first.frame);
  ready_.push_front(std::move(first));
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

void VideoReader::State::describe(AVFrame& frame) {
  info.turned = preparer_->turns();
  info.deinterlaced = preparer_->deinterlaces();
  info.clip.stored = preparer_->stored();
  info.color = preparer_->color();
  info.clip.size = turned({frame.width, frame.height}, info.clip.stored);
  info.clip.frame_count =
      file.pictures ? file.pictures->span() : count_frames(*file.container, stream);
  info.first_number = file.pictures ? file.pictures->first_number() : 0;
  info.duration_s = file.pictures ? info.clip.frame_count / info.clip.frame_rate.value()
                                  : duration_of(*file.container, stream);
  info.time_base = from_av(stream.time_base);
  const AVRational aspect = av_guess_sample_aspect_ratio(file.container.get(), &stream, &frame);
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
  if (!options_.frame_rate && file.rate_is_guessed)
    say("numbered pictures: taken as 25 per second, --fps sets another rate");
  if (file.pictures->missing() > 0)
    say(fmt::format("{}: pictures are missing: {}", path, file.pictures->gaps()));
}

bool VideoReader::State::read(Picture& picture) {
  if (holding_ && !take_) held_.clear();
  holding_ = false;
  return decode(picture);
}

bool VideoReader::State::decode(Picture& picture) {
  while (ready_.empty()) {
    if (ended_) return false;
    if (receive()) {
      accept();
    } else if (!ended_) {
      feed();
    }
  }
  picture = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

// True when a frame is in frame_. Sets ended_ when no more will come.
bool VideoReader::State::receive() {
  constexpr int patience_at_end = 64;
  for (;;) {
    const int status = decoder_->receive(frame_);
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
    damaged_packet();
    if (!draining_) return false;
  }
}

void VideoReader::State::feed() {
  PacketPtr packet = make_packet();
  const int status = file.read(*packet);
  if (status == AVERROR(EAGAIN)) return;
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "reading");
  if (status < 0 && status != AVERROR_EOF && file.pictures) return damaged_packet();
  check_disk();
  if (status < 0) {
    if (status != AVERROR_EOF) damage.ended_early = true;
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

// A disk or server that fails is no damage to the file: another try may read all of it.
void VideoReader::State::check_disk() const {
  const int error = file.container->pb->error;
  if (error < 0 && error != AVERROR_EOF)
    throw Error(ErrorCode::input, fmt::format("reading failed: {}", av_error_text(error)), "",
                Place{path});
}

void VideoReader::State::feed_video(const AVPacket* packet) {
  if (packet != nullptr) {
    if ((packet->flags & AV_PKT_FLAG_CORRUPT) != 0) marked_packet();
    if ((packet->flags & AV_PKT_FLAG_DISCARD) == 0 && packet->size > 0) {
      ++expected_;
      promise(*packet);
    }
  }
  const int status = decoder_->send(packet);
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "decoding");
  if (status < 0 && status != AVERROR_EOF) damaged_packet();  // one packet, not the stream
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

void VideoReader::State::promise(const AVPacket& packet) {
  if (!repair_) return;
  const bool has_stamps = packet.pts != AV_NOPTS_VALUE && packet.dts != AV_NOPTS_VALUE;
  // Where frames are reordered the first one is decoded before its time; a file without these
  // offsets, as some cameras write it, has stamps in order of decoding, which tell of no frame.
  const bool is_first = expected_ == 1;
  const bool without_offsets =
      is_first && stream.codecpar->video_delay > 0 && packet.pts == packet.dts;
  if (!has_stamps || without_offsets || !repair_->promise(packet.pts, packet.dts)) end_repair();
}

void VideoReader::State::end_repair() {
  if (!repair_) return;
  for (FramePtr& frame : repair_->take_waiting()) show(std::move(frame));
  repair_.reset();
}

void VideoReader::State::begin() {
  coded_fields_ = field_order_of(*frame_);
  preparer_.emplace(*frame_, stream, options_);
  if (!counts_frames(stream, coded_fields_)) end_repair();
}

// Where nothing was damaged the decoder knows best what to show. Pictures on a device are drawn on
// in place and cannot be shown twice.
void VideoReader::State::accept() {
  ++decoded_;
  if (is_picture(*file.container)) assume_full_range_gray(*frame_);
  if (!preparer_) begin();
  FramePtr frame = std::exchange(frame_, make_frame());
  if (repair_ && frame->pts == AV_NOPTS_VALUE) end_repair();
  if (repair_ && damage.any() && !on_cuda(*frame)) {
    repair_->add(std::move(frame));
    show_repaired();
    return;
  }
  if (repair_) repair_->shown(frame->pts);
  show(std::move(frame));
}

void VideoReader::State::show_repaired() {
  while (std::optional<FrameRepair::Turn> turn = repair_->next()) {
    turn->frame->best_effort_timestamp = turn->pts;
    show(std::move(turn->frame), turn->stands_in);
  }
}

void VideoReader::State::show(FramePtr frame, bool stands_in) {
  std::optional<std::int64_t> stamp;
  const bool believed = file.pictures || !options_.frame_rate;
  if (believed && frame->best_effort_timestamp != AV_NOPTS_VALUE)
    stamp = frame->best_effort_timestamp;
  Picture picture;
  picture.pts = time_line_->place(stamp);
  if (!first_pts_) first_pts_ = picture.pts;
  picture.shown_s = seconds(picture.pts - *first_pts_, from_av(stream.time_base));
  if (file.pictures) pass_gap(static_cast<std::int32_t>(picture.pts));
  const bool broken =
      !stands_in && (frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0);
  if (broken) ++damage.corrupt_frames;
  if (broken || stands_in) damaged_frame();
  picture.number = next_number_++;
  picture.duration = std::max<std::int64_t>(frame_duration(*frame), 0);
  if (options_.on_corrupt == OnCorrupt::skip && (broken || stands_in)) return;
  shown_.push_back(std::move(picture));
  prepare(std::move(frame));
}

// A part of a sequence may be all that is read of it: gaps count where they are met.
void VideoReader::State::pass_gap(std::int32_t number) {
  for (; next_number_ < number; ++next_number_) {
    ++damage.missing_frames;
    damage.add_frame(next_number_);
  }
}

// A null frame ends the stream. As many come out as go in, some of them later.
void VideoReader::State::prepare(FramePtr frame) {
  preparer_->put(std::move(frame));
  while (FramePtr made = preparer_->take()) {
    ready_.push_back(std::move(shown_.front()));
    shown_.pop_front();
    ready_.back().frame = std::move(made);
  }
}

// Transport streams that were joined look as if packets were missing where they meet: only what
// follows from a mark there tells, unless a device decodes, which tells nothing.
void VideoReader::State::marked_packet() {
  if (is_format(*file.container, "mpegts") && !decoder_->in_hardware()) {
    ++breaks_;
  } else {
    damaged_packet();
  }
}

void VideoReader::State::damaged_packet() {
  ++damage.corrupt_packets;
  if (options_.on_corrupt == OnCorrupt::stop) stop_at_damage();
}

void VideoReader::State::damaged_frame() {
  damage.add_frame(next_number_);
  if (options_.on_corrupt == OnCorrupt::stop) stop_at_damage();
}

void VideoReader::State::stop_at_damage() const {
  throw Error(ErrorCode::input,
              fmt::format("is damaged near frame {}: {}", next_number_, damage.text()),
              "--on-corrupt conceal goes on", Place{path});
}

void VideoReader::State::finish() {
  constexpr std::int64_t tolerance_us = 250'000;
  const bool damaged_before = damage.any();
  if (preparer_ && counts_frames(stream, coded_fields_)) {
    damage.missing_frames += std::max<std::int64_t>(expected_ - decoded_, 0);
  }
  damage.corrupt_packets += decoder_->damage_without_frame();
  const AVFormatContext& container = *file.container;
  const bool short_by_index =
      is_format(container, "mov") && info.clip.frame_count > expected_ && expected_ > 0;
  const std::int64_t start = container.start_time == AV_NOPTS_VALUE ? 0 : container.start_time;
  const bool short_by_time = is_format(container, "matroska") && container.duration > 0 &&
                             last_packet_us_ + tolerance_us < start + container.duration;
  damage.ended_early = damage.ended_early || short_by_index || short_by_time;
  if (repair_ && damaged_before && !damage.ended_early) {
    repair_->end();
    show_repaired();
  }
  end_repair();
  if (preparer_) {
    prepare(nullptr);
    const std::string converted = preparer_->conformer().summary();
    if (!converted.empty()) say(converted);
  }
  if (short_by_index) damage.missing_frames += info.clip.frame_count - expected_;
  if (damage.any()) {
    damage.corrupt_packets += breaks_;
  } else if (breaks_ > 0) {
    say(fmt::format("the transport stream is broken {} times; no picture is damaged", breaks_));
  }
  if (damage.any() && options_.on_corrupt == OnCorrupt::stop) stop_at_damage();
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
DecoderLoad VideoReader::decoder_load() const {
  return state_->decoder().load();
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
