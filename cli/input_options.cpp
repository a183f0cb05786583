// SPDX-License-Identifier: Apache-2.0
// Option tables for inputs.
#include "cli/input_options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "cli/frame_option.h"
#include "cli/picture_size.h"
#include "graph/core/error.h"
#include "graph/values/colors.h"
#include "io/read/frame_rate.h"

namespace overlace {
namespace {

/// The variable is meant for all programs of a pipeline: it says where colour spaces are looked up,
/// but changes no picture by itself.
void add_space_options(const Command& command, PlateSpace& space) {
  if (const char* config = std::getenv("OCIO")) space.usual_config = config;
  command.text(
      "--working-space NAME", space.name,
      "Primaries of OpenEXR input: file (what it states, or else BT.709's), acescg, "
      "aces2065-1, bt709, bt2020, p3-d65, or a scene-linear space of an OpenColorIO config");
  command.text("--ocio FILE", space.config,
               "OpenColorIO config whose spaces --working-space names (default: scene_linear); "
               "without it, the variable OCIO names one for spaces that overlace lacks");
}

/// An opaque colour. Throws Error(usage).
Color parse_background(const std::string& text) {
  const std::optional<Color> color = parse_color(text);
  if (!color || color->a < 1)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not an opaque colour", text),
                "write it as #203040, or by its name");
  return *color;
}

}  // namespace

void add_input_argument(const Command& command, InputSettings& input) {
  command
      .text(
          "IN", input.path,
          "Video to draw on, or sound alone; numbered pictures: in_%04d.png, in.####.exr; - reads "
          "a pipe")
      .required();
}

void add_reading_options(const Command& table, InputSettings& input) {
  const Command command = table.group("Input");
  command.parsed("--fps RATE", input.reading.frame_rate, parse_frame_rate,
                 "Frame rate of numbered pictures, raw streams and sound alone: 25, 24000/1001, "
                 "23.976 (default of sound: 30)");
  command.parsed("--size WxH", input.reading.canvas.size, parse_size,
                 "Size of the picture that sound alone is drawn on", "1920x1080");
  command.parsed("--background COLOR", input.reading.canvas.color, parse_background,
                 "Colour of that picture", "black");
  add_first_frame_option(command, input.reading.first_frame);
  command.choice<bool>("--plate", input.reading.plates_are_linear,
                       {{"linear", true}, {"display", false}},
                       "What OpenEXR input holds: linear light, or display-referred R'G'B'");
  add_space_options(command, input.reading.plate_space);
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

void add_interlaced_option(const Command& table, InputSettings& input) {
  const Command command = table.group("Input");
  command.choice<Interlaced>(
      "--interlaced", input.interlaced,
      {{"refuse", Interlaced::refuse},
       {"deinterlace", Interlaced::deinterlace},
       {"draw", Interlaced::draw}},
      "Interlaced video: refuse it, deinterlace it first, or draw across both fields");
}

}  // namespace overlace
