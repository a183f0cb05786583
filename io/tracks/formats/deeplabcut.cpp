// SPDX-License-Identifier: Apache-2.0
// deeplabcut: DeepLabCut's CSV, whose columns have three or four heading lines.
#include <algorithm>
#include <cmath>
#include <map>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/picture_names.h"
#include "io/tracks/rows/point_columns.h"
#include "io/tracks/rows/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;

TrackGuess sniff(const TrackSample& sample) {
  if (!sample.text.starts_with("scorer,")) return {};
  const bool parts = sample.text.find("\nbodyparts,") != sample.text.npos;
  const bool coordinates = sample.text.find("\ncoords,") != sample.text.npos;
  return parts && coordinates ? TrackGuess{100, "its lines of names are DeepLabCut's"}
                              : TrackGuess{};
}

/// An animal's points.
struct Individual {
  std::string name;
  std::vector<PointColumns> points;
};

/// The heading lines above the rows.
class Heading {
 public:
  /// Takes a heading line; false for a row of values.
  bool take(Fields fields) {
    const std::string_view kind = fields.front();
    if (kind != "scorer" && kind != "individuals" && kind != "bodyparts" && kind != "coords")
      return false;
    lines_[std::string(kind)].assign(fields.begin(), fields.end());
    return true;
  }
  [[nodiscard]] std::vector<Individual> individuals() const {
    std::vector<Individual> all;
    const auto name = [&](const char* line, std::size_t column) {
      const auto found = lines_.find(line);
      return found != lines_.end() && column < found->second.size() ? found->second[column]
                                                                    : std::string();
    };
    const std::size_t columns = lines_.contains("coords") ? lines_.at("coords").size() : 0;
    for (std::size_t i = 1; i < columns; ++i) {
      const std::string part = name("bodyparts", i), who = name("individuals", i);
      if (part.empty()) continue;
      if (all.empty() || all.back().name != who) all.push_back({who, {}});
      auto& points = all.back().points;
      if (points.empty() || points.back().name != part) points.push_back({part, i, i});
      const std::string coordinate = name("coords", i);
      if (coordinate == "y") points.back().y = i;
      if (coordinate == "likelihood") points.back().score = i;
    }
    return all;
  }
  /// How many columns identify a row's frame: one, or three for a picture's path.
  [[nodiscard]] std::size_t index_columns() const {
    const auto parts = lines_.find("bodyparts");
    std::size_t count = 1;
    while (parts != lines_.end() && count < parts->second.size() && parts->second[count].empty())
      ++count;
    return count;
  }

 private:
  std::map<std::string, std::vector<std::string>> lines_;
};

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
    for_each_value_row(input, [&](Fields fields, std::uint64_t) { pictures_.add(index(fields)); });
    individuals_ = heading_.individuals();
    pictures_.settle(options, report);
    TrackConventions conventions;
    conventions.frame_reason = pictures_.reason();
    conventions.pixel_reason = "as DeepLabCut does";
    conventions.by_track = true;
    builder_.emplace(conventions, options, report);
    for (const Individual& one : individuals_)
      skeletons_.push_back(builder_->skeleton_like(skeleton_of(one.points, "bodyparts")));
    rewind(input);
    for_each_value_row(input, [&](Fields fields, std::uint64_t line) { add(fields, line); });
  }
  TrackTable finish() { return builder_->finish(); }

 private:
  template <class F>
  void for_each_value_row(TrackInput& input, F use) {
    for_each_row(input.stream, Separator::comma, [&](const TextRow& row) {
      if (!heading_.take(row.fields)) use(row.fields, row.line);
    });
  }

  /// The frame's number, or its picture's path.
  [[nodiscard]] std::string index(Fields fields) const {
    std::string path;
    for (std::size_t i = 0; i < std::min(heading_.index_columns(), fields.size()); ++i)
      path += (i > 0 ? "/" : "") + std::string(fields[i]);
    return path;
  }

  void add(Fields fields, std::uint64_t line) {
    const auto frame = pictures_.frame(index(fields));
    if (!frame) return;  // in another sequence
    for (std::size_t i = 0; i < individuals_.size(); ++i) {
      Detection detection;
      detection.box.frame = *frame;
      // DeepLabCut draws points from a likelihood of 0.6 on (pcutoff of its config.yaml).
      constexpr double visible_from = 0.6;
      if (!read_point_columns(individuals_[i].points, fields, visible_from, detection)) {
        builder_->pass_over();
        continue;
      }
      detection.skeleton = skeletons_[i];
      ids_.identify(detection, individuals_[i].name);
      add_detection(*builder_, std::move(detection), line);
    }
  }

  Heading heading_;
  std::vector<Individual> individuals_;
  std::vector<std::int32_t> skeletons_;  ///< of each individual
  PictureNames pictures_;
  std::optional<TrackBuilder> builder_;
  TrackIds ids_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).finish();
}

}  // namespace

TrackFormat deeplabcut() {
  return {
      .name = "deeplabcut",
      .title = "DeepLabCut CSV",
      .doc =
          "Header lines (scorer, individuals, bodyparts, coords) above rows of x, y, likelihood "
          "for every body part; the first column is the frame, or the path of the picture. An "
          "individual is an object with an id; a point with a likelihood below 0.6, which "
          "DeepLabCut does not draw, is hidden.",
      .extensions = {".csv"},
      .rules = {"the first column, from 0", "from 0", "around the points", "individuals, or none"},
      .sniff = sniff,
      .read = read};
}

}  // namespace overlace
