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
  int columns = 3, width = 640;               ///< most pictures side by side, and px of one
  bool overwrite = false;
  GraphSettings graph;  ///< its document is ignored, and its values go where they have a target
  DeviceSettings device;
};

struct SheetResult {
  std::int32_t frame = 0;  ///< its number
  int refused = 0;         ///< presets that cannot be drawn on it
};

/// Draws and writes the sheet. A preset that cannot be drawn gets a picture that says why. `drawn`
/// is called for each preset; `log` gets assumptions, and presets that cannot be drawn. Throws
/// Error (usage, input, output …), at once for a value that no preset has a target for, and the
/// first preset's error if none can be drawn.
SheetResult draw_sheet(const SheetSettings& settings, const LogSink& log,
                       const std::function<void(const std::string& preset)>& drawn);

}  // namespace overlace
