// SPDX-License-Identifier: Apache-2.0
// Reading as the user wants it.
#include "tools/cli/input_options.h"

#include "graph/core/error.h"
#include "io/read/frame_rate.h"

namespace overlace {

void InputOptions::add_to(CLI::App& command) {
  command
      .add_option("IN", path,
                  "Video to draw on; numbered pictures: in_%04d.png, in.####.exr; - reads a pipe")
      ->required();
  command.add_option("--fps", frame_rate,
                     "Frame rate of numbered pictures and raw streams: 25, 24000/1001, 23.976");
  command
      .add_option("--plate", plate,
                  "What OpenEXR pictures hold: linear light, or R'G'B' as displayed: display")
      ->check(CLI::IsMember({"linear", "display"}))
      ->capture_default_str();
}

void InputOptions::add_interlaced_option(CLI::App& command) {
  command
      .add_option("--interlaced", interlaced,
                  "Interlaced video: refuse to draw on it, deinterlace it first, or draw on whole "
                  "frames as if they were progressive")
      ->check(CLI::IsMember({"refuse", "deinterlace", "draw"}))
      ->capture_default_str();
}

ReaderOptions InputOptions::reader(const Say& say) const {
  ReaderOptions options{.say = say};
  if (!frame_rate.empty()) options.frame_rate = parse_frame_rate(frame_rate);
  options.deinterlace = interlaced == "deinterlace";
  options.plates_are_linear = plate == "linear";
  return options;
}

void InputOptions::check_fields(const VideoInfo& video, const Graph& graph) const {
  if (video.field_order == FieldOrder::progressive || interlaced != "refuse" ||
      graph.composite.empty())
    return;
  throw Error(ErrorCode::usage,
              "is interlaced: what is drawn over both fields of a frame would comb and flicker",
              "--interlaced deinterlace makes it progressive, --interlaced draw draws all the same",
              Place{path});
}

}  // namespace overlace
