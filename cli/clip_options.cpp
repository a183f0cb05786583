// SPDX-License-Identifier: Apache-2.0
// The clip for which a plan is made.
#include "cli/clip_options.h"

#include <cmath>

#include "cli/frame_option.h"
#include "cli/picture_size.h"
#include "graph/core/error.h"
#include "io/read/video_reader.h"

namespace overlace {

void ClipOptions::add_to(const Command& table) {
  const Command command = table.group("Clip");
  const OptionRow video = command.text("-i,--input,--video VIDEO", input, "Video to draw on");
  command.parsed("--size WxH", size, parse_size,
                 "Picture size when there is no video, or sound alone", "1920x1080");
  command.number("--fps RATE", frame_rate, "Frame rate when there is no video", {{0.01, 10000}})
      .excludes(video);
  add_first_frame_option(command, first_frame);
}

ClipInfo ClipOptions::clip() const {
  if (!input.empty())
    return VideoReader(input, {.canvas = {.size = size}, .first_frame = first_frame}).info().clip;
  return {.size = size,
          .frame_rate = {std::llround(frame_rate * 1000), 1000},
          .first_frame = first_frame.value_or(0)};
}

ClipInfo tracked_clip(const std::string& video, std::optional<std::int32_t> first_frame) {
  const VideoReader reader(video, {.first_frame = first_frame});
  if (is_canvas(reader.stream()))
    throw Error(ErrorCode::usage, "holds sound alone: tracks are of a video's pictures",
                "give their video, or none", SourceLocation{video});
  ClipInfo clip = reader.info().clip;
  clip.stored = reader.info().coded;
  return clip;
}

}  // namespace overlace
