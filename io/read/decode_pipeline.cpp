// SPDX-License-Identifier: Apache-2.0
// Receives until the decoder needs input, then feeds it one packet.
#include "io/read/decode_pipeline.h"

#include <algorithm>
#include <utility>

#include "io/cuda/cuda_frames.h"
#include "io/frames/pixel_format.h"
#include "io/read/stream_facts.h"

namespace overlace {
namespace {

bool should_give_frame(const AVPacket& packet) {
  return (packet.flags & AV_PKT_FLAG_DISCARD) == 0 && packet.size > 0;
}

std::int64_t frame_duration(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame.duration;
#else
  return frame.pkt_duration;
#endif
}

PresentationTimes times_of(const DecodePipeline::Input& in) {
  const InputFile& file = in.source.file();
  const bool has_stamps = file.pictures || file.canvas || !in.options.frame_rate;
  return {in.clip.frame_rate, from_av(in.source.stream().time_base), has_stamps, in.options.log};
}

}  // namespace

DecodePipeline::DecodePipeline(const Input& input, std::unique_ptr<FrameDecoder> decoder)
    : in_(input),
      decoder_(std::move(decoder)),
      damage_(input.path, input.options.on_corrupt),
      times_(times_of(input)) {
  follow_origins(0);
}

bool DecodePipeline::next(DecodedFrame& picture) {
  while (!prepared_ || !prepared_->has_next()) {
    if (ended_) return false;
    if (receive()) {
      accept();
    } else if (!ended_) {
      feed();
    }
  }
  picture = prepared_->take();
  return true;
}

// True when a frame is in frame_. Sets ended_ when no more will come.
bool DecodePipeline::receive() {
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

void DecodePipeline::feed() {
  const PacketPtr packet = make_packet();
  const int status = in_.source.read(*packet);
  if (status == AVERROR(EAGAIN)) return;
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "reading");
  if (status < 0 && status != AVERROR_EOF && in_.source.file().pictures) return damaged_packet();
  if (status < 0) {
    if (status != AVERROR_EOF) damage_.end_early();
    draining_ = true;
    send(nullptr);
    return;
  }
  if (!in_.guide.leaves_out(*packet, in_.source.place() - 1)) {
    send(packet.get());
  } else if (should_give_frame(*packet)) {
    damage_.expect_frame();
    damage_.count_frame();
  }
}

void DecodePipeline::send(const AVPacket* packet) {
  if (packet != nullptr) {
    if ((packet->flags & AV_PKT_FLAG_CORRUPT) != 0) marked_packet();
    if (should_give_frame(*packet)) {
      damage_.expect_frame();
      expect(*packet);
    }
  }
  const int status = decoder_->send(packet);
  if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "decoding");
  if (status < 0 && status != AVERROR_EOF) damaged_packet();  // one packet, not the stream
}

void DecodePipeline::expect(const AVPacket& packet) {
  if (!repair_) return;
  const bool has_stamps = packet.pts != AV_NOPTS_VALUE && packet.dts != AV_NOPTS_VALUE;
  // In a stream with reordering, the first frame is decoded before its presentation time; files
  // without these offsets, as some cameras write them, have timestamps in decoding order, which say
  // nothing about a frame.
  const bool is_first = damage_.expected() == 1;
  const bool without_offsets =
      is_first && in_.source.stream().codecpar->video_delay > 0 && packet.pts == packet.dts;
  if (!has_stamps || without_offsets || !repair_->expect(packet.pts, packet.dts)) end_repair();
}

void DecodePipeline::end_repair() {
  if (!repair_) return;
  for (FramePtr& frame : repair_->take_waiting()) show({.frame = std::move(frame)});
  repair_.reset();
}

// True where each packet holds one frame.
bool DecodePipeline::counts_packets() const {
  return prepared_ && counts_frames(in_.source.stream(), prepared_->fields());
}

// Without damage, the decoder knows best what to show. Pictures on a device are drawn on in place
// and cannot be shown twice.
void DecodePipeline::accept() {
  damage_.count_frame();
  if (is_picture(*in_.source.file().container)) assume_full_range_gray(*frame_);
  if (!prepared_) {
    prepared_.emplace(*frame_, in_.source.stream(), in_.options);
    if (!counts_packets()) end_repair();
  }
  FramePtr frame = std::exchange(frame_, make_frame());
  if (repair_ && frame->pts == AV_NOPTS_VALUE) end_repair();
  if (repair_ && damage_.any() && !on_cuda(*frame)) {
    repair_->add(std::move(frame));
    show_repaired();
    return;
  }
  if (repair_) repair_->shown(frame->pts);
  show({.frame = std::move(frame)});
}

void DecodePipeline::show_repaired() {
  while (std::optional<FrameRepair::Turn> turn = repair_->next()) {
    turn->frame->best_effort_timestamp = turn->pts;
    show(std::move(*turn));
  }
}

void DecodePipeline::show(FrameRepair::Turn turn) {
  const FramePtr& frame = turn.frame;
  DecodedFrame picture;
  picture.pts = times_.next(*frame);
  if (in_.source.file().pictures) pass_gap(static_cast<std::int32_t>(picture.pts));
  const bool is_damaged = has_errors(*frame) || turn.stands_in;
  if (is_damaged) {
    distrust_seek("a frame is damaged");
    damage_.add_frame(clip_number(), turn.stands_in);
  }
  if (in_.guide.is_active()) next_number_ = in_.guide.number_of(picture.pts, next_number_);
  picture.time = {clip_number(), times_.seconds_at(picture.pts)};
  picture.shown = origins_->next(turn, clip_number(), troubles(), *decoder_);
  picture.scaled = Size{frame->width, frame->height} != prepared_->coded_size();
  picture.number = next_number_++;
  picture.duration = std::max<std::int64_t>(frame_duration(*frame), 0);
  const bool skipped = in_.options.on_corrupt == OnCorrupt::skip && is_damaged;
  if (skipped || picture.number < first_needed_) return prepared_->normalizer().pass(*frame);
  prepared_->put(std::move(picture), std::move(turn.frame), *origins_);
}

PictureOrigins::Troubles DecodePipeline::troubles() const {
  const std::int64_t pending = ended_ ? 0 : decoder_->damage_without_frame();
  const bool has_pictures = in_.source.file().pictures.has_value();
  return {.all = damage_.troubles() + pending,
          .lost = repair_ || has_pictures ? 0 : damage_.found().corrupt_packets,
          .lost_at_start = repair_ && !has_pictures ? repair_->lost_at_start() : 0};
}

// Possibly only part of a sequence is read: gaps count when they are reached.
void DecodePipeline::pass_gap(std::int32_t number) {
  for (; next_number_ < number; ++next_number_) damage_.add_gap(clip_number());
}

// Joined transport streams seem to lack packets at the joins: only the consequences of such a mark
// count as damage, unless a device decodes, which reports none.
void DecodePipeline::marked_packet() {
  distrust_seek("a packet is marked as damaged");
  if (is_format(*in_.source.file().container, "mpegts") && !decoder_->in_hardware()) {
    damage_.add_break();
  } else {
    damage_.add_packet(clip_number());
  }
}

void DecodePipeline::damaged_packet() {
  distrust_seek("a packet is damaged");
  damage_.add_packet(clip_number());
}

// Damage shows only from the place on where decoding began.
void DecodePipeline::distrust_seek(const char* why) const {
  if (in_.guide.is_active()) throw SeekMismatch{why};
}

bool DecodePipeline::ends_by_index() const {
  return is_format(*in_.source.file().container, "mov") &&
         in_.clip.frame_count > damage_.expected() && damage_.expected() > 0;
}

void DecodePipeline::finish() {
  ended_ = true;
  const bool damaged_before = damage_.any();
  if (counts_packets()) damage_.add_missing(damage_.lost_frames());
  damage_.add_unreported(decoder_->damage_without_frame());
  if (ends_by_index() ||
      ends_before_its_duration(*in_.source.file().container, in_.source.last_packet_us()))
    damage_.end_early();
  if (repair_ && damaged_before && !damage_.found().ended_early) {
    repair_->end();
    show_repaired();
  }
  end_repair();
  if (prepared_) {
    prepared_->end(*origins_);
    const std::string converted = prepared_->normalizer().conformer().summary();
    if (!converted.empty() && in_.options.log) in_.options.log(converted);
  }
  if (ends_by_index()) damage_.add_missing(in_.clip.frame_count - damage_.expected());
  if (damage_.any()) distrust_seek("the stream ends early or lacks frames");
  damage_.finish(clip_number(), in_.options.log);
}

void DecodePipeline::follow_origins(std::int32_t number) {
  const InputFile& file = in_.source.file();
  const bool fills = file.pictures && in_.options.missing_pictures != MissingPictures::black;
  origins_.emplace(in_.clip.first_frame, number, in_.source.stream().codecpar->codec_id,
                   fills ? &*file.pictures : nullptr);
}

void DecodePipeline::restart(std::int32_t number) {
  using Start = FrameDecoder::Start;
  decoder_->restart(number == 0 ? Start::first_packet : Start::amid_stream);
  times_.restart();
  prepared_->restart(number);
  follow_origins(number);
  repair_.reset();
  if (counts_packets()) repair_.emplace();
  damage_.restart(number);
  next_number_ = number;
  errors_at_end_ = 0;
  draining_ = ended_ = false;
}

}  // namespace overlace
