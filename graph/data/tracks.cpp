// SPDX-License-Identifier: Apache-2.0
// Builds the track table and the columns derived from it.
#include "graph/data/tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <unordered_map>

#include "graph/core/error.h"

namespace overlace {
namespace {

/// Counts the rows of each frame into `frame_begin`.
void count_frames(std::span<const std::int32_t> frame, TrackTable& table) {
  const auto [low, high] = std::ranges::minmax(frame);
  const std::int64_t frames = std::int64_t{high} - low + 1;
  if (frames > max_track_frames || frame.size() >= no_row)
    throw Error(ErrorCode::limit,
                fmt::format("tracks span {} frames with {} boxes; at most {} frames and {} boxes "
                            "are handled",
                            frames, frame.size(), max_track_frames, no_row - 1));
  table.first_frame = low;
  table.frame_begin.assign(static_cast<std::size_t>(frames) + 1, 0);
  for (const std::int32_t f : frame)
    ++table.frame_begin[static_cast<std::size_t>(std::int64_t{f} - low) + 1];
  for (std::size_t f = 1; f < table.frame_begin.size(); ++f)
    table.frame_begin[f] += table.frame_begin[f - 1];
}

/// The rows in frame order, by a stable counting sort.
std::vector<std::uint32_t> order_by_frame(std::span<const std::int32_t> frame,
                                          const TrackTable& table) {
  std::vector<std::uint32_t> free(table.frame_begin.begin(), table.frame_begin.end() - 1);
  std::vector<std::uint32_t> order(frame.size());
  for (std::uint32_t i = 0; i < frame.size(); ++i)
    order[free[static_cast<std::size_t>(std::int64_t{frame[i]} - table.first_frame)]++] = i;
  return order;
}

/// Links each row to the one before it in the same track, in `previous` and `next`. A second row of
/// a track in one frame is not linked.
void join_tracks(TrackTable& table, const std::vector<std::int32_t>& frame) {
  const std::uint32_t count = table.row_count();
  table.previous.assign(count, no_row);
  table.next.assign(count, no_row);
  std::unordered_map<TrackId, std::uint32_t> last;
  for (std::uint32_t row = 0; row < count; ++row) {
    if (table.id[row] == no_id) continue;
    const auto [entry, fresh] = last.try_emplace(table.id[row], row);
    if (fresh || frame[entry->second] == frame[row]) continue;
    table.previous[row] = entry->second;
    table.next[entry->second] = row;
    entry->second = row;
  }
}

/// Frames to the ends of each track, by one walk in each direction.
void measure_ages(TrackTable& table, const std::vector<std::int32_t>& frame) {
  const std::uint32_t count = table.row_count();
  table.age.assign(count, 0);
  table.remaining.assign(count, 0);
  for (std::uint32_t row = 0; row < count; ++row)
    if (const std::uint32_t p = table.previous[row]; p != no_row)
      table.age[row] = table.age[p] + static_cast<float>(frame[row] - frame[p]);
  for (std::uint32_t row = count; row-- > 0;)
    if (const std::uint32_t n = table.next[row]; n != no_row)
      table.remaining[row] = table.remaining[n] + static_cast<float>(frame[n] - frame[row]);
}

/// The furthest row along `step` (previous or next) within motion_window frames of `row`.
std::uint32_t reach(const std::vector<std::uint32_t>& step, const std::vector<std::int32_t>& frame,
                    std::uint32_t row) {
  std::uint32_t at = row;
  for (std::uint32_t s = step[at]; s != no_row && std::abs(frame[s] - frame[row]) <= motion_window;
       s = step[at])
    at = s;
  return at;
}

void measure_velocities(TrackTable& table, const std::vector<std::int32_t>& frame,
                        const ClipInfo& clip) {
  table.velocity.assign(table.row_count(), {});
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::uint32_t a = reach(table.previous, frame, row);
    const std::uint32_t b = reach(table.next, frame, row);
    if (a == b) continue;
    const double rate = 1 / seconds_between(clip, frame[a], frame[b]);
    const Vec2 from = table.box[a].center();
    const Vec2 to = table.box[b].center();
    table.velocity[row] = {static_cast<float>((double{to.x} - from.x) * rate),
                           static_cast<float>((double{to.y} - from.y) * rate)};
  }
}

}  // namespace

RowRange TrackTable::rows(std::int32_t frame) const {
  const std::int64_t f = std::int64_t{frame} - first_frame;
  if (f < 0 || f >= frame_count()) return {};
  return {frame_begin[static_cast<std::size_t>(f)], frame_begin[static_cast<std::size_t>(f) + 1]};
}

RowRange TrackTable::rows(FrameInterval frames) const {
  const auto index = [&](std::int32_t frame) {
    const std::int64_t at = std::int64_t{frame} - first_frame;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, frame_count()));
  };
  if (frame_begin.empty() || frames.begin >= frames.end) return {};
  return {frame_begin[index(frames.begin)], frame_begin[index(frames.end)]};
}

std::int32_t TrackTable::frame_of(std::uint32_t row) const {
  const auto after = std::ranges::upper_bound(frame_begin, row);
  return first_frame + static_cast<std::int32_t>(after - frame_begin.begin()) - 1;
}

std::int32_t TrackTable::shot_begin(std::int32_t frame) const {
  const auto after = std::ranges::upper_bound(cuts, frame);
  return after == cuts.begin() ? std::numeric_limits<std::int32_t>::min() : *(after - 1);
}

TrackTable scaled(const TrackTable& table, float scale) {
  TrackTable out = table;
  for (Box& box : out.box)
    box = {box.x * scale, box.y * scale, box.width * scale, box.height * scale};
  for (KeyPoint& point : out.key_points.items) point.at = point.at * scale;
  for (OutlinePoint& point : out.outlines.items) point.at = point.at * scale;
  for (Vec2& velocity : out.velocity) velocity = velocity * scale;
  for (TrackShape& shape : out.shapes)
    for (Vec2& point : shape.points) point = point * scale;
  for (TrackMark& mark : out.marks) mark.at = mark.at * scale;
  if (out.camera != nullptr) {
    auto camera = std::make_shared<CameraPath>(*out.camera);
    for (Homography& map : camera->to_scene) map = scaled(map, double{scale});
    out.camera = std::move(camera);
  }
  return out;
}

TrackTable sort_tracks(TrackColumns rows, std::span<const std::int32_t> frame) {
  TrackTable table;
  if (frame.empty()) {
    static_cast<TrackColumns&>(table) = std::move(rows);
    return table;
  }
  count_frames(frame, table);
  // Most files are already sorted; a large table is then not copied.
  static_cast<TrackColumns&>(table) = std::ranges::is_sorted(frame)
                                          ? std::move(rows)
                                          : gather_rows(rows, order_by_frame(frame, table));
  return table;
}

TrackTable make_track_table(std::span<const TrackRow> rows, std::vector<std::string> class_names,
                            std::vector<AttributeColumn> attributes) {
  TrackColumns columns;
  columns.class_names = std::move(class_names);
  columns.attributes = std::move(attributes);
  std::vector<std::int32_t> frame;
  frame.reserve(rows.size());
  for (const TrackRow& row : rows) {
    frame.push_back(row.frame);
    columns.box.push_back(row.box);
    columns.id.push_back(row.id);
    columns.class_index.push_back(row.class_index);
    columns.score.push_back(row.score);
  }
  return sort_tracks(std::move(columns), frame);
}

std::size_t busiest_frame(const TrackTable& table) {
  return busiest_frames(table, 1);
}

std::size_t busiest_frames(const TrackTable& table, std::int32_t count) {
  std::size_t most = 0;
  for (std::int32_t i = 0; i < table.frame_count(); ++i) {
    const std::int32_t begin = table.first_frame + i;
    most = std::max<std::size_t>(most, table.rows(FrameInterval{begin, begin + count}).size());
  }
  return most;
}

TrackTable select_rows(const TrackTable& table,
                       const std::function<bool(std::uint32_t row)>& keep) {
  std::vector<std::uint32_t> rows;
  std::vector<std::int32_t> frame;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange range = table.rows(table.first_frame + f);
    for (std::uint32_t r = range.begin; r < range.end; ++r) {
      if (!keep(r)) continue;
      rows.push_back(r);
      frame.push_back(table.first_frame + f);
    }
  }
  return sort_tracks(gather_rows(table, rows), frame);
}

std::vector<std::int32_t> frames_of_rows(const TrackTable& table) {
  std::vector<std::int32_t> frame(table.row_count());
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange range = table.rows(table.first_frame + f);
    std::fill(frame.begin() + range.begin, frame.begin() + range.end, table.first_frame + f);
  }
  return frame;
}

std::vector<std::vector<std::uint32_t>> rows_by_track(const TrackTable& table) {
  std::vector<std::vector<std::uint32_t>> tracks;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (table.id[row] == no_id || table.previous[row] != no_row) continue;
    std::vector<std::uint32_t>& rows = tracks.emplace_back();
    for (std::uint32_t r = row; r != no_row; r = table.next[r]) rows.push_back(r);
  }
  return tracks;
}

std::uint32_t rows_after(const TrackTable& table, const ClipInfo& clip) {
  const std::int32_t end = clip.first_frame + clip.frame_count;
  if (clip.frame_count == 0 || table.first_frame + table.frame_count() <= end) return 0;
  return table.row_count() - (table.first_frame < end ? table.rows(end).begin : 0);
}

void pass_on(std::span<const TrackTable* const> inputs, TrackTable& table) {
  // The same item may arrive by several paths.
  const auto add_new = [](const auto& of_input, auto& all) {
    for (const auto& one : of_input)
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  };
  const bool has_own_cuts = !table.cuts.empty();
  for (const TrackTable* input : inputs) {
    if (input == nullptr) continue;
    add_series(table.series, input->series);
    if (table.camera == nullptr) table.camera = input->camera;
    if (!has_own_cuts) add_new(input->cuts, table.cuts);
    add_new(input->shapes, table.shapes);
    add_new(input->origins, table.origins);
    table.marks.insert(table.marks.end(), input->marks.begin(), input->marks.end());
  }
  std::ranges::sort(table.cuts);
  const auto order = [](const TrackMark& mark) {
    return std::tie(mark.frame, mark.name, mark.id, mark.event);
  };
  std::ranges::stable_sort(table.marks, {}, order);
  table.marks.erase(std::unique(table.marks.begin(), table.marks.end()), table.marks.end());
}

void finish_tracks(TrackTable& table, const ClipInfo& clip) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  join_tracks(table, frame);
  measure_ages(table, frame);
  measure_velocities(table, frame, clip);
}

}  // namespace overlace
