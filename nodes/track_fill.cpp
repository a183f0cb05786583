// SPDX-License-Identifier: Apache-2.0
// track_fill: bridges the gaps in tracks.
#include "graph/types/node.h"
#include "node_list.h"
#include "nodes/parts/track_sources.h"
#include "tracking/row_blend.h"

namespace overlace {
namespace {

struct Params {
  int max_gap = 25;
  std::string attribute = "filled";
};

/// Every row unchanged, and a row for each frame of each gap that is short enough.
std::vector<RowBlend> with_gaps_filled(const TrackTable& table, int max_gap,
                                       std::uint64_t max_boxes) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  std::vector<RowBlend> rows;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    rows.push_back({frame[row], row, row, 0});
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::uint32_t next = table.next[row];
    if (next == no_row || frame[next] - frame[row] - 1 > max_gap) continue;
    const double steps = frame[next] - frame[row];
    require_room(rows.size() + static_cast<std::uint64_t>(steps), max_boxes);
    for (std::int32_t f = frame[row] + 1; f < frame[next]; ++f)
      rows.push_back({f, row, next, (f - frame[row]) / steps});
  }
  return rows;
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& tracks = *context.inputs.front();
  TrackTable filled =
      blend_rows(tracks, with_gaps_filled(tracks, p.max_gap, context.max_boxes), p.attribute);
  log(context, fmt::format("{} boxes are added in gaps of at most {} frames",
                           filled.row_count() - tracks.row_count(), p.max_gap));
  return filled;
}

}  // namespace

NodeType track_fill() {
  return Node<Params>("track_fill", Stage::tracks,
                      "Fills the gaps in tracks by linear interpolation.")
      .input("tracks", Stage::tracks, "The tracks; objects without an id stay as they are.")
      .integer("max_gap", &Params::max_gap, {0, 1000000, Unit::frames},
               "Longest gap to fill; longer gaps stay.")
      .text(
          "attribute", &Params::attribute,
          "Attribute that is 1 for added boxes and 0 for others; an empty name adds no attribute.")
      .makes(make);
}

}  // namespace overlace
