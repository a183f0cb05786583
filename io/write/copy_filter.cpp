// SPDX-License-Identifier: Apache-2.0
// Lists of what may pass: what nobody has thought of is left out.
#include "io/write/copy_filter.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "io/av/sei.h"
#include "io/write/stream_copy.h"

namespace overlace {
namespace {

constexpr const char* mark_key = "handler_name";
constexpr const char* mark_value = "redacted by overlace";

/// Tags about times, languages and how pictures are stored.
bool is_technical(std::string_view key) {
  constexpr std::array<std::string_view, 5> keys{"creation_time", "timecode", "language",
                                                 "alpha_mode", "stereo_mode"};
  return std::ranges::any_of(keys, [key](std::string_view known) {
    return key.size() == known.size() && ::strncasecmp(key.data(), known.data(), key.size()) == 0;
  });
}

/// Whether nobody misses a tag: it described the old file, or is one that libav writes by default.
bool is_dispensable(const AVDictionaryEntry& tag) {
  const std::string_view key = tag.key, value = tag.value;
  const bool is_name = key == mark_key && (value.ends_with("Handler") || value == mark_value);
  return is_name || key == "vendor_id" || is_stale_tag(tag.key);
}

template <class Visit>
void each_tag(const AVDictionary* tags, const Visit& visit) {
  const AVDictionaryEntry* tag = nullptr;
  while ((tag = av_dict_get(tags, "", tag, AV_DICT_IGNORE_SUFFIX)) != nullptr) visit(*tag);
}

bool is_font(const AVStream& stream) {
  return stream.codecpar->codec_id == AV_CODEC_ID_TTF ||
         stream.codecpar->codec_id == AV_CODEC_ID_OTF;
}

/// How a picture is stored, displayed and lit.
bool is_technical(AVFrameSideDataType type) {
  constexpr std::array types{AV_FRAME_DATA_PANSCAN,
                             AV_FRAME_DATA_STEREO3D,
                             AV_FRAME_DATA_DISPLAYMATRIX,
                             AV_FRAME_DATA_AFD,
                             AV_FRAME_DATA_MASTERING_DISPLAY_METADATA,
                             AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
                             AV_FRAME_DATA_SPHERICAL,
                             AV_FRAME_DATA_ICC_PROFILE,
                             AV_FRAME_DATA_GOP_TIMECODE,
                             AV_FRAME_DATA_S12M_TIMECODE,
                             AV_FRAME_DATA_DYNAMIC_HDR_PLUS,
                             AV_FRAME_DATA_DOVI_RPU_BUFFER,
                             AV_FRAME_DATA_DOVI_METADATA,
                             AV_FRAME_DATA_FILM_GRAIN_PARAMS};
  return std::ranges::find(types, type) != types.end();
}

/// What decoders export about their work.
bool is_of_decoder(AVFrameSideDataType type) {
  return type == AV_FRAME_DATA_MOTION_VECTORS || type == AV_FRAME_DATA_VIDEO_ENC_PARAMS;
}

// Codecs whose packets hold a picture and nothing else.
bool holds_only_pictures(AVCodecID codec) {
  constexpr std::array codecs{AV_CODEC_ID_PRORES,  AV_CODEC_ID_DNXHD,    AV_CODEC_ID_FFV1,
                              AV_CODEC_ID_FFVHUFF, AV_CODEC_ID_HUFFYUV,  AV_CODEC_ID_RAWVIDEO,
                              AV_CODEC_ID_UTVIDEO, AV_CODEC_ID_MAGICYUV, AV_CODEC_ID_V210};
  return std::ranges::find(codecs, codec) != codecs.end();
}

/// Slices of the picture itself, parameter sets, and marks between them (H.264, table 7-1).
bool is_of_picture(unsigned unit_type) {
  return unit_type == 1 || unit_type == 5 || (unit_type >= 7 && unit_type <= 11);
}

constexpr unsigned supplemental = 6;

/// Messages about buffering, timing, recovery, packing, orientation and light (H.264, annex D).
bool is_technical_message(std::size_t type) {
  constexpr std::array<std::size_t, 9> types{0, 1, 2, 6, 45, 47, 137, 144, 147};
  return std::ranges::find(types, type) != types.end();
}

/// A unit of supplemental messages with the technical ones only; empty if none is left.
Bytes technical_messages(ByteSpan unit) {
  constexpr std::uint8_t stop_bit = 0x80;
  const Bytes plain = unescaped(unit);
  Bytes kept{plain[0]};
  for (const SeiMessage& message : sei_messages(plain))
    if (is_technical_message(message.type))
      kept.insert(kept.end(), message.whole.begin(), message.whole.end());
  if (kept.size() == 1) return {};
  kept.push_back(stop_bit);
  return escaped(kept);
}

}  // namespace

bool is_within(CopyScope scope, const AVStream& stream) {
  switch (stream.codecpar->codec_type) {
    case AVMEDIA_TYPE_AUDIO:
      return true;
    case AVMEDIA_TYPE_SUBTITLE:
      return scope != CopyScope::sound_only;
    case AVMEDIA_TYPE_ATTACHMENT:
      return scope == CopyScope::everything || (scope == CopyScope::no_pictures && is_font(stream));
    default:
      return scope == CopyScope::everything;
  }
}

void keep_within(CopyScope scope, AVDictionary*& tags) {
  if (scope != CopyScope::sound_only) return;
  AVDictionary* kept = nullptr;
  each_tag(tags, [&kept](const AVDictionaryEntry& tag) {
    if (is_technical(tag.key)) av_dict_set(&kept, tag.key, tag.value, 0);
  });
  av_dict_free(&tags);
  tags = kept;
}

void keep_within(CopyScope scope, AVFormatContext& chapters) {
  for (AVChapter* chapter : std::span(chapters.chapters, chapters.nb_chapters))
    keep_within(scope, chapter->metadata);
}

bool keep_within(CopyScope scope, AVFrame& frame) {
  if (scope != CopyScope::sound_only) return false;
  av_dict_free(&frame.metadata);
  bool had_words = false;
  for (int i = frame.nb_side_data - 1; i >= 0; --i) {
    const AVFrameSideDataType type = frame.side_data[i]->type;
    if (is_technical(type)) continue;
    had_words = had_words || !is_of_decoder(type);
    av_frame_remove_side_data(&frame, type);
    i = std::min(i, frame.nb_side_data);
  }
  return had_words;
}

std::set<std::string> tags_beyond(CopyScope scope, const AVFormatContext& source) {
  std::set<std::string> keys;
  if (scope != CopyScope::sound_only) return keys;
  const auto look = [&keys](const AVDictionary* tags, const char* of) {
    each_tag(tags, [&](const AVDictionaryEntry& tag) {
      if (!is_technical(tag.key) && !is_dispensable(tag)) keys.insert(std::string(of) + tag.key);
    });
  };
  look(source.metadata, "");
  for (const AVStream* stream : std::span(source.streams, source.nb_streams))
    look(stream->metadata, "");
  for (const AVChapter* chapter : std::span(source.chapters, source.nb_chapters))
    look(chapter->metadata, "chapter ");
  return keys;
}

std::string why_not_within(CopyScope scope, AVCodecID codec) {
  if (scope == CopyScope::everything || codec == AV_CODEC_ID_H264 || holds_only_pictures(codec))
    return "";
  return fmt::format("packets of {} may hold texts and small pictures beside what is redacted",
                     avcodec_get_name(codec));
}

Bytes packet_within(CopyScope scope, ByteSpan packet) {
  constexpr int length_bytes = 4;
  if (scope != CopyScope::sound_only) return {packet.begin(), packet.end()};
  Bytes kept;
  const auto append = [&kept](ByteSpan unit) {
    for (unsigned shift = 8 * length_bytes; shift > 0; shift -= 8)
      kept.push_back(static_cast<std::uint8_t>(unit.size() >> (shift - 8)));
    kept.insert(kept.end(), unit.begin(), unit.end());
  };
  const bool is_whole = each_unit_after_length(packet, length_bytes, [&](ByteSpan unit) {
    const unsigned type = unit[0] & 0x1fU;
    if (is_of_picture(type)) append(unit);
    if (type != supplemental) return;
    if (const Bytes messages = technical_messages(unit); !messages.empty()) append(messages);
  });
  if (!is_whole) throw Error(ErrorCode::input, "a packet of H.264 is malformed");
  return kept;
}

void mark_redacted(AVStream& stream) {
  av_dict_set(&stream.metadata, mark_key, mark_value, 0);
}

bool is_marked_redacted(const AVStream& stream) {
  const AVDictionaryEntry* mark = av_dict_get(stream.metadata, mark_key, nullptr, 0);
  return mark != nullptr && std::string_view(mark->value) == mark_value;
}

}  // namespace overlace
