// SPDX-License-Identifier: Apache-2.0
// draw_link_labels: writes a text from a template on every link: a distance, an age, a relation.
#include <algorithm>
#include <cmath>
#include <span>

#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/text_params.h"

namespace overlace {
namespace {

struct Params : TextParams, WritingParams, PresenceParams {
  std::vector<std::string> names;
  std::string text = "{length:.0f} px";
  Number at{0.5F};
  Number offset{0};
  bool keep_inside = true;
};

/// A point beside a line of joined curves: at share `at` of its way, of which each curve has an
/// equal part, and `offset` px to the left as seen on the screen.
Vec2 place_beside(std::span<const Curve> line, float at, float offset) {
  const float part = clamp(at, 0.0F, 1.0F) * static_cast<float>(line.size());
  const std::size_t index = std::min(static_cast<std::size_t>(part), line.size() - 1);
  const Curve& curve = line[index];
  const Vec2 chord = curve.p1 - curve.p0;
  const float length = std::sqrt(chord.x * chord.x + chord.y * chord.y);
  const Vec2 place = point_at(curve, part - static_cast<float>(index));
  return length > 0 ? place + Vec2{chord.y, -chord.x} * (offset / length) : place;
}

/// The corner of a block centred on a point.
QuarterVec corner_around(Vec2 middle, QuarterVec size) {
  const auto round = [](float v) { return static_cast<int>(std::lround(v * quarters)); };
  return {round(middle.x) - size.x / 2, round(middle.y) - size.y / 2};
}

void draw(TextWriter<Params>& writer, const HostInputs& in, DisplayList& out) {
  const Params& p = *writer.planned->params;
  const FrameTextStyle style(p, in.time);
  const FrameNumber at = p.at.at(in.time), offset = p.offset.at(in.time);
  for (std::span<const Curve> rest = in.curves, line; !rest.empty();
       rest = rest.subspan(line.size())) {
    line = first_line(rest);
    const Curve& curve = line.front();
    out.begin_row(curve.row_a);
    const Presence there = both_of(presence_of(p.presence(), in.tracks, curve.row_a),
                                   presence_of(p.presence(), in.tracks, curve.row_b));
    const Element link{.row = curve.row_a,
                       .link_length = curve.length,
                       .link_age = curve.age,
                       .link_strength = curve.strength,
                       .presence = there.opacity};
    const std::string& text = writer.write({in.time, &in.tracks, link});
    TextStyle look = shown(style.at(in.tracks, link), there);
    look.opacity *= curve.strength;
    const QuarterVec size = writer.painter.measure(text, look);
    const Vec2 place = place_beside(line, at.at(in.tracks, link), offset.at(in.tracks, link));
    QuarterVec corner = corner_around(place, size);
    if (p.keep_inside) corner = keep_within(corner, size, in.clip.size);
    writer.painter.paint(text, look, corner, size, BoxPosition::center, out);
  }
}

}  // namespace

NodeType draw_link_labels() {
  return Node<Params>("draw_link_labels", Stage::drawing,
                      "Writes a text from a template on every link.")
      .input("curves", Stage::curves, "The curves to label.")
      .text("text", &Params::text,
            "What to write: {length}, {link_age}, {strength}, and what draw_labels can write about "
            "the object where the link begins.")
      .with(text_rows)
      .with(writing_rows)
      .text_list("names", &Params::names,
                 "Names to show for classes: \"person=Mensch\". Others keep their own.")
      .number("at", &Params::at, {0, 1, Unit::ratio},
              "Where on the curve its middle is: 0 at the beginning, 1 at the end.")
      .number("offset", &Params::offset, {-1e4, 1e4, Unit::px},
              "Distance of its middle from the curve, to the left along its direction.")
      .boolean("keep_inside", &Params::keep_inside,
               "Move labels that would leave the picture back into it.")
      .with(presence_rows)
      .shown_with(R"({"size": 12, "border_width": 1, "shadow": 2})")
      .shown_with("names", R"({"text": "{class}"})")
      .draws_with_memory(writes<Params>(TemplateScope::link, draw));
}

}  // namespace overlace
