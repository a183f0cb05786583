// SPDX-License-Identifier: Apache-2.0
// Every preset on one frame, as one picture.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "render/device_choice.h"
#include "render/frame_choice.h"
#include "render/graph_settings.h"

namespace overlace {

struct SheetSettings {
  std::string input, output;
  FrameChoice frame{.kind = FrameChoice::Kind::middle};
  std::optional<std::int32_t> first_frame{};  ///< see ReaderOptions
  std::vector<std::string> presets;           ///< empty: all of them
  int columns = 3, width = 640;               ///< most pictures side by side, and the pixels of one
  bool overwrite = false;
  GraphSettings graph;  ///< its document is not looked at
  DeviceSettings device;
};

/// Draws and writes the sheet; returns the frame's number. `drawn` hears of each
/// preset, `log` of assumptions. Throws Error (usage, input, output …).
std::int32_t draw_sheet(const SheetSettings& settings, const LogSink& log,
                        const std::function<void(const std::string& preset)>& drawn);

}  // namespace overlace
