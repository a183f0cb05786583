// SPDX-License-Identifier: Apache-2.0
// sonify_plucks: each link is a string that is plucked when it appears.
#include "node_list.h"
#include "nodes/parts/sonify_params.h"

namespace overlace {
namespace {

struct Params : SonifyParams {
  Params() {
    pitch = mapped(R"({"map": "length", "from": ["0%", "50%"], "to": [84, 48]})");
    pan = mapped(R"js({"expr": "clamp(x / frame_width, 0, 1)"})js");
    level = Number(0.2F);
    brightness = mapped(R"({"map": "speed", "from": ["0%", "50%"], "to": [0.3, 0.9]})");
    player = Player::pluck;
  }
};

SoundOp lower(const Params& p, const FrameTime& time) {
  SoundOp op = p.sound(time);
  op.of_links = true;
  op.once = true;
  return op;
}

}  // namespace

NodeType sonify_plucks() {
  return Node<Params>("sonify_plucks", Stage::sound,
                      "Plucks a string for each link that appears, and lets it ring.")
      .input("links", Stage::links, "The links to play, between objects with ids.")
      .number("pitch", &Params::pitch, pitch_range,
              "Pitch as a MIDI note number, 60 for middle C; a short link is high by default.")
      .number("pan", &Params::pan, part_range,
              "From 0, left, to 1, right; by default where the link is.")
      .number("level", &Params::level, part_range, "Amplitude relative to other notes.")
      .number("brightness", &Params::brightness, part_range,
              "Strength of overtones, except for sines; by default the faster, the brighter.")
      .with(sonify_rows)
      .lowers(lower);
}

}  // namespace overlace
