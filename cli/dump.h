// SPDX-License-Identifier: Apache-2.0
// The records of each stage of one frame, as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "graph/core/json.h"
#include "graph/core/log.h"
#include "render/device_choice.h"
#include "render/frame_choice.h"
#include "render/graph_settings.h"

namespace overlace {

enum class DumpStage : std::uint8_t { tracks, links, curves, display_list, tiles, frame };

struct DumpSettings {
  GraphSettings graph;
  DeviceSettings device;  ///< draws the stage `frame`; the others are the same on every device
  DumpStage stage = DumpStage::display_list;
  FrameChoice frame{};
};

/// The records of one stage of one frame: rows of every track table, links, curves, primitives,
/// tiles of 64 x 16 pixels that the display list touches, or the picture's hash. The frame is drawn
/// on black, oriented as shown rather than as stored. `video` is the clip's file; empty: there is
/// none. Throws Error(usage) past the end of the clip.
[[nodiscard]] Json dump_stage(const DumpSettings& settings, ClipInfo clip, const std::string& video,
                              const LogSink& log);

/// One record per line, "key=value key=value", for reading and diffing.
[[nodiscard]] std::string records_as_text(const Json& records);

}  // namespace overlace
