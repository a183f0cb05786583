// SPDX-License-Identifier: Apache-2.0
// Maps frame numbers to the frames of a video.
#include "render/frame_choice.h"

#include <fmt/format.h>

#include "graph/core/error.h"
#include "graph/core/log.h"

namespace overlace {
namespace {

std::string frames_of(const VideoInfo& video) {
  const std::int32_t first = video.clip.first_frame;
  if (video.clip.frame_count == 0) return fmt::format("frames count from {}", first);
  return fmt::format("the video has frames {} to {}", first, first + video.clip.frame_count - 1);
}

std::int32_t middle_of(const VideoInfo& video) {
  const std::int32_t count = video.clip.frame_count;
  const double frames =
      count > 0 ? static_cast<double>(count) : video.duration_s * video.clip.frame_rate.value();
  if (frames <= 0)
    throw Error(ErrorCode::usage, "the length of this video is not known", "give a frame number",
                SourceLocation{"--frame"});
  return static_cast<std::int32_t>(frames / 2);
}

}  // namespace

std::int32_t existing_frame(const FrameChoice& choice, const VideoInfo& video) {
  if (choice.kind == FrameChoice::Kind::first) return 0;
  if (choice.kind == FrameChoice::Kind::middle) return middle_of(video);
  const std::int32_t count = video.clip.frame_count, first = video.clip.first_frame;
  if (choice.number < first || (count > 0 && choice.number - first >= count))
    throw Error(ErrorCode::usage, fmt::format("there is no frame {}", choice.number),
                frames_of(video), SourceLocation{"--frame"});
  return choice.number - first;
}

FrameList existing_frames(const FrameList& frames, const VideoInfo& video, const LogSink& log) {
  const std::int32_t first = video.clip.first_frame;
  const std::int32_t count = video.clip.frame_count;
  if (frames.all() || (first == 0 && count == 0)) return frames;
  FrameList there = frames.last() < first ? FrameList() : frames.counted_from(first);
  if (there.all() || (count > 0 && there.count_below(count) == 0))
    throw Error(ErrorCode::usage,
                fmt::format("no frame is selected: there is no frame {}", frames.first()),
                frames_of(video), SourceLocation{"--frames"});
  if (log && frames.first() < first)
    log(fmt::format("frames before {} do not exist and are left out", first));
  if (log && count > 0 && there.last() >= count)
    log(fmt::format("frames after {} do not exist and are left out", first + count - 1));
  return there;
}

std::int64_t selected_count(const FrameList& frames, const VideoInfo& video) {
  const std::int32_t count = video.clip.frame_count;
  return count > 0 ? frames.count_below(count) : 0;
}

}  // namespace overlace
