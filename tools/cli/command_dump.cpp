// SPDX-License-Identifier: Apache-2.0
// overlace dump: any stage of any frame, as text or JSON.
#include <fmt/format.h>

#include "tools/cli/clip_options.h"
#include "tools/cli/commands.h"
#include "tools/cli/device_options.h"
#include "tools/cli/dump.h"
#include "tools/cli/graph_options.h"

namespace overlace {
namespace {

struct Options {
  GraphOptions graph;
  ClipOptions clip;
  DeviceOptions device;
  std::string stage = "display_list";
  std::int32_t frame = 0;
  bool json = false;
};

/// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
std::uint64_t hash(std::span<const std::uint8_t> bytes) {
  std::uint64_t h = 14695981039346656037U;
  for (const std::uint8_t b : bytes) h = (h ^ b) * 1099511628211U;
  return h;
}

Json dump_frame(const ReplayStats& stats, Size size, std::span<const std::uint8_t> pixels) {
  Json row;
  row.set("size", Json::Array{size.width, size.height});
  row.set("over", "black");
  row.set("bytes_written", static_cast<std::int64_t>(stats.bytes_written));
  row.set("fnv1a", fmt::format("{:016x}", hash(pixels)));
  return Json::Array{row};
}

Json dump_stage(const Options& options) {
  const ChosenDevice device =
      options.device.choose([&](const std::string& text) { options.graph.say(text); });
  const Graph graph = load_graph(options.graph);
  ClipInfo clip = options.clip.clip();
  clip.stored = {};  // everything is told of the picture as it is shown
  if (clip.frame_count > 0 && options.frame >= clip.frame_count)
    throw Error(ErrorCode::usage,
                fmt::format("there is no frame {}: the video has {}, counted from 0", options.frame,
                            clip.frame_count),
                {}, Place{"--frame"});
  const auto plan = make_plan(graph, options.graph, clip, options.clip.input, PlanUse::dump);
  if (options.stage == "tracks") return dump_tracks(*plan, options.frame);
  const FrameTime time = time_of(clip, options.frame);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(clip.size.width) *
                                   static_cast<std::size_t>(clip.size.height) * 3);
  const ImageView picture = rgb_view(clip.size, pixels);
  if (options.stage == "frame")
    return dump_frame(device.make_replay(plan)->draw(time, picture), clip.size, pixels);
  // Every device makes the same records; this one keeps them.
  const std::unique_ptr<InspectableReplay> replay = make_cpu_replay(plan, {});
  replay->draw(time, picture);
  if (options.stage == "links") return dump_links(*plan, *replay);
  if (options.stage == "curves") return dump_curves(*plan, *replay);
  if (options.stage == "tiles") return dump_tiles(*plan, *replay);
  return dump_display_list(*replay);
}

int dump(const Options& options) {
  const Json records = dump_stage(options);
  fmt::print("{}", options.json ? records.dump(2) + "\n" : records_as_text(records));
  return 0;
}

}  // namespace

void add_dump_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("dump", "Print one stage of one frame");
  command->add_option("GRAPH", options->graph.graph, "Preset or file")->required();
  command->add_option("--stage", options->stage, "What to print")
      ->check(CLI::IsMember({"tracks", "links", "curves", "display_list", "tiles", "frame"}))
      ->capture_default_str();
  command->add_option("-n,--frame", options->frame, "Frame number from 0")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "JSON instead of one record per line");
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->clip.add_to(*command);
  options->device.add_to(*command);
  command->callback([options, &action] { action = [options] { return dump(*options); }; });
}

}  // namespace overlace
