// SPDX-License-Identifier: Apache-2.0
// All settings of a render, as values: nothing below parses text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/device_choice.h"
#include "render/graph_settings.h"
#include "render/graph_sound.h"
#include "render/hwaccel.h"
#include "render/transcode.h"

namespace overlace {

/// What to do with a video whose frames are two fields.
enum class Interlaced : std::uint8_t {
  refuse,       ///< drawings over both fields of a frame would comb
  deinterlace,  ///< make it progressive first
  draw,         ///< draw on whole frames as if they were progressive
};

struct InputSettings {
  std::string path;         ///< video, numbered pictures, or "-"
  ReaderOptions reading{};  ///< hardware and orientation follow from the other settings
  Interlaced interlaced = Interlaced::refuse;
};

/// The sound of the output.
enum class AudioChoice : std::uint8_t {
  automatic,  ///< the source's sound, and the graph's if it plays something
  keep,       ///< only the source's sound: that of the rendered frames
  all,        ///< only the source's sound: all of it
  none,
  add,      ///< the graph's sound as a stream beside the source's
  replace,  ///< only the graph's sound
  mix,      ///< one stream of both, at the source's sample rate
};

struct RenderSettings {
  InputSettings input;
  GraphSettings graph;
  DeviceSettings device;
  HwAccel hwaccel = HwAccel::automatic;
  AudioChoice audio = AudioChoice::automatic;
  bool keep_metadata = false;        ///< a graph that redacts keeps the source's texts
  SoundSettings sound{};             ///< for what the graph plays
  TranscodeOptions transcode;        ///< output, frames, encoder; hardware follows from the rest
  bool copy_if_untouched = false;    ///< copy the packets of frames that nothing is drawn on
  std::vector<std::string> typed{};  ///< names of options: those without effect are told
};

/// Refuses contradictory settings before anything is opened; throws Error(usage).
void check_settings(const RenderSettings& settings);

}  // namespace overlace
