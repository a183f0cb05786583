// SPDX-License-Identifier: Apache-2.0
// key_point_csv: a row per person or face, with columns for its key points.
#include <algorithm>
#include <cmath>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/point_columns.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;
constexpr std::size_t fewest_points = 5;  // fewer may be corners of a box

/// Whether a column is the size or the far edge of a box. Py-Feat has a box beside the points.
bool is_size(std::string_view name) {
  using enum NamedColumn;
  if (name.starts_with("FaceRect")) return false;
  const NamedColumn meaning = column_named(name);
  const bool numbered = name.find_first_of("0123456789") != name.npos;
  return meaning == width || meaning == height ||
         ((meaning == right || meaning == bottom) && !numbered);
}

TrackGuess sniff(const TrackSample& sample) {
  FieldSplitter splitter;
  const Fields names = heading_of(sample.text, splitter);
  if (find_point_columns(names).size() < fewest_points || std::ranges::any_of(names, is_size))
    return {};
  if (bare_name(names.front()) == "seconds") return {};  // idtracker.ai's animals
  return {99, "its columns are coordinates of key points"};
}

/// What the columns hold beside points.
struct Layout {
  std::vector<PointColumns> points;
  std::optional<std::size_t> frame, id, score, success, face;
  std::array<std::optional<std::size_t>, 4> box;           ///< left, top, width, height
  std::vector<std::pair<std::size_t, std::string>> units;  ///< action units of faces
  bool openface = false;

  void read(Fields names) {
    points = find_point_columns(names);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!frame && column_named(names[i]) == NamedColumn::frame) frame = i;
      if (names[i].starts_with("AU")) units.emplace_back(i, names[i]);
    }
    id = find_column(names, {"face_id", "track", "track_id", "person_id", "person", "id",
                             "individual", "Identity"});
    face = find_column(names, {"face"});
    score = find_column(names, {"instance.score", "FaceScore", "confidence", "score"});
    success = find_column(names, {"success"});
    box = {find_column(names, {"FaceRectX"}), find_column(names, {"FaceRectY"}),
           find_column(names, {"FaceRectWidth"}), find_column(names, {"FaceRectHeight"})};
    openface = success.has_value();
  }
};

double number_at(Fields fields, std::optional<std::size_t> at) {
  const auto value = at && *at < fields.size() ? parse_field(fields[*at]) : std::nullopt;
  return value ? value->value : Detection::not_given;
}

std::string_view text_at(Fields fields, std::optional<std::size_t> at) {
  return at && *at < fields.size() ? fields[*at] : std::string_view();
}

/// Whether all points are in or near a picture of side 1.
class Extent {
 public:
  void add(const Detection& detection) {
    for (const FileKeyPoint& point : detection.key_points) {
      if (point.state == PointState::absent) continue;
      any_ = true;
      high_ = std::max({high_, point.at.x, point.at.y});
    }
  }
  [[nodiscard]] bool fractions() const {
    constexpr double slack = 1;  // landmarks may be outside the picture
    return any_ && high_ <= 1 + slack;
  }

 private:
  double high_ = 0;
  bool any_ = false;
};

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
    Extent extent;
    for_each_row(input, [&](Fields fields, std::uint64_t) {
      Detection detection;
      read_point_columns(layout_.points, fields, visible_from, detection);
      extent.add(detection);
    });
    builder_.emplace(conventions(extent.fractions()), options, report);
    skeleton_ = builder_->add_skeleton(skeleton_of(layout_.points, "points"));
    rewind(input);
    std::int64_t row = 0;
    for_each_row(input, [&](Fields fields, std::uint64_t line) { add(fields, row++, line); });
  }
  TrackTable finish() { return builder_->finish(); }

 private:
  static constexpr double visible_from = 0.5;  // as in MediaPipe's drawing

  template <class F>
  void for_each_row(TrackInput& input, F use) {
    for_each_named_row(
        input.stream,
        [&](Fields names) {
          layout_ = {};
          layout_.read(names);
        },
        use);
  }

  [[nodiscard]] TrackConventions conventions(bool fractions) const {
    TrackConventions out;
    out.frame_base = layout_.openface && layout_.frame ? 1 : 0;
    out.frame_reason = !layout_.frame     ? layout_.face ? "as faces of one picture have none"
                                                         : "by the rows, as no column has the frame"
                       : layout_.openface ? "as OpenFace does"
                                          : "as most tools do";
    out.pixel_reason = "as most tools do";
    out.by_track = true;
    out.fractions = fractions;
    return out;
  }

  [[nodiscard]] std::int64_t frame_of(Fields fields, std::int64_t row) const {
    if (!layout_.frame) return layout_.face ? 0 : row;
    const auto frame = parse_field(text_at(fields, layout_.frame));
    return frame && frame->is_whole ? frame->whole : no_frame;
  }

  void add(Fields fields, std::int64_t row, std::uint64_t line) {
    Detection detection;
    detection.box.frame = frame_of(fields, row);
    const bool failed = number_at(fields, layout_.success) == 0;
    if (!read_point_columns(layout_.points, fields, visible_from, detection) || failed)
      return builder_->pass_over();  // nobody was found
    detection.skeleton = skeleton_;
    ids_.identify(detection, text_at(fields, layout_.id));
    detection.box.score = static_cast<float>(number_at(fields, layout_.score));
    if (layout_.box[0]) {
      detection.box.x = number_at(fields, layout_.box[0]);
      detection.box.y = number_at(fields, layout_.box[1]);
      detection.box.width = number_at(fields, layout_.box[2]);
      detection.box.height = number_at(fields, layout_.box[3]);
    }
    for (const auto& [at, name] : layout_.units)
      if (const double value = number_at(fields, at); !std::isnan(value))
        detection.attributes.emplace_back(name, value);
    add_detection(*builder_, std::move(detection), line);
  }

  Layout layout_;
  std::optional<TrackBuilder> builder_;
  std::int32_t skeleton_ = -1;
  TrackIds ids_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat key_point_csv() {
  return {.name = "key_point_csv",
          .title = "CSV of key points (MediaPipe, OpenFace, Py-Feat, SLEAP)",
          .doc =
              "A row for every person or face, and columns for its points: nose_x, nose_y, "
              "nose_visibility; x0, y0, v0; x_0, y_0 of OpenFace and Py-Feat; nose.x, nose.y, "
              "nose.score of SLEAP. Positions that stay within 0 to 2 are fractions of the "
              "picture. A point with a confidence below 0.5 is hidden, one without numbers is "
              "absent; a row without points, or with success 0, means that nobody was found. "
              "Frames come from a column, else rows are frames. OpenFace's frames count from 1. "
              "Action units (AU…) become attributes; other columns are not read.",
          .extensions = {".csv"},
          .rules = {"a column, from 0, or the rows", "from 0, or 0 to 1", "around the points",
                    "face_id, track, person_id, or none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
