// SPDX-License-Identifier: Apache-2.0
// draw_labels: writes a text from a template at each tracked object.
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/text_params.h"
#include "text/rotated_place.h"

namespace overlace {
namespace {

struct Params : TextParams, PresenceParams {
  std::string text = "{class} {id?}";
  BoxPosition position = BoxPosition::top_left;
  bool inside = false;
  Number offset{percent(0.4F)};
  bool keep_inside = true;
};

float turn_of(const TrackTable& table, std::uint32_t row) {
  return table.rotation.empty() ? 0 : table.rotation[row];
}

void draw(TextWriter<Params>& writer, const HostInputs& in, DisplayList& out) {
  const Params& p = *writer.planned->params;
  const FrameTextStyle style_of_frame(p, in.time);
  const FrameNumber offset = p.offset.at(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const std::string& text = writer.write({in.time, &in.tracks, object});
    const TextStyle look = shown(style_of_frame.at(in.tracks, object), there);
    const QuarterVec size = writer.painter.measure(text, look);
    const float gap = offset.at(in.tracks, object), turn = turn_of(*in.table, row);
    const Box& box = in.tracks.box[row];
    QuarterVec corner = turn == 0 ? place_block(p.position, box, size, gap, p.inside)
                                  : place_at_rotated(p.position, box, turn, size, gap, p.inside);
    if (p.keep_inside) corner = keep_within(corner, size, in.clip.size);
    writer.painter.paint(text, look, corner, size, p.position, out);
  }
}

}  // namespace

NodeType draw_labels() {
  return Node<Params>("draw_labels", Stage::drawing,
                      "Writes a text from a template at each tracked object.")
      .input("tracks", Stage::tracks, "The objects to label.")
      .text(
          "text", &Params::text,
          "What to write: {class}, {id}, {frame}, {time}, {timecode}, {count}, any attribute or "
          "series such as {door.in}, with a format as in {score:.2f}; {id?} writes nothing for an "
          "object without one; \\n breaks the line.")
      .with(text_rows)
      .choice<BoxPosition>("position", &Params::position, box_position_names(), "Place on the box.")
      .boolean("inside", &Params::inside, "Place the label inside the box instead of around it.")
      .number("offset", &Params::offset, {-1e4, 1e4, Unit::px},
              "Distance from the box to the plate.")
      .boolean("keep_inside", &Params::keep_inside,
               "Move a label back that would leave the picture.")
      .with(presence_rows)
      .draws_with_memory(writes<Params>(TemplateScope::object, draw));
}

}  // namespace overlace
