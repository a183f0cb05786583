// SPDX-License-Identifier: Apache-2.0
// One frame of a video with the overlay drawn in, as a picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graph/core/log.h"
#include "render/render_settings.h"

namespace overlace {

struct StillSettings {
  InputSettings input;
  GraphSettings graph;
  DeviceSettings device;
  std::optional<std::int32_t> frame = 0;  ///< as the video numbers it; nothing is the middle one
  std::string output;                     ///< PNG, TIFF or EXR file
  bool overwrite = false;
};

/// Draws the frame and writes the picture; returns the frame's number, counted from 0. `log` hears
/// assumptions. Throws Error (usage, input, output …).
std::int32_t render_still(const StillSettings& settings, const LogSink& log);

}  // namespace overlace
