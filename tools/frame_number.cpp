// SPDX-License-Identifier: Apache-2.0
// Frame numbers as typed.
#include "tools/frame_number.h"

#include <fmt/format.h>

#include <charconv>

#include "graph/core/error.h"

namespace overlace {

std::int32_t frame_number(const std::string& text, const VideoInfo& video) {
  if (text == "middle") {
    const double frames = video.clip.frame_count > 0
                              ? static_cast<double>(video.clip.frame_count)
                              : video.duration_s * video.clip.frame_rate.value();
    if (frames <= 0)
      throw Error(ErrorCode::usage, "the length of this video is not known", "give a frame number",
                  Place{"--frame"});
    return static_cast<std::int32_t>(frames / 2);
  }
  std::int32_t number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0)
    throw Error(ErrorCode::usage, fmt::format("'{}' is no frame number", text),
                "frames count from 0; 'middle' works too", Place{"--frame"});
  const std::int32_t count = video.clip.frame_count;
  if (count > 0 && number >= count)
    throw Error(ErrorCode::usage, fmt::format("frame {} is past the end", number),
                fmt::format("the video has frames 0 to {}", count - 1), Place{"--frame"});
  return number;
}

void check_frames_exist(const FrameList& frames, const VideoInfo& video, const Say& say) {
  const std::int32_t count = video.clip.frame_count;
  if (frames.all() || count == 0 || frames.last() < count) return;
  if (frames.count_below(count) == 0)
    throw Error(ErrorCode::usage,
                fmt::format("no frame is selected: frame {} is past the end", frames.first()),
                fmt::format("the video has frames 0 to {}", count - 1), Place{"--frames"});
  if (say) say(fmt::format("frames after {} do not exist and are left out", count - 1));
}

}  // namespace overlace
