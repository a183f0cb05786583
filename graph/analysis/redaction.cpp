// SPDX-License-Identifier: Apache-2.0
// Gaps in the tracks that a graph hides.
#include "graph/analysis/redaction.h"

#include <fmt/format.h>

#include <algorithm>

namespace overlace {
namespace {

void add_table(const TrackTable& table, const ClipInfo& clip, Redaction& redaction) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) {
    ++redaction.objects;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::int32_t before = frame[rows[i - 1]], after = frame[rows[i]];
      if (after - before > 1) redaction.gaps.push_back({table.id[rows[i]], before + 1, after - 1});
    }
  }
  redaction.boxes += table.row_count() - rows_after(table, clip);
  redaction.without_id += static_cast<std::size_t>(std::ranges::count(table.id, no_id));
  for (const TrackOrigin& origin : table.origins) {
    RowLoss loss{.file = origin.file, .left_out = origin.left_out};
    if (clip.frame_count > 0 && origin.last_frame >= clip.first_frame + clip.frame_count)
      loss.after_clip = origin.last_frame;
    const bool is_new = std::ranges::find(redaction.losses, loss) == redaction.losses.end();
    if (is_new && (loss.left_out > 0 || loss.after_clip)) redaction.losses.push_back(loss);
  }
}

/// "1 gap", "2 gaps".
std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string text_of(const std::string& node, const TrackGap& gap) {
  return gap.first == gap.last
             ? fmt::format("{}: nothing hides track {} in frame {}", node, gap.id, gap.first)
             : fmt::format("{}: nothing hides track {} in frames {}-{}", node, gap.id, gap.first,
                           gap.last);
}
void add_warnings(const std::string& node, const RowLoss& loss, std::vector<std::string>& texts) {
  if (loss.left_out > 0)
    texts.push_back(fmt::format("{}: nothing hides what {} of {} would say, left out", node,
                                counted(loss.left_out, "row", "rows"), loss.file));
  if (loss.after_clip)
    texts.push_back(
        fmt::format("{}: {} goes on to frame {}, after the clip's end: do its frames "
                    "count from elsewhere (--frame-base)?",
                    node, loss.file, *loss.after_clip));
}

}  // namespace

std::vector<Redaction> redactions(const Graph& graph, const ClipTables& tables) {
  std::vector<Redaction> all;
  for (const std::size_t node : graph.redact) {
    Redaction redaction{.node = graph.nodes[node].name};
    for (const std::size_t tracks : tracks_read(graph, node))
      if (tables.of_node[tracks] != nullptr)
        add_table(*tables.of_node[tracks], tables.clip, redaction);
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
    if (r.boxes == 0)
      texts.push_back(fmt::format("{}: hides nothing: no object has a box in the clip", r.node));
    if (r.without_id > 0)
      texts.push_back(fmt::format("{}: {} without an id, whose gaps cannot be found", r.node,
                                  counted(r.without_id, "box", "boxes")));
    for (const RowLoss& loss : r.losses) add_warnings(r.node, loss, texts);
  }
  return texts;
}

std::string summary(const Redaction& redaction) {
  std::uint64_t left_out = 0, late = 0;
  for (const RowLoss& loss : redaction.losses) {
    left_out += loss.left_out;
    late += loss.after_clip ? 1 : 0;
  }
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view several) {
    if (count > 0) parts.push_back(counted(count, one, several));
  };
  if (redaction.boxes == 0) parts.emplace_back("no box in the clip");
  add(redaction.gaps.size(), "gap in tracks", "gaps in tracks");
  add(redaction.without_id, "box without an id", "boxes without an id");
  add(left_out, "row left out", "rows left out");
  add(late, "track file longer than the clip", "track files longer than the clip");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace overlace
