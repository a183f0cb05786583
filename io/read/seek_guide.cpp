// SPDX-License-Identifier: Apache-2.0
// An index of packets predicts each frame; a seek is trusted while every prediction holds.
#include "io/read/seek_guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace overlace {

std::string SeekGuide::why_not() const {
  if (is_piped(path_)) return "a pipe can be read only once";
  if (options_.frame_rate && !is_canvas(stream_)) return "the video has no time stamps";
  return distrust_;
}

void SeekGuide::log_once(const std::string& why, std::int32_t number, std::int32_t first) {
  if (why.empty() || !options_.log || std::exchange(said_, true)) return;
  const std::int32_t from = options_.first_frame.value_or(0);
  options_.log(fmt::format("frame {} is reached by decoding from frame {} on: {}", from + number,
                           from + first, why));
}

std::optional<RandomAccess> SeekGuide::access_for(std::int32_t number) {
  std::string why = why_not();
  std::optional<RandomAccess> access;
  if (why.empty()) {
    if (!index_) index_.emplace(path_, options_.frame_rate, stream_);
    index_->cover(number);
    access = index_->access_before(number);
    if (number >= index_->frames()) why = index_->obstacle();
  }
  log_once(why, number, access ? access->number : 0);
  return access;
}

void SeekGuide::begin(const RandomAccess& access, std::int32_t first_needed) {
  access_ = access;
  first_needed_ = first_needed;
}

void SeekGuide::give_up(const std::string& why, std::int32_t number) {
  distrust_ = why;
  access_.reset();
  log_once(why, number, 0);
}

bool SeekGuide::leaves_out(const AVPacket& packet, std::size_t place) const {
  const IndexedPacket* known = access_ ? index_->packet(place) : nullptr;
  if (known == nullptr) return false;
  if (!known->is(packet)) throw SeekMismatch{"a packet differs after seeking"};
  if (packet.pts < access_->pts) return true;
  const std::optional<std::int64_t> needed = index_->stamp_of(first_needed_);
  return known->disposable && needed && packet.pts < *needed;
}

std::int32_t SeekGuide::number_of(std::int64_t pts, std::int32_t next) const {
  const std::optional<std::int32_t> number = index_->number_at(pts);
  if (!number && next >= index_->frames()) return next;  // beyond the end of the index
  const auto follows = [this, next](std::int32_t n) {
    return n < first_needed_ ? n >= next : n == std::max(next, first_needed_);
  };
  if (!number || !follows(*number))
    throw SeekMismatch{"frames come in a different order than their packets state"};
  return *number;
}

}  // namespace overlace
