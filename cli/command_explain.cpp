// SPDX-License-Identifier: Apache-2.0
// overlace explain: the compiled plan of a graph, and what rendering with it takes.
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/graph_options.h"
#include "cli/output_options.h"
#include "cli/product.h"
#include "cli/render_facts.h"
#include "graph/document/graph_svg.h"
#include "graph/types/registry.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

int run_explain(const ExplainOptions& options) {
  if (options.svg) {
    print_product("{}", graph_svg(load_graph(options.graph).document.json, builtin_nodes()));
    return 0;
  }
  const Json facts = render_facts(options);
  tell_lines(stdout, options.json ? facts.dump(2) : render_facts_text(facts));
  return 0;
}

void add_render_options(const Command& command, FramePlanOptions& frames) {
  command.choice<bool>("--device", frames.on_gpu, {{"cpu", false}, {"cuda", true}},
                       "cpu, or cuda to add the memory of a GPU");
  command.text("-o,--output FILE", frames.output, "Output name to plan for; nothing is written");
  command.text("--vcodec CODEC", frames.writer.codec, "As for overlace render");
  add_encoder_preset_option(command, frames.writer, "As for overlace render");
  add_codec_option(command, frames.writer, "As for overlace render");
  add_picture_options(command, frames.writer);
  command.text("--pixel-format NAME", frames.pixel_format, "Pixel format when there is no video");
}

}  // namespace

void add_explain_command(const Command& program) {
  auto options = std::make_shared<ExplainOptions>();
  const Command command =
      program.subcommand("explain", "Print the plan that a graph is compiled to");
  command.text("GRAPH", options->graph.document, "Preset or file").required().no_default();
  add_set_option(command, options->graph);
  add_tracks_and_layers(command, options->graph, options->notes);
  options->clip.add_to(command);
  add_render_options(command, options->frames);
  add_voice_options(command, options->sound);
  command.flag("--json", options->json, "The same facts as JSON");
  command.flag("--svg", options->svg, "Instead of the plan, a drawing of the graph");
  command.essentials(
      {"GRAPH", "--input", "--tracks", "--set", "--output", "--vcodec", "--json", "--svg"},
      {{"overlace explain boxes --tracks det.txt -i in.mp4 -o out.mp4",
        "the plan, the way of a frame, and the memory of a render"}});
  command.runs([options] { return run_explain(*options); });
}

}  // namespace overlace
