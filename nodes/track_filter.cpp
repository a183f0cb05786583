// SPDX-License-Identifier: Apache-2.0
// track_filter: keeps the tracks that match all conditions.
#include <set>
#include <unordered_map>

#include "node_list.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/track_expression.h"
#include "nodes/parts/track_sources.h"
#include "tracking/zone.h"

namespace overlace {
namespace {

struct Params {
  std::vector<std::string> classes;
  std::vector<std::string> ids;
  Number min_score{0};
  Number min_area{0};
  Number max_area{0};
  Number min_aspect{0};
  Number max_aspect{0};
  int min_length = 0;
  bool tracked = false;
  std::vector<std::string> zone;
  Anchor anchor = Anchor::center;
  std::string where = "1";
  bool invert = false;
};

/// The first and last id of a range.
using IdRange = std::pair<TrackId, TrackId>;

/// "7" or "7-12".
IdRange parse_ids(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto first = parse_integer(std::string_view(text).substr(0, dash));
  const auto last =
      dash == std::string::npos ? first : parse_integer(std::string_view(text).substr(dash + 1));
  if (!first || !last || *first > *last)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not an id", text),
                "ids are written \"7\" or \"7-12\"");
  return {*first, *last};
}

/// Length of each track, in frames from its first to its last box.
std::unordered_map<TrackId, std::int32_t> track_lengths(const TrackTable& table) {
  std::unordered_map<TrackId, std::int32_t> first, length;
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const TrackId id = table.id[row];
    length[id] = frame[row] - first.try_emplace(id, frame[row]).first->second + 1;
  }
  return length;
}

/// Whether a value is in a range; a `most` of 0 is no limit.
bool within(double value, const Number& least, const Number& most) {
  return value >= least.constant.value &&
         (most.constant.value == 0 || value <= most.constant.value);
}

/// The conditions, ready to be evaluated for rows.
class Conditions {
 public:
  Conditions(const Params& p, const TrackTable& table, const ClipInfo& clip)
      : p_(p),
        table_(table),
        picture_area_(std::max(1.0, static_cast<double>(clip.size.width) * clip.size.height)),
        classes_(wanted_classes(p.classes, table)),
        zone_(at_param("zone", [&] { return parse_zone(p.zone, clip.size); })),
        needs_id_(p.tracked && has_ids(table)),
        lengths_(track_lengths(table)) {
    ask(bound("where", p.where, table, clip), clip);
    for (std::size_t i = 0; i < p.ids.size(); ++i)
      ids_.push_back(at_param(fmt::format("ids/{}", i), [&] { return parse_ids(p.ids[i]); }));
  }

  [[nodiscard]] bool hold(std::uint32_t row) const {
    return where_[row] && known_object(row) && fits(table_.box[row]);
  }

 private:
  /// Evaluates the condition for all rows.
  void ask(const BoundExpression& where, const ClipInfo& clip) {
    RowValues value(where);
    for (std::int32_t f = 0; f < table_.frame_count(); ++f) {
      const FrameTime time = time_of(clip, table_.first_frame + f);
      value.begin_frame(time);
      const RowRange rows = table_.rows(time.frame);
      for (std::uint32_t row = rows.begin; row < rows.end; ++row)
        where_.push_back(holds(value.of(row)));
    }
  }
  [[nodiscard]] bool known_object(std::uint32_t row) const {
    const TrackId id = table_.id[row];
    const auto holds_id = [id](const IdRange& r) { return id >= r.first && id <= r.second; };
    if (needs_id_ && id == no_id) return false;
    if (!classes_.empty() && !classes_.contains(table_.class_index[row])) return false;
    if (!ids_.empty() && std::ranges::none_of(ids_, holds_id)) return false;
    if (table_.score[row] < p_.min_score.constant.value) return false;  // rows without a score pass
    return p_.min_length <= 1 || (id != no_id && lengths_.at(id) >= p_.min_length);
  }
  [[nodiscard]] bool fits(const Box& box) const {
    const double area = double{box.width} * box.height;
    if (!within(area / picture_area_, p_.min_area, p_.max_area)) return false;
    if (box.height > 0 && !within(box.width / box.height, p_.min_aspect, p_.max_aspect))
      return false;
    return zone_.empty() || is_inside(zone_, anchor_point(box, p_.anchor));
  }

  const Params& p_;
  const TrackTable& table_;
  double picture_area_;
  std::set<std::int32_t> classes_;
  std::vector<IdRange> ids_;
  std::vector<Vec2> zone_;
  bool needs_id_;
  std::unordered_map<TrackId, std::int32_t> lengths_;
  std::vector<bool> where_;  ///< by row
};

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& table = *context.inputs.front();
  const Conditions conditions(p, table, context.clip);
  return select_rows(table, [&](std::uint32_t row) { return conditions.hold(row) != p.invert; });
}

}  // namespace

NodeType track_filter() {
  return Node<Params>("track_filter", Stage::tracks, "Keeps the tracks that match all conditions.")
      .input("tracks", Stage::tracks, "The tracks to choose from.")
      .text_list("classes", &Params::classes,
                 "Names (or numbers) of the classes to keep; empty keeps all.")
      .text_list("ids", &Params::ids, "Ids to keep, as \"7\" or \"7-12\"; empty keeps all.")
      .fixed_number("min_score", &Params::min_score, {0, 1e6, Unit::none},
                    "Lowest score; boxes without a score stay.")
      .fixed_number("min_area", &Params::min_area, {0, 1, Unit::ratio},
                    "Smallest box, as a share of the picture.")
      .fixed_number("max_area", &Params::max_area, {0, 1, Unit::ratio},
                    "Largest box, as a share of the picture; 0 sets no limit.")
      .fixed_number("min_aspect", &Params::min_aspect, {0, 1e6, Unit::none},
                    "Smallest ratio of width to height.")
      .fixed_number("max_aspect", &Params::max_aspect, {0, 1e6, Unit::none},
                    "Largest ratio of width to height; 0 sets no limit.")
      .integer("min_length", &Params::min_length, {0, 1000000, Unit::frames},
               "Shortest track, from its first to its last box.")
      .boolean("tracked", &Params::tracked,
               "Leave out boxes without an id, which a tracker joined to no others; all stay if "
               "none has an id.")
      .points("zone", &Params::zone, 3,
              "Corners of a polygon, as \"10% 25%\" of the picture's width and height or \"64 "
              "108\" in pixels; a box stays where its anchor is inside.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names,
                      "Point of the box that must be in the zone.")
      .expression(
          "where", &Params::where,
          "An expression over attributes and series, as \"speed > 20 && door\": boxes for which it "
          "is not 0 stay.")
      .boolean("invert", &Params::invert,
               "Keep what the conditions leave out, and leave out the rest.")
      .makes(make);
}

}  // namespace overlace
