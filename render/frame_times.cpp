// SPDX-License-Identifier: Apache-2.0
// The clip's own times, and the nominal rate where they end.
#include "render/frame_times.h"

#include "graph/core/error.h"
#include "graph/core/frame_clock.h"

namespace overlace {

std::int32_t counted_frames(const ClipInfo& clip) {
  if (clip.frame_count > 0 || !clip.clock) return clip.frame_count;
  return static_cast<std::int32_t>(clip.clock->reading().times.size());
}

std::vector<double> frame_times(const VideoReader& reader, const LogSink& log) {
  const ClipInfo& clip = reader.info().clip;
  std::vector<double> times = clip.clock ? clip.clock->reading().times : std::vector<double>();
  const auto declared = static_cast<std::size_t>(std::max(clip.frame_count, 0));
  const std::size_t count = declared > 0 ? declared : times.size();
  if (count == 0)
    throw Error(ErrorCode::usage, "the number of frames is not known: sound needs it",
                "store the video in a file, or render without sound: --audio keep",
                SourceLocation{reader.path()});
  if (clip.clock && times.size() < count && log)
    log("sound follows the nominal frame rate where packets do not tell when frames are shown");
  times.resize(std::min(times.size(), count));
  for (std::size_t i = times.size(); i <= count; ++i)
    times.push_back(seconds_at(clip, clip.first_frame + static_cast<double>(i)));
  return times;
}

}  // namespace overlace
