// SPDX-License-Identifier: Apache-2.0
// overlace explain: the compiled plan of a graph, and what rendering with it takes.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "cli/clip_options.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/graph_options.h"
#include "cli/memory_table.h"
#include "cli/output_options.h"
#include "cli/redaction_report.h"
#include "cli/route_report.h"
#include "cli/sound_report.h"
#include "graph/compile/compile.h"
#include "render/frame_drawing.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "render/render_memory.h"

namespace overlace {
namespace {

struct Options {
  GraphSettings graph;
  ClipOptions clip;
  FramePlanOptions frames;
  SoundSettings sound;
  bool json = false, quiet = false;
};

/// The plan's facts, for text and JSON.
Json facts_of(Options& options) {
  const GraphSettings& graph = options.graph;
  const Session session(load_graph(graph).document,
                        with_stand_in(media_of_files(graph, options.clip.clip(), options.clip.input,
                                                     notes_to_user(options.quiet))));
  const SessionTables tables = session.analyse(graph.values);
  const auto plan = session.plan(tables, plan_settings(graph));
  FramePlanOptions& frames = options.frames;
  frames.input = options.clip.input;
  frames.size = plan->clip.size;
  frames.layers = layer_count(session, tables, graph, frames.writer.layers.split);
  const FramePlan way = plan_frames(frames);
  const SoundPlan played = session.sound(tables, plan_settings(graph));
  std::vector<MemoryUse> memory = render_memory(way, drawing_bytes(*plan));
  if (!played.parts.empty()) memory.push_back(sound_memory(options.sound));
  Json json = plan_facts(*plan);
  json.set("sound", sound_facts(played, options.sound));
  json.set("redaction", redaction_facts(redactions(session.graph(graph.values), tables.of_clip)));
  json.set("route_report", route_facts(way));
  json.set("memory", memory_facts(memory));
  json.set("gpu_memory", frames.on_gpu ? memory_facts(gpu_render_memory(way, *plan)) : Json());
  return json;
}

std::string text_of(const Json& facts) {
  return explain(facts) + sound_text(*facts.find("sound")) +
         redaction_text(*facts.find("redaction")) + route_text(*facts.find("route_report")) +
         memory_text("memory of a render, estimated", *facts.find("memory")) +
         memory_text("memory of a GPU, for 8-bit 4:2:0 pictures", *facts.find("gpu_memory"));
}

int run_explain(Options& options) {
  const Json facts = facts_of(options);
  tell_lines(stdout, options.json ? facts.dump(2) : text_of(facts));
  return 0;
}

void add_render_options(const Command& command, FramePlanOptions& frames) {
  command.choice<bool>("--device", frames.on_gpu, {{"cpu", false}, {"cuda", true}},
                       "cpu, or cuda to add the memory of a GPU");
  command.text("-o,--output", frames.output, "Output name to plan for; nothing is written");
  command.text("--vcodec", frames.writer.codec, "As for overlace render");
  command.text("--preset", frames.writer.preset, "As for overlace render");
  add_codec_option(command, frames.writer, "As for overlace render");
  add_picture_options(command, frames.writer);
  command.text("--pixel-format", frames.pixel_format, "Pixel format when there is no video");
}

}  // namespace

void add_explain_command(const Command& program) {
  auto options = std::make_shared<Options>();
  const Command command =
      program.subcommand("explain", "Print the plan that a graph is compiled to");
  command.text("GRAPH", options->graph.document, "Preset or file").required().no_default();
  add_set_option(command, options->graph);
  add_tracks_and_layers(command, options->graph, options->quiet);
  options->clip.add_to(command);
  add_render_options(command, options->frames);
  add_voice_options(command, options->sound);
  command.flag("--json", options->json, "The same facts as JSON");
  command.runs([options] { return run_explain(*options); });
}

}  // namespace overlace
