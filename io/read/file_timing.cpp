// SPDX-License-Identifier: Apache-2.0
// A frame is settled when no later packet can be shown before it. Times are then placed as the
// reader places those of decoded frames.
#include "io/read/file_timing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "io/read/packet_role.h"
#include "io/read/stream_facts.h"
#include "io/read/time_line.h"

namespace overlace {
namespace {

/// Puts time stamps that arrive in decoding order into the order of presentation.
class StampOrder {
 public:
  void add(const AVPacket& packet) {
    if (packet.dts != AV_NOPTS_VALUE) {
      const bool restarted = packet.dts < last_dts_;
      settle(restarted ? farthest_stamp : packet.dts);
      last_dts_ = packet.dts;
    }
    waiting_.push(packet.pts);
  }
  [[nodiscard]] std::vector<std::int64_t> finish() {
    settle(farthest_stamp);
    return std::move(settled_);
  }

 private:
  void settle(std::int64_t before) {
    for (; !waiting_.empty() && waiting_.top() < before; waiting_.pop())
      settled_.push_back(waiting_.top());
  }

  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> waiting_;
  std::vector<std::int64_t> settled_;
  std::int64_t last_dts_ = -farthest_stamp;
};

/// The time stamps of all frames in order, and their unit.
struct Stamps {
  std::vector<std::int64_t> ticks;
  Rational time_base;
};

/// Empty if a packet does not tell.
Stamps read_stamps(const std::string& path, int index) {
  InputFile file = open_input(path);
  const AVStream& stream = *file.container->streams[index];
  for (unsigned i = 0; i < file.container->nb_streams; ++i)
    if (static_cast<int>(i) != index) file.container->streams[i]->discard = AVDISCARD_ALL;
  const PacketInspector inspect = make_packet_inspector(*stream.codecpar);
  const Stamps unknown{{}, from_av(stream.time_base)};
  StampOrder order;
  for (const PacketPtr packet = make_packet(); read_packet(file, *packet, path);
       av_packet_unref(packet.get())) {
    const bool of_other = packet->stream_index != index;
    if (of_other || packet->size == 0 || (packet->flags & AV_PKT_FLAG_DISCARD) != 0) continue;
    const int shown = inspect ? inspect(*packet).shown : 1;
    if (shown == 0) continue;
    if (shown != 1 || !says_time(packet->pts)) return unknown;
    order.add(*packet);
  }
  Stamps stamps = unknown;
  stamps.ticks = order.finish();
  return stamps;
}

/// Whether a frame is further from where the nominal rate puts it than rounding explains: times may
/// have been in a container that counts milliseconds.
bool varies(const std::vector<double>& times, Rational rate, Rational time_base) {
  const double tolerance_s = 1.001 * std::max(time_base.value(), 0.001);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (std::abs(times[i] - static_cast<double>(i) / rate.value()) > tolerance_s) return true;
  return false;
}

/// Seconds from the frame with the time stamp `first`; earlier ones are not shown by decoders.
FrameClock::Reading reading_of(const Stamps& stamps, Rational rate, std::int64_t first) {
  TimeLine line(frame_ticks(rate, stamps.time_base), stamps.time_base, {});
  std::vector<double> times;
  for (const std::int64_t tick : stamps.ticks)
    if (!times.empty() || tick >= first)
      times.push_back(seconds(line.place(tick) - first, stamps.time_base));
  return {times, varies(times, rate, stamps.time_base)};
}

/// Whether all frames are listed, equally far apart.
bool lists_constant_rate(const AVFormatContext& container, AVStream& stream) {
  const int count = avformat_index_get_entries_count(&stream);
  if (!is_format(container, "mov") || count < 2 || count != stream.nb_frames) return false;
  const auto stamp = [&](int i) { return avformat_index_get_entry(&stream, i)->timestamp; };
  const std::int64_t step = stamp(1) - stamp(0);
  for (int i = 2; i < count; ++i)
    if (stamp(i) - stamp(i - 1) != step) return false;
  return true;
}

}  // namespace

/// Whether a second look at the file may find a time in every packet.
bool FileTiming::has_stamps() const {
  return !given_ && !file_.pictures && !file_.canvas && !is_piped(path_) &&
         !is_picture(*file_.container);
}

Rational FileTiming::frame_rate() const {
  if (given_) return *given_;
  if (file_.pictures) return file_.picture_rate;
  if (states_frame_rate(stream_) || !has_stamps()) return frame_rate_of(stream_);
  const Stamps stamps = read_stamps(path_, stream_.index);
  const std::size_t count = stamps.ticks.size();
  const double span_s =
      count == 0 ? 0 : seconds(stamps.ticks.back() - stamps.ticks.front(), stamps.time_base);
  constexpr int largest = 1'000'000;  // numerator or denominator
  return span_s > 0 ? from_av(av_d2q(static_cast<double>(count - 1) / span_s, largest))
                    : frame_rate_of(stream_);
}

std::shared_ptr<const FrameClock> FileTiming::clock(Rational rate, std::int64_t first) const {
  if (!has_stamps() || lists_constant_rate(*file_.container, stream_)) return nullptr;
  return std::make_shared<const FrameClock>([path = path_, index = stream_.index, rate, first] {
    return reading_of(read_stamps(path, index), rate, first);
  });
}

}  // namespace overlace
