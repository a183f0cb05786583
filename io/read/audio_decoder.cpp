// SPDX-License-Identifier: Apache-2.0
// A packet with an error in it is dropped as a whole: decoders may turn its remains into sound of
// any loudness.
#include "io/read/audio_decoder.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

namespace overlace {
namespace {

/// Floating-point decoders use whatever instructions a processor has, and their rounding varies
/// with them.
const char* integer_decoder(AVCodecID id) {
  switch (id) {
    case AV_CODEC_ID_MP3:
      return "mp3";
    case AV_CODEC_ID_AAC:
      return "aac_fixed";
    case AV_CODEC_ID_AC3:
      return "ac3_fixed";
    default:
      return nullptr;
  }
}

/// An open decoder; null where `decoder` does not support the stream.
CodecPtr open_decoder(const AVCodec* decoder, const AVStream& stream) {
  if (decoder == nullptr) return nullptr;
  CodecPtr codec = make_codec(decoder);
  if (avcodec_parameters_to_context(codec.get(), stream.codecpar) < 0) return nullptr;
  codec->pkt_timebase = stream.time_base;  // to adjust timestamps where priming is cut
  codec->thread_count = 1;
  // Checksums are worth nothing unless a wrong one counts. AAC's checks report too many errors.
  if (decoder->id != AV_CODEC_ID_AAC) codec->err_recognition |= AV_EF_CRCCHECK | AV_EF_EXPLODE;
  return avcodec_open2(codec.get(), decoder, nullptr) < 0 ? nullptr : std::move(codec);
}

CodecPtr open_best(const AVStream& stream, const std::string& name) {
  const AVCodecID id = stream.codecpar->codec_id;
  if (const char* preferred = integer_decoder(id))
    if (CodecPtr codec = open_decoder(avcodec_find_decoder_by_name(preferred), stream))
      return codec;
  if (CodecPtr codec = open_decoder(avcodec_find_decoder(id), stream)) return codec;
  throw Error(ErrorCode::input,
              fmt::format("its sound cannot be decoded: {}", avcodec_get_name(id)),
              "convert the sound with ffmpeg, or name another stream", SourceLocation{name});
}

/// For HE-AAC, libav counts samples to skip in the core's rate, which spectral band replication
/// doubles. MP4 counts them in ticks of its track, which may be samples of the output: then twice
/// as many are dropped, and sound with them.
bool skips_twice(const AVStream& stream) {
  const AVCodecParameters& codec = *stream.codecpar;
  const bool doubles_rate =
      codec.codec_id == AV_CODEC_ID_AAC &&
      (codec.profile == FF_PROFILE_AAC_HE || codec.profile == FF_PROFILE_AAC_HE_V2);
  return doubles_rate && stream.time_base.num == 1 && stream.time_base.den == codec.sample_rate;
}

/// Halves the number of samples that the decoder skips at the start of a packet.
void halve_skip(AVPacket& packet) {
  std::size_t size = 0;
  std::uint8_t* skip = av_packet_get_side_data(&packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  std::uint32_t samples = 0;  // little-endian
  static_assert(std::endian::native == std::endian::little);
  if (skip == nullptr || size < sizeof samples) return;
  std::memcpy(&samples, skip, sizeof samples);
  samples /= 2;
  std::memcpy(skip, &samples, sizeof samples);
}

/// One channel: samples of type T, `stride` apart, converted to float: `bias` is subtracted, then
/// multiplied by `scale`.
template <class T>
std::vector<float> channel_of(const std::uint8_t* data, std::size_t first, std::size_t stride,
                              std::size_t count, double bias, double scale) {
  const T* samples = reinterpret_cast<const T*>(data) + first;
  std::vector<float> out(count);
  for (std::size_t i = 0; i < count; ++i)
    out[i] = static_cast<float>((static_cast<double>(samples[i * stride]) - bias) * scale);
  return out;
}

using ReadChannel = std::vector<float> (*)(const std::uint8_t*, std::size_t, std::size_t,
                                           std::size_t, double, double);

/// How a sample format is converted to floats with a full scale of -1..1.
struct SampleKind {
  ReadChannel read = nullptr;
  double bias = 0, scale = 1;
};

SampleKind kind_of(AVSampleFormat format) {
  switch (av_get_packed_sample_fmt(format)) {
    case AV_SAMPLE_FMT_U8:
      return {channel_of<std::uint8_t>, 128, 0x1p-7};
    case AV_SAMPLE_FMT_S16:
      return {channel_of<std::int16_t>, 0, 0x1p-15};
    case AV_SAMPLE_FMT_S32:
      return {channel_of<std::int32_t>, 0, 0x1p-31};
    case AV_SAMPLE_FMT_S64:
      return {channel_of<std::int64_t>, 0, 0x1p-63};
    case AV_SAMPLE_FMT_FLT:
      return {channel_of<float>};
    case AV_SAMPLE_FMT_DBL:
      return {channel_of<double>};
    default:
      return {};
  }
}

AudioBlock block_of(const AVFrame& frame, AVRational time_base) {
  AudioBlock block{.sample_rate = frame.sample_rate, .channels = {}};
  const std::int64_t stamp = frame.pts != AV_NOPTS_VALUE ? frame.pts : frame.best_effort_timestamp;
  if (stamp != AV_NOPTS_VALUE) block.start_s = static_cast<double>(stamp) * av_q2d(time_base);
  const auto format = static_cast<AVSampleFormat>(frame.format);
  const SampleKind kind = kind_of(format);
  if (kind.read == nullptr) return block;
  const bool planar = av_sample_fmt_is_planar(format) != 0;
  const auto channels = static_cast<std::size_t>(frame.ch_layout.nb_channels);
  const auto count = static_cast<std::size_t>(frame.nb_samples);
  for (std::size_t c = 0; c < channels; ++c)
    block.channels.push_back(kind.read(frame.extended_data[planar ? c : 0], planar ? 0 : c,
                                       planar ? 1 : channels, count, kind.bias, kind.scale));
  return block;
}

bool is_damaged(const AVFrame& frame) {
  return frame.decode_error_flags != 0 || (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0 ||
         frame.sample_rate <= 0;
}

}  // namespace

AudioDecoder::AudioDecoder(const AVStream& stream, const std::string& name, Take take)
    : time_base_(stream.time_base),
      skips_twice_(skips_twice(stream)),
      codec_(open_best(stream, name)),
      frame_(make_frame()),
      take_(std::move(take)) {}

void AudioDecoder::send(AVPacket* packet) {
  if (packet != nullptr && skips_twice_) halve_skip(*packet);
  const bool marked = packet != nullptr && (packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
  const int status = marked ? AVERROR_INVALIDDATA : avcodec_send_packet(codec_.get(), packet);
  if (status == AVERROR(ENOMEM)) throw Error(ErrorCode::out_of_memory, "out of memory");
  if (status < 0 && status != AVERROR_EOF) ++damaged_packets_;
  if (!marked) receive_all();
}

void AudioDecoder::receive_all() {
  for (;;) {
    const int status = avcodec_receive_frame(codec_.get(), frame_.get());
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return;
    if (status == AVERROR(ENOMEM)) throw Error(ErrorCode::out_of_memory, "out of memory");
    if (status < 0 || is_damaged(*frame_)) ++damaged_packets_;
    if (status < 0) return;
    if (!is_damaged(*frame_)) take_(block_of(*frame_, time_base_));
    av_frame_unref(frame_.get());
  }
}

}  // namespace overlace
