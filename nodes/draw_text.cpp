// SPDX-License-Identifier: Apache-2.0
// draw_text: writes a text at a fixed place in the picture, for titles and readouts.
#include "node_list.h"
#include "nodes/parts/text_params.h"
#include "text/quarters.h"

namespace overlace {
namespace {

struct Params : TextParams, WritingParams {
  std::string text = "{timecode}";
  std::string clock_start = "00:00:00";
  BoxPosition position = BoxPosition::top_left;
  Number margin{percent(2.5F)};
  Number offset_x{0}, offset_y{0};
};

std::string tracks_needed_by(const Params& p) {
  const TextTemplate written = at_param("text", [&] {
    return TextTemplate(p.text, TemplateScope::frame, nullptr, {}, {.upper_case = p.upper_case});
  });
  return written.has(BuiltinField::count) ? "{count} in the text" : "";
}

void draw(TextWriter<Params>& writer, const HostInputs& in, DisplayList& out) {
  const Params& p = *writer.planned->params;
  const std::string& text = writer.write({.time = in.time, .tracks = &in.tracks});
  const Element none{};
  const TextStyle look = FrameTextStyle(p, in.time).at(in.tracks, none);
  const QuarterVec size = writer.painter.measure(text, look);
  const Box frame{0, 0, static_cast<float>(in.clip.size.width),
                  static_cast<float>(in.clip.size.height)};
  const auto length = [&](const Number& number) { return number.at(in.time).at(in.tracks, none); };
  QuarterVec corner = place_block(p.position, frame, size, length(p.margin), true);
  corner.x += round_quarters(length(p.offset_x));
  corner.y += round_quarters(length(p.offset_y));
  writer.painter.paint(text, look, corner, size, p.position, out);
}

}  // namespace

NodeType draw_text() {
  return Node<Params>("draw_text", Stage::drawing, "Writes a text at a fixed place in the picture.")
      .optional_input("tracks", Stage::tracks, "The objects that {count} counts.", tracks_needed_by)
      .text(
          "text", &Params::text,
          "What to write: {frame} of {frames}, {time}, {timecode}, {progress} in percent, {rate}, "
          "{wall:%H:%M:%S}, {count} or a series such as {door.in}, with a format as in "
          "{time:.1f}; \\n breaks the line.")
      .text("clock_start", &Params::clock_start,
            "Time of day of the clip's first frame, from which {wall} counts: 18:30:00, or "
            "2026-05-01 18:30:00. The machine's clock is never used.")
      .per_frame()
      .with(text_rows)
      .with(writing_rows)
      .choice<BoxPosition>("position", &Params::position, box_position_names,
                           "Place in the picture.")
      .number("margin", &Params::margin, {0, 1e4, Unit::px},
              "Distance from the edge of the picture to the plate.")
      .number("offset_x", &Params::offset_x, {-1e4, 1e4, Unit::px},
              "Offset to the right of that place.")
      .number("offset_y", &Params::offset_y, {-1e4, 1e4, Unit::px}, "Offset below it.")
      .shown_with(R"({"text": "frame {frame}", "size": 12, "border_width": 2, "shadow": 2})")
      .shown_with("clock_start", R"({"text": "{wall}"})")
      .draws_with_memory(writes<Params>(TemplateScope::frame, draw));
}

}  // namespace overlace
