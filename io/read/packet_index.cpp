// SPDX-License-Identifier: Apache-2.0
// No packet presents a frame before its own decoding time: earlier ones are settled.
#include "io/read/packet_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/read/time_line.h"

namespace overlace {
namespace {

constexpr std::int64_t before_all = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t after_all = std::numeric_limits<std::int64_t>::max();
/// The most frames that a decoder holds back for reordering (H.264, A.3.1).
constexpr std::size_t most_reordered = 16;

}  // namespace

bool IndexedPacket::is(const AVPacket& packet) const {
  const bool same_place = position < 0 || packet.pos < 0 || position == packet.pos;
  return pts == packet.pts && bytes == packet.size && same_place;
}

PacketIndex::PacketIndex(const std::string& path, const std::optional<Rational>& frame_rate,
                         const AVStream& stream)
    : path_(path),
      file_(open_input(path, frame_rate)),
      stream_(stream.index),
      reorders_(stream.codecpar->video_delay > 0),
      day_(av_rescale_q(std::int64_t{24} * 3600 * AV_TIME_BASE, microseconds, stream.time_base)),
      inspect_(make_packet_inspector(*stream.codecpar)),
      last_dts_(before_all),
      last_shown_(before_all) {
  if (!inspect_)
    end(fmt::format("nothing is known of key frames in {} video",
                    avcodec_get_name(stream.codecpar->codec_id)));
  for (unsigned i = 0; i < file_.container->nb_streams; ++i)
    if (static_cast<int>(i) != stream_) file_.container->streams[i]->discard = AVDISCARD_ALL;
}

void PacketIndex::end(const std::string& why) {
  ended_ = true;
  obstacle_ = why;
}

void PacketIndex::cover(std::int32_t number) {
  const PacketPtr packet = make_packet();
  while (!ended_ && stamps_.size() <= static_cast<std::size_t>(number) + most_reordered) {
    const int status = file_.read(*packet);
    if (status == AVERROR(EAGAIN)) continue;
    if (status == AVERROR(ENOMEM)) throw_av(status, ErrorCode::out_of_memory, "reading");
    check_disk(file_, path_);
    if (status == AVERROR_EOF) {
      finish();
    } else if (status < 0) {
      end(fmt::format("reading failed: {}", av_error_text(status)));
    } else if (packet->stream_index == stream_) {
      add(*packet);
    }
    av_packet_unref(packet.get());
  }
}

std::vector<std::int64_t> PacketIndex::all_stamps() {
  cover(std::numeric_limits<std::int32_t>::max());
  return stamps_;
}

std::string PacketIndex::obstacle_of(const AVPacket& packet) const {
  if ((packet.flags & AV_PKT_FLAG_CORRUPT) != 0) return "a packet is marked as damaged";
  if (!says_time(packet.pts)) return "packets have no time stamps";
  // Some cameras write decoding order as presentation order.
  if (packets_.empty() && reorders_ && packet.pts == packet.dts)
    return "time stamps are those of decoding";
  if (packet.dts != AV_NOPTS_VALUE && packet.dts <= last_dts_)
    return "time stamps repeat or run backwards";
  return "";
}

// For a frame that would be the next on screen.
const char* PacketIndex::obstacle_at(std::int64_t pts) const {
  if (stamps_.empty())
    return first_is_shown_ && pts != packets_.front().pts ? "frames come before the first key frame"
                                                          : nullptr;
  if (pts <= stamps_.back()) return "time stamps repeat";
  return pts - stamps_.back() > day_ ? "time stamps jump by more than a day" : nullptr;
}

void PacketIndex::add(const AVPacket& packet) {
  const PacketRole role = inspect_(packet);
  const bool shown = (packet.flags & AV_PKT_FLAG_DISCARD) == 0;
  std::string why = obstacle_of(packet);
  if (role.obstacle != nullptr) why = role.obstacle;
  if (packets_.empty() && role.access == RandomAccessKind::none)
    why = "it does not begin with a key frame";
  if (!why.empty()) return end(why);
  if (packet.dts != AV_NOPTS_VALUE) {
    last_dts_ = packet.dts;
    settle(packet.dts);
  }
  const bool referred_to = !role.disposable;
  std::erase_if(candidates_, [&](const RandomAccess& access) {
    return referred_to && packet.pts < access.pts && access.kind == RandomAccessKind::conditional;
  });
  // Packets before it in decoding order must also be shown before it.
  const bool is_access = role.access != RandomAccessKind::none;
  if (is_access && shown && packet.pts > last_shown_)
    candidates_.push_back({packets_.size(), 0, packet.pts, packet.dts, role.access});
  if (packets_.empty()) first_is_shown_ = shown;
  packets_.push_back({packet.pts, packet.pos, packet.size, role.disposable});
  if (!shown) return;
  last_shown_ = std::max(last_shown_, packet.pts);
  unsettled_.push(packet.pts);
}

void PacketIndex::settle(std::int64_t before) {
  while (!ended_ && !unsettled_.empty() && unsettled_.top() < before) {
    const std::int64_t pts = unsettled_.top();
    unsettled_.pop();
    if (const char* why = obstacle_at(pts)) return end(why);
    if (!candidates_.empty() && pts == candidates_.front().pts) {
      accesses_.push_back(candidates_.front());
      accesses_.back().number = static_cast<std::int32_t>(stamps_.size());
      candidates_.pop_front();
    }
    stamps_.push_back(pts);
  }
}

// When a stream ends before the first picture of an open group has been delivered, libav's H.264
// decoder does not deliver the others.
void PacketIndex::finish() {
  settle(after_all);
  ended_ = true;
  while (!accesses_.empty() && accesses_.back().kind == RandomAccessKind::conditional &&
         accesses_.back().packet + most_reordered >= packets_.size())
    accesses_.pop_back();
}

std::optional<RandomAccess> PacketIndex::access_before(std::int32_t number) const {
  const auto after = std::ranges::upper_bound(accesses_, number, {}, &RandomAccess::number);
  if (after == accesses_.begin()) return std::nullopt;
  return *(after - 1);
}

const IndexedPacket* PacketIndex::packet(std::size_t place) const {
  return place < packets_.size() ? &packets_[place] : nullptr;
}

std::optional<std::int64_t> PacketIndex::stamp_of(std::int32_t number) const {
  if (number < 0 || static_cast<std::size_t>(number) >= stamps_.size()) return std::nullopt;
  return stamps_[static_cast<std::size_t>(number)];
}

std::optional<std::int32_t> PacketIndex::number_at(std::int64_t pts) const {
  const auto found = std::ranges::lower_bound(stamps_, pts);
  if (found == stamps_.end() || *found != pts) return std::nullopt;
  return static_cast<std::int32_t>(found - stamps_.begin());
}

}  // namespace overlace
