// SPDX-License-Identifier: Apache-2.0
// overlace frame: one composited frame as a picture.
#include <fmt/format.h>

#include "io/read/grab.h"
#include "io/write/image_sequence.h"
#include "io/write/still.h"
#include "tools/cli/commands.h"
#include "tools/cli/device_options.h"
#include "tools/cli/frame_number.h"
#include "tools/cli/graph_options.h"
#include "tools/cli/input_options.h"

namespace overlace {
namespace {

struct Options {
  std::string output, frame = "0";
  bool overwrite = false;
  InputOptions input;
  GraphOptions graph;
  DeviceOptions device;
};

int draw_frame(const Options& options) {
  OutputPolicy policy{options.overwrite, options.graph.files_read()};
  policy.inputs.push_back(options.input.path);
  check_still(options.output, policy);
  const auto say = [&](const std::string& text) { options.graph.say(text); };
  const ChosenDevice device = options.device.choose(say);
  const Graph graph = load_graph(options.graph);
  ReaderOptions reading = options.input.reader(say);
  reading.upright = true;
  reading.keep_plates = keeps_plates(options.output);
  VideoReader reader(options.input.path, reading);
  const VideoInfo& info = reader.info();
  const std::int32_t number = frame_number(options.frame, info);
  const auto plan = make_plan(graph, options.graph, info.clip, options.input.path);
  const GrabbedFrame frame = grab_frame(reader, number);
  device.make_replay(plan)->draw(time_of(info.clip, number), frame.view());
  write_still(options.output, frame.view(), policy, {.plate = frame.plate()});
  fmt::print("{}: frame {}\n", options.output, number);
  return 0;
}

}  // namespace

void add_frame_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("frame", "Draw one frame and save it as a picture");
  options->input.add_to(*command);
  command->add_option("-n,--frame", options->frame, "Frame number from 0, or 'middle'")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "PNG, TIFF or EXR file")->required();
  command->add_flag("--overwrite", options->overwrite, "Replace an existing picture");
  options->graph.add_graph_option(*command);
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->device.add_to(*command);
  command->callback([options, &action] { action = [options] { return draw_frame(*options); }; });
}

}  // namespace overlace
