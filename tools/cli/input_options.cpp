// SPDX-License-Identifier: Apache-2.0
// Rows on inputs.
#include "tools/cli/input_options.h"

#include "graph/data/working_spaces.h"
#include "io/read/frame_rate.h"
#include "tools/cli/frame_option.h"

namespace overlace {

void add_input_argument(const Command& command, InputSettings& input) {
  command
      .text("IN", input.path,
            "Video to draw on; numbered pictures: in_%04d.png, in.####.exr; - reads a pipe")
      .required();
}

void add_reading_options(const Command& command, InputSettings& input) {
  command.parsed("--fps", input.reading.frame_rate, parse_frame_rate,
                 "Frame rate of numbered pictures and raw streams: 25, 24000/1001, 23.976");
  add_first_frame_option(command, input.reading.first_frame);
  command.choice<bool>("--plate", input.reading.plates_are_linear,
                       {{"linear", true}, {"display", false}},
                       "What OpenEXR input holds: linear light, or display-referred R'G'B'");
  command.choice<std::optional<Primaries>>(
      "--working-space", input.reading.plate_primaries,
      {{"file", std::nullopt},
       {"acescg", acescg_primaries},
       {"aces2065-1", aces2065_primaries},
       {"bt709", bt709_primaries},
       {"bt2020", bt2020_primaries},
       {"p3-d65", p3_d65_primaries}},
      "Primaries of OpenEXR input: those that the files state, or else BT.709's; or these");
  command.choice<MissingPictures>(
      "--missing", input.reading.missing_pictures,
      {{"report", MissingPictures::report},
       {"error", MissingPictures::refuse},
       {"hold", MissingPictures::hold},
       {"nearest", MissingPictures::nearest},
       {"black", MissingPictures::black}},
      "Numbers without a picture: report leaves a gap, hold and nearest show another picture, "
      "black a black one");
}

void add_input_options(const Command& command, InputSettings& input) {
  add_input_argument(command, input);
  add_reading_options(command, input);
}

void add_interlaced_option(const Command& command, InputSettings& input) {
  command.choice<Interlaced>(
      "--interlaced", input.interlaced,
      {{"refuse", Interlaced::refuse},
       {"deinterlace", Interlaced::deinterlace},
       {"draw", Interlaced::draw}},
      "Interlaced video: refuse it, deinterlace it first, or draw across both fields");
}

}  // namespace overlace
