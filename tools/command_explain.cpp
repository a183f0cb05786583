// SPDX-License-Identifier: Apache-2.0
// overlace explain: the compiled plan of a graph.
#include <fmt/format.h>

#include "gpu/device/budget.h"
#include "gpu/replay.h"
#include "tools/clip_options.h"
#include "tools/commands.h"
#include "tools/frame_way.h"
#include "tools/graph_options.h"

namespace overlace {
namespace {

constexpr std::size_t frames_under_way = CudaReplayOptions{}.slots;

/// The memory that a GPU needs for the plan, frames being NV12.
std::string budget_text(const Plan& plan) {
  PixelFormat picture;
  picture.layout = PlaneLayout::semi_planar;
  picture.chroma_shift_x = picture.chroma_shift_y = 1;
  constexpr double mebibyte = 1U << 20U;
  std::string text = "\nmemory of a GPU, for 8-bit 4:2:0 pictures\n";
  double total = 0;
  for (const MemoryUse& use : device_budget(plan, picture, frames_under_way)) {
    const double size = static_cast<double>(use.bytes) / mebibyte;
    text += fmt::format("  {:<28} {:>8.2f} MiB\n", use.what, size);
    total += size;
  }
  return text + fmt::format("  {:<28} {:>8.2f} MiB\n", "in all", total);
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  struct Options {
    GraphOptions graph;
    ClipOptions clip;
    FramePlanOptions frames;
    std::string device = "cpu";
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("explain", "Print the plan that a graph is compiled to");
  command->add_option("GRAPH", options->graph.graph, "Preset or file")->required();
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->clip.add_to(*command);
  command->add_option("--device", options->device, "cpu, or cuda to add the memory of a GPU")
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  FramePlanOptions& frames = options->frames;
  command->add_option("-o,--output", frames.output, "Name of a video to be made; it is not made")
      ->capture_default_str();
  command->add_option("--vcodec", frames.codec, "As for overlace render");
  command->add_option("--pixel-format", frames.pixel_format, "Of pictures when there is no video")
      ->capture_default_str();
  command->callback([options, &action] {
    action = [options] {
      const Graph graph = load_graph(options->graph);
      const auto plan = make_plan(graph, options->graph, options->clip.clip(), options->clip.input,
                                  PlanUse::show);
      options->frames.input = options->clip.input;
      options->frames.size = plan->clip.size;
      options->frames.on_gpu = options->device == "cuda";
      fmt::print("{}{}", explain(*plan), frame_way_text(plan_frames(options->frames)));
      if (options->device == "cuda") fmt::print("{}", budget_text(*plan));
      return 0;
    };
  });
}

}  // namespace overlace
