// SPDX-License-Identifier: Apache-2.0
// track_zone: which objects are in a zone, for how long and how often.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/track_sources.h"
#include "tracking/zone.h"
#include "tracking/zone_visits.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "zone";
  std::vector<std::string> corners, otherwise = {"25% 25%", "75% 25%", "75% 75%", "25% 75%"};
  Anchor anchor = Anchor::bottom;
  std::vector<std::string> classes;
  int enter_frames = 3;
  int gap = 12;
  bool exclude = false;
};

bool is_placed(const Params& p) {
  return !p.corners.empty();
}

std::vector<Vec2> corners_of(const Params& p, Size picture) {
  std::vector<Vec2> corners = parse_zone(is_placed(p) ? p.corners : p.otherwise, picture);
  if (corners.empty())
    throw Error(ErrorCode::usage, "a zone has at least three corners", "add corners");
  return corners;
}

/// The attribute that says whether an object is in the zone. Where the zone has the name of
/// something else, as `area`, that keeps its meaning.
std::string inside_attribute(const std::string& zone) {
  return is_builtin_name(zone) ? zone + "_inside" : zone;
}

/// Records visits, one object after another.
class ZoneWatch {
 public:
  ZoneWatch(const Params& p, const TrackTable& table, const ClipInfo& clip)
      : p_(p),
        table_(table),
        zone_(at_param(is_placed(p) ? "corners" : "otherwise",
                       [&] { return corners_of(p, clip.size); })),
        classes_(wanted_classes(p.classes, table)),
        frame_(frames_of_rows(table)),
        clip_(clip),
        in_(table),
        out_(table),
        now_(table),
        is_inside_(table.row_count(), 0.0F),
        time_(table.row_count(), std::numeric_limits<float>::quiet_NaN()),
        visits_(table.row_count(), 0.0F),
        objects_(in_.so_far().size(), 0.0) {}

  void watch(const std::vector<std::uint32_t>& rows) {
    path_.clear();
    for (const std::uint32_t row : rows) path_.push_back({frame_[row], is_in_zone(row)});
    const std::vector<FrameInterval> visits = find_visits(path_, {p_.enter_frames, p_.gap});
    for (const FrameInterval& visit : visits) add_visit(rows, visit);
    if (!visits.empty()) ++objects_[index_of(visits.front().begin)];
    describe(rows, visits);
  }

  /// Appends the results to a copy of the table.
  void append_to(TrackTable& table) {
    const std::string& name = p_.name;
    in_.append_to(table, name + ".in");
    out_.append_to(table, name + ".out");
    now_.append_to(table, name + ".now");
    append_series(name + ".peak", peaks(now_.so_far()), table, SeriesCarry::peak);
    std::partial_sum(objects_.begin(), objects_.end(), objects_.begin());
    append_series(name + ".total", objects_, table, SeriesCarry::sum);
    append_series(name + ".mean_time", mean_times(), table);
    append_series(name + ".known", {is_placed(p_) ? 1.0 : 0.0}, table);
    table.shapes.push_back({name, zone_, true});
    table.marks.insert(table.marks.end(), marks_.begin(), marks_.end());
    table.attributes.push_back({inside_attribute(name), is_inside_});
    table.attributes.push_back({name + "_time", time_});
    table.attributes.push_back({name + "_visits", visits_});
  }

  [[nodiscard]] std::string summary() const {
    return fmt::format("{}: {} visits by {} objects, {} at once", p_.name, in_.total(),
                       objects_.back(), peaks(now_.so_far()).back());
  }

 private:
  [[nodiscard]] std::size_t index_of(std::int32_t frame) const {
    return static_cast<std::size_t>(frame - table_.first_frame);
  }
  [[nodiscard]] bool is_in_zone(std::uint32_t row) const {
    if (!classes_.empty() && !classes_.contains(table_.class_index[row])) return false;
    return is_inside(zone_, anchor_point(table_.box[row], p_.anchor)) != p_.exclude;
  }

  /// Counts a visit.
  void add_visit(const std::vector<std::uint32_t>& rows, const FrameInterval& visit) {
    const auto row_in = [&](std::int32_t frame) {
      return *std::ranges::find_if(rows, [&](std::uint32_t row) { return frame_[row] >= frame; });
    };
    const std::uint32_t first = row_in(visit.begin), last = row_in(visit.end - 1);
    const std::int32_t class_index = table_.class_index[first];
    in_.add(visit.begin, class_index, 1);
    now_.add(visit.begin, class_index, 1);
    out_.add(visit.end, class_index, 1);
    now_.add(visit.end, class_index, -1);
    const auto mark = [&](std::uint32_t row, std::int32_t frame, const char* event) {
      marks_.push_back(
          mark_of(table_, row, frame, anchor_point(table_.box[row], p_.anchor), p_.name, event));
    };
    mark(first, visit.begin, "enter");
    if (index_of(visit.end) + 1 < table_.frame_begin.size()) mark(last, visit.end, "leave");
  }

  /// Fills in the attributes of an object's rows from its visits.
  void describe(const std::vector<std::uint32_t>& rows, const std::vector<FrameInterval>& visits) {
    std::size_t begun = 0;
    for (const std::uint32_t row : rows) {
      while (begun < visits.size() && visits[begun].begin <= frame_[row]) ++begun;
      visits_[row] = static_cast<float>(begun);
      if (begun == 0 || frame_[row] >= visits[begun - 1].end) continue;
      is_inside_[row] = 1;
      time_[row] = static_cast<float>(seconds_between(clip_, visits[begun - 1].begin, frame_[row]));
    }
  }

  static std::vector<double> peaks(std::vector<double> counts) {
    for (std::size_t i = 1; i < counts.size(); ++i) counts[i] = std::max(counts[i], counts[i - 1]);
    return counts;
  }
  /// Each visit adds the time since the frame before for each of its frames after the first, up to
  /// and including the one in which it is over.
  [[nodiscard]] std::vector<double> mean_times() const {
    const std::vector<double> now = now_.so_far(), begun = in_.so_far();
    std::vector<double> mean(now.size());
    double seconds = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double frame = table_.first_frame + static_cast<double>(i);
      if (i > 0) seconds += now[i - 1] * seconds_between(clip_, frame - 1, frame);
      mean[i] = begun[i] > 0 ? seconds / begun[i] : std::nan("");
    }
    return mean;
  }

  const Params& p_;
  const TrackTable& table_;
  std::vector<Vec2> zone_;
  std::set<std::int32_t> classes_;
  std::vector<std::int32_t> frame_;  ///< by row
  const ClipInfo& clip_;
  RunningCounts in_, out_, now_;
  std::vector<float> is_inside_, time_, visits_;  ///< by row
  std::vector<double> objects_;                   ///< by frame: objects whose first visit begins
  std::vector<TrackMark> marks_;
  std::vector<ZonePoint> path_;
};

TrackTable make(const Params& p, TrackContext& context) {
  check_attribute_name(inside_attribute(p.name), *context.inputs.front());
  for (const char* const end : {"_time", "_visits"})
    check_attribute_name(p.name, *context.inputs.front(), end);
  TrackTable table = *context.inputs.front();
  if (table.row_count() > 0 && !has_ids(table))
    log(context, "the boxes have no ids: track_zone counts nothing; track_associate gives them");
  if (!is_placed(p)) log(context, default_place_note(p.name, "corners"));
  ZoneWatch watch(p, *context.inputs.front(), context.clip);
  for (const std::vector<std::uint32_t>& rows : rows_by_track(table)) watch.watch(rows);
  watch.append_to(table);
  if (is_builtin_name(p.name))
    log(context, fmt::format("'{}' has its usual meaning; whether an object is in the zone is '{}'",
                             p.name, inside_attribute(p.name)));
  log(context, watch.summary());
  return table;
}

}  // namespace

NodeType track_zone() {
  return Node<Params>("track_zone", Stage::tracks,
                      "Counts the objects in a zone, and how long and how often they stay.")
      .input("tracks", Stage::tracks, "The objects to watch; they need ids.")
      .text("name", &Params::name,
            "Name of the zone. Texts and parameters read the series NAME.now, NAME.in, NAME.out "
            "(visits), NAME.total (objects), NAME.peak and NAME.mean_time (seconds); NAME.now, "
            "NAME.in and NAME.out by class as well, as NAME.now.CLASS. Objects get the attributes "
            "NAME (1 inside; NAME_inside where the name has another meaning, as area or time), "
            "NAME_time (seconds of the visit) and NAME_visits. NAME.known is 1 where the zone's "
            "place is given, else 0.")
      .points("corners", &Params::corners, 3,
              "Three or more corners, as \"10% 25%\" of the picture's width and height or \"64 "
              "108\" in pixels. Where the outline crosses itself, what it goes round twice is "
              "outside (the even-odd rule).")
      .points("otherwise", &Params::otherwise, 3, "The corners where none are given.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Point of the box that must be in the zone.")
      .text_list("classes", &Params::classes,
                 "Names (or numbers) of the classes to count; empty counts all.")
      .integer("enter_frames", &Params::enter_frames, {1, 1000, Unit::frames},
               "Consecutive frames inside that make a visit, which begins with the first of them.")
      .integer("gap", &Params::gap, {0, 100000, Unit::frames},
               "Frames outside, or not seen at all, that do not end a visit.")
      .boolean("exclude", &Params::exclude, "Watch what is outside the corners instead.")
      .makes(make);
}

}  // namespace overlace
