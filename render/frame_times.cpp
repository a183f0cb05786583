// SPDX-License-Identifier: Apache-2.0
// Timestamps from the packet index, and the nominal rate where they end.
#include "render/frame_times.h"

#include <algorithm>

#include "graph/core/error.h"
#include "io/files/sequence_name.h"
#include "io/read/packet_index.h"

namespace overlace {
namespace {

/// Timestamps of all frames that the packets have, in ticks; empty for pictures and pipes.
std::vector<std::int64_t> stamps_of(const VideoReader& reader,
                                    const std::optional<Rational>& frame_rate) {
  if (reads_sequence(reader.path()) || reads_only_once(reader.path())) return {};
  return PacketIndex(reader.path(), frame_rate, reader.stream()).all_stamps();
}

}  // namespace

std::vector<double> frame_times(const VideoReader& reader,
                                const std::optional<Rational>& frame_rate, const LogSink& log) {
  const VideoInfo& video = reader.info();
  const std::vector<std::int64_t> stamps = stamps_of(reader, frame_rate);
  const auto declared = static_cast<std::size_t>(std::max(video.clip.frame_count, 0));
  const std::size_t count = declared > 0 ? declared : stamps.size();
  if (count == 0)
    throw Error(ErrorCode::usage, "the number of frames is not known: sound needs it",
                "store the video in a file, or render without sound: --audio keep",
                SourceLocation{reader.path()});
  if (stamps.size() < count && log && !reads_sequence(reader.path()))
    log("sound follows the nominal frame rate where packets do not tell when frames are shown");
  const double tick_s = video.time_base.value(), frame_s = 1 / video.clip.frame_rate.value();
  std::vector<double> times;
  times.reserve(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double before = times.empty() ? 0 : times.back() + frame_s;
    const double stamped =
        i < stamps.size() ? static_cast<double>(stamps[i] - stamps.front()) * tick_s : before;
    times.push_back(times.empty() ? 0 : std::max(times.back(), stamped));
  }
  times.push_back(times.back() + frame_s);
  return times;
}

}  // namespace overlace
