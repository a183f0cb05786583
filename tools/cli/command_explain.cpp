// SPDX-License-Identifier: Apache-2.0
// overlace explain: the compiled plan of a graph, and what a render with it takes.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "gpu/device/budget.h"
#include "gpu/replay.h"
#include "render/render_memory.h"
#include "tools/cli/clip_options.h"
#include "tools/cli/commands.h"
#include "tools/cli/frame_way.h"
#include "tools/cli/graph_options.h"
#include "tools/cli/memory_table.h"
#include "tools/cli/output_options.h"

namespace overlace {
namespace {

struct Options {
  GraphOptions graph;
  ClipOptions clip;
  FramePlanOptions frames;
  OutputOptions output;
  std::string device = "cpu";
  bool json = false;
};

constexpr std::size_t frames_under_way = CudaReplayOptions{}.slots;

/// The memory that a GPU needs for the plan, frames being NV12.
std::vector<MemoryUse> gpu_memory(const Plan& plan) {
  PixelFormat picture;
  picture.layout = PlaneLayout::semi_planar;
  picture.chroma_shift_x = picture.chroma_shift_y = 1;
  return device_budget(plan, picture, frames_under_way);
}

/// What there is to say, for both renderings.
Json facts_of(Options& options) {
  const Graph graph = load_graph(options.graph);
  const auto plan =
      make_plan(graph, options.graph, options.clip.clip(), options.clip.input, PlanUse::show);
  FramePlanOptions& frames = options.frames;
  frames.input = options.clip.input;
  frames.size = plan->clip.size;
  frames.on_gpu = options.device == "cuda";
  options.output.apply(frames.writer, frames.output);
  const FramePlan way = plan_frames(frames);
  Json json = plan_facts(*plan);
  json.set("frame_way", frame_way_facts(way));
  json.set("memory", memory_facts(render_memory(way, drawing_bytes(*plan))));
  json.set("gpu_memory", frames.on_gpu ? memory_facts(gpu_memory(*plan)) : Json());
  return json;
}

int run_explain(Options& options) {
  const Json facts = facts_of(options);
  if (options.json) {
    fmt::print("{}\n", facts.dump(2));
    return 0;
  }
  fmt::print("{}{}{}", explain(facts), frame_way_text(*facts.find("frame_way")),
             memory_text("memory of a render, estimated", *facts.find("memory")));
  if (const Json& gpu = *facts.find("gpu_memory"); !gpu.is_null())
    fmt::print("{}", memory_text("memory of a GPU, for 8-bit 4:2:0 pictures", gpu));
  return 0;
}

void add_output_options(CLI::App& command, Options& options) {
  FramePlanOptions& frames = options.frames;
  command.add_option("-o,--output", frames.output, "Name of a video to be made; it is not made")
      ->capture_default_str();
  command.add_option("--vcodec", options.output.codec, "As for overlace render");
  command.add_option("--preset", options.output.preset, "As for overlace render");
  command.add_option("--vopt", options.output.codec_options, "As for overlace render")
      ->allow_extra_args(false);
  command.add_option("--pixel-format", frames.pixel_format, "Of pictures when there is no video")
      ->capture_default_str();
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("explain", "Print the plan that a graph is compiled to");
  command->add_option("GRAPH", options->graph.graph, "Preset or file")->required();
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->clip.add_to(*command);
  command->add_option("--device", options->device, "cpu, or cuda to add the memory of a GPU")
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  add_output_options(*command, *options);
  command->add_flag("--json", options->json, "The same facts as JSON");
  command->callback([options, &action] { action = [options] { return run_explain(*options); }; });
}

}  // namespace overlace
