// SPDX-License-Identifier: Apache-2.0
// overlace check: is this graph right?
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "graph/core/quantity.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "tools/cli/commands.h"
#include "tools/cli/console.h"
#include "tools/cli/graph_options.h"

namespace overlace {
namespace {

int check(const GraphSettings& settings) {
  const GraphSource source = load_graph(settings);
  check_files(source.graph);
  if (!settings.tracks.empty()) {
    const ClipInfo clip{.size = {1920, 1080}, .frame_rate = {25}};
    const Session session(source.document, with_stand_in(media_of_tracks(settings, clip, {})));
    const SessionTables tables = session.analyse(settings.values);
    static_cast<void>(session.plan(tables, plan_settings(settings)));
    static_cast<void>(session.sound(tables, plan_settings(settings)));
  }
  const std::size_t played = source.graph.sound.size();
  const auto nodes = static_cast<std::int64_t>(source.graph.nodes.size());
  tell(stdout, fmt::format("{}: fine, {}, {} painted{}", settings.document,
                           count_text(nodes, "node"), source.graph.composite.size(),
                           played > 0 ? fmt::format(", {} played", played) : ""));
  const bool has_tracks = std::ranges::any_of(
      source.graph.nodes, [](const GraphNode& node) { return node.type->stage == Stage::tracks; });
  if (has_tracks && settings.tracks.empty())
    tell(stdout, "not checked: attributes, texts of labels and fonts (--tracks FILE checks them)");
  return 0;
}

}  // namespace

void add_check_command(const Command& program) {
  auto settings = std::make_shared<GraphSettings>();
  const Command command =
      program.subcommand("check", "Check a graph and report every problem in it");
  command.text("GRAPH", settings->document, "Preset or file").required().no_default();
  command.text("--tracks", settings->tracks,
               "Track file: its attributes, label texts and fonts are checked too");
  add_track_options(command, settings->reading);
  add_set_option(command, *settings);
  command.runs([settings] { return check(*settings); });
}

}  // namespace overlace
