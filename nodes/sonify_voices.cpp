// SPDX-License-Identifier: Apache-2.0
// sonify_voices: each tracked object is a voice that sounds as long as the object is present.
#include "node_list.h"
#include "nodes/parts/sonify_params.h"

namespace overlace {
namespace {

struct Params : SonifyParams {
  Number attack{0.02F};
  Number release{0.08F};

  Params() {
    pitch = mapped(R"({"map": "y", "from": ["0%", "100%"], "to": [84, 48]})");
    pan = mapped(R"js({"expr": "clamp(x / frame_width, 0, 1)"})js");
    level = mapped(R"js({"expr": "0.5 * sqrt(min(area / (frame_width * frame_height), 1))"})js");
    brightness = mapped(R"({"map": "speed", "from": ["0%", "50%"], "to": [0.05, 0.6]})");
  }
};

SoundOp lower(const Params& p, const FrameTime& time) {
  SoundOp op = p.sound(time);
  op.attack_s = p.attack.at(time).constant;
  op.release_s = p.release.at(time).constant;
  return op;
}

}  // namespace

NodeType sonify_voices() {
  return Node<Params>("sonify_voices", Stage::sound,
                      "Gives each tracked object a voice that sounds as long as it is there.")
      .input("tracks", Stage::tracks, "The objects to play; those without an id are silent.")
      .number("pitch", &Params::pitch, pitch_range,
              "Pitch as a MIDI note number, 60 for middle C; high up in the picture is high by "
              "default.")
      .number("pan", &Params::pan, part_range,
              "From 0, left, to 1, right; by default where the object is.")
      .number("level", &Params::level, part_range,
              "Amplitude relative to other voices; by default the larger, the louder.")
      .number("brightness", &Params::brightness, part_range,
              "Strength of overtones, except for sines; by default the faster, the brighter.")
      .with(sonify_rows)
      .fixed_number("attack", &Params::attack, {0.001, 10, Unit::seconds},
                    "How long a sine voice takes to fade in.")
      .fixed_number("release", &Params::release, {0.001, 10, Unit::seconds},
                    "How long a voice takes to fade once its object is gone.")
      .lowers(lower);
}

}  // namespace overlace
