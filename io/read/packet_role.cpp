// SPDX-License-Identifier: Apache-2.0
// When in doubt, report an obstacle: frames are then decoded from further back.
#include "io/read/packet_role.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

#include "io/av/bytes.h"
#include "io/av/sei.h"
#include "io/read/stream_facts.h"

namespace overlace {
namespace {

constexpr const char* several_frames = "a packet holds none or several frames";
constexpr const char* new_headers = "the stream's headers change on the way";
constexpr const char* malformed = "a packet is malformed";

RandomAccessKind access_if(bool clean) {
  return clean ? RandomAccessKind::clean : RandomAccessKind::none;
}

/// Reads bits, most significant first; past the end all are 0.
class BitReader {
 public:
  explicit BitReader(ByteSpan data) : data_(data) {}

  unsigned bits(int count) {
    unsigned value = 0;
    for (; count > 0; --count, ++at_) {
      const unsigned byte = at_ / 8 < data_.size() ? data_[at_ / 8] : 0U;
      value = value << 1U | (byte >> (7 - at_ % 8) & 1U);
    }
    return value;
  }
  /// ue(v) of H.264, 9.1.
  unsigned exp_golomb() {
    int zeros = 0;
    while (zeros < 31 && bits(1) == 0) ++zeros;
    return (1U << static_cast<unsigned>(zeros)) - 1 + bits(zeros);
  }

 private:
  ByteSpan data_;
  std::size_t at_ = 0;
};

// ---- H.264 and HEVC

/// The NAL units of packets, and the parameter sets given to the decoder when it is opened. MP4
/// records (ISO/IEC 14496-15) begin with 1, start codes with 0.
class NalStream {
 public:
  /// `length_at` is the offset in the record of the size of unit lengths.
  NalStream(const AVCodecParameters& codec, std::size_t length_at) {
    const ByteSpan extra = extradata_of(codec);
    record_.assign(extra.begin(), extra.end());
    if (extra.size() > length_at && extra[0] == 1) length_bytes_ = (extra[length_at] & 3) + 1;
  }

  template <class Visit>
  [[nodiscard]] bool each_unit(const AVPacket& packet, Visit visit) const {
    if (length_bytes_ > 0) return each_unit_after_length(bytes_of(packet), length_bytes_, visit);
    each_unit_after_start_code(bytes_of(packet), visit);
    return true;
  }
  /// True for a parameter set that the decoder was opened with.
  [[nodiscard]] bool is_known(ByteSpan set) const {
    return std::search(record_.begin(), record_.end(), set.begin(), set.end()) != record_.end();
  }
  [[nodiscard]] ByteSpan record() const { return record_; }
  [[nodiscard]] bool has_lengths() const { return length_bytes_ > 0; }

 private:
  Bytes record_;
  int length_bytes_ = 0;  ///< 0: start codes
};

/// libav's parser, which knows whether a picture is coded as a frame or as one of two fields.
class FieldParser {
 public:
  explicit FieldParser(const AVCodecParameters& codec)
      : context_(make_codec(nullptr)), parser_(av_parser_init(codec.codec_id)) {
    check_av(avcodec_parameters_to_context(context_.get(), &codec), ErrorCode::internal, "parser");
    if (parser_) parser_->flags |= PARSER_FLAG_COMPLETE_FRAMES;
  }
  [[nodiscard]] bool is_field(const AVPacket& packet) {
    if (!parser_) return true;
    std::uint8_t* data = nullptr;
    int size = 0;
    av_parser_parse2(parser_.get(), context_.get(), &data, &size, packet.data, packet.size,
                     packet.pts, packet.dts, packet.pos);
    return parser_->picture_structure == AV_PICTURE_STRUCTURE_TOP_FIELD ||
           parser_->picture_structure == AV_PICTURE_STRUCTURE_BOTTOM_FIELD;
  }

 private:
  struct Close {
    void operator()(AVCodecParserContext* parser) const noexcept { av_parser_close(parser); }
  };
  CodecPtr context_;
  std::unique_ptr<AVCodecParserContext, Close> parser_;
};

// A message saying that all pictures shown from here on are exact (H.264, D.2.8: recovery_frame_cnt
// 0, exact_match_flag 1, broken_link_flag 0).
bool is_exact_recovery_point(ByteSpan unit) {
  constexpr std::size_t recovery_point = 6;
  const Bytes plain = unescaped(unit);
  for (const SeiMessage& message : sei_messages(plain))
    if (message.type == recovery_point && !message.payload.empty())
      return message.payload[0] >> 5U == 0b110U;
  return false;
}

// Unit and slice types of H.264, tables 7-1 and 7-6.
class AvcInspector {
 public:
  explicit AvcInspector(const AVCodecParameters& codec)
      : stream_(codec, 4), fields_(std::make_shared<FieldParser>(codec)) {}

  PacketRole operator()(const AVPacket& packet) {
    bool idr = false, recovers = false, intra = true, referred_to = false;
    int pictures = 0;
    PacketRole role;
    const bool whole = stream_.each_unit(packet, [&](ByteSpan unit) {
      const unsigned type = unit[0] & 0x1fU;
      if (type == 1 || type == 5) {
        BitReader header(unit.subspan(1));
        if (header.exp_golomb() == 0) ++pictures;  // its first macroblock
        const unsigned slice = header.exp_golomb() % 5;
        idr = idr || type == 5;
        intra = intra && slice == 2;
        referred_to = referred_to || (unit[0] & 0x60U) != 0;
      } else if (type == 6) {
        recovers = recovers || is_exact_recovery_point(unit);
      } else if ((type == 7 || type == 8) && !stream_.is_known(unit)) {
        role.obstacle = new_headers;
      } else if (type >= 2 && type <= 4) {
        role.obstacle = "pictures are coded in partitions";
      }
    });
    if (!whole) role.obstacle = malformed;
    if (pictures != 1) role.obstacle = several_frames;
    if (fields_->is_field(packet)) {
      role.obstacle = "pictures are coded field by field";
      role.shown = -1;
    }
    if (idr) {
      role.access = RandomAccessKind::clean;
    } else if (intra && recovers) {
      role.access = RandomAccessKind::conditional;
    }
    role.disposable = !referred_to;
    return role;
  }

 private:
  NalStream stream_;
  std::shared_ptr<FieldParser> fields_;
};

// Unit types of HEVC, table 7-1.
class HevcInspector {
 public:
  explicit HevcInspector(const AVCodecParameters& codec) : stream_(codec, 21) {
    const ByteSpan record = stream_.record();
    if (stream_.has_lengths()) {
      one_layer_ = (record[21] >> 3U & 7U) == 1;  // numTemporalLayers
    } else {
      each_unit_after_start_code(record, [this](ByteSpan unit) { see_sequence(unit); });
    }
  }

  PacketRole operator()(const AVPacket& packet) {
    int pictures = 0;
    PacketRole role;
    const bool whole = stream_.each_unit(packet, [&](ByteSpan unit) {
      const unsigned type = unit[0] >> 1U & 0x3fU;
      if (type < 32 && unit.size() > 2 && (unit[2] & 0x80U) != 0) {  // first_slice_segment_in_pic
        ++pictures;
        role.access = access_if(type >= 16 && type <= 21);
        role.disposable = type < 16 && type % 2 == 0 && one_layer_;
      } else if (type >= 32 && type <= 34) {
        if (!stream_.is_known(unit)) role.obstacle = new_headers;
        see_sequence(unit);
      }
    });
    if (!whole) role.obstacle = malformed;
    if (pictures != 1) role.obstacle = several_frames;
    return role;
  }

 private:
  // With several temporal layers, a higher one may refer to any picture of a lower one.
  void see_sequence(ByteSpan unit) {
    if ((unit[0] >> 1U & 0x3fU) == 33 && unit.size() > 2) one_layer_ = (unit[2] >> 1U & 7U) == 0;
  }
  NalStream stream_;
  bool one_layer_ = false;
};

// ---- MPEG-1 and 2: start codes of ISO/IEC 13818-2, table 6-1

class Mpeg2Inspector {
 public:
  explicit Mpeg2Inspector(const AVCodecParameters& codec) {
    each_unit_after_start_code(extradata_of(codec), [this](ByteSpan unit) { see_sequence(unit); });
  }

  PacketRole operator()(const AVPacket& packet) {
    PacketRole role;
    std::optional<unsigned> type;
    bool has_sequence = false;
    each_unit_after_start_code(bytes_of(packet), [&](ByteSpan unit) {
      if (unit[0] == 0xb3) {
        has_sequence = true;
        if (!see_sequence(unit)) role.obstacle = new_headers;
      } else if (unit[0] == 0x00 && unit.size() > 2 && !type) {
        type = unit[2] >> 3U & 7U;
      }
    });
    if (!type) role.obstacle = several_frames;
    role.access = access_if(type == 1U && has_sequence);
    role.disposable = type == 3U;
    return role;
  }

 private:
  // False for a sequence header that differs from the first.
  bool see_sequence(ByteSpan unit) {
    if (unit[0] != 0xb3) return true;
    if (sequence_.empty()) sequence_.assign(unit.begin(), unit.end());
    return std::ranges::equal(sequence_, unit);
  }
  Bytes sequence_;
};

// ---- VP8, VP9 and AV1

// RFC 6386, 9.1.
PacketRole look_at_vp8(const AVPacket& packet) {
  const ByteSpan data = bytes_of(packet);
  const bool shown = !data.empty() && (data[0] & 0x10U) != 0;
  return {access_if(shown && (data[0] & 1U) == 0), false, shown ? nullptr : several_frames,
          shown ? 1 : 0};
}

/// The frames in a VP9 packet (VP9 bitstream specification, annex B).
std::vector<ByteSpan> vp9_frames(ByteSpan data) {
  const unsigned marker = data.empty() ? 0 : data.back();
  const std::size_t count = (marker & 7U) + 1, size_bytes = (marker >> 3U & 3U) + 1;
  const std::size_t index = 2 + count * size_bytes;
  if ((marker & 0xe0U) != 0xc0U || data.size() < index || data[data.size() - index] != marker)
    return {data};
  std::vector<ByteSpan> frames;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t size = 0;
    for (std::size_t k = size_bytes; k-- > 0;)
      size = size << 8U | data[data.size() - index + 1 + i * size_bytes + k];
    if (size > data.size() - index - at) return {};
    if (size > 0) frames.push_back(data.subspan(at, size));
    at += size;
  }
  return frames;
}

// VP9 bitstream specification, 6.2: marker, profile, show_existing_frame, frame_type, show_frame.
PacketRole look_at_vp9(const AVPacket& packet) {
  PacketRole role;
  int shown = 0;
  bool first = true;
  for (const ByteSpan frame : vp9_frames(bytes_of(packet))) {
    BitReader header(frame);
    header.bits(2);
    const unsigned profile = header.bits(1) | header.bits(1) << 1U;
    if (profile == 3) header.bits(1);
    const bool repeats = header.bits(1) != 0;
    if (repeats) {
      ++shown;
    } else {
      const bool key = header.bits(1) == 0;
      shown += static_cast<int>(header.bits(1));
      if (first) role.access = access_if(key);
    }
    first = false;
  }
  if (shown != 1) role.obstacle = several_frames;
  role.shown = shown;
  return role;
}

// AV1 bitstream specification, 5.3 and 5.9.2: show_existing_frame, frame_type, show_frame.
PacketRole look_at_av1(const AVPacket& packet) {
  PacketRole role;
  int shown = 0;
  bool first = true, has_sequence = false;
  for (ByteSpan data = bytes_of(packet); !data.empty();) {
    const unsigned type = data[0] >> 3U & 0xfU;
    const bool extended = (data[0] & 4U) != 0, sized = (data[0] & 2U) != 0;
    std::size_t at = extended ? 2 : 1, size = 0;
    for (unsigned shift = 0; sized && at < data.size() && shift < 56; shift += 7) {
      const std::uint8_t byte = data[at++];
      size |= static_cast<std::size_t>(byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) break;
    }
    if (!sized) size = data.size() - std::min(at, data.size());
    if (at > data.size() || size > data.size() - at)
      return {RandomAccessKind::none, false, malformed};
    has_sequence = has_sequence || type == 1;
    if ((type == 3 || type == 6) && size > 0) {  // a frame header, alone or with its tiles
      BitReader header(data.subspan(at, size));
      const bool repeats = header.bits(1) != 0;
      const bool key = !repeats && header.bits(2) == 0;
      const bool shows = repeats || header.bits(1) != 0;
      if (first) role.access = access_if(key && shows && has_sequence);
      shown += shows ? 1 : 0;
      first = false;
    }
    data = data.subspan(at + size);
  }
  if (shown != 1) role.obstacle = several_frames;
  role.shown = shown;
  return role;
}

// ---- others

// The key frame flag is the first bit of the range coder at even odds (FFV1 version 3, 4.4): libav
// marks every packet as a key frame, though the coder's state may continue from one to the next.
PacketRole look_at_ffv1(const AVPacket& packet) {
  const ByteSpan data = bytes_of(packet);
  if (data.size() < 2) return {RandomAccessKind::none, false, several_frames};
  return {access_if((data[0] << 8 | data[1]) >= 0x7f80)};
}

// Pictures begin with their type in two bits; empty ones repeat the previous picture.
PacketRole look_at_ms_mpeg4(const AVPacket& packet) {
  const ByteSpan data = bytes_of(packet);
  if (data.empty()) return {RandomAccessKind::none, false, several_frames};
  return {access_if(data[0] >> 6U == 0)};
}

PacketRole look_at_intra(const AVPacket& packet) {
  return {RandomAccessKind::clean, true, packet.size > 0 ? nullptr : several_frames};
}

}  // namespace

PacketInspector make_packet_inspector(const AVCodecParameters& codec) {
  switch (codec.codec_id) {
    case AV_CODEC_ID_H264:
      return AvcInspector(codec);
    case AV_CODEC_ID_HEVC:
      return HevcInspector(codec);
    case AV_CODEC_ID_MPEG1VIDEO:
    case AV_CODEC_ID_MPEG2VIDEO:
      return Mpeg2Inspector(codec);
    case AV_CODEC_ID_VP8:
      return look_at_vp8;
    case AV_CODEC_ID_VP9:
      return look_at_vp9;
    case AV_CODEC_ID_AV1:
      return look_at_av1;
    case AV_CODEC_ID_FFV1:
      return look_at_ffv1;
    case AV_CODEC_ID_MSMPEG4V2:
    case AV_CODEC_ID_MSMPEG4V3:
      return look_at_ms_mpeg4;
    default:
      return is_intra_only(codec.codec_id) ? PacketInspector(look_at_intra) : PacketInspector();
  }
}

}  // namespace overlace
