// SPDX-License-Identifier: Apache-2.0
// Passed frames end a run of encoded ones: the encoder is drained before them and reopened after.
#include "io/write/video_track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "io/av/bytes.h"
#include "io/av/hdr_metadata.h"
#include "io/av/timecode.h"
#include "io/frames/alpha.h"
#include "io/frames/pixel_format.h"
#include "io/read/time_line.h"
#include "io/write/avc.h"
#include "io/write/copy_filter.h"
#include "io/write/encoder_choice.h"
#include "io/write/stream_copy.h"

namespace overlace {
namespace {

/// Ids of parameter sets that the source does not use, so that a decoder can hold both.
WriterOptions beside(const VideoReader& source, WriterOptions options, WriterRun& run) {
  const int id = run.draws_on ? free_parameter_set_id(*source.stream().codecpar) : -1;
  const bool x264 = options.codec.empty() || options.codec == "h264" || options.codec == "avc" ||
                    options.codec == "x264" || options.codec == "libx264";
  if (id < 0 || !x264) return options;
  run.hardware.automatic = false;
  options.codec_options.emplace_back("x264-params", fmt::format("sps-id={}", id));
  return options;
}

void replace_data(AVPacket& packet, const Bytes& data) {
  const PacketPtr replaced = make_packet();
  check_av(av_new_packet(replaced.get(), static_cast<int>(data.size())), ErrorCode::output,
           "a packet");
  std::memcpy(replaced->data, data.data(), data.size());
  check_av(av_packet_copy_props(replaced.get(), &packet), ErrorCode::output, "a packet");
  av_packet_unref(&packet);
  av_packet_move_ref(&packet, replaced.get());
}

}  // namespace

std::int64_t DecodeTimes::next() {
  const int packet = packets_++;
  if (packet < delay_) return shown_.front() - (delay_ - packet) * frame_ticks_;
  const std::int64_t time = shown_.front();
  shown_.pop_front();
  return time;
}

VideoTrack::VideoTrack(const VideoReader& source, const AVOutputFormat& container,
                       const WriterOptions& options, const WriterRun& run)
    : source_(source),
      container_(container),
      run_(run),
      options_(beside(source, options, run_)),
      open_(open_encoder(source, container, options_, run_)),
      name_(open_.encoder->context().codec->name),
      time_base_(source.stream().time_base),
      counted_(counts_frames(container)) {
  if (run_.draws_on) plan_passing();
  run_.draws_on = {};
}

void VideoTrack::plan_passing() {
  PassthroughPlan plan = plan_passthrough(source_, run_.draws_on);
  const AVCodecContext& encoder = open_.encoder->context();
  std::string why_not = plan.map.refusal;
  if (why_not.empty()) why_not = why_not_joined(source_, encoder);
  if (why_not.empty()) why_not = why_not_within(run_.scope, encoder.codec_id);
  if (!why_not.empty()) {
    log("all frames are encoded again: " + why_not);
    return;
  }
  const std::size_t all = plan.map.stamps.size();
  log(fmt::format("{} of {} frames are passed on as they are{}", plan.frames, all,
                  static_cast<std::size_t>(plan.frames) < all
                      ? "; the others are drawn on, or must be decoded together with such"
                      : ""));
  if (plan.frames == 0) return;
  with_lengths_ = encoder.codec_id == AV_CODEC_ID_H264;
  decode_times_.emplace(std::max(plan.map.reorder, encoder.has_b_frames),
                        frame_ticks(source_.info().clip.frame_rate, from_av(time_base_)));
  passthrough_.emplace(source_, std::move(plan));
}

void VideoTrack::attach(Muxer& muxer, std::optional<std::int64_t> shift) {
  const AVStream& from = source_.stream();
  const AVCodecContext& encoder = open_.encoder->context();
  muxer_ = &muxer;
  shift_ = shift;
  stream_ = &muxer.add_stream();
  check_av(avcodec_parameters_from_context(stream_->codecpar, &encoder), ErrorCode::output,
           "stream parameters");
  if (passthrough_) {
    join_parameters(*stream_->codecpar, *from.codecpar);
    stream_->codecpar->video_delay = decode_times_->delay();
  }
  stream_->time_base = counted_ ? av_inv_q(encoder.framerate) : encoder.time_base;
  stream_->avg_frame_rate = encoder.framerate;
  stream_->sample_aspect_ratio = encoder.sample_aspect_ratio;
  stream_->disposition = from.disposition;
  copy_metadata(stream_->metadata, from.metadata, run_.scope);
  if (run_.scope != CopyScope::everything) mark_redacted(*stream_);
  move_timecode(stream_->metadata, source_.info().clip, run_.first_frame);
  copy_side_data(*stream_, from, AV_PKT_DATA_DOVI_CONF);
  if (source_.info().rotated) state_upright(*stream_);
  add_hdr(*stream_, hdr_metadata_of(source_.first_frame(), from));
}

int VideoTrack::index() const {
  return stream_->index;
}

void VideoTrack::write(DecodedFrame picture) {
  if (!shift_) shift_ = picture.pts;
  if (decode_times_) decode_times_->add(picture.pts - *shift_);
  if (!passthrough_ || !passthrough_->passes(picture.number)) {
    encode(std::move(picture));
    return;
  }
  end_run();
  passthrough_->pass(picture, [this](AVPacket& packet) { write_passed(packet); });
}

void VideoTrack::encode(DecodedFrame picture) {
  if (!open_.encoder) {
    WriterRun quiet = run_;
    quiet.log = {};
    open_ = open_encoder(source_, container_, options_, quiet);
  }
  AVFrame& frame = *picture.frame;
  const bool straight = options_.overlay_only && options_.alpha != OutputAlpha::premultiplied;
  if (straight) straighten(view_of(frame, open_.format.color));
  if (keep_within(run_.scope, frame)) ++without_words_;
  frame.pts = picture.pts - *shift_;
  frame.pkt_duration = picture.duration;
  open_.encoder->encode(&frame, [this](AVPacket& packet) { write_encoded(packet); });
}

void VideoTrack::end_run() {
  if (!open_.encoder) return;
  open_.encoder->encode(nullptr, [this](AVPacket& packet) { write_encoded(packet); });
  open_.encoder.reset();
}

void VideoTrack::write_encoded(AVPacket& packet) {
  if (with_lengths_) replace_data(packet, with_lengths(bytes_of(packet)));
  write_packet(packet);
}

void VideoTrack::write_passed(AVPacket& packet) {
  if (run_.scope != CopyScope::everything) {
    av_packet_free_side_data(&packet);
    if (with_lengths_) replace_data(packet, packet_within(run_.scope, bytes_of(packet)));
  }
  packet.pts -= *shift_;
  packet.pos = -1;
  write_packet(packet);
}

void VideoTrack::write_packet(AVPacket& packet) {
  if (decode_times_) packet.dts = decode_times_->next();
  av_packet_rescale_ts(&packet, time_base_, stream_->time_base);
  packet.stream_index = stream_->index;
  if (counted_) place_by_count(packet);
  muxer_->write(packet);
}

// Rounding timestamps that are not multiples of a frame can make them collide.
void VideoTrack::place_by_count(AVPacket& packet) {
  const std::int64_t first_free = last_counted_ ? *last_counted_ + 1 : packet.pts;
  if (packet.pts < first_free && !said_counted_) {
    log(fmt::format("a {} file has a constant frame rate: frames are moved to fit",
                    container_.name));
    said_counted_ = true;
  }
  packet.pts = packet.dts = std::max(packet.pts, first_free);
  last_counted_ = packet.pts;
}

void VideoTrack::finish() {
  end_run();
  if (passthrough_) finish_passing();
  if (without_words_ > 0)
    log(fmt::format("left out: captions or user data of {} frame{}", without_words_,
                    without_words_ == 1 ? "" : "s"));
}

// When the last frames of a segment are lost, the rest of it must still be written.
void VideoTrack::finish_passing() {
  const auto rest = passthrough_->unfinished();
  if (rest.empty()) return;
  for (const std::int64_t stamp : rest) decode_times_->add(stamp - *shift_);
  log(fmt::format("packets of lost frames are passed on with their group of pictures: {}",
                  rest.size()));
  passthrough_->finish([this](AVPacket& packet) { write_passed(packet); });
}

}  // namespace overlace
