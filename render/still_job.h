// SPDX-License-Identifier: Apache-2.0
// Renders one frame of a video with the overlay drawn in, as a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "io/write/frame_sink.h"
#include "render/frame_choice.h"
#include "render/render_settings.h"

namespace overlace {

struct StillSettings {
  InputSettings input;
  GraphSettings graph;
  DeviceSettings device;
  FrameChoice frame{};
  std::string output;                ///< PNG, TIFF or EXR file
  WriterOptions writer;              ///< the settings that apply to pictures
  std::vector<std::string> typed{};  ///< names of options: those without effect are told
};

/// Draws the frame and writes the picture, with the same bytes as a render into a sequence; returns
/// the frame's number. `log` gets assumptions. Throws Error (usage, input, output …).
std::int32_t render_still(StillSettings settings, const LogSink& log);

}  // namespace overlace
