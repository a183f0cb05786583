// SPDX-License-Identifier: Apache-2.0
// What all sound nodes share: a note's pitch, its loudness, and the instrument that plays it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graph/core/json.h"
#include "graph/plan/sound_plan.h"
#include "graph/types/node.h"

namespace overlace {

/// A number as written in a document, for mapped defaults.
[[nodiscard]] inline Number mapped(std::string_view json) {
  Number number;
  detail::read_number(number, parse_json(json, "default"),
                      detail::number_row("", {}, detail::Varies::with_object, ""));
  return number;
}

/// What plays a note: a given instrument, or one chosen by class.
enum class Player : std::uint8_t { by_class, sine, fm, pluck, modal };
[[nodiscard]] inline std::optional<Instrument> instrument_of(Player player) {
  switch (player) {
    case Player::by_class:
      return std::nullopt;
    case Player::sine:
      return Instrument::sine;
    case Player::fm:
      return Instrument::fm;
    case Player::pluck:
      return Instrument::pluck;
    case Player::modal:
      return Instrument::modal;
  }
  return std::nullopt;
}

struct SonifyParams {
  Number pitch;
  Number pan;
  Number level;
  Number brightness;
  Player player = Player::by_class;
  Scale scale = Scale::minor_pentatonic;
  int root = 9;
  Number ratio{1.0F};
  Number ring{2.0F};

  /// Everything except how notes begin and end.
  [[nodiscard]] SoundOp sound(const FrameTime& time) const {
    return {.instrument = instrument_of(player),
            .scale = scale,
            .root = root,
            .pitch = pitch.at(time),
            .pan = pan.at(time),
            .level = level.at(time),
            .brightness = brightness.at(time),
            .ratio = ratio.at(time).constant,
            .ring_s = ring.at(time).constant};
  }
};

/// MIDI numbers: 60 is middle C.
inline constexpr Range pitch_range{0, 127};
inline constexpr Range part_range{0, 1, Unit::ratio};

/// The instrument, its scale and how it rings.
inline constexpr auto sonify_rows = []<class P>(Node<P>& node) {
  node.template choice<Player>("instrument", &P::player,
                               {{"class", Player::by_class},
                                {"sine", Player::sine},
                                {"fm", Player::fm},
                                {"pluck", Player::pluck},
                                {"modal", Player::modal}},
                               "What plays: a sine, two sines by frequency modulation, a plucked "
                               "string, a struck bar; class gives these to the classes in turn.")
      .template choice<Scale>("scale", &P::scale,
                              {{"minor_pentatonic", Scale::minor_pentatonic},
                               {"major_pentatonic", Scale::major_pentatonic},
                               {"major", Scale::major},
                               {"minor", Scale::minor},
                               {"whole_tone", Scale::whole_tone},
                               {"chromatic", Scale::chromatic},
                               {"none", Scale::none}},
                              "Scale that pitches are snapped to; none lets them glide.")
      .integer("root", &P::root, {0, 11, Unit::count},
               "First semitone of the scale: 0 is C, 9 is A, 11 is B.")
      .fixed_number("ratio", &P::ratio, {0.1, 16, Unit::ratio},
                    "Frequency of the modulator relative to the note, for frequency modulation.")
      .fixed_number("ring", &P::ring, {0.05, 60, Unit::seconds},
                    "Time in which strings and bars decay by 60 dB.");
};

}  // namespace overlace
