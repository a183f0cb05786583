// SPDX-License-Identifier: Apache-2.0
// Counts first, then copies: packets are in the parts' order, all times are the source's.
#include "io/write/join.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "io/av/bytes.h"
#include "io/av/chapters.h"
#include "io/read/input_file.h"
#include "io/read/packet_index.h"
#include "io/read/time_line.h"
#include "io/read/video_reader.h"
#include "io/write/copy_filter.h"
#include "io/write/encoder_choice.h"
#include "io/write/frame_sink.h"
#include "io/write/muxer.h"
#include "io/write/sound_track.h"
#include "io/write/stream_copy.h"
#include "io/write/video_track.h"

namespace overlace {
namespace {

[[noreturn]] void refuse(const std::string& part, std::string what, std::string hint = {}) {
  throw Error(ErrorCode::input, std::move(what), std::move(hint), SourceLocation{part});
}

/// The packets of a part's video, in decoding order.
class PartReader {
 public:
  explicit PartReader(const std::string& path) : path_(path), file_(open_input(path)) {
    const int found =
        av_find_best_stream(file_.container.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    if (found < 0) refuse(path, "has no video");
    stream_ = file_.container->streams[found];
  }
  [[nodiscard]] const AVStream& stream() const { return *stream_; }
  /// False at the end.
  [[nodiscard]] bool read(AVPacket& packet) {
    av_packet_unref(&packet);
    while (read_packet(file_, packet, path_)) {
      if (packet.stream_index == stream_->index) return true;
      av_packet_unref(&packet);
    }
    return false;
  }

 private:
  std::string path_;
  InputFile file_;
  AVStream* stream_ = nullptr;
};

/// The scope for parts of which one may be marked as redacted.
CopyScope scope_of(const JoinOptions& options) {
  if (options.scope != CopyScope::everything) return options.scope;
  const bool is_redacted = std::ranges::any_of(options.parts, [](const std::string& part) {
    return is_marked_redacted(PartReader(part).stream());
  });
  return copy_scope(is_redacted, false);
}

/// What is known about a part before anything is written.
struct Part {
  std::string path;
  std::vector<std::int32_t> shown;  ///< per packet, the display number of its frame in the part
};

/// The most frames that are decoded before one that is displayed earlier.
int reorder_of(const std::vector<std::int32_t>& shown) {
  int most = 0;
  for (std::size_t i = 0; i < shown.size(); ++i)
    most = std::max(most, static_cast<int>(i) - shown[i]);
  return most;
}

std::vector<std::int32_t> ranks(const std::vector<std::int64_t>& stamps) {
  std::vector<std::int32_t> order(stamps.size()), rank(stamps.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&stamps](std::int32_t i) { return stamps[i]; });
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::int32_t>(i);
  return rank;
}

/// Why packets of two streams cannot be joined; "" where they can.
std::string difference(const AVCodecParameters& a, const AVCodecParameters& b) {
  if (a.codec_id != b.codec_id) return "has another codec";
  if (a.width != b.width || a.height != b.height) return "has another size";
  if (a.format != b.format) return "has another pixel format";
  const bool same = std::ranges::equal(extradata_of(a), extradata_of(b));
  return same ? "" : "was encoded with other settings: its headers differ";
}

/// Compares the part with the first, and counts its frames.
Part examine(const std::string& path, const AVCodecParameters& first) {
  PartReader reader(path);
  if (const std::string why = difference(first, *reader.stream().codecpar); !why.empty())
    refuse(path, why + " from the first part's", "render it again as the others were");
  std::vector<std::int64_t> stamps;
  const PacketPtr packet = make_packet();
  while (reader.read(*packet)) {
    if (stamps.empty() && (packet->flags & AV_PKT_FLAG_KEY) == 0)
      refuse(path, "does not begin with a key frame");
    stamps.push_back(packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts);
  }
  return {path, ranks(stamps)};
}

/// The display time of each frame, in ticks of the source: from packets or, if those are doubtful,
/// by decoding everything.
std::vector<std::int64_t> stamps_of(VideoReader& reader) {
  PacketIndex index(reader.path(), {}, reader.stream());
  std::vector<std::int64_t> stamps = index.all_stamps();
  if (index.obstacle().empty()) return stamps;
  stamps.clear();
  for (DecodedFrame frame; reader.read(frame);) stamps.push_back(frame.pts);
  return stamps;
}

void check_count(const std::vector<Part>& parts, std::size_t wanted) {
  std::size_t sum = 0;
  std::vector<std::string> counts;
  for (const Part& part : parts) {
    sum += part.shown.size();
    counts.push_back(fmt::format("{} {}", part.path, part.shown.size()));
  }
  if (sum != wanted)
    throw Error(ErrorCode::input,
                fmt::format("the parts have {} frames, and the source {}", sum, wanted),
                fmt::format("frames of each: {}", fmt::join(counts, ", ")));
}

const AVOutputFormat& container_of(const JoinOptions& options) {
  OutputPolicy policy = options.policy;
  policy.inputs.push_back(options.source);
  policy.inputs.insert(policy.inputs.end(), options.parts.begin(), options.parts.end());
  check_output(options.output, policy);
  check_joined_output(options.output);
  return choose_container(options.output);
}

class Joiner {
 public:
  Joiner(const JoinOptions& options, const std::atomic<bool>* stop);
  JoinResult run();

 private:
  void add_streams(const AVStream& first);
  void add_video(const AVStream& from, const AVStream& source);
  bool write_next();
  void place(AVPacket& packet);
  void play_until(std::int64_t stamp);
  void finish();

  const JoinOptions& options_;
  const std::atomic<bool>* stop_;
  const AVOutputFormat& container_;
  VideoReader source_;
  std::vector<std::int64_t> stamps_;
  std::vector<Part> parts_;
  std::int64_t shift_ = 0;
  Muxer muxer_;
  CopyScope scope_;
  StreamCopy streams_;
  std::optional<SoundTrack> played_;
  double shown_s_ = 0;  ///< of the latest frame, in the output's time
  AVStream* video_ = nullptr;
  std::optional<DecodeTimes> decode_times_;
  std::optional<PartReader> open_;
  std::size_t part_ = 0, packet_ = 0;  ///< the next to write: index of the part, and of its packet
  std::int64_t before_ = 0;            ///< frames in previous parts
  PacketPtr next_ = make_packet();
};

Joiner::Joiner(const JoinOptions& options, const std::atomic<bool>* stop)
    : options_(options),
      stop_(stop),
      container_(container_of(options)),
      source_(options.source),
      stamps_(stamps_of(source_)),
      muxer_(container_, std::make_unique<AtomicOutput>(options.output, options.policy)),
      scope_(scope_of(options)),
      streams_(muxer_, {clock_start_us(source_.container()), false}, scope_),
      played_(make_sound_track(options.played, container_, options.log)) {
  const PartReader first(options.parts.front());
  for (const std::string& part : options.parts)
    parts_.push_back(examine(part, *first.stream().codecpar));
  check_count(parts_, stamps_.size());
  shift_ =
      av_rescale_q(clock_start_us(source_.container()), microseconds, source_.stream().time_base);
  int reorder = 0;
  for (const Part& part : parts_) reorder = std::max(reorder, reorder_of(part.shown));
  const Rational rate = source_.info().clip.frame_rate;
  decode_times_.emplace(reorder, frame_ticks(rate, from_av(source_.stream().time_base)));
  for (const std::int64_t stamp : stamps_) decode_times_->add(stamp - shift_);
  add_streams(first.stream());
}

/// In the order of the source's streams, as in a complete render.
void Joiner::add_streams(const AVStream& first) {
  const AVFormatContext& input = source_.container();
  bool has_sound = false;
  for (unsigned i = 0; i < input.nb_streams; ++i) {
    const AVStream& from = *input.streams[i];
    const bool is_sound = from.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
    if (&from == &source_.stream())
      add_video(first, from);
    else if (options_.sound || !is_sound)
      streams_.add(from);
    has_sound = has_sound || (is_sound && streams_.has(from));
  }
  if (played_) played_->attach(muxer_, !has_sound);
  copy_metadata(muxer_.container().metadata, input.metadata, scope_);
  copy_chapters(muxer_.container(), input, clock_start_us(input));
  keep_within(scope_, muxer_.container());
  if (options_.log)
    for (const std::string& sentence : streams_.left_out()) options_.log(sentence);
}

void Joiner::add_video(const AVStream& from, const AVStream& source) {
  video_ = &muxer_.add_stream();
  AVCodecParameters& codec = *video_->codecpar;
  check_av(avcodec_parameters_copy(&codec, from.codecpar), ErrorCode::output, "stream parameters");
  const bool same_tag = container_.codec_tag != nullptr &&
                        av_codec_get_id(container_.codec_tag, codec.codec_tag) == codec.codec_id;
  if (!same_tag) codec.codec_tag = 0;
  codec.video_delay = decode_times_->delay();
  const Rational rate = source_.info().clip.frame_rate;
  video_->time_base = source.time_base;
  video_->avg_frame_rate = {static_cast<int>(rate.num), static_cast<int>(rate.den)};
  video_->sample_aspect_ratio = from.sample_aspect_ratio;
  video_->disposition = source.disposition;
  copy_metadata(video_->metadata, source.metadata, scope_);
  if (scope_ != CopyScope::everything) mark_redacted(*video_);
  copy_side_data(*video_, from);
}

/// Gives the packet the time of its frame.
void Joiner::place(AVPacket& packet) {
  const auto frame = static_cast<std::size_t>(before_ + parts_[part_].shown[packet_]);
  const std::size_t last = stamps_.size() - 1;
  const std::int64_t shown = stamps_[frame];
  const std::int64_t next =
      frame < last ? stamps_[frame + 1] : 2 * shown - stamps_[std::max<std::size_t>(frame, 1) - 1];
  packet.pts = shown - shift_;
  packet.dts = decode_times_->next();
  packet.duration = stamps_.size() > 1 ? next - shown : packet.duration;
  packet.pos = -1;
  packet.stream_index = video_->index;
  av_packet_rescale_ts(&packet, source_.stream().time_base, video_->time_base);
}

/// Plays sound up to the pictures, of which `stamp` is the next.
void Joiner::play_until(std::int64_t stamp) {
  shown_s_ = static_cast<double>(stamp - shift_) * av_q2d(source_.stream().time_base);
  if (played_) played_->write_until(shown_s_);
}

/// Sound ends with the last frame.
void Joiner::finish() {
  if (played_) played_->finish(shown_s_ + 1.5 / source_.info().clip.frame_rate.value());
  muxer_.finish();
}

/// False when all packets have been written.
bool Joiner::write_next() {
  if (stop_ != nullptr && *stop_) throw Stopped();
  while (part_ < parts_.size()) {
    if (!open_) open_.emplace(parts_[part_].path);
    if (packet_ < parts_[part_].shown.size() && open_->read(*next_)) {
      play_until(stamps_[static_cast<std::size_t>(before_) + packet_]);
      place(*next_);
      ++packet_;
      muxer_.write(*next_);
      return true;
    }
    if (packet_ != parts_[part_].shown.size())
      refuse(parts_[part_].path, "changed while it was read");
    open_.reset();
    before_ += static_cast<std::int64_t>(packet_);
    packet_ = 0;
    ++part_;
  }
  return false;
}

JoinResult Joiner::run() {
  muxer_.start();
  InputFile others = open_input(options_.source);
  const PacketPtr packet = make_packet();
  while (read_packet(others, *packet, options_.source)) {
    if (packet->stream_index == source_.stream().index)
      static_cast<void>(write_next());
    else
      streams_.write(*packet);
    av_packet_unref(packet.get());
  }
  while (write_next()) {
  }
  finish();
  return {static_cast<std::int64_t>(stamps_.size()), muxer_.bytes_written(), streams_.lost_sound()};
}

}  // namespace

void check_joined_output(const std::string& output) {
  const AVOutputFormat& container = choose_container(output);
  if (counts_frames(container))
    throw Error(ErrorCode::usage,
                fmt::format("{} counts frames and keeps no times", container.name),
                "join into mp4, mov, mkv or nut", SourceLocation{output});
}

std::int64_t count_frames(VideoReader& reader) {
  return static_cast<std::int64_t>(stamps_of(reader).size());
}

JoinResult join_parts(const JoinOptions& options, const std::atomic<bool>* stop) {
  return Joiner(options, stop).run();
}

}  // namespace overlace
