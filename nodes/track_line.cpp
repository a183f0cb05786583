// SPDX-License-Identifier: Apache-2.0
// track_line: counts the objects that cross a line.
#include <cctype>
#include <cmath>
#include <functional>
#include <numeric>

#include "node_list.h"
#include "nodes/shared_params.h"
#include "nodes/track_sources.h"
#include "tracking/line_crossing.h"
#include "tracking/zone.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "line";
  std::vector<std::string> points = {"0% 50%", "100% 50%"};
  Anchor anchor = Anchor::bottom;
  std::vector<std::string> classes;
  Number margin{percent(0.5F)};
  int hold = 2;
  int again = 25;
  int max_gap = 12;
};

void check_name(const std::string& name) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_part))
    throw Error(ErrorCode::usage, fmt::format("'{}' cannot name a series", name),
                "name takes letters, digits and _");
}

/// Crossings in each frame of a table, from its first frame on.
struct Tally {
  std::vector<double> in, out;
  explicit Tally(std::size_t frames) : in(frames, 0), out(frames, 0) {}

  void add(std::size_t frame, int inwards) { (inwards > 0 ? in : out)[frame] += std::abs(inwards); }
  [[nodiscard]] static double sum(const std::vector<double>& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
  }
};

/// `counts` summed up frame by frame.
SharedSeries running_total(std::string name, std::vector<double> counts, std::int32_t first_frame) {
  std::partial_sum(counts.begin(), counts.end(), counts.begin());
  return std::make_shared<const Series>(
      Series{.name = std::move(name), .values = std::move(counts), .first_frame = first_frame});
}

/// Counts one object after the other.
class LineCounter {
 public:
  LineCounter(const Params& p, const TrackTable& table, const ClipInfo& clip)
      : table_(table),
        line_(parse_points(p.points, clip.size, "point of a line")),
        anchor_(p.anchor),
        classes_(wanted_classes(p.classes, table)),
        rules_{.margin = in_pixels(p.margin, clip),
               .hold = p.hold,
               .again = p.again,
               .max_gap = p.max_gap},
        frame_(frames_of_rows(table)),
        frame_s_(1 / clip.frame_rate.value()),
        tally_(std::max<std::size_t>(table.frame_begin.size(), 1)),
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
          tally_.add(static_cast<std::size_t>(frame_[row] - table_.first_frame), crossing.inwards);
          latest = frame_[row];
        }
      }
      if (latest) since_[row] = static_cast<float>((frame_[row] - *latest) * frame_s_);
    }
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] const std::vector<float>& since() const { return since_; }

 private:
  [[nodiscard]] bool counts(std::uint32_t row) const {
    return classes_.empty() || classes_.contains(table_.class_index[row]);
  }

  const TrackTable& table_;
  CountingLine line_;
  Anchor anchor_;
  std::set<std::int32_t> classes_;
  CrossingRules rules_;
  std::vector<std::int32_t> frame_;  ///< of each row
  double frame_s_;
  Tally tally_;
  std::vector<float> since_;  ///< of each row: seconds since its object was counted
  std::vector<PathPoint> path_;
};

TrackTable make(const Params& p, TrackContext& context) {
  check_name(p.name);
  TrackTable table = *context.inputs.front();
  if (table.row_count() > 0 && !has_ids(table))
    log(context, "the boxes have no ids: track_line counts nothing; track_associate gives them");
  LineCounter counter(p, table, context.clip);
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) counter.count(rows);

  const auto& [in, out] = counter.tally();
  std::vector<double> both = in;
  std::ranges::transform(in, out, both.begin(), std::plus());
  table.series.push_back(running_total(p.name + ".in", in, table.first_frame));
  table.series.push_back(running_total(p.name + ".out", out, table.first_frame));
  table.series.push_back(running_total(p.name + ".total", std::move(both), table.first_frame));
  table.lines.push_back({p.name, parse_points(p.points, context.clip.size, "point of a line")});
  table.attributes.push_back({p.name + "_since", counter.since()});
  log(context, fmt::format("{}: {} in, {} out", p.name, Tally::sum(in), Tally::sum(out)));
  return table;
}

}  // namespace

NodeType track_line() {
  return Node<Params>("track_line", Stage::tracks, "Counts the objects that cross a line.")
      .input("tracks", Stage::tracks, "The objects to count; they need ids.")
      .text("name", &Params::name,
            "Name of the line. Texts and parameters read the counts so far as the series NAME.in, "
            "NAME.out and NAME.total; objects get the attribute NAME_since, the seconds since they "
            "were counted.")
      .text_list("points", &Params::points,
                 "Two or more points, as \"10% 25%\" of the picture's width and height or \"64 "
                 "108\" in pixels. Crossing from the left of the line to its right is inwards: "
                 "downwards for a line from left to right.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names(),
                      "Point of the box that crosses the line.")
      .text_list("classes", &Params::classes,
                 "Names (or numbers) of the classes to count; empty counts all.")
      .fixed_number("margin", &Params::margin, {0, 1e4, Unit::px},
                    "Distance from the line that an object must reach to be counted.")
      .integer("hold", &Params::hold, {1, 1000, Unit::frames},
               "Frames that an object must stay beyond the line to be counted.")
      .integer("again", &Params::again, {0, 100000, Unit::frames},
               "Least time between two counts of one object.")
      .integer("max_gap", &Params::max_gap, {1, 100000, Unit::frames},
               "Objects that are missing no longer than this are taken to have gone straight on.")
      .makes(make);
}

}  // namespace overlace
