// SPDX-License-Identifier: Apache-2.0
// A packet is chosen if any part of it is heard in a span, with one more before the first: decoders
// need a run-up, and containers with edit lists hide it.
#include "io/write/sound_cut.h"

#include <algorithm>
#include <utility>

namespace overlace {

SoundCut::SoundCut(const VideoReader& source, const FrameSink& sink, const FrameList& frames)
    : video_base_(source.stream().time_base),
      container_(source.container()),
      ranges_(frames.spans()),
      range_(ranges_.size()) {
  for (unsigned i = 0; i < container_.nb_streams; ++i) {
    const AVStream& stream = *container_.streams[i];
    if (&stream != &source.stream() && sink.wants(stream)) past_end_[stream.index] = false;
  }
}

std::size_t SoundCut::range_of(std::int32_t number) const {
  const auto found = std::ranges::find_if(
      ranges_, [number](const FrameRange& r) { return number >= r.first && number <= r.last; });
  return static_cast<std::size_t>(found - ranges_.begin());
}

void SoundCut::put(PacketPtr packet) {
  if (packet->pts == AV_NOPTS_VALUE) return;
  waiting_.push_back(std::move(packet));
  if (is_over() || leaves_out_) decide();
}

void SoundCut::leave_out_until(std::int64_t pts) {
  leaves_out_ = true;
  now_ = std::max(now_, pts);
  decide();
}

void SoundCut::pass(const DecodedFrame& picture) {
  if (is_over()) return;
  const std::size_t before = std::exchange(range_, range_of(picture.number));
  const bool inside = range_ < ranges_.size();
  const std::int64_t end = picture.pts + std::max<std::int64_t>(picture.duration, 1);
  if (inside && range_ == before) {
    spans_.back().end = end;
  } else if (inside) {
    spans_.push_back({picture.pts, end});
  }
  last_passed_ = picture.number;
  now_ = picture.pts;
  leaves_out_ = false;
  decide();
}

SoundCut::Fate SoundCut::fate_of(const AVPacket& packet) const {
  const AVRational base = container_.streams[packet.stream_index]->time_base;
  const std::int64_t end = packet.pts + std::max<std::int64_t>(packet.duration, 1);
  for (const Span& span : spans_) {
    if (av_compare_ts(packet.pts, base, span.end, video_base_) < 0 &&
        av_compare_ts(end, base, span.begin, video_base_) > 0)
      return Fate::chosen;
  }
  const bool decided = is_over() || av_compare_ts(end, base, now_, video_base_) <= 0;
  return decided ? Fate::dropped : Fate::waits;
}

void SoundCut::decide() {
  for (PacketPtr& packet : std::exchange(waiting_, {})) {
    switch (fate_of(*packet)) {
      case Fate::waits:
        waiting_.push_back(std::move(packet));
        break;
      case Fate::chosen:
        choose(std::move(packet));
        break;
      case Fate::dropped:
        const AVRational base = container_.streams[packet->stream_index]->time_base;
        const bool after =
            is_over() && av_compare_ts(packet->pts, base, spans_.back().end, video_base_) >= 0;
        if (after) past_end_[packet->stream_index] = true;
        if (spans_.empty()) before_[packet->stream_index] = std::move(packet);
        break;
    }
  }
}

void SoundCut::choose(PacketPtr packet) {
  const auto before = before_.find(packet->stream_index);
  if (before != before_.end()) {
    emit(std::move(before->second));
    before_.erase(before);
  }
  emit(std::move(packet));
}

void SoundCut::emit(PacketPtr packet) {
  const AVRational base = container_.streams[packet->stream_index]->time_base;
  const std::int64_t origin = av_rescale_q(spans_.front().begin, video_base_, base);
  packet->pts -= origin;
  if (packet->dts != AV_NOPTS_VALUE) packet->dts -= origin;
  chosen_.push_back(std::move(packet));
}

bool SoundCut::complete() const {
  return is_over() &&
         std::ranges::all_of(past_end_, [](const auto& entry) { return entry.second; });
}

std::vector<PacketPtr> SoundCut::take() {
  return std::exchange(chosen_, {});
}

}  // namespace overlace
