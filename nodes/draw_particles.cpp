// SPDX-License-Identifier: Apache-2.0
// draw_particles: sparks, embers, dust: dots that objects emit and that fly on by themselves.
#include <cmath>
#include <string>

#include "node_list.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

struct Params : GlowParams {
  Anchor anchor = Anchor::center;
  Number rate{40};
  Number life{1.2F};
  Number life_spread{0.5F};
  Number scatter{0.5F};
  Number angle{-90};
  Number spread{60};
  Number speed{percent(12)};
  Number speed_spread{0.6F};
  Number inherit{0.3F};
  Number drag{0.8F};
  Number gravity{percent(-4)};
  Number size{percent(0.6F)};
  Number size_end{percent(0.1F)};
  Paint color{Color{1, 0.8F, 0.4F, 1}};
  Paint color_end{Color{1, 0.2F, 0, 0}};
  Number opacity{1};
  int seed = 0;
};

constexpr std::size_t largest_count = 20'000;

/// The part of the operation that is the same in every frame.
DrawParticlesOp flight_of(const Params& p, const ClipInfo& clip) {
  const FrameTime any{};
  const auto fixed = [&](const Number& number) { return number.at(any).constant; };
  const double frames_per_s = clip.frame_rate.value();
  const double births = double{fixed(p.rate)} / frames_per_s;
  DrawParticlesOp op;
  op.anchor = p.anchor;
  op.frames = 1 + static_cast<std::int32_t>(double{fixed(p.life)} * frames_per_s);
  op.parts = static_cast<std::int32_t>(std::ceil(births));
  op.births = static_cast<std::uint64_t>(births * 0x1p32);
  op.seed = static_cast<std::uint32_t>(p.seed);
  op.frame_s = static_cast<float>(1 / frames_per_s);
  op.life_s = fixed(p.life);
  op.life_spread = fixed(p.life_spread);
  op.scatter = fixed(p.scatter);
  op.angle = fixed(p.angle);
  op.spread = fixed(p.spread);
  op.speed = fixed(p.speed);
  op.speed_spread = fixed(p.speed_spread);
  op.inherit = fixed(p.inherit);
  op.drag = fixed(p.drag);
  op.gravity = fixed(p.gravity);
  return op;
}

void check_count(const DrawParticlesOp& op, const TrackTable& tracks) {
  const std::size_t most = most_particles(op, tracks);
  if (most <= largest_count) return;
  throw Error(ErrorCode::usage,
              "draw_particles shows at most " + std::to_string(largest_count) +
                  " particles in a frame, and these tracks would give off up to " +
                  std::to_string(most),
              "lower rate or life, or keep fewer objects with track_filter");
}

Lower<DrawOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const DrawParticlesOp flight = flight_of(*params, context.clip);
  const std::int32_t first = context.clip.first_frame;
  if (context.tracks != nullptr) check_count(flight, *context.tracks);
  const bool is_timed = has_variable_rate(context.clip);
  return [params, flight, first, is_timed](const FrameTime& time) -> DrawOp {
    const Params& p = *params;
    DrawParticlesOp op = flight;
    op.frame = time.frame - first;
    op.size = p.size.at(time);
    op.size_end = p.size_end.at(time);
    op.opacity = p.opacity.at(time);
    op.color = p.color.at(time);
    op.color_end = p.color_end.at(time);
    op.glow = p.glow(time);
    if (is_timed) return DrawTimedParticlesOp{op, p.rate.at({}).constant};
    return op;
  };
}

}  // namespace

NodeType draw_particles() {
  constexpr Range share{0, 1, Unit::ratio};
  constexpr Range speed{-1e5, 1e5, Unit::px_per_second};
  return Node<Params>("draw_particles", Stage::drawing,
                      "Draws particles that objects emit: sparks, embers, dust.")
      .input("tracks", Stage::tracks, "The objects that emit particles, for as long as they exist.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Point of the box where particles begin.")
      .fixed_number("rate", &Params::rate, {0, 2000, Unit::hertz},
                    "Particles that each object emits per second.")
      .fixed_number("life", &Params::life, {0.01, 60, Unit::seconds},
                    "Longest life of a particle; it outlives its object.")
      .fixed_number(
          "life_spread", &Params::life_spread, share,
          "How much shorter a life can be: 0.5 gives lives from half of `life` to all of it.")
      .fixed_number("scatter", &Params::scatter, {0, 4, Unit::ratio},
                    "How far from the anchor a particle may start, in half box sizes; 0 starts at "
                    "the anchor.")
      .fixed_number("angle", &Params::angle, {-360, 360},
                    "Direction of flight in degrees: 0 right, 90 down, -90 up.")
      .fixed_number("spread", &Params::spread, {0, 360},
                    "Width of the fan of directions in degrees; 360 is every direction.")
      .fixed_number("speed", &Params::speed, {0, 1e5, Unit::px_per_second},
                    "Highest speed at birth.")
      .fixed_number("speed_spread", &Params::speed_spread, share,
                    "How much slower a particle can be: 1 gives speeds from 0 to `speed`.")
      .fixed_number("inherit", &Params::inherit, {0, 2, Unit::ratio},
                    "Part of its object's own motion that a particle keeps.")
      .fixed_number("drag", &Params::drag, {0, 100},
                    "How fast the air slows a particle, per second; 0 is no drag.")
      .fixed_number("gravity", &Params::gravity, speed,
                    "Downward speed that a particle gains per second; below 0 it rises.")
      .number("size", &Params::size, {0, 1e4, Unit::px}, "Diameter at birth.")
      .number("size_end", &Params::size_end, {0, 1e4, Unit::px}, "Diameter at the end of life.")
      .color("color", &Params::color, "Colour at birth.")
      .color("color_end", &Params::color_end,
             "Colour at the end of life; alpha 0 fades the particle out.")
      .number("opacity", &Params::opacity, share, "Opacity of all particles.")
      .integer("seed", &Params::seed, {0, 1e9, Unit::none},
               "Random seed: the same number always gives the same particles.")
      .with(glow_rows)
      .shown_with(R"({"rate": 60, "speed": 90, "size": 5, "size_end": 3, "glow_radius": 5})")
      .prepares<DrawOp>(prepare);
}

}  // namespace overlace
