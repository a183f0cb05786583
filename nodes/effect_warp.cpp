// SPDX-License-Identifier: Apache-2.0
// effect_warp: drawings bent as if pushed by a finger, at one place or at every tracked object.
#include <algorithm>
#include <string>

#include "graph/plan/effects.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  WarpKind kind = WarpKind::push;
  Number amount = percent(2);
  Number angle{0.0F};
  Number radius = percent(10);
  Number x{0.0F}, y{0.0F};
  Number scale = percent(8);
  Number speed{0.5F};
  int seed = 0;
};

/// Refuses more objects than fit what a device gets for a frame.
void check_strokes(const TrackTable& tracks) {
  const std::size_t most = busiest_frame(tracks);
  if (most <= most_warp_strokes) return;
  throw Error(ErrorCode::usage,
              "effect_warp takes " + std::to_string(most_warp_strokes) +
                  " strokes in a frame, and a frame of the tracks has " + std::to_string(most),
              "keep fewer objects with track_filter");
}

Lower<EffectOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const TrackTable* tracks = context.inputs.at(1);
  if (tracks != nullptr) check_strokes(*tracks);
  const Vec2 middle{static_cast<float>(context.clip.size.width) / 2,
                    static_cast<float>(context.clip.size.height) / 2};
  return [params, tracks, middle](const FrameTime& time) -> EffectOp {
    const Params& p = *params;
    WarpOp op{.kind = p.kind,
              .amount = p.amount.at(time).constant,
              .angle = p.angle.at(time).constant,
              .radius = p.radius.at(time).constant,
              .scale = p.scale.at(time).constant,
              .time_turns = double{p.speed.at(time).constant} * time.shown_s,
              .seed = p.seed,
              .everywhere = tracks == nullptr};
    if (tracks == nullptr) {
      op.stroke[op.stroke_count++] = middle + Vec2{p.x.at(time).constant, p.y.at(time).constant};
      return op;
    }
    const RowRange rows = tracks->rows(time.frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      op.stroke[op.stroke_count++] = tracks->box[row].center();
    return op;
  };
}

}  // namespace

NodeType effect_warp() {
  constexpr Range offset{-1e4, 1e4, Unit::px};
  return Node<Params>("effect_warp", Stage::layer,
                      "Bends drawings: pushes, turns, spreads or stirs them.")
      .input("layer", Stage::layer, "What is bent.")
      .optional_input(
          "strokes", Stage::tracks,
          "Objects whose middles it bends at; without them it has one place.",
          +[](const Params&) { return std::string(); })
      .per_frame()
      .choice<WarpKind>("kind", &Params::kind,
                        {{"push", WarpKind::push},
                         {"swirl", WarpKind::swirl},
                         {"bulge", WarpKind::bulge},
                         {"noise", WarpKind::noise}},
                        "Push along the angle, turn around the middle, spread from it, or stir by "
                        "waves, without strokes everywhere.")
      .number("amount", &Params::amount, {-most_warp_amount, most_warp_amount, Unit::px},
              "How far a pixel moves at most; negative the other way.")
      .number("angle", &Params::angle, {-360, 360},
              "Direction of a push in degrees: 0 right, 90 down.")
      .number("radius", &Params::radius, {1, 1e4, Unit::px},
              "Where the push has fallen to 0.6; at four times this it has ended.")
      .number("x", &Params::x, offset, "Place without strokes, right of the picture's middle.")
      .number("y", &Params::y, offset, "Place without strokes, below the picture's middle.")
      .number("scale", &Params::scale, {2, 1e4, Unit::px}, "Length of the waves of kind noise.")
      .number("speed", &Params::speed, {0, 100, Unit::hertz}, "How fast these waves move.")
      .integer("seed", &Params::seed, {0, 1e9}, "Another number gives other waves.")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace
