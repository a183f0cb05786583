// SPDX-License-Identifier: Apache-2.0
// Samples are pulled only as far as the pictures, so that neither waits for the other in the muxer.
#include "io/write/sound_track.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "io/write/encoder_choice.h"
#include "io/write/stream_copy.h"

namespace overlace {
namespace {

constexpr std::size_t free_frame_samples = 1024;  ///< where the encoder accepts any number

bool holds(const AVOutputFormat& container, AVCodecID codec) {
  return avformat_query_codec(&container, codec, FF_COMPLIANCE_EXPERIMENTAL) == 1;
}

/// The encoder that a container gets, if it supports any of ours.
const AVCodec* find_usual_encoder(const AVOutputFormat& container) {
  const std::string_view name = container.name;
  const char* first = is_mov_family(container) ? "aac"
                      : name == "wav"          ? "pcm_f32le"
                      : name == "webm"         ? "libopus"
                      : name == "matroska"     ? "flac"
                                               : "aac";
  for (const char* encoder : {first, "flac", "pcm_f32le", "pcm_s16le", "libopus", "aac"}) {
    const AVCodec* codec = avcodec_find_encoder_by_name(encoder);
    if (codec != nullptr && holds(container, codec->id)) return codec;
  }
  return nullptr;
}

const AVCodec* usual_encoder(const AVOutputFormat& container) {
  if (const AVCodec* encoder = find_usual_encoder(container)) return encoder;
  throw Error(ErrorCode::usage, fmt::format("a {} file holds no sound", container.name),
              "write mp4, mov or mkv, or leave the sound out: --audio keep");
}

const AVCodec* chosen_encoder(const std::string& name, const AVOutputFormat& container) {
  if (name.empty()) return usual_encoder(container);
  const SourceLocation location{"--sound-codec"};
  const AVCodec* codec = avcodec_find_encoder_by_name(name.c_str());
  if (codec == nullptr || codec->type != AVMEDIA_TYPE_AUDIO)
    throw Error(ErrorCode::usage, fmt::format("there is no sound encoder '{}'", name),
                suggest(name, {"aac", "flac", "alac", "pcm_f32le", "pcm_s16le", "pcm_s24le",
                               "libopus", "libmp3lame"}),
                location);
  if (!holds(container, codec->id))
    throw Error(ErrorCode::usage, fmt::format("a {} file cannot hold {}", container.name, name),
                fmt::format("{} is usual there", usual_encoder(container)->name), location);
  return codec;
}

AVSampleFormat sample_format_of(const AVCodec& codec) {
  for (const AVSampleFormat wanted : {AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S32,
                                      AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P})
    for (const AVSampleFormat* has = codec.sample_fmts; has != nullptr && *has >= 0; ++has)
      if (*has == wanted) return wanted;
  throw Error(ErrorCode::usage, fmt::format("{} takes no samples that we could give", codec.name),
              {}, SourceLocation{"--sound-codec"});
}

/// A sample as an integer of so many bits, in the high bits of `Whole`.
template <class Whole>
Whole quantized(float sample, int bits) {
  const double largest = std::ldexp(1.0, bits - 1);
  const double scaled = std::floor(static_cast<double>(sample) * largest + 0.5);
  const auto value = static_cast<std::int64_t>(std::clamp(scaled, -largest, largest - 1));
  return static_cast<Whole>(value * (std::int64_t{1} << (8 * sizeof(Whole) - bits)));
}

template <class Sample>
Sample converted(float sample) {
  if constexpr (std::is_same_v<Sample, float>)
    return sample;
  else
    return quantized<Sample>(sample, sizeof(Sample) == 2 ? 16 : 24);
}

template <class Sample>
void convert(std::span<const float> pairs, AVFrame& frame, bool planar) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t plane = planar ? i % 2 : 0, place = planar ? i / 2 : i;
    reinterpret_cast<Sample*>(frame.data[plane])[place] = converted<Sample>(pairs[i]);
  }
}

CodecPtr open_codec(const MadeSound& sound, const AVOutputFormat& container) {
  const AVCodec* encoder = chosen_encoder(sound.codec, container);
  CodecPtr codec = make_codec(encoder);
  codec->sample_rate = sound.rate;
  codec->ch_layout = AV_CHANNEL_LAYOUT_STEREO;
  codec->sample_fmt = sample_format_of(*encoder);
  if (codec->sample_fmt == AV_SAMPLE_FMT_S32 || codec->sample_fmt == AV_SAMPLE_FMT_S32P)
    codec->bits_per_raw_sample = 24;
  codec->time_base = {1, sound.rate};
  if (encoder->id == AV_CODEC_ID_AAC || encoder->id == AV_CODEC_ID_OPUS) codec->bit_rate = 256'000;
  // libav's default AAC coder occasionally spoils a block: peaks rise by up to 2 dB, and its error
  // is 2 to 19 dB larger than with the fast coder, which also takes fewer bytes.
  if (std::string_view(encoder->name) == "aac")
    av_opt_set(codec->priv_data, "aac_coder", "fast", 0);
  codec->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  codec->flags |= AV_CODEC_FLAG_BITEXACT;
  if ((container.flags & AVFMT_GLOBALHEADER) != 0) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  check_av(avcodec_open2(codec.get(), encoder, nullptr), ErrorCode::usage,
           fmt::format("sound by {}", encoder->name));
  return codec;
}

}  // namespace

bool holds_sound(const AVOutputFormat& container) {
  return find_usual_encoder(container) != nullptr;
}

bool keeps_samples(const std::string& path, const std::string& container,
                   const std::string& codec) {
  const AVCodec* encoder = codec.empty() ? find_usual_encoder(choose_container(path, container))
                                         : avcodec_find_encoder_by_name(codec.c_str());
  const AVCodecDescriptor* known =
      encoder == nullptr ? nullptr : avcodec_descriptor_get(encoder->id);
  return known == nullptr || (known->props & AV_CODEC_PROP_LOSSY) == 0;
}

SoundTrack::SoundTrack(MadeSound sound, const AVOutputFormat& container)
    : sound_(std::move(sound)),
      codec_(open_codec(sound_, container)),
      frame_(make_frame()),
      packet_(make_packet()) {
  const auto samples =
      codec_->frame_size > 0 ? static_cast<std::size_t>(codec_->frame_size) : free_frame_samples;
  pairs_.resize(2 * samples);
  frame_->format = codec_->sample_fmt;
  frame_->sample_rate = codec_->sample_rate;
  frame_->nb_samples = static_cast<int>(samples);
  check_av(av_channel_layout_copy(&frame_->ch_layout, &codec_->ch_layout), ErrorCode::internal,
           "a layout");
  check_av(av_frame_get_buffer(frame_.get(), 0), ErrorCode::out_of_memory, "a frame of sound");
}

void SoundTrack::attach(Muxer& muxer, bool is_default) {
  muxer_ = &muxer;
  stream_ = &muxer.add_stream();
  check_av(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), ErrorCode::output,
           "stream parameters");
  stream_->time_base = codec_->time_base;
  if (is_default) stream_->disposition |= AV_DISPOSITION_DEFAULT;
}

void SoundTrack::fill(AVFrame& frame, std::size_t samples) const {
  const std::span pairs = std::span(pairs_).first(2 * samples);
  const bool planar = av_sample_fmt_is_planar(codec_->sample_fmt) != 0;
  switch (av_get_packed_sample_fmt(codec_->sample_fmt)) {
    case AV_SAMPLE_FMT_S16:
      return convert<std::int16_t>(pairs, frame, planar);
    case AV_SAMPLE_FMT_S32:
      return convert<std::int32_t>(pairs, frame, planar);
    default:
      return convert<float>(pairs, frame, planar);
  }
}

void SoundTrack::encode(const AVFrame* frame) {
  check_av(avcodec_send_frame(codec_.get(), frame), ErrorCode::output, "encoding sound");
  while (true) {
    const int code = avcodec_receive_packet(codec_.get(), packet_.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
    check_av(code, ErrorCode::output, "encoding sound");
    av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
    packet_->stream_index = stream_->index;
    muxer_->write(*packet_);
  }
}

/// False at the end.
bool SoundTrack::write_frame(std::size_t most) {
  const std::size_t samples =
      sound_.read(std::span(pairs_).first(std::min(2 * most, pairs_.size())));
  if (samples == 0) return false;
  check_av(av_frame_make_writable(frame_.get()), ErrorCode::out_of_memory, "a frame of sound");
  frame_->nb_samples = static_cast<int>(samples);
  frame_->pts = start_ + written_;
  fill(*frame_, samples);
  encode(frame_.get());
  written_ += static_cast<std::int64_t>(samples);
  return 2 * samples == pairs_.size();
}

void SoundTrack::write_until(double seconds) {
  const std::int64_t until = std::llround(seconds * sound_.rate);
  if (!started_) start_ = until;
  started_ = true;
  while (!ended_ && start_ + written_ < until) ended_ = !write_frame(pairs_.size());
}

void SoundTrack::finish(double seconds) {
  const std::int64_t until = std::llround(seconds * sound_.rate);
  while (!ended_ && start_ + written_ < until)
    ended_ = !write_frame(static_cast<std::size_t>(until - start_ - written_));
  encode(nullptr);
}

std::optional<SoundTrack> make_sound_track(const MadeSound& sound, const AVOutputFormat& container,
                                           const LogSink& log) {
  if (!sound) return std::nullopt;
  if (!sound.is_optional || holds_sound(container)) return SoundTrack(sound, container);
  if (log) log(fmt::format("left out: the graph's sound; a {} file holds none", container.name));
  return std::nullopt;
}

std::int64_t write_sound(const std::string& path, const OutputPolicy& policy, MadeSound sound) {
  check_output(path, policy);
  const AVOutputFormat& container = choose_container(path, "");
  SoundTrack track(std::move(sound), container);
  Muxer muxer(container, std::make_unique<AtomicOutput>(path, policy));
  track.attach(muxer, true);
  muxer.start();
  constexpr double longest_s = 1e9;
  track.finish(longest_s);
  muxer.finish();
  return muxer.bytes_written();
}

}  // namespace overlace
