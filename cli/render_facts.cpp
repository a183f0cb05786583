// SPDX-License-Identifier: Apache-2.0
// A plan's own facts, and those of a render with it.
#include "cli/render_facts.h"

#include <vector>

#include "cli/memory_table.h"
#include "cli/redaction_report.h"
#include "cli/route_report.h"
#include "cli/sound_report.h"
#include "graph/compile/compile.h"
#include "render/frame_drawing.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "render/render_memory.h"

namespace overlace {

Json render_facts(ExplainOptions options) {
  const GraphSettings& graph = options.graph;
  const Session session(load_graph(graph).document,
                        with_stand_in(media_of_files(graph, options.clip.clip(), options.clip.input,
                                                     notes_to_user(options.notes))));
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

std::string render_facts_text(const Json& facts) {
  return explain(facts) + sound_text(*facts.find("sound")) +
         redaction_text(*facts.find("redaction")) + route_text(*facts.find("route_report")) +
         memory_text("memory of a render, estimated", *facts.find("memory")) +
         memory_text("memory of a GPU, for 8-bit 4:2:0 pictures", *facts.find("gpu_memory"));
}

}  // namespace overlace
