// SPDX-License-Identifier: Apache-2.0
// key_point_rows: CSV with one row per key point and frame.
#include <algorithm>
#include <cmath>
#include <map>

#include "graph/data/skeletons.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/numbers.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;

/// The positions of the columns.
struct Layout {
  std::optional<std::size_t> frame, point, x, y, score, id;

  explicit Layout(Fields names) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!frame && column_named(names[i]) == NamedColumn::frame) frame = i;
    point = find_column(names, {"landmark", "landmark_id", "landmark_index", "landmark_name",
                                "keypoint", "keypoint_id", "keypoint_name", "joint", "joint_id",
                                "bodypart", "body_part", "point", "point_id"});
    x = find_column(names, {"x", "X"});
    y = find_column(names, {"y", "Y"});
    score = find_column(names, {"visibility", "likelihood", "confidence", "score", "presence"});
    id = find_column(names, {"person_id", "person", "track_id", "id", "hand", "hand_id",
                             "individual", "handedness"});
  }
  [[nodiscard]] bool complete() const { return frame && point && x && y; }
};

TrackGuess sniff(const TrackSample& sample) {
  FieldSplitter splitter;
  // A key point is not a box, whose columns could otherwise be the same.
  if (!Layout(heading_of(sample.text, splitter)).complete()) return {};
  return {99, "its rows are key points of frames"};
}

/// A person in a frame.
struct Person {
  std::int64_t frame = 0;
  std::string id;
  auto operator<=>(const Person&) const = default;
};

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
    bool fractions = true;
    for_each_row(input, [&](Fields fields, std::uint64_t) {
      number_point(text_at(fields, layout_->point));
      for (const auto at : {layout_->x, layout_->y})
        fractions = fractions && !(number_at(fields, at) > most_of_a_fraction);
    });
    builder_.emplace(conventions(fractions), options, report);
    skeleton_ = builder_->add_skeleton(skeleton());
    rewind(input);
    for_each_row(input, [&](Fields fields, std::uint64_t line) { take(fields, line); });
    flush();
  }
  TrackTable finish() { return builder_->finish(); }

 private:
  static constexpr double most_of_a_fraction = 2;  // landmarks may be outside the picture
  static constexpr std::size_t most_points = 10'000;
  static constexpr double visible_from = 0.5;  // as in MediaPipe's drawing

  static double number_at(Fields fields, std::optional<std::size_t> at) {
    const auto value = at && *at < fields.size() ? parse_field(fields[*at]) : std::nullopt;
    return value ? value->value : Detection::not_given;
  }
  static std::string text_at(Fields fields, std::optional<std::size_t> at) {
    return at && *at < fields.size() ? std::string(fields[*at]) : std::string();
  }

  static TrackConventions conventions(bool fractions) {
    TrackConventions out;
    out.frame_reason = "as most tools do";
    out.pixel_reason = "as most tools do";
    out.by_track = true;
    out.fractions = fractions;
    return out;
  }

  template <class F>
  void for_each_row(TrackInput& input, F use) {
    for_each_named_row(
        input.stream, [&](Fields names) { layout_.emplace(names); }, use);
  }

  /// Points are ordered by number, else as in the file.
  void number_point(const std::string& name) {
    if (numbers_.contains(name) || numbers_.size() >= most_points) return;
    const auto number = parse_field(name);
    const bool counts = number && number->is_whole && number->whole >= 0 &&
                        number->whole < static_cast<std::int64_t>(most_points);
    numbers_[name] = counts ? static_cast<std::size_t>(number->whole) : numbers_.size();
    count_ = std::max(count_, numbers_[name] + 1);
  }

  [[nodiscard]] Skeleton skeleton() const {
    Skeleton own = count_ == 21 ? hand_skeleton() : usual_skeleton(count_);
    if (!own.points.empty()) return own;
    own.name = "points";
    own.points.resize(count_);
    for (const auto& [name, number] : numbers_) own.points[number] = name;
    return own;
  }

  /// Rows of a person in a frame are consecutive.
  void take(Fields fields, std::uint64_t line) {
    const auto frame = parse_field(text_at(fields, layout_->frame));
    if (!frame || !frame->is_whole)
      return builder_->reject("the frame number is not an integer", line);
    const auto number = numbers_.find(text_at(fields, layout_->point));
    if (number == numbers_.end())
      return builder_->reject("a frame has more key points than can be kept", line);
    const Person person{frame->whole, text_at(fields, layout_->id)};
    if (!open_ || person != person_ || taken_[number->second]) flush();
    if (!open_) begin(person, line);
    FileKeyPoint point{.at = {number_at(fields, layout_->x), number_at(fields, layout_->y)},
                       .score = static_cast<float>(number_at(fields, layout_->score))};
    taken_[number->second] = true;
    if (std::isfinite(point.at.x) && std::isfinite(point.at.y))
      point.state = point.score < visible_from ? PointState::hidden : PointState::visible;
    else
      point.at = {};
    detection_.key_points[number->second] = point;
  }

  void begin(const Person& person, std::uint64_t line) {
    open_ = true;
    person_ = person;
    line_ = line;
    detection_ = {};
    detection_.box.frame = person.frame;
    detection_.skeleton = skeleton_;
    detection_.key_points.assign(count_, {});
    taken_.assign(count_, false);
    ids_.identify(detection_, person.id);
  }

  void flush() {
    if (!open_) return;
    open_ = false;
    const bool found = std::ranges::any_of(detection_.key_points, [](const FileKeyPoint& point) {
      return point.state != PointState::absent;
    });
    if (found)
      add_detection(*builder_, std::move(detection_), line_);
    else
      builder_->pass_over();
  }

  std::optional<Layout> layout_;
  std::optional<TrackBuilder> builder_;
  std::map<std::string, std::size_t> numbers_;  ///< of points, by name
  std::size_t count_ = 0;
  std::int32_t skeleton_ = -1;
  TrackIds ids_;
  Person person_;  ///< whose rows are being taken
  Detection detection_;
  std::vector<bool> taken_;
  std::uint64_t line_ = 0;
  bool open_ = false;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat key_point_rows() {
  return {
      .name = "key_point_rows",
      .title = "CSV of key points, one per row (MediaPipe)",
      .doc =
          "frame, landmark (or landmark_id, keypoint, joint, bodypart), x, y, visibility (or "
          "likelihood, score), and perhaps person_id or hand. Rows of one person in one frame are "
          "contiguous. Positions that stay within 0 to 2 are fractions of the picture; a point "
          "with a confidence below 0.5 is hidden.",
      .extensions = {".csv"},
      .rules = {"a column, from 0", "from 0, or 0 to 1", "around the points", "person_id, or none"},
      .sniff = sniff,
      .read = read};
}

}  // namespace overlace
