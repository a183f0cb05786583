// SPDX-License-Identifier: Apache-2.0
// Gaps in the tracks that a graph hides.
#include "graph/analysis/redaction.h"

#include <fmt/format.h>

#include <algorithm>

namespace overlace {
namespace {

void add_table(const TrackTable& table, Redaction& redaction) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) {
    ++redaction.objects;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::int32_t before = frame[rows[i - 1]], after = frame[rows[i]];
      if (after - before > 1) redaction.gaps.push_back({table.id[rows[i]], before + 1, after - 1});
    }
  }
  redaction.without_id += static_cast<std::size_t>(std::ranges::count(table.id, no_id));
}

std::string text_of(const std::string& node, const TrackGap& gap) {
  return gap.first == gap.last
             ? fmt::format("{}: nothing hides track {} in frame {}", node, gap.id, gap.first)
             : fmt::format("{}: nothing hides track {} in frames {}-{}", node, gap.id, gap.first,
                           gap.last);
}

}  // namespace

std::vector<Redaction> redactions(const Graph& graph, const ClipTables& tables) {
  std::vector<Redaction> all;
  for (const std::size_t node : graph.redact) {
    Redaction redaction{.node = graph.nodes[node].name};
    for (const std::size_t tracks : tracks_read(graph, node))
      if (tables.of_node[tracks] != nullptr) add_table(*tables.of_node[tracks], redaction);
    all.push_back(std::move(redaction));
  }
  return all;
}

std::vector<std::string> warnings(const std::vector<Redaction>& redactions) {
  constexpr std::size_t most = 8;
  std::vector<std::string> texts;
  for (const Redaction& r : redactions) {
    for (std::size_t i = 0; i < std::min(r.gaps.size(), most); ++i)
      texts.push_back(text_of(r.node, r.gaps[i]));
    if (r.gaps.size() > most)
      texts.push_back(fmt::format("{}: {} more gaps; --report lists all of them", r.node,
                                  r.gaps.size() - most));
    if (r.without_id > 0)
      texts.push_back(fmt::format("{}: {} boxes have no id, and their gaps cannot be found", r.node,
                                  r.without_id));
  }
  return texts;
}

}  // namespace overlace
