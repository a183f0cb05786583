// SPDX-License-Identifier: Apache-2.0
// audio_input: the sound of the clip, or of a file.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "graph/core/elementary.h"
#include "graph/core/log.h"
#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "sound/analysis_samples.h"

namespace overlace {
namespace {

struct Params {
  std::string path;
  int stream = -1;
  std::string channels = "all";
  Number gain{0};
};

/// Reads the number of a channel, from 1; nothing for any other text.
std::optional<std::size_t> channel_number(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && number > 0;
  return is_number ? std::optional(number) : std::nullopt;
}

/// The channel that a text names, from 0.
std::size_t chosen_channel(const std::string& text, std::size_t channels) {
  const std::optional<std::size_t> number = text == "left"    ? std::optional<std::size_t>(1)
                                            : text == "right" ? std::optional<std::size_t>(2)
                                                              : channel_number(text);
  if (!number)
    throw Error(ErrorCode::usage, fmt::format("'{}' names no channel", text),
                suggest(text, {"all", "mix", "left", "right"}));
  if (*number > channels && text != "right")
    throw Error(ErrorCode::usage,
                fmt::format("there is no channel {}: the sound has {}", *number, channels),
                "channels count from 1");
  return std::min(*number, channels) - 1;  // left and right of mono are its only channel
}

/// The requested channels of a sound.
PcmAudio chosen(const PcmAudio& sound, const std::string& channels) {
  PcmAudio out{.sample_rate = sound.sample_rate, .start_s = sound.start_s, .channels = {}};
  if (channels == "all")
    out.channels = sound.channels;
  else if (channels == "mix")
    out.channels = {mono_of(sound)};
  else
    out.channels = {sound.channels[chosen_channel(channels, sound.channels.size())]};
  return out;
}

void amplify(double gain_db, PcmAudio& sound) {
  const auto factor = static_cast<float>(elementary::pow(10, gain_db / 20));
  for (std::vector<float>& channel : sound.channels)
    for (float& sample : channel) sample *= factor;
}

TrackTable make(const Params& p, TrackContext& context) {
  if (!context.read_audio) {
    if (context.log) context.log("there is no sound here: measures of it are missing");
    return audio_table({});
  }
  const auto read = context.read_audio({.path = p.path, .stream = p.stream});
  const double gain_db = static_cast<double>(p.gain.constant.value);
  if (read == nullptr || read->samples == nullptr || (p.channels == "all" && gain_db == 0))
    return audio_table(read == nullptr ? ClipAudio{} : *read);
  PcmAudio sound = at_param("channels", [&] { return chosen(*read->samples, p.channels); });
  if (gain_db != 0) amplify(gain_db, sound);
  return audio_table({std::make_shared<const PcmAudio>(std::move(sound))});
}

}  // namespace

NodeType audio_input() {
  return Node<Params>("audio_input", Stage::audio, "The sound of the clip, or of a file.")
      .file("path", &Params::path, FileContent::audio,
            "File to take sound from. It starts at the file's first picture, or at its first "
            "sample if there is none. Empty: the clip's own sound.")
      .integer("stream", &Params::stream, {-1, 1000},
               "Audio stream of the file, from 0; -1 chooses the best one.")
      .text("channels", &Params::channels,
            "Channels to use: all, mix, left, right, or a channel number from 1. Nodes that "
            "measure a single channel take the mean of all.")
      .fixed_number("gain", &Params::gain, {-120, 120, Unit::decibel}, "Gain applied to the sound.")
      .makes(make);
}

}  // namespace overlace
