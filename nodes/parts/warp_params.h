// SPDX-License-Identifier: Apache-2.0
// What the warps of drawings and of the picture share: parameters and operation.
#pragma once

#include <memory>
#include <string>

#include "graph/core/error.h"
#include "graph/plan/effect_ops.h"
#include "graph/types/node.h"

namespace overlace {

struct WarpParams {
  WarpKind kind = WarpKind::push;
  Number amount = percent(2);
  Number angle{0.0F};
  Number radius = percent(10);
  Number x{0.0F}, y{0.0F};
  Number scale = percent(8);
  Number speed{0.5F};
  int seed = 0;
};

/// The optional port for the places to warp at; it comes second.
inline constexpr auto warp_strokes = []<class P>(Node<P>& node) {
  node.optional_input(
      "strokes", Stage::tracks,
      "Objects at whose centres it acts; without them, it acts at one place.",
      +[](const P&) { return std::string(); });
};
/// Rows of WarpParams.
inline constexpr auto warp_rows = []<class P>(Node<P>& node) {
  constexpr Range offset{-1e4, 1e4, Unit::px};
  node.template choice<WarpKind>("kind", &P::kind,
                                 {{"push", WarpKind::push},
                                  {"swirl", WarpKind::swirl},
                                  {"bulge", WarpKind::bulge},
                                  {"noise", WarpKind::noise}},
                                 "Push along the angle, turn around the centre, spread from it, or "
                                 "stir with waves, which without strokes are everywhere.")
      .number("amount", &P::amount, {-most_warp_amount, most_warp_amount, Unit::px},
              "How far a pixel moves at most; negative values reverse it.")
      .number("angle", &P::angle, {-360, 360}, "Direction of a push in degrees: 0 right, 90 down.")
      .number("radius", &P::radius, {1, 1e4, Unit::px},
              "Distance at which the push has fallen to 0.6; it ends at four times this.")
      .number("x", &P::x, offset, "Place without strokes, to the right of the picture's centre.")
      .number("y", &P::y, offset, "Place without strokes, below the picture's centre.")
      .number("scale", &P::scale, {2, 1e4, Unit::px}, "Wavelength of kind noise.")
      .number("speed", &P::speed, {0, 100, Unit::hertz}, "How fast these waves move.")
      .integer("seed", &P::seed, {0, 1e9}, "Random seed of the waves.");
};

/// Rejects more objects than fit into a device's data for one frame.
inline void check_strokes(const std::string& node, const TrackTable& tracks) {
  const std::size_t most = busiest_frame(tracks);
  if (most <= most_warp_strokes) return;
  throw Error(ErrorCode::usage,
              node + " takes " + std::to_string(most_warp_strokes) +
                  " strokes in a frame, and a frame of the tracks has " + std::to_string(most),
              "keep fewer objects with track_filter");
}

/// Makes the operation of each frame; strokes come through the second port.
template <class P>
Lower<WarpOp> warp_of(const std::string& node, std::shared_ptr<const P> params,
                      PrepareContext& context) {
  const TrackTable* tracks = context.inputs.at(1);
  if (tracks != nullptr) check_strokes(node, *tracks);
  const Vec2 middle{static_cast<float>(context.clip.size.width) / 2,
                    static_cast<float>(context.clip.size.height) / 2};
  return [params, tracks, middle](const FrameTime& time) {
    const P& p = *params;
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

}  // namespace overlace
