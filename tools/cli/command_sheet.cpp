// SPDX-License-Identifier: Apache-2.0
// overlace sheet: every preset on one frame, as one picture.
#include <fmt/format.h>

#include "io/read/grab.h"
#include "io/write/still.h"
#include "tools/cli/commands.h"
#include "tools/cli/contact_sheet.h"
#include "tools/cli/device_options.h"
#include "tools/cli/frame_number.h"
#include "tools/cli/graph_options.h"

namespace overlace {
namespace {

struct Options {
  std::string input, output, frame = "middle";
  std::vector<std::string> presets;
  int columns = 3, width = 640;
  bool overwrite = false;
  GraphOptions graph;
  DeviceOptions device;
};

/// The first node of a document that makes tracks.
std::string track_node(const Json& document) {
  for (const auto& [name, node] : document.find("nodes")->as_object()) {
    const Json* type = node.find("type");
    const NodeType* found = type != nullptr ? builtin_nodes().find(type->as_string()) : nullptr;
    if (found != nullptr && found->stage == Stage::tracks) return name;
  }
  return {};
}

/// The preset with its name written into the bottom left corner.
Graph captioned_graph(const std::string& preset, const GraphOptions& options) {
  Json document = load_document(preset, find_document);
  Json caption = parse_json(R"({"type": "draw_text", "params": {"position": "bottom_left",
      "size": "5%", "margin": "2%", "plate": "#000000c0"}})",
                            "caption");
  caption.find("params")->set("text", preset);
  Json inputs;
  inputs.set("tracks", Json(track_node(document)));
  caption.set("inputs", inputs);
  document.find("nodes")->set("sheet_caption", caption);
  document.find("composite")->push_back("sheet_caption");
  return build_graph(document, preset, builtin_nodes(), {{"tracks", options.tracks}});
}

int draw_sheet(const Options& options) {
  OutputPolicy policy{options.overwrite, options.graph.track_files()};
  policy.inputs.push_back(options.input);
  check_still(options.output, policy);
  const ChosenDevice device =
      options.device.choose([&](const std::string& text) { options.graph.say(text); });
  for (const std::string& preset : options.presets) static_cast<void>(find_document(preset));
  VideoReader reader(options.input, {.upright = true});
  const VideoInfo info = reader.info();
  const std::int32_t number = frame_number(options.frame, info);
  const GrabbedFrame plain = grab_frame(reader, number);
  const FrameTime time = time_of(info.clip, number);

  GraphOptions graph = options.graph;
  graph.ready_tracks = std::make_shared<TrackTable>(make_tracks(graph, info.clip, options.input));
  if (graph.tracks.empty()) graph.tracks = options.input;  // where they come from
  graph.quiet = true;                                      // what there is to say has been said

  ContactSheet sheet(info.clip.size, options.columns, options.width);
  for (const std::string& preset : options.presets.empty() ? preset_names() : options.presets) {
    const auto plan = make_plan(captioned_graph(preset, graph), graph, info.clip, options.input);
    const GrabbedFrame frame = plain.copy();
    device.make_replay(plan)->draw(time, frame.view());
    sheet.add(frame.rgb());
    fmt::print(stderr, "{}\n", preset);
  }
  write_still(options.output, sheet.view(), policy);
  fmt::print("{}: frame {}\n", options.output, number);
  return 0;
}

}  // namespace

void add_sheet_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("sheet", "Draw one frame with every preset, side by side");
  command->add_option("IN", options->input, "Video to draw on")->required();
  command->add_option("-n,--frame", options->frame, "Frame number from 0, or 'middle'")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "PNG file")->required();
  command->add_option("--presets", options->presets, "Only these")->delimiter(',');
  command->add_option("--columns", options->columns, "Pictures side by side")
      ->check(CLI::Range(1, 20))
      ->capture_default_str();
  command->add_option("--width", options->width, "Width of one picture")
      ->check(CLI::Range(32, 8192))
      ->capture_default_str();
  command->add_flag("--overwrite", options->overwrite, "Replace an existing picture");
  options->graph.add_to(*command);
  options->device.add_to(*command);
  command->callback([options, &action] { action = [options] { return draw_sheet(*options); }; });
}

}  // namespace overlace
