// SPDX-License-Identifier: Apache-2.0
// track_fill: bridges the gaps in tracks.
#include "graph/core/note.h"
#include "graph/core/quantity.h"
#include "graph/types/node.h"
#include "node_list.h"
#include "nodes/parts/filled_gaps.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  int max_gap = 25;
  std::string attribute = "filled";
};

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& tracks = *context.inputs.front();
  TrackTable filled =
      blend_rows(tracks, with_gaps_filled(tracks, p.max_gap, context.max_boxes), p.attribute);
  const auto added = static_cast<std::int64_t>(filled.row_count() - tracks.row_count());
  log(context, detail_note(fmt::format("{} added in gaps of at most {} frames",
                                       count_text(added, "box is", "boxes are"), p.max_gap)));
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
