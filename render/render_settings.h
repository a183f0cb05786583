// SPDX-License-Identifier: Apache-2.0
// All settings of a render, as values: nothing below parses text.
#pragma once

#include <cstdint>
#include <string>

#include "render/device_choice.h"
#include "render/graph_settings.h"
#include "render/hwaccel.h"
#include "render/transcode.h"

namespace overlace {

/// What to do with a video whose frames are two fields.
enum class Interlaced : std::uint8_t {
  refuse,       ///< what is drawn over both fields of a frame would comb
  deinterlace,  ///< make it progressive first
  draw,         ///< draw on whole frames as if they were progressive
};

struct InputSettings {
  std::string path;         ///< video, numbered pictures, or "-"
  ReaderOptions reading{};  ///< hardware and orientation follow from the rest
  Interlaced interlaced = Interlaced::refuse;
};

struct RenderSettings {
  InputSettings input;
  GraphSettings graph;
  DeviceSettings device;
  HwAccel hwaccel = HwAccel::automatic;
  TranscodeOptions transcode;      ///< output, frames, encoder; hardware follows from the rest
  bool copy_if_untouched = false;  ///< pass on packets of frames that nothing is drawn on
};

/// Refuses what does not go together, before anything is opened: throws Error(usage).
void check_settings(const RenderSettings& settings);

}  // namespace overlace
