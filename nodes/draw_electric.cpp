// SPDX-License-Identifier: Apache-2.0
// draw_electric: arcs of lightning along curves, which jump several times a second.
#include "graph/data/electric.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

struct Params : GlowParams, PresenceParams {
  Number width{percent(0.25F)};
  Number amplitude{0.12F};
  int octaves = 6;
  Number rate{12};
  int branches = 2;
  int seed = 0;
  Paint color{Color{0.75F, 0.9F, 1, 1}};
  Number opacity{1};
};

DrawElectricOp lower(const Params& p, const FrameTime& time) {
  return {
      .width = p.width.at(time),
      .amplitude = p.amplitude.at(time),
      .opacity = p.opacity.at(time),
      .color = p.color.at(time),
      .glow = p.glow(time),
      .presence = p.presence(),
      .parts = 1 + p.branches,
      .octaves = static_cast<std::uint32_t>(p.octaves),
      .seed = static_cast<std::uint32_t>(p.seed),
      .step = step_at(time.shown_s * p.rate.at(time).constant),
  };
}

}  // namespace

NodeType draw_electric() {
  return Node<Params>("draw_electric", Stage::drawing,
                      "Paints lightning along curves, which jumps several times a second.")
      .input("curves", Stage::curves, "The curves that the arcs follow.")
      .number("width", &Params::width, {0, 64, Unit::px},
              "Line width of an arc; branches taper to nothing.")
      .number("amplitude", &Params::amplitude, {0, 1, Unit::ratio},
              "How far an arc's middle strays from the curve at most, in link lengths; finer parts "
              "stray half as far each time.")
      .integer("octaves", &Params::octaves, {1, 8, Unit::count},
               "How many times each part is divided in two: an arc has 2^octaves pieces.")
      .fixed_number("rate", &Params::rate, {0, 120, Unit::hertz},
                    "How often the arcs jump; 0 keeps them still.")
      .integer("branches", &Params::branches, {0, 8, Unit::count}, "Side arcs of each arc.")
      .integer("seed", &Params::seed, {0, 1e9, Unit::none},
               "Random seed: the same number always gives the same arcs.")
      .color("color", &Params::color,
             "Colour; mapped from an attribute, it runs from one end's colour to the other's.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the arcs.")
      .with(glow_rows)
      .with(presence_rows)
      .shown_with(R"({"width": 3, "glow_radius": 5})")
      .lowers(lower);
}

}  // namespace overlace
