// SPDX-License-Identifier: Apache-2.0
// track_place: moves and scales tracks in time and over the picture.
#include <fmt/format.h>

#include <algorithm>

#include "geometry/rotated_box.h"
#include "graph/types/node.h"
#include "node_list.h"
#include "nodes/parts/track_sources.h"
#include "tracking/placement.h"

namespace overlace {
namespace {

struct Params {
  int frames = 0;
  Number x{0};
  Number y{0};
  Number scale_x{1};
  Number scale_y{1};
  Number grow{0};
};

Box box_about(Vec2 center, float width, float height) {
  return {center.x - width / 2, center.y - height / 2, width, height};
}

/// Moves boxes and everything in them; masks cover the whole picture and cannot follow, so they are
/// dropped.
void place_rows(const Placement& placement, TrackTable& table) {
  for (Box& box : table.box) box = placement(box);
  for (KeyPoint& point : table.key_points.items) point.at = placement(point.at);
  for (OutlinePoint& point : table.outlines.items) point.at = placement(point.at);
  table.mask_runs = {};
  table.mask_size.clear();
}

/// Corrects the sides of rotated boxes that are already placed, for unequal scales. Returns how
/// many would have become parallelograms.
std::size_t squeeze_rotated(const Placement& p, TrackTable& table) {
  std::size_t others = 0;
  for (std::size_t row = 0; row < table.rotation.size() && p.scale_x != p.scale_y; ++row) {
    float& turn = table.rotation[row];
    if (turn == 0) continue;
    Box& box = table.box[row];
    const Vec2 center = box.center();
    const RotatedSides sides =
        scaled({box.width / p.scale_x, box.height / p.scale_y, turn}, p.scale_x, p.scale_y);
    others += stays_box(turn, p.scale_x, p.scale_y) ? 0 : 1;
    box = box_about(center, static_cast<float>(sides.width), static_cast<float>(sides.height));
    turn = static_cast<float>(sides.degrees);
  }
  return others;
}

/// Grows a box by `by` on all sides; one that shrinks to nothing stays at its centre.
Box grown(const Box& box, float by) {
  return box_about(box.center(), std::max(0.0F, box.width + 2 * by),
                   std::max(0.0F, box.height + 2 * by));
}

TrackTable make(const Params& p, TrackContext& context) {
  const auto pixels = [&](const Number& length) { return in_pixels(length, context.clip); };
  TrackTable table = *context.inputs.front();
  const Placement placement{p.scale_x.constant.value, p.scale_y.constant.value, pixels(p.x),
                            pixels(p.y)};
  if (!(placement == Placement{})) {
    if (!table.mask_runs.empty()) log(context, "masks are left out: they cannot be moved");
    place_rows(placement, table);
    if (const std::size_t others = squeeze_rotated(placement, table); others > 0)
      log(context, fmt::format("{} turned boxes became parallelograms, and the boxes that fit them "
                               "best are kept",
                               others));
  }
  if (const auto by = static_cast<float>(pixels(p.grow)); by != 0)
    for (Box& box : table.box) box = grown(box, by);
  if (p.frames != 0) require_no_series(table, "track_place");
  table.first_frame += p.frames;
  for (std::int32_t& cut : table.cuts) cut += p.frames;
  return table;
}

}  // namespace

NodeType track_place() {
  constexpr Range distance{-1e5, 1e5, Unit::px};
  constexpr Range factor{0.001, 1000, Unit::ratio};
  return Node<Params>("track_place", Stage::tracks,
                      "Moves and scales tracks in time and over the picture.")
      .input("tracks", Stage::tracks, "The tracks to place.")
      .integer("frames", &Params::frames, {-10000000, 10000000, Unit::frames},
               "Frames by which to delay the tracks.")
      .fixed_number("scale_x", &Params::scale_x, factor,
                    "Horizontal scale from the left edge of the picture, before the move.")
      .fixed_number("scale_y", &Params::scale_y, factor,
                    "Vertical scale from the top edge of the picture, before the move.")
      .fixed_number("x", &Params::x, distance, "Moves to the right.")
      .fixed_number("y", &Params::y, distance, "Moves down.")
      .fixed_number(
          "grow", &Params::grow, distance,
          "Space added to boxes on every side, at the end; a negative value shrinks them.")
      .makes(make);
}

}  // namespace overlace
