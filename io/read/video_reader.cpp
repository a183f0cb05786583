// SPDX-License-Identifier: Apache-2.0
// Demuxes and decodes: receives until the decoder needs input, then feeds it one packet.
#include "io/read/video_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "io/av/dolby_vision.h"
#include "io/cuda/cuda_frames.h"
#include "io/frames/pixel_format.h"
#include "io/frames/plate.h"
#include "io/read/file_timing.h"
#include "io/read/frame_normalizer.h"
#include "io/read/open_decoder.h"
#include "io/read/packet_source.h"
#include "io/read/picture_origins.h"
#include "io/read/seek_guide.h"
#include "io/read/stream_facts.h"
#include "io/read/time_line.h"
#include "io/read/video_decoder.h"

namespace overlace {
namespace {

bool promises_frame(const AVPacket& packet) {
  return (packet.flags & AV_PKT_FLAG_DISCARD) == 0 && packet.size > 0;
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

class VideoReader::State {
 public:
  State(const std::string& path, ReaderOptions options);

  bool read(DecodedFrame& picture);
  void seek(std::int32_t number);
  [[nodiscard]] std::int32_t begins_at(std::int32_t number);
  [[nodiscard]] std::optional<std::int64_t> stamp_of(std::int32_t number) const {
    return guide_.stamp_of(number);
  }

  [[nodiscard]] const FrameDecoder& decoder() const { return *decoder_; }

  std::string path;
  VideoInfo info;
  Damage damage;
  PacketSource source;
  InputFile& file = source.file();
  AVStream& stream = source.stream();
  [[nodiscard]] const AVFrame& like() const { return normalizer_->like(); }

 private:
  bool decode(DecodedFrame& picture);
  bool receive();
  void feed();
  void feed_video(const AVPacket* packet);
  void promise(const AVPacket& packet);
  void end_repair();
  void begin();
  void accept();
  void show_repaired();
  void show(FrameRepair::Turn turn);
  void pass_gap(std::int32_t number);
  void prepare(FramePtr frame);
  [[nodiscard]] PictureOrigins::Troubles troubles() const;
  void marked_packet();
  void damaged_packet();
  void damaged_frame();
  [[noreturn]] void stop_at_damage() const;
  void finish();
  [[nodiscard]] std::int32_t position() const;
  [[nodiscard]] bool is_near(std::int32_t number) const;
  [[nodiscard]] std::int32_t needed_for(std::int32_t number) const;
  [[nodiscard]] std::optional<RandomAccess> access_for(std::int32_t number);
  void seek_picture(std::int32_t number);
  void begin_at(std::int32_t number);
  void follow_origins(std::int32_t number);
  void begin_anew(const std::string& why);
  void describe(AVFrame& frame);
  void log_assumptions() const;
  /// The clip's number of the next frame.
  [[nodiscard]] std::int32_t clip_number() const { return info.clip.first_frame + next_number_; }
  [[noreturn]] void refuse_undecodable() const;
  void log(const std::string& text) const {
    if (options_.log) options_.log(text);
  }

  ReaderOptions options_;
  std::unique_ptr<FrameDecoder> decoder_;
  FramePtr frame_ = make_frame();
  std::optional<TimeLine> time_line_;
  std::optional<FrameNormalizer> normalizer_;
  FieldOrder coded_fields_ = FieldOrder::progressive;
  Size coded_size_;  ///< of the first frame
  std::optional<PictureOrigins> origins_;
  std::deque<DecodedFrame> shown_;     ///< still without frames, which are being prepared
  std::deque<DecodedFrame> ready_;     ///< prepared, but not yet read
  std::optional<FrameRepair> repair_;  ///< where each packet holds one frame
  std::int32_t next_number_ = 0;
  std::optional<std::int64_t> first_pts_;
  std::int64_t decoded_ = 0;
  std::int64_t breaks_ = 0;  ///< in a transport stream
  bool draining_ = false, ended_ = false;
  int errors_at_end_ = 0;
  std::int64_t expected_ = 0;  ///< packets that should give a frame each

  std::int32_t wanted_ = 0;        ///< the next frame to deliver; earlier ones are dropped
  std::int32_t first_needed_ = 0;  ///< to prepare wanted_
  SeekGuide guide_{path, options_, stream};
};

VideoReader::State::State(const std::string& name, ReaderOptions options)
    : path(input_name(name)),
      source(path, options.frame_rate),
      options_(without_unsuited_hardware(std::move(options), stream)),
      decoder_(open_decoder(file, stream, options_, path)) {
  if (file.pictures) file.pictures->fill_gaps(options_.missing_pictures);
  const FileTiming timing(path, file, stream, options_.frame_rate);
  const Rational rate = timing.frame_rate(), base = from_av(stream.time_base);
  info.clip.first_frame =
      options_.first_frame.value_or(file.pictures ? file.pictures->first_number() : 0);
  options_.first_frame = info.clip.first_frame;
  time_line_.emplace(frame_ticks(rate, base), base, options_.log);
  repair_.emplace();
  info.clip.frame_rate = rate;
  follow_origins(0);
  DecodedFrame first;
  if (!decode(first)) refuse_undecodable();
  describe(*first.frame);
  info.clip.clock = timing.clock(rate, first_pts_.value_or(0));
  ready_.push_front(std::move(first));
  wanted_ = 0;
}

void VideoReader::State::refuse_undecodable() const {
  // Sizes beyond libav's own limit never reach codecpar; only its log shows them.
  if (file.probe_log.find("Picture size") != std::string::npos) refuse_size(options_, path);
  const bool index_behind = is_piped(path) && is_format(*file.container, "mov");
  throw Error(ErrorCode::input, "no frame could be decoded",
              index_behind
                  ? "a pipe needs the index in front: save the video first, or make it with "
                    "ffmpeg -movflags +faststart"
                  : "",
              SourceLocation{path});
}

void VideoReader::State::describe(AVFrame& frame) {
  info.coded = normalizer_->coded();
  info.rotated = normalizer_->rotates();
  info.deinterlaced = normalizer_->deinterlaces();
  info.clip.stored = normalizer_->stored();
  info.color = normalizer_->color();
  info.clip.size = turned({frame.width, frame.height}, info.clip.stored);
  info.clip.frame_count =
      file.pictures ? file.pictures->span() : count_frames(*file.container, stream);
  info.duration_s = file.pictures ? info.clip.frame_count / info.clip.frame_rate.value()
                                  : duration_of(*file.container, stream);
  info.time_base = from_av(stream.time_base);
  const AVRational aspect = av_guess_sample_aspect_ratio(file.container.get(), &stream, &frame);
  if (aspect.num > 0 && aspect.den > 0) info.sample_aspect = from_av(aspect);
  if (normalizer_->transposes())
    info.sample_aspect = {info.sample_aspect.den, info.sample_aspect.num};
  info.field_order = field_order_of(frame);
  if (plate_of(frame) != nullptr) info.alpha = AlphaKind::premultiplied;
  log_assumptions();
  info.pixel_format = av_get_pix_fmt_name(software_format(frame));
  info.codec = avcodec_get_name(stream.codecpar->codec_id);
  info.container = file.container->iformat->name;
}

// Logs assumptions and known gaps.
void VideoReader::State::log_assumptions() const {
  std::vector<std::string> guesses;
  static_cast<void>(color_spec_of(like(), guesses));
  for (const std::string& guess : guesses) log(guess);
  if (const std::string warning = dolby_vision_warning(stream); !warning.empty()) log(warning);
  if (static_cast<std::size_t>(stream.index) < file.stated.size()) {
    const std::string conflict = color_conflict(file.stated[stream.index], like());
    if (!conflict.empty()) log(conflict);
  }
  if (std::abs(info.sample_aspect.value() - 1) > 0.001)  // 14400:14399 is nobody's intention
    log(fmt::format("pixels are {}:{} on the screen: what is drawn is stretched with the picture",
                    info.sample_aspect.num, info.sample_aspect.den));
  if (is_heif(*file.container))
    log("an orientation that AVIF and HEIC pictures state (irot, imir) is not followed");
  if (!file.pictures) return;
  if (!options_.frame_rate && file.rate_is_guessed)
    log("numbered pictures: taken as 25 per second, --fps sets another rate");
  if (file.pictures->missing() > 0)
    log(fmt::format("{}: pictures are missing: {}", path, file.pictures->gaps()));
}

bool VideoReader::State::read(DecodedFrame& picture) {
  source.forget_others();
  return decode(picture);
}

bool VideoReader::State::decode(DecodedFrame& picture) {
  do {
    while (ready_.empty()) {
      if (ended_) return false;
      try {
        if (receive()) {
          accept();
        } else if (!ended_) {
          feed();
        }
      } catch (const Doubt& doubt) {
        begin_anew(doubt.why);
      }
    }
    picture = std::move(ready_.front());
    ready_.pop_front();
  } while (picture.number < wanted_);
  wanted_ = picture.number + 1;
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
      return false;
    }
    if (status == AVERROR(EAGAIN)) return false;
    damaged_packet();
    if (!draining_) return false;
  }
}

void VideoReader::State::feed() {
  const PacketPtr packet = make_packet();
  const int status = source.read(*packet);
  if (status == AVERROR(EAGAIN)) return;
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "reading");
  if (status < 0 && status != AVERROR_EOF && file.pictures) return damaged_packet();
  if (status < 0) {
    if (status != AVERROR_EOF) damage.ended_early = true;
    draining_ = true;
    feed_video(nullptr);
    return;
  }
  if (!guide_.leaves_out(*packet, source.place() - 1)) {
    feed_video(packet.get());
  } else if (promises_frame(*packet)) {
    ++expected_;
    ++decoded_;
  }
}

void VideoReader::State::feed_video(const AVPacket* packet) {
  if (packet != nullptr) {
    if ((packet->flags & AV_PKT_FLAG_CORRUPT) != 0) marked_packet();
    if (promises_frame(*packet)) {
      ++expected_;
      promise(*packet);
    }
  }
  const int status = decoder_->send(packet);
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "decoding");
  if (status < 0 && status != AVERROR_EOF) damaged_packet();  // one packet, not the stream
}

void VideoReader::State::promise(const AVPacket& packet) {
  if (!repair_) return;
  const bool has_stamps = packet.pts != AV_NOPTS_VALUE && packet.dts != AV_NOPTS_VALUE;
  // In a stream with reordering, the first frame is decoded before its presentation time; files
  // without these offsets, as some cameras write them, have timestamps in decoding order, which say
  // nothing about a frame.
  const bool is_first = expected_ == 1;
  const bool without_offsets =
      is_first && stream.codecpar->video_delay > 0 && packet.pts == packet.dts;
  if (!has_stamps || without_offsets || !repair_->promise(packet.pts, packet.dts)) end_repair();
}

void VideoReader::State::end_repair() {
  if (!repair_) return;
  for (FramePtr& frame : repair_->take_waiting()) show({.frame = std::move(frame)});
  repair_.reset();
}

void VideoReader::State::begin() {
  coded_fields_ = field_order_of(*frame_);
  coded_size_ = {frame_->width, frame_->height};
  normalizer_.emplace(*frame_, stream, options_);
  if (!counts_frames(stream, coded_fields_)) end_repair();
}

// Without damage, the decoder knows best what to show. Pictures on a device are drawn on in place
// and cannot be shown twice.
void VideoReader::State::accept() {
  ++decoded_;
  if (is_picture(*file.container)) assume_full_range_gray(*frame_);
  if (!normalizer_) begin();
  FramePtr frame = std::exchange(frame_, make_frame());
  if (repair_ && frame->pts == AV_NOPTS_VALUE) end_repair();
  if (repair_ && damage.any() && !on_cuda(*frame)) {
    repair_->add(std::move(frame));
    show_repaired();
    return;
  }
  if (repair_) repair_->shown(frame->pts);
  show({.frame = std::move(frame)});
}

void VideoReader::State::show_repaired() {
  while (std::optional<FrameRepair::Turn> turn = repair_->next()) {
    turn->frame->best_effort_timestamp = turn->pts;
    show(std::move(*turn));
  }
}

void VideoReader::State::show(FrameRepair::Turn turn) {
  const FramePtr& frame = turn.frame;
  std::optional<std::int64_t> stamp;
  const bool believed = file.pictures || file.canvas || !options_.frame_rate;
  if (believed && frame->best_effort_timestamp != AV_NOPTS_VALUE)
    stamp = frame->best_effort_timestamp;
  DecodedFrame picture;
  picture.pts = time_line_->place(stamp);
  if (!first_pts_) first_pts_ = picture.pts;
  if (file.pictures) pass_gap(static_cast<std::int32_t>(picture.pts));
  const bool is_broken = has_errors(*frame);
  const bool is_damaged = is_broken || turn.stands_in;
  if (is_broken && !turn.stands_in) ++damage.corrupt_frames;
  if (is_damaged) damaged_frame();
  if (guide_.is_active()) next_number_ = guide_.number_of(picture.pts, next_number_);
  picture.time = {clip_number(), seconds(picture.pts - *first_pts_, from_av(stream.time_base))};
  picture.shown = origins_->next(turn, clip_number(), troubles(), *decoder_);
  picture.scaled = Size{frame->width, frame->height} != coded_size_;
  picture.number = next_number_++;
  picture.duration = std::max<std::int64_t>(frame_duration(*frame), 0);
  const bool skipped = options_.on_corrupt == OnCorrupt::skip && is_damaged;
  if (skipped || picture.number < first_needed_) return normalizer_->pass(*frame);
  shown_.push_back(std::move(picture));
  prepare(std::move(turn.frame));
}

PictureOrigins::Troubles VideoReader::State::troubles() const {
  const std::int64_t pending = ended_ ? 0 : decoder_->damage_without_frame();
  return {.all = damage.corrupt_packets + damage.corrupt_frames + breaks_ + pending,
          .lost = repair_ || file.pictures ? 0 : damage.corrupt_packets,
          .lost_at_start = repair_ && !file.pictures ? repair_->lost_at_start() : 0};
}

// Possibly only part of a sequence is read: gaps count when they are reached.
void VideoReader::State::pass_gap(std::int32_t number) {
  for (; next_number_ < number; ++next_number_) {
    ++damage.missing_frames;
    damage.add_frame(clip_number());
  }
}

// A null frame ends the stream. Each frame put in comes out, possibly later.
void VideoReader::State::prepare(FramePtr frame) {
  normalizer_->put(std::move(frame));
  while (FramePtr made = normalizer_->take()) {
    DecodedFrame& picture = ready_.emplace_back(std::move(shown_.front()));
    shown_.pop_front();
    if (normalizer_->deinterlaces())
      picture.shown = origins_->deinterlaced(picture.time.frame, picture.shown,
                                             shown_.empty() ? ShownFrames{} : shown_[0].shown);
    picture.frame = std::move(made);
  }
}

// Joined transport streams seem to lack packets at the joins: only the consequences of such a mark
// count as damage, unless a device decodes, which reports none.
void VideoReader::State::marked_packet() {
  if (guide_.is_active()) throw Doubt{"a packet is marked as damaged"};
  if (is_format(*file.container, "mpegts") && !decoder_->in_hardware()) {
    ++breaks_;
  } else {
    damaged_packet();
  }
}

void VideoReader::State::damaged_packet() {
  if (guide_.is_active()) throw Doubt{"a packet is damaged"};
  ++damage.corrupt_packets;
  if (options_.on_corrupt == OnCorrupt::stop) stop_at_damage();
}

void VideoReader::State::damaged_frame() {
  if (guide_.is_active()) throw Doubt{"a frame is damaged"};
  damage.add_frame(clip_number());
  if (options_.on_corrupt == OnCorrupt::stop) stop_at_damage();
}

void VideoReader::State::stop_at_damage() const {
  throw Error(ErrorCode::input,
              fmt::format("is damaged near frame {}: {}", clip_number(), damage.text()),
              "--on-corrupt conceal goes on", SourceLocation{path});
}

void VideoReader::State::finish() {
  ended_ = true;
  const bool damaged_before = damage.any();
  if (normalizer_ && counts_frames(stream, coded_fields_))
    damage.missing_frames += std::max<std::int64_t>(expected_ - decoded_, 0);
  damage.corrupt_packets += decoder_->damage_without_frame();
  const AVFormatContext& container = *file.container;
  const bool short_by_index =
      is_format(container, "mov") && info.clip.frame_count > expected_ && expected_ > 0;
  const bool short_by_time = ends_before_its_duration(container, source.last_packet_us());
  damage.ended_early = damage.ended_early || short_by_index || short_by_time;
  if (repair_ && damaged_before && !damage.ended_early) {
    repair_->end();
    show_repaired();
  }
  end_repair();
  if (normalizer_) {
    prepare(nullptr);
    const std::string converted = normalizer_->conformer().summary();
    if (!converted.empty()) log(converted);
  }
  if (short_by_index) damage.missing_frames += info.clip.frame_count - expected_;
  if (guide_.is_active() && damage.any()) throw Doubt{"the stream ends early or lacks frames"};
  if (damage.any()) {
    damage.corrupt_packets += breaks_;
  } else if (breaks_ > 0) {
    log(fmt::format("the transport stream is broken {} times; no picture is damaged", breaks_));
  }
  if (damage.any() && options_.on_corrupt == OnCorrupt::stop) stop_at_damage();
}

// ---- any frame

// The frame that `read` would deliver next if all were wanted.
std::int32_t VideoReader::State::position() const {
  if (!ready_.empty()) return ready_.front().number;
  return shown_.empty() ? next_number_ : shown_.front().number;
}

// The first frame that must be prepared to get frame `number` right.
std::int32_t VideoReader::State::needed_for(std::int32_t number) const {
  constexpr std::int32_t neighbours = 2;  ///< of a frame that is de-interlaced
  return std::max(number - (normalizer_->deinterlaces() ? neighbours : 0), 0);
}

std::optional<RandomAccess> VideoReader::State::access_for(std::int32_t number) {
  if (damage.any()) guide_.give_up("the video is damaged", number);
  return guide_.access_for(needed_for(number));
}

void VideoReader::State::seek(std::int32_t number) {
  source.forget_others();
  if (file.pictures) return seek_picture(number);
  wanted_ = number;
  first_needed_ = needed_for(number);
  if (is_near(number)) return;
  const bool back = number < position();
  const std::optional<RandomAccess> access = access_for(number);
  if (!back && (!access || access->number <= next_number_)) return;
  if (!access || access->packet == 0) {
    source.restart();
    begin_at(0);
  } else if (source.go_to(*access, guide_.index())) {
    begin_at(access->number);
    guide_.begin(*access, first_needed_);
  } else {
    begin_anew("packets differ when they are read again");
  }
}

void VideoReader::State::seek_picture(std::int32_t number) {
  if (number == position()) return;
  wanted_ = first_needed_ = number;
  file.pictures->go_to(number);
  begin_at(number);
}

// Ahead, and sooner decoded than an index is built.
bool VideoReader::State::is_near(std::int32_t number) const {
  constexpr std::int32_t near = 12;
  return number >= position() && number < next_number_ + near;
}

std::int32_t VideoReader::State::begins_at(std::int32_t number) {
  if (file.pictures) return number;
  if (is_near(number)) return position();
  const std::optional<RandomAccess> access = access_for(number);
  const std::int32_t first = access ? access->number : 0;
  return number < position() ? first : std::max(first, position());
}

void VideoReader::State::follow_origins(std::int32_t number) {
  const bool fills = file.pictures && options_.missing_pictures != MissingPictures::black;
  origins_.emplace(info.clip.first_frame, number, stream.codecpar->codec_id,
                   fills ? &*file.pictures : nullptr);
}

// Resets the state as if nothing had been decoded.
void VideoReader::State::begin_at(std::int32_t number) {
  using Start = FrameDecoder::Start;
  decoder_->restart(number == 0 ? Start::first_packet : Start::amid_stream);
  time_line_->restart();
  normalizer_->restart(number);
  follow_origins(number);
  repair_.reset();
  if (counts_frames(stream, coded_fields_)) repair_.emplace();
  guide_.end();
  damage = {};
  shown_.clear();
  ready_.clear();
  next_number_ = number;
  expected_ = decoded_ = number;
  breaks_ = 0;
  errors_at_end_ = 0;
  draining_ = ended_ = false;
}

void VideoReader::State::begin_anew(const std::string& why) {
  guide_.give_up(why, wanted_);
  source.restart();
  first_needed_ = needed_for(wanted_);
  begin_at(0);
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
bool VideoReader::read(DecodedFrame& picture) {
  return state_->read(picture);
}
void VideoReader::seek(std::int32_t number) {
  state_->seek(number);
}
std::int32_t VideoReader::begins_at(std::int32_t number) {
  return state_->begins_at(number);
}
std::optional<std::int64_t> VideoReader::stamp_of(std::int32_t number) const {
  return state_->stamp_of(number);
}
void VideoReader::on_packets(const std::function<bool(const AVStream&)>& wanted,
                             std::function<void(PacketPtr)> take) {
  state_->source.on_packets(wanted, std::move(take));
}
const AVFormatContext& VideoReader::container() const {
  return state_->file.streams();
}
const AVStream& VideoReader::stream() const {
  return state_->stream;
}
const AVFrame& VideoReader::first_frame() const {
  return state_->like();
}

}  // namespace overlace
