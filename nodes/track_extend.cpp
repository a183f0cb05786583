// SPDX-License-Identifier: Apache-2.0
// track_extend: adds boxes to tracks before their first and after their last one.
#include "graph/types/node.h"
#include "node_list.h"
#include "nodes/parts/track_sources.h"
#include "tracking/placement.h"
#include "tracking/row_blend.h"

namespace overlace {
namespace {

enum class Motion : std::uint8_t { stay, go_on, spread };

struct Params {
  int before = 12;
  int after = 12;
  Motion motion = Motion::go_on;
  std::string attribute = "extended";
};

/// A row of the result: a copy of `row`, `steps` frames later.
struct Extension {
  std::uint32_t row = 0;
  std::int32_t steps = 0;  ///< negative before the track begins
};

/// All rows unchanged, and those beyond both ends of every track, within the clip and their shot.
std::vector<Extension> extend(const TrackTable& table, const Params& p,
                              const TrackContext& context) {
  const ClipInfo& clip = context.clip;
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  std::vector<Extension> rows;
  const auto add = [&](std::uint32_t row, std::int32_t steps) {
    const std::int64_t at = std::int64_t{frame[row]} + steps - clip.first_frame;
    const bool in_shot = table.shot_begin(frame[row] + steps) == table.shot_begin(frame[row]);
    if (at >= 0 && (clip.frame_count <= 0 || at < clip.frame_count) && in_shot)
      rows.push_back({row, steps});
    require_room(rows.size(), context.max_boxes);
  };
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    rows.push_back({row, 0});
    if (table.id[row] == no_id) continue;
    for (int step = 1; table.previous[row] == no_row && step <= p.before; ++step) add(row, -step);
    for (int step = 1; table.next[row] == no_row && step <= p.after; ++step) add(row, step);
  }
  return rows;
}

template <class T>
std::span<T> list_of(RowLists<T>& lists, std::uint32_t row) {
  const std::span<const T> list = lists.of(row);
  return {lists.items.data() + (list.data() - lists.items.data()), list.size()};
}

Box hull(const Box& a, const Box& b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x,
          std::max(a.y + a.height, b.y + b.height) - y};
}

/// Moves a box and everything in it except its mask, which covers the whole picture and cannot
/// follow. With Motion::spread, the box also covers its old place.
void move_row(std::uint32_t row, Vec2 way, Motion motion, TrackColumns& rows) {
  const Placement placement{1, 1, way.x, way.y};
  const Box before = rows.box[row], after = placement(before);
  rows.box[row] = motion == Motion::spread ? hull(before, after) : after;
  for (KeyPoint& point : list_of(rows.key_points, row)) point.at = placement(point.at);
  for (OutlinePoint& point : list_of(rows.outlines, row)) point.at = placement(point.at);
}

/// Removes the masks of added rows.
void drop_added_masks(std::span<const Extension> extensions, TrackColumns& rows) {
  RowLists<std::uint32_t> kept;
  for (std::uint32_t row = 0; row < extensions.size(); ++row)
    if (extensions[row].steps == 0) kept.put(row, rows.mask_runs.of(row));
  rows.mask_runs = std::move(kept);
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& tracks = *context.inputs.front();
  const std::vector<Extension> extensions = extend(tracks, p, context);
  const std::vector<std::int32_t> frame_of_row = frames_of_rows(tracks);
  std::vector<std::uint32_t> taken;
  std::vector<std::int32_t> frame;
  for (const auto& [row, steps] : extensions) {
    taken.push_back(row);
    frame.push_back(frame_of_row[row] + steps);
  }
  TrackColumns rows = gather_rows(tracks, taken);
  for (std::uint32_t row = 0; row < extensions.size() && p.motion != Motion::stay; ++row) {
    const auto [source, steps] = extensions[row];
    if (steps == 0) continue;
    const double end = frame_of_row[source];
    const double seconds = seconds_between(context.clip, end, end + steps);
    move_row(row, tracks.velocity[source] * static_cast<float>(seconds), p.motion, rows);
  }
  drop_added_masks(extensions, rows);
  if (!p.attribute.empty()) {
    const std::span<float> mark = mark_column(rows, p.attribute);
    for (std::uint32_t row = 0; row < extensions.size(); ++row)
      if (extensions[row].steps != 0) mark[row] = 1;
  }
  log(context, fmt::format("{} boxes are added at the ends of tracks",
                           extensions.size() - tracks.row_count()));
  return sort_tracks(std::move(rows), frame);
}

}  // namespace

NodeType track_extend() {
  constexpr Range frames{0, 1000000, Unit::frames};
  return Node<Params>("track_extend", Stage::tracks,
                      "Gives tracks boxes before their first and after their last one.")
      .input("tracks", Stage::tracks, "The tracks; objects without an id stay as they are.")
      .integer("before", &Params::before, frames, "Frames to add before the first box of a track.")
      .integer("after", &Params::after, frames, "Frames to add after the last box.")
      .choice<Motion>(
          "motion", &Params::motion,
          {{"stay", Motion::stay}, {"go_on", Motion::go_on}, {"spread", Motion::spread}},
          "Where added boxes are: at the track's end, moving on at its speed there, or covering "
          "both.")
      .text(
          "attribute", &Params::attribute,
          "Attribute that is 1 for added boxes and 0 for others; an empty name adds no attribute.")
      .makes(make);
}

}  // namespace overlace
