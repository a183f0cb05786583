// SPDX-License-Identifier: Apache-2.0
#include "sample_nodes.h"

namespace overlace::test {
namespace {

NodeType track_sample() {
  return Node<SampleTracks>("track_sample", Stage::tracks, "Makes tracks.")
      .text("path", &SampleTracks::path, "File to read.")
      .text_list("classes", &SampleTracks::classes, "Classes to keep.")
      .integer("skip", &SampleTracks::skip, {0, 100, Unit::frames}, "Frames to leave out.")
      .makes([](const SampleTracks&, TrackContext&) { return TrackTable(); });
}

NodeType track_filter() {
  return Node<SampleTracks>("track_filter", Stage::tracks, "Changes tracks.")
      .input("tracks", Stage::tracks, "What to change.")
      .makes([](const SampleTracks&, TrackContext&) { return TrackTable(); });
}

NodeType link_sample() {
  return Node<SampleLinks>("link_sample", Stage::links, "Makes links.")
      .input("points", Stage::tracks, "What to link.")
      .number("reach", &SampleLinks::reach, {0, 1000, Unit::px}, "How far.")
      .fixed_number("speed", &SampleLinks::speed, {-5, 5, Unit::px_per_second}, "How fast.")
      .boolean("mutual", &SampleLinks::mutual, "Both ways.")
      .lowers<LinkOp>([](const SampleLinks&, const FrameTime&) { return LinkOp(LinkKnnOp()); });
}

DrawOp lower_drawing(const SampleDrawing&, const FrameTime&) {
  return DrawFillOp{};
}

Node<SampleDrawing> drawing(std::string name, std::string port, Stage stage) {
  Node<SampleDrawing> node(std::move(name), Stage::drawing, "Draws.");
  node.input(std::move(port), stage, "What to draw.")
      .number("width", &SampleDrawing::width, {0, 64, Unit::px}, "Line width.")
      .number("offset", &SampleDrawing::offset, {-10, 10, Unit::px}, "Shift.")
      .number("opacity", &SampleDrawing::opacity, {0, 1, Unit::ratio}, "Opacity.")
      .color("color", &SampleDrawing::color, "Colour.")
      .choice<SampleStyle>("style", &SampleDrawing::style,
                           {{"solid", SampleStyle::solid}, {"dotted", SampleStyle::dotted}},
                           "Kind of line.");
  return node;
}

NodeType composite() {
  return Node<GroupParams>("composite", Stage::drawing, "Paints drawings as one.")
      .inputs("layers", Stage::drawing, "Drawings.")
      .with(group_rows)
      .groups([](const GroupParams& group) -> const GroupParams& { return group; });
}

std::vector<Diagnostic> caught(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.problems();
  }
  return {};
}

Graph build_document(const Json& document) {
  return build_graph(document, "test.json", sample_nodes(), {{"tracks", "mot.txt"}});
}

}  // namespace

const Registry& sample_nodes() {
  static const Registry registry(std::vector<NodeType>{
      track_filter(), track_sample(), link_sample(), composite(),
      drawing("draw_lines_sample", "links", Stage::links).lowers(lower_drawing),
      drawing("draw_sample", "tracks", Stage::tracks).lowers(lower_drawing)});
  return registry;
}

std::string_view sample_document() {
  return R"({
  "overlace": 1,
  "title": "Sample",
  "knobs": {
    "accent": { "type": "color", "default": "#f00", "doc": "Main colour." },
    "width": { "type": "number", "default": 3, "min": 1, "max": 8 }
  },
  "nodes": {
    "// note": "comments are ignored",
    "lines": { "type": "draw_lines_sample", "inputs": { "links": "links" },
               "params": { "color": "$accent", "width": "$width", "//": "why" } },
    "people": { "type": "track_sample", "params": { "path": "$tracks" } },
    "links": { "type": "link_sample", "inputs": { "points": "people" }, "params": { "reach": "15%" } },
    "boxes": { "type": "draw_sample", "inputs": { "tracks": "people" } }
  },
  "composite": [{ "node": "lines", "blend": "add", "opacity": 0.5 }, "boxes"]
})";
}

Graph build(std::string_view text) {
  return build_document(parse_json(text, "test.json"));
}

std::vector<Diagnostic> problems_of(std::string_view text) {
  return caught([&] { (void)build(text); });
}

std::vector<Diagnostic> problems_in(const Json& document) {
  return caught([&] { (void)build_document(document); });
}

bool has_problem(const std::vector<Diagnostic>& problems, std::string_view pointer,
                 std::string_view text) {
  for (const Diagnostic& problem : problems)
    if (problem.location.pointer == pointer && problem.text().find(text) != std::string::npos)
      return true;
  return false;
}

std::string listed(const std::vector<Diagnostic>& problems) {
  std::string text;
  for (const Diagnostic& problem : problems) text += problem.text() + "\n";
  return text;
}

}  // namespace overlace::test
