// SPDX-License-Identifier: Apache-2.0
// A header is written to memory and thrown away: muxers know more than libav's lists of codecs.
#include "io/write/stream_trial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "io/write/codec_table.h"
#include "io/write/muxer.h"

namespace overlace {
namespace {

/// A transport stream's muxer takes any codec, but others as private data, which no reader
/// recognises.
constexpr std::string_view transport_codecs =
    "mpeg1video mpeg2video mpeg4 h264 hevc cavs dirac vc1 "
    "mp2 mp3 aac aac_latm ac3 eac3 dts truehd opus s302m dvb_subtitle dvb_teletext";

/// MOV's muxer takes these by their numbers from WAV, but loses what decoders need.
constexpr std::string_view lost_in_mov = "adpcm_ms adpcm_ima_wav wmav1 wmav2 wmapro";

/// Whether packets that the muxer takes can be read again.
bool reads_back(const AVOutputFormat& container, AVCodecID id) {
  const std::string_view name = container.name, codec = avcodec_get_name(id);
  if (name == "mpegts") return has_word(transport_codecs, codec);
  return name != "mov" || !has_word(lost_in_mov, codec);
}

struct CloseMemory {
  void operator()(AVIOContext* io) const noexcept {
    std::uint8_t* bytes = nullptr;
    avio_close_dyn_buf(io, &bytes);
    av_free(bytes);
  }
};

bool writes_header(const AVOutputFormat& format, std::span<AVStream* const> present,
                   const AVStream& from) {
  AVIOContext* memory = nullptr;
  check_av(avio_open_dyn_buf(&memory), ErrorCode::out_of_memory, "a trial of streams");
  const std::unique_ptr<AVIOContext, CloseMemory> io(memory);
  AVFormatContext* container = nullptr;
  check_av(avformat_alloc_output_context2(&container, &format, nullptr, nullptr),
           ErrorCode::out_of_memory, "a trial of streams");
  const std::unique_ptr<AVFormatContext, FreeOutput> trial(container);
  trial->pb = io.get();
  trial->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  const auto add = [&](const AVStream& stream) {
    AVStream* copy = avformat_new_stream(trial.get(), nullptr);
    if (copy == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
    describe_copy(*copy, stream, format);
    copy->sample_aspect_ratio = stream.sample_aspect_ratio;
  };
  for (const AVStream* stream : present) add(*stream);
  add(from);
  const int status = avformat_write_header(trial.get(), nullptr);
  static_cast<void>(take_av_log());
  return status >= 0;
}

// Keeps the tag where it means the same codec in the new container, else the muxer chooses.
std::uint32_t tag_for(const AVOutputFormat& format, const AVCodecParameters& codec) {
  if (format.codec_tag == nullptr) return codec.codec_tag;
  const bool same = av_codec_get_id(format.codec_tag, codec.codec_tag) == codec.codec_id;
  return same ? codec.codec_tag : 0;
}

}  // namespace

void describe_copy(AVStream& to, const AVStream& from, const AVOutputFormat& container) {
  check_av(avcodec_parameters_copy(to.codecpar, from.codecpar), ErrorCode::output,
           "copying a stream");
  to.codecpar->codec_tag = tag_for(container, *from.codecpar);
  to.time_base = from.time_base;
  to.avg_frame_rate = from.avg_frame_rate;
  to.disposition = from.disposition;
}

bool takes_copy(const AVOutputFormat& container, std::span<AVStream* const> present,
                const AVStream& from) {
  const AVCodecParameters& codec = *from.codecpar;
  // Such formats store the packets of one stream, and do not say whose they are.
  constexpr int bare = AVFMT_NOTIMESTAMPS;
  if (codec.codec_id == AV_CODEC_ID_NONE || (container.flags & bare) != 0) return false;
  if (codec.codec_type != AVMEDIA_TYPE_AUDIO && codec.codec_type != AVMEDIA_TYPE_VIDEO &&
      codec.codec_type != AVMEDIA_TYPE_SUBTITLE)
    return avformat_query_codec(&container, codec.codec_id, FF_COMPLIANCE_NORMAL) == 1;
  return reads_back(container, codec.codec_id) && writes_header(container, present, from);
}

std::string containers_for(const AVStream& from) {
  constexpr std::array extensions{"mov", "mkv", "avi", "ts"};
  std::vector<std::string> found;
  for (const char* extension : extensions) {
    const AVOutputFormat* format =
        av_guess_format(nullptr, fmt::format("x.{}", extension).c_str(), nullptr);
    if (found.size() < 2 && format != nullptr && takes_copy(*format, {}, from))
      found.emplace_back(extension);
  }
  return fmt::format("{}", fmt::join(found, " or "));
}

}  // namespace overlace
