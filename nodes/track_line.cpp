// SPDX-License-Identifier: Apache-2.0
// track_line: counts the objects that cross a line.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/track_sources.h"
#include "tracking/line_crossing.h"
#include "tracking/zone.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "line";
  std::vector<std::string> points, otherwise = {"0% 50%", "100% 50%"};
  Anchor anchor = Anchor::bottom;
  std::vector<std::string> classes;
  Number margin{percent(0.5F)};
  int hold = 2;
  int again = 25;
  int max_gap = 12;
};

/// Counts crossings, one object after another.
class LineCounter {
 public:
  LineCounter(const Params& p, std::span<const Vec2> points, const TrackTable& table,
              const ClipInfo& clip)
      : table_(table),
        name_(p.name),
        line_(at_param("points", [&] { return CountingLine(points); })),
        anchor_(p.anchor),
        classes_(wanted_classes(p.classes, table)),
        rules_{.margin = in_pixels(p.margin, clip),
               .hold = p.hold,
               .again = p.again,
               .max_gap = p.max_gap},
        frame_(frames_of_rows(table)),
        clip_(clip),
        in_(table),
        out_(table),
        since_(table.row_count(), std::numeric_limits<float>::quiet_NaN()) {}

  void count(const std::vector<std::uint32_t>& rows) {
    path_.clear();
    for (const std::uint32_t row : rows) {
      const Vec2 at = anchor_point(table_.box[row], anchor_);
      if (std::isfinite(at.x) && std::isfinite(at.y)) path_.push_back({frame_[row], at});
    }
    const std::vector<Crossing> crossings = count_crossings(line_, path_, rules_);
    auto next = crossings.begin();
    std::optional<std::int32_t> latest;
    for (const std::uint32_t row : rows) {
      if (next != crossings.end() && next->frame == frame_[row]) {
        if (const Crossing& crossing = *next++; counts(row)) {
          add_crossing(row, crossing.inwards);
          latest = frame_[row];
        }
      }
      if (latest) since_[row] = static_cast<float>(seconds_between(clip_, *latest, frame_[row]));
    }
  }

  [[nodiscard]] const RunningCounts& in() const { return in_; }
  [[nodiscard]] const RunningCounts& out() const { return out_; }
  [[nodiscard]] const std::vector<float>& since() const { return since_; }
  [[nodiscard]] const std::vector<TrackMark>& marks() const { return marks_; }

 private:
  [[nodiscard]] bool counts(std::uint32_t row) const {
    return classes_.empty() || classes_.contains(table_.class_index[row]);
  }

  /// Counts a crossing by a row's object.
  void add_crossing(std::uint32_t row, int inwards) {
    RunningCounts& counts = inwards > 0 ? in_ : out_;
    counts.add(frame_[row], table_.class_index[row], std::abs(inwards));
    marks_.push_back(mark_of(table_, row, frame_[row], anchor_point(table_.box[row], anchor_),
                             name_, inwards > 0 ? "in" : "out"));
  }

  const TrackTable& table_;
  std::string name_;
  CountingLine line_;
  Anchor anchor_;
  std::set<std::int32_t> classes_;
  CrossingRules rules_;
  std::vector<std::int32_t> frame_;  ///< by row
  const ClipInfo& clip_;
  RunningCounts in_, out_;
  std::vector<TrackMark> marks_;
  std::vector<float> since_;  ///< by row: seconds since its object was counted
  std::vector<PathPoint> path_;
};

TrackTable make(const Params& p, TrackContext& context) {
  check_attribute_name(p.name, *context.inputs.front(), "_since");
  TrackTable table = *context.inputs.front();
  if (table.row_count() > 0 && !has_ids(table))
    log(context, "the boxes have no ids: track_line counts nothing; track_associate gives them");
  const bool is_placed = !p.points.empty();
  const std::vector<Vec2> points = at_param(is_placed ? "points" : "otherwise", [&] {
    return parse_points(is_placed ? p.points : p.otherwise, context.clip.size, "point of a line");
  });
  if (!is_placed) log(context, default_place_note(p.name, "points"));
  LineCounter counter(p, points, *context.inputs.front(), context.clip);
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) counter.count(rows);

  std::vector<double> both = counter.in().so_far();
  std::ranges::transform(both, counter.out().so_far(), both.begin(), std::plus());
  counter.in().append_to(table, p.name + ".in");
  counter.out().append_to(table, p.name + ".out");
  append_series(p.name + ".total", std::move(both), table, SeriesCarry::sum);
  append_series(p.name + ".known", {is_placed ? 1.0 : 0.0}, table);
  table.shapes.push_back({p.name, points});
  table.marks.insert(table.marks.end(), counter.marks().begin(), counter.marks().end());
  table.attributes.push_back({p.name + "_since", counter.since()});
  log(context,
      fmt::format("{}: {} in, {} out", p.name, counter.in().total(), counter.out().total()));
  return table;
}

}  // namespace

NodeType track_line() {
  return Node<Params>("track_line", Stage::tracks, "Counts the objects that cross a line.")
      .input("tracks", Stage::tracks, "The objects to count; they need ids.")
      .text(
          "name", &Params::name,
          "Name of the line. Texts and parameters read the counts so far as the series NAME.in, "
          "NAME.out and NAME.total, by class as NAME.in.CLASS and NAME.out.CLASS; objects get the "
          "attribute NAME_since, the seconds since they were counted. NAME.known is 1 where the "
          "line's place is given, else 0.")
      .points("points", &Params::points, 2,
              "Two or more points, as \"10% 25%\" of the picture's width and height or \"64 108\" "
              "in pixels. Crossing from the left of the line to its right is inwards: downwards "
              "for a line from left to right.")
      .points("otherwise", &Params::otherwise, 2, "The points where none are given.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Point of the box that crosses the line.")
      .text_list("classes", &Params::classes,
                 "Names (or numbers) of the classes to count; empty counts all.")
      .fixed_number("margin", &Params::margin, {0, 1e4, Unit::px},
                    "Distance from the line that an object must reach to be counted.")
      .integer("hold", &Params::hold, {1, 1000, Unit::frames},
               "Frames that an object must stay beyond the line to be counted.")
      .integer("again", &Params::again, {0, 100000, Unit::frames},
               "Minimum time between two counts of one object. One that comes back within this "
               "time has not crossed: one that wavers on the line counts once, on leaving it.")
      .integer(
          "max_gap", &Params::max_gap, {0, 100000, Unit::frames},
          "Frames that an object may be missing and still be assumed to have moved straight on.")
      .makes(make);
}

}  // namespace overlace
