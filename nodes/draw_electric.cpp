// SPDX-License-Identifier: Apache-2.0
// draw_electric: arcs of lightning along curves, which jump some times a second.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/electric_path.h"
#include "nodes/shared_params.h"

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

constexpr std::uint32_t main_arc = 0;  ///< branches count from 1

/// What all arcs of a pair share. Mapped values are those of end a; `color_end` is that of end b.
struct Brush {
  PairRandom random;
  float amplitude, width;
  Color color, color_end;
  Glow glow;
  float drawn;  ///< part of each arc
};

/// An arc along a curve.
struct Arc {
  Curve curve;
  std::uint32_t number = main_arc;
  int octaves = 1;
};

Vec2 point_of(const Brush& brush, const Arc& arc, float t) {
  const Vec2 chord = arc.curve.p1 - arc.curve.p0;
  const Vec2 normal{-chord.y, chord.x};  // as long as the chord, of which the amplitude is a part
  const float off = electric_displacement(brush.random, arc.number, arc.octaves, t);
  return point_at(arc.curve, t) + normal * (brush.amplitude * off);
}

/// `like` as a straight line elsewhere.
Curve straight(const Curve& like, Vec2 from, Vec2 to) {
  Curve line = like;
  line.p0 = from;
  line.hc = (from + to) * 0.5F;
  line.p1 = to;
  line.w = 1;
  line.segments = 1;
  const Vec2 chord = to - from;
  line.length = sqrt(chord.x * chord.x + chord.y * chord.y);
  return line;
}

/// Draws an arc as one line, which is blended once. A branch tapers to nothing.
void draw_arc(const Brush& brush, const Arc& arc, DisplayList& out) {
  const int pieces = 1 << arc.octaves;
  const bool tapers = arc.number != main_arc;
  Vec2 from = point_of(brush, arc, 0);
  for (int i = 0; i < pieces; ++i) {
    const float begin = static_cast<float>(i) / static_cast<float>(pieces);
    const float end = static_cast<float>(i + 1) / static_cast<float>(pieces);
    const Vec2 to = point_of(brush, arc, end);
    Primitive piece;
    piece.kind = PrimitiveKind::curve;
    piece.joined = i > 0;
    piece.curve = straight(arc.curve, from, to);
    piece.stroke = lerp(brush.color, brush.color_end, begin);
    piece.stroke_end = lerp(brush.color, brush.color_end, end);
    piece.width = brush.width * (tapers ? 1 - begin : 1);
    piece.width_end = brush.width * (tapers ? 1 - end : 1);
    piece.glow = brush.glow;
    piece.trim_end = brush.drawn;
    out.primitives.push_back(piece);
    from = to;
  }
}

/// A branch leaves the arc somewhere in its middle part, sideways and on.
Arc branch_of(const Brush& brush, const Arc& arc, std::uint32_t number) {
  constexpr float earliest = 0.15F, latest = 0.75F, shortest = 0.15F, longest = 0.4F;  // of the arc
  constexpr float least_turn = 0.25F, most_turn = 1;                                   // tangents
  constexpr std::uint32_t shape_octave = 63;  // no octave has this number
  const RandomWords words = brush.random.words(number, shape_octave, 0);
  const Vec2 from = point_of(brush, arc, lerp(earliest, latest, unit_random(words.word[0])));
  const float side = (words.word[3] & 1U) != 0 ? 1.0F : -1.0F;
  const float turn = side * lerp(least_turn, most_turn, unit_random(words.word[1]));
  const float part = lerp(shortest, longest, unit_random(words.word[2]));
  const Vec2 chord = (arc.curve.p1 - arc.curve.p0) * (part / sqrt(1 + turn * turn));
  const Vec2 to = from + chord + Vec2{-chord.y, chord.x} * turn;
  return {straight(arc.curve, from, to), number, std::max(1, arc.octaves - 1)};
}

/// The curve as it runs from the object with the lower id, so that its arc stays the same whichever
/// end comes first.
Curve from_lower_id(Curve curve, const TrackId* id) {
  if (id[curve.row_b] >= id[curve.row_a]) return curve;
  std::swap(curve.p0, curve.p1);
  std::swap(curve.row_a, curve.row_b);
  return curve;
}

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const FrameNumber width = p.width.at(in.time), amplitude = p.amplitude.at(in.time);
  const FrameNumber opacity = p.opacity.at(in.time);
  const FrameColor color = p.color.at(in.time);
  const GlowOp glow = p.glow(in.time);
  const double step = in.time.shown_s * p.rate.at(in.time).constant;
  for (const Curve& given : in.curves) {
    const Curve curve = from_lower_id(given, in.tracks.id);
    const Presence there = both_of(presence_of(p.presence(), in.tracks, curve.row_a),
                                   presence_of(p.presence(), in.tracks, curve.row_b));
    const auto element = [&](std::uint32_t row) {
      return Element{.row = row,
                     .link_length = curve.length,
                     .link_age = curve.age,
                     .link_strength = curve.strength,
                     .presence = there.opacity};
    };
    const Element a = element(curve.row_a), b = element(curve.row_b);
    const float strength = opacity.at(in.tracks, a) * curve.strength * there.opacity;
    const Brush brush{.random = PairRandom::of(p.seed, step, in.tracks.id[curve.row_a],
                                               in.tracks.id[curve.row_b]),
                      .amplitude = amplitude.at(in.tracks, a),
                      .width = std::max(width.at(in.tracks, a), 0.0F) * there.size,
                      .color = fade(color.at(in.tracks, a), strength),
                      .color_end = fade(color.at(in.tracks, b), strength),
                      .glow = make_glow(glow, in.tracks, a),
                      .drawn = there.drawn};
    const Arc arc{curve, main_arc, p.octaves};
    draw_arc(brush, arc, out);
    for (int i = 1; i <= p.branches; ++i)
      draw_arc(brush, branch_of(brush, arc, static_cast<std::uint32_t>(i)), out);
  }
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_electric() {
  return Node<Params>("draw_electric", Stage::drawing,
                      "Paints arcs of lightning along curves, which jump some times a second.")
      .input("curves", Stage::curves, "The curves that arcs follow.")
      .number("width", &Params::width, {0, 64, Unit::px},
              "Line width of an arc; branches taper to nothing.")
      .number("amplitude", &Params::amplitude, {0, 1, Unit::ratio},
              "How far an arc's middle strays from the curve at most, by the length of the link; "
              "finer parts stray by half as much each time.")
      .integer("octaves", &Params::octaves, {1, 8, Unit::count},
               "How many times each part is divided in two: an arc has 2^octaves pieces.")
      .fixed_number("rate", &Params::rate, {0, 120, Unit::hertz},
                    "How often the arcs jump; 0 keeps them still.")
      .integer("branches", &Params::branches, {0, 8, Unit::count}, "Side arcs of each arc.")
      .integer("seed", &Params::seed, {0, 1e9, Unit::none},
               "Another number gives other arcs; the same one always the same.")
      .color("color", &Params::color,
             "Colour; mapped from an attribute, it runs from one end's colour to the other's.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the arcs.")
      .with(glow_rows)
      .with(presence_rows)
      .draws(prepare);
}

}  // namespace overlace
