// SPDX-License-Identifier: Apache-2.0
// Whatever can be kept is kept unchanged; the rest is named.
#include "io/write/stream_copy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

#include "io/write/copy_filter.h"
#include "io/write/stream_trial.h"

namespace overlace {
namespace {

bool is_format(const AVOutputFormat& format, std::string_view name) {
  return std::string_view(format.name).find(name) != std::string_view::npos;
}

bool is_cover(const AVStream& stream) {
  return (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
}

bool is_timecode(const AVStream& stream) {
  return stream.codecpar->codec_tag == MKTAG('t', 'm', 'c', 'd');
}

bool is_matroska(const AVOutputFormat& format) {
  return std::string_view(format.name) == "matroska";
}

// MOV, MXF and Matroska write their own timecode from the video's metadata.
bool keeps_timecode(const AVOutputFormat& format) {
  return is_mov_family(format) || is_format(format, "matroska") || is_format(format, "webm") ||
         is_format(format, "mxf");
}

bool is_picture(AVCodecID id) {
  return id == AV_CODEC_ID_PNG || id == AV_CODEC_ID_MJPEG || id == AV_CODEC_ID_BMP;
}

bool is_sound(const AVStream& stream) {
  return stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
}

bool can_hold(AVFormatContext& output, const AVStream& stream) {
  const AVOutputFormat& format = *output.oformat;
  if (is_cover(stream))
    return is_picture(stream.codecpar->codec_id) && (is_mov_family(format) || is_matroska(format));
  if (stream.codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT) return is_matroska(format);
  return takes_copy(format, std::span(output.streams, output.nb_streams), stream);
}

/// Why the output cannot hold the stream; {} stands for it.
std::string why_not(const AVOutputFormat& format, const AVStream& stream) {
  if (is_sound(stream) && stream.codecpar->sample_rate == 0)
    return "no packet of {} tells the sample rate";
  std::string why = fmt::format("a {} file cannot hold {{}}", format.name);
  const std::string others = is_sound(stream) ? containers_for(stream) : "";
  return others.empty() ? why : fmt::format("{}; {} can", why, others);
}

std::string describe(const AVStream& stream) {
  const AVCodecParameters& codec = *stream.codecpar;
  const char* media = av_get_media_type_string(codec.codec_type);
  const std::string type = is_cover(stream) ? "cover picture" : media == nullptr ? "data" : media;
  return fmt::format("{} ({})", type,
                     is_timecode(stream) ? "timecode" : avcodec_get_name(codec.codec_id));
}

}  // namespace

// MOV counts samples of fixed size; AVI counts packets of any size.
bool holds_gaps(const AVOutputFormat& format, const AVStream& stream) {
  const bool counted = av_get_exact_bits_per_sample(stream.codecpar->codec_id) > 0;
  if (is_mov_family(format)) return !counted;
  return is_format(format, "matroska") || is_format(format, "webm") ||
         is_format(format, "mpegts") || is_format(format, "nut");
}

std::int64_t clock_start_us(const AVFormatContext& input) {
  constexpr std::int64_t far_us = std::int64_t{3600} * 1'000'000;
  if (input.start_time == AV_NOPTS_VALUE) return 0;
  const bool free_clock = (input.iformat->flags & AVFMT_TS_DISCONT) != 0;
  return free_clock || input.start_time > far_us ? input.start_time : 0;
}

bool is_stale_tag(const char* key) {
  constexpr std::array stale{"encoder",     "DURATION",      "BPS",
                             "NUMBER_OF_",  "_STATISTICS_",  "rotate",
                             "major_brand", "minor_version", "compatible_brands"};
  return std::ranges::any_of(stale, [key](std::string_view start) {
    return ::strncasecmp(key, start.data(), start.size()) == 0;
  });
}

void copy_metadata(AVDictionary*& to, const AVDictionary* from, CopyScope scope) {
  const AVDictionaryEntry* entry = nullptr;
  while ((entry = av_dict_get(from, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr)
    if (!is_stale_tag(entry->key)) av_dict_set(&to, entry->key, entry->value, 0);
  keep_within(scope, to);
}

void copy_side_data(AVStream& to, const AVStream& from,
                    std::optional<AVPacketSideDataType> except) {
  for (int i = 0; i < from.nb_side_data; ++i) {
    const AVPacketSideData& data = from.side_data[i];
    if (data.type == except) continue;
    std::uint8_t* copy = av_stream_new_side_data(&to, data.type, data.size);
    if (copy == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
    std::memcpy(copy, data.data, data.size);
  }
}

void state_upright(AVStream& stream) {
  if (av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr) == nullptr) return;
  std::array<std::int32_t, 9> matrix{};
  av_display_rotation_set(matrix.data(), 0);
  std::uint8_t* copy = av_stream_new_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, sizeof matrix);
  if (copy == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  std::memcpy(copy, matrix.data(), sizeof matrix);
}
StreamCopy::StreamCopy(Muxer& muxer, const StreamClock& clock, CopyScope scope)
    : muxer_(muxer),
      clock_(clock),
      scope_(scope),
      may_repeat_((muxer.container().oformat->flags & AVFMT_TS_NONSTRICT) != 0) {}

void StreamCopy::add(const AVStream& from) {
  const AVOutputFormat& format = *muxer_.container().oformat;
  if (!is_within(scope_, from)) return leave_out(from, "what is redacted may show in {}");
  if (!can_hold(muxer_.container(), from)) {
    if (!is_timecode(from) || !keeps_timecode(format)) leave_out(from, why_not(format, from));
    return;
  }
  if (is_cover(from) && is_matroska(format)) {
    add_cover(from);
    attached_.push_back(from.index);
    return;
  }
  AVStream& to = muxer_.add_stream();
  describe_copy(to, from, format);
  copy_metadata(to.metadata, from.metadata, scope_);
  copy_side_data(to, from);
  routes_.push_back({from.index, from.time_base, &to});
}

// Matroska stores a cover as an attachment of this name; its readers look for it.
void StreamCopy::add_cover(const AVStream& from) {
  const AVPacket& picture = from.attached_pic;
  AVStream& to = muxer_.add_stream();
  AVCodecParameters& codec = *to.codecpar;
  codec.codec_type = AVMEDIA_TYPE_ATTACHMENT;
  codec.codec_id = from.codecpar->codec_id;
  const auto size = static_cast<std::size_t>(picture.size);
  codec.extradata = static_cast<std::uint8_t*>(av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE));
  if (codec.extradata == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  std::memcpy(codec.extradata, picture.data, size);
  codec.extradata_size = picture.size;
  const bool jpeg = codec.codec_id == AV_CODEC_ID_MJPEG;
  const char* kind = jpeg ? "jpeg" : codec.codec_id == AV_CODEC_ID_PNG ? "png" : "bmp";
  copy_metadata(to.metadata, from.metadata);
  av_dict_set(&to.metadata, "filename", fmt::format("cover.{}", jpeg ? "jpg" : kind).c_str(), 0);
  av_dict_set(&to.metadata, "mimetype", fmt::format("image/{}", kind).c_str(), 0);
}

void StreamCopy::copy_programs(const AVFormatContext& input, int from_video, int video) {
  if (!is_format(*muxer_.container().oformat, "mpegts")) return;
  for (unsigned i = 0; i < input.nb_programs; ++i) {
    const AVProgram& from = *input.programs[i];
    AVProgram* to = nullptr;
    for (const unsigned index : std::span(from.stream_index, from.nb_stream_indexes)) {
      const auto from_index = static_cast<int>(index);
      const Route* route = find(from_index);
      if (route == nullptr && from_index != from_video) continue;
      if (to == nullptr) to = av_new_program(&muxer_.container(), from.id);
      if (to == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
      const int added = route == nullptr ? video : route->output->index;
      av_program_add_stream_index(&muxer_.container(), from.id, static_cast<unsigned>(added));
    }
    if (to != nullptr) copy_metadata(to->metadata, from.metadata, scope_);
  }
}

void StreamCopy::leave_out(const AVStream& from, const std::string& why) {
  const bool is_loss =
      is_sound(from) && muxer_.container().oformat->audio_codec != AV_CODEC_ID_NONE;
  const std::string kind = describe(from);
  const auto known = std::ranges::find_if(
      left_out_, [&](const Omission& one) { return one.kind == kind && one.why == why; });
  if (known != left_out_.end()) return known->streams.push_back(from.index);
  left_out_.push_back({kind, why, is_loss, {from.index}});
}

std::string StreamCopy::Omission::text() const {
  constexpr std::size_t most_named = 8;
  const bool several = streams.size() > 1;
  const std::size_t named = std::min(streams.size(), most_named);
  std::string text = fmt::format("left out: stream{} {}", several ? "s" : "",
                                 fmt::join(streams.begin(), streams.begin() + named, ", "));
  if (named < streams.size()) text += fmt::format(" and {} more", streams.size() - named);
  return fmt::format("{}, {}: {}", text, kind,
                     fmt::format(fmt::runtime(why), several ? "them" : "it"));
}

std::vector<std::string> StreamCopy::left_out() const {
  std::vector<std::string> sentences;
  for (const Omission& omission : left_out_) sentences.push_back(omission.text());
  return sentences;
}

std::vector<std::string> StreamCopy::lost_sound() const {
  std::vector<std::string> sentences;
  for (const Omission& omission : left_out_)
    if (omission.is_loss) sentences.push_back(omission.text());
  return sentences;
}

StreamCopy::Route* StreamCopy::find(int input_index) {
  const auto found = std::ranges::find(routes_, input_index, &Route::input_index);
  return found == routes_.end() ? nullptr : &*found;
}

bool StreamCopy::has(const AVStream& from) const {
  return std::ranges::find(routes_, from.index, &Route::input_index) != routes_.end() ||
         std::ranges::find(attached_, from.index) != attached_.end();
}

/// As TimeLine does for frames: after a clock restarts, its packets follow on without a gap.
void StreamCopy::join(Route& route, AVPacket& packet) {
  constexpr double reset_s = 0.5;
  const auto move = [&packet](std::int64_t by) {
    packet.dts += by;
    if (packet.pts != AV_NOPTS_VALUE) packet.pts += by;
  };
  move(route.joined);
  const bool begins = route.last_dts == AV_NOPTS_VALUE;
  const double tick_s = av_q2d(route.output->time_base);
  if (!begins && static_cast<double>(route.last_dts - packet.dts) * tick_s > reset_s) {
    const std::int64_t by =
        route.last_dts + std::max<std::int64_t>(route.last_duration, 1) - packet.dts;
    route.joined += by;
    move(by);
  }
  route.last_duration = packet.duration;
}

void StreamCopy::write(AVPacket& packet) {
  Route* route = find(packet.stream_index);
  if (route == nullptr) return;
  const std::int64_t shift = av_rescale_q(clock_.shift_us, microseconds, route->input_time_base);
  if (clock_.cut && packet.pts < 0 && !is_mov_family(*muxer_.container().oformat)) return;
  if (packet.pts != AV_NOPTS_VALUE) packet.pts -= shift;
  if (packet.dts != AV_NOPTS_VALUE) packet.dts -= shift;
  av_packet_rescale_ts(&packet, route->input_time_base, route->output->time_base);
  packet.stream_index = route->output->index;
  packet.pos = -1;
  const bool ordered = route->output->codecpar->codec_type != AVMEDIA_TYPE_SUBTITLE;
  if (ordered && packet.dts != AV_NOPTS_VALUE) {
    join(*route, packet);
    if (route->last_dts != AV_NOPTS_VALUE && packet.dts < route->last_dts) {
      ++backward_packets_;
      return;
    }
    route->last_dts = packet.dts;
    if (!may_repeat_) move_on(*route, packet);
  }
  muxer_.write(packet);
}

/// Times repeat where a clock is coarser than packets are long, such as TrueHD's in Matroska; here
/// they must not.
void StreamCopy::move_on(Route& route, AVPacket& packet) {
  if (route.written_dts != AV_NOPTS_VALUE) packet.dts = std::max(packet.dts, route.written_dts + 1);
  if (packet.pts != AV_NOPTS_VALUE) packet.pts = std::max(packet.pts, packet.dts);
  route.written_dts = packet.dts;
}

}  // namespace overlace
