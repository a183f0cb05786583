// SPDX-License-Identifier: Apache-2.0
// overlace check: is this graph right?
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/graph_options.h"
#include "graph/compile/compile.h"
#include "graph/core/quantity.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {
namespace {

/// What counts towards the limits of boxes and memory. Pictures are not opened: that takes libav.
std::string needs_text(const ClipTables& tables, const Plan& plan) {
  std::set<const TrackTable*> distinct;
  for (const auto& table : tables.of_node)
    if (table) distinct.insert(table.get());
  std::int64_t boxes = 0;
  for (const TrackTable* const table : distinct)
    boxes += static_cast<std::int64_t>(table->row_count());
  return fmt::format("takes {}, {} to draw {} x {} px", count_text(boxes, "box", "boxes"),
                     size_text(static_cast<double>(drawing_bytes(plan))), plan.clip.size.width,
                     plan.clip.size.height);
}

/// Compiles the graph for its tracks; returns what it would take.
std::string compile_with_tracks(const GraphSettings& settings, const SessionDocument& document) {
  const ClipInfo clip{.size = {1920, 1080}, .frame_rate = {25}};
  const Session session(document, with_stand_in(media_of_tracks(settings, clip, {})));
  const SessionTables tables = session.analyse(settings.values);
  const auto plan = session.plan(tables, plan_settings(settings));
  static_cast<void>(session.sound(tables, plan_settings(settings)));
  return needs_text(tables.of_clip, *plan);
}

int check(const GraphSettings& settings) {
  const GraphSource source = load_graph(settings);
  check_files(source.graph);
  const std::string needs =
      settings.tracks.empty() ? "" : compile_with_tracks(settings, source.document);
  const std::size_t played = source.graph.sound.size();
  const auto nodes = static_cast<std::int64_t>(source.graph.nodes.size());
  tell(stdout, fmt::format("{}: fine, {}, {} painted{}", settings.document,
                           count_text(nodes, "node"), source.graph.composite.size(),
                           played > 0 ? fmt::format(", {} played", played) : ""));
  const bool has_tracks = std::ranges::any_of(
      source.graph.nodes, [](const GraphNode& node) { return node.type->stage == Stage::tracks; });
  if (has_tracks && settings.tracks.empty())
    tell(stdout, "not checked: attributes, texts of labels and fonts (--tracks FILE checks them)");
  if (!needs.empty()) tell(stdout, needs);
  return 0;
}

}  // namespace

void add_check_command(const Command& program) {
  auto settings = std::make_shared<GraphSettings>();
  const Command command =
      program.subcommand("check", "Check a graph and report every problem in it");
  command.text("GRAPH", settings->document, "Preset or file").required().no_default();
  command.text(
      "--tracks FILE", settings->tracks,
      "Track file: its attributes, label texts and fonts are checked too, and memory is counted");
  add_track_options(command, settings->reading);
  add_set_option(command, *settings);
  add_document_limits(command, *settings);
  command.essentials(
      {"GRAPH", "--tracks", "--set"},
      {{"overlace check mine.json", "every problem, with its place"},
       {"overlace check mine.json --tracks det.txt", "texts and attributes of those tracks, too"}});
  command.runs([settings] { return check(*settings); });
}

}  // namespace overlace
