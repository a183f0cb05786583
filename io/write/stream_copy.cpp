// SPDX-License-Identifier: Apache-2.0
// Whatever can be kept is kept unchanged; the rest is named.
#include "io/write/stream_copy.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "io/write/codec_table.h"

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

// What these accept beside video; libav does not know or is wrong (source: their muxers).
struct Beside {
  std::string_view container;
  std::string_view codecs;
};
constexpr std::array beside{
    Beside{"mpegts",
           "mp2 mp3 aac aac_latm ac3 eac3 dts truehd opus s302m dvb_subtitle dvb_teletext"},
    Beside{"ogg", "vorbis opus flac speex theora"},
    Beside{"flv", "aac mp3 speex nellymoser adpcm_swf"},
};

bool holds_codec(const AVOutputFormat& format, AVCodecID id) {
  const auto* row = std::ranges::find(beside, std::string_view(format.name), &Beside::container);
  if (row != beside.end()) return has_word(row->codecs, avcodec_get_name(id));
  return avformat_query_codec(&format, id, FF_COMPLIANCE_NORMAL) == 1;
}

bool can_hold(const AVOutputFormat& format, const AVStream& stream) {
  const AVCodecID id = stream.codecpar->codec_id;
  const AVMediaType type = stream.codecpar->codec_type;
  if (id == AV_CODEC_ID_NONE) return false;
  if (type == AVMEDIA_TYPE_VIDEO) {
    return is_cover(stream) && is_picture(id) && (is_mov_family(format) || is_matroska(format));
  }
  if (type == AVMEDIA_TYPE_ATTACHMENT) return is_matroska(format);
  return holds_codec(format, id);
}

std::string describe(const AVStream& stream) {
  const AVCodecParameters& codec = *stream.codecpar;
  const char* media = av_get_media_type_string(codec.codec_type);
  const std::string type = is_cover(stream) ? "cover picture" : media == nullptr ? "data" : media;
  return fmt::format("{} ({})", type,
                     is_timecode(stream) ? "timecode" : avcodec_get_name(codec.codec_id));
}

// Keeps the tag where it means the same codec in the new container, else the muxer chooses.
std::uint32_t tag_for(const AVOutputFormat& format, const AVCodecParameters& codec) {
  if (format.codec_tag == nullptr) return codec.codec_tag;
  const bool same = av_codec_get_id(format.codec_tag, codec.codec_tag) == codec.codec_id;
  return same ? codec.codec_tag : 0;
}

}  // namespace

bool is_mov_family(const AVOutputFormat& format) {
  return is_format(format, "mp4") || is_format(format, "mov") || is_format(format, "ipod");
}

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

void copy_metadata(AVDictionary*& to, const AVDictionary* from) {
  constexpr std::array stale{"encoder",     "DURATION",      "BPS",
                             "NUMBER_OF_",  "_STATISTICS_",  "rotate",
                             "major_brand", "minor_version", "compatible_brands"};
  const AVDictionaryEntry* entry = nullptr;
  while ((entry = av_dict_get(from, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr) {
    const bool drop = std::ranges::any_of(stale, [&](std::string_view start) {
      return ::strncasecmp(entry->key, start.data(), start.size()) == 0;
    });
    if (!drop) av_dict_set(&to, entry->key, entry->value, 0);
  }
}

void copy_side_data(AVStream& to, const AVStream& from) {
  for (int i = 0; i < from.nb_side_data; ++i) {
    const AVPacketSideData& data = from.side_data[i];
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

void StreamCopy::add(const AVStream& from) {
  const AVOutputFormat& format = *muxer_.container().oformat;
  if (!can_hold(format, from)) {
    if (!is_timecode(from) || !keeps_timecode(format))
      left_out_[describe(from)].push_back(from.index);
    return;
  }
  if (is_cover(from) && is_matroska(format)) {
    add_cover(from);
    attached_.push_back(from.index);
    return;
  }
  AVStream& to = muxer_.add_stream();
  check_av(avcodec_parameters_copy(to.codecpar, from.codecpar), ErrorCode::output,
           "copying a stream");
  to.codecpar->codec_tag = tag_for(format, *from.codecpar);
  to.time_base = from.time_base;
  to.avg_frame_rate = from.avg_frame_rate;
  to.disposition = from.disposition;
  copy_metadata(to.metadata, from.metadata);
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

std::vector<std::string> StreamCopy::left_out() const {
  constexpr std::size_t most_named = 8;
  const char* container = muxer_.container().oformat->name;
  std::vector<std::string> sentences;
  for (const auto& [kind, streams] : left_out_) {
    const std::size_t named = std::min(streams.size(), most_named);
    std::string text = fmt::format("left out: stream{} {}", streams.size() > 1 ? "s" : "",
                                   fmt::join(streams.begin(), streams.begin() + named, ", "));
    if (named < streams.size()) text += fmt::format(" and {} more", streams.size() - named);
    sentences.push_back(fmt::format("{}, {}: a {} file cannot hold {}", text, kind, container,
                                    streams.size() > 1 ? "them" : "it"));
  }
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
  if (packet.dts != AV_NOPTS_VALUE) {
    const bool ordered = route->output->codecpar->codec_type != AVMEDIA_TYPE_SUBTITLE;
    if (ordered) join(*route, packet);
    if (ordered && route->last_dts != AV_NOPTS_VALUE && packet.dts <= route->last_dts) {
      ++backward_packets_;
      return;
    }
    route->last_dts = packet.dts;
  }
  muxer_.write(packet);
}

}  // namespace overlace
