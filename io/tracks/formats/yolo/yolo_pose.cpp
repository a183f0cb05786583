// SPDX-License-Identifier: Apache-2.0
// yolo_pose: YOLO's labels and predictions of key points.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/data/skeletons.h"
#include "io/tracks/formats/yolo/yolo.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t box_size = 4;

/// The layout of the numbers after the box.
struct Layout {
  std::size_t points = 0, values = 0;  ///< values per point: x, y and optionally its visibility
  std::size_t tail = 0;
};

/// The fraction of points that are inside the box of their row, or absent.
double share_inside(const YoloProfile& profile, const Layout& layout) {
  constexpr double margin = 0.1;  // of the box; key points may be slightly outside
  std::size_t inside = 0, count = 0;
  for (const std::vector<double>& row : profile.rows) {
    for (std::size_t i = 0; i < layout.points; ++i, ++count) {
      const double x = row[box_size + i * layout.values], y = row[box_size + i * layout.values + 1];
      const bool absent = x == 0 && y == 0;
      if (absent || (std::abs(x - row[0]) <= row[2] * (0.5 + margin) &&
                     std::abs(y - row[1]) <= row[3] * (0.5 + margin)))
        ++inside;
    }
  }
  return count == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(count);
}

/// The layout whose points fit their boxes best; no points when there is none.
Layout layout_of(const YoloProfile& profile) {
  Layout best;
  double best_share = 0.8;
  if (!profile.even() || profile.most < box_size + 2) return best;
  for (const std::size_t values : {3U, 2U}) {
    for (std::size_t tail = 0; tail <= 2; ++tail) {
      const std::size_t rest = profile.most - box_size;
      if (rest < values + tail || (rest - tail) % values != 0) continue;
      const Layout layout{(rest - tail) / values, values, tail};
      const double share = share_inside(profile, layout);
      if (share <= best_share) continue;
      best = layout;
      best_share = share;
    }
  }
  return best;
}

/// Whether the numbers could be consecutive corners: the values that would be the box's size are
/// among them, and steps between corners are short.
bool could_be_outline(std::span<const double> row) {
  const auto corner = [&](std::size_t i) { return std::array{row[2 * i], row[2 * i + 1]}; };
  const std::size_t count = row.size() / 2;
  std::array<double, 2> low = corner(0), high = low;
  double way = 0;
  for (std::size_t i = 2; i < count; ++i) {
    const auto at = corner(i), before = corner(i - 1);
    for (const std::size_t axis : {0U, 1U}) {
      low[axis] = std::min(low[axis], at[axis]);
      high[axis] = std::max(high[axis], at[axis]);
    }
    way += std::hypot(at[0] - before[0], at[1] - before[1]);
  }
  const std::array side = {high[0] - low[0], high[1] - low[1]};
  const auto among = [&](std::size_t axis) {
    return corner(1)[axis] >= low[axis] - side[axis] / 2 &&
           corner(1)[axis] <= high[axis] + side[axis] / 2;
  };
  return among(0) && among(1) &&
         way <= static_cast<double>(count - 2) * std::hypot(side[0], side[1]) / 2;
}

/// Whether data.yaml states the number of key points per row, and rows match it.
bool has_described_points(const TrackSample& sample, const YoloProfile& profile) {
  if (sample.files == nullptr || !profile.possible) return false;
  const YoloNames names = find_yolo_names(sample.files->folder);
  const std::size_t size = box_size + names.key_points * names.key_point_values;
  return names.key_points > 0 && profile.fewest >= size && profile.most <= size + 2;
}

TrackGuess sniff(const TrackSample& sample) {
  const YoloProfile profile = profile_yolo(sample.text);
  if (has_described_points(sample, profile)) return {98, "its data.yaml has kpt_shape"};
  if (!profile.even() || profile.most <= box_size + 2) return {};
  const Layout layout = layout_of(profile);
  if (layout.points == 0) return {};
  // Outlines with the same number of corners can look alike.
  const bool outlines =
      layout.points < 5 || std::ranges::all_of(profile.rows, [&](const auto& row) {
        return could_be_outline(std::span(row).first(row.size() - layout.tail));
      });
  return {outlines ? 70 : 93, "its rows are a class, a box and points in it"};
}

/// A point at 0, 0 or with a visibility of 0 is absent; 1 and 2 are COCO's flags unless some
/// visibility is a fraction, which makes all of them scores.
FileKeyPoint point_of(std::span<const double> values, bool flags) {
  FileKeyPoint point;
  const bool flagged = values.size() == 3;
  if ((values[0] == 0 && values[1] == 0) || (flagged && values[2] <= 0)) return point;
  point.at = {values[0], values[1]};
  point.state = flagged && flags && values[2] == 1 ? PointState::hidden : PointState::visible;
  if (flagged && !flags) point.score = static_cast<float>(values[2]);
  return point;
}

/// True when the third value of every point is 0, 1 or 2, and 2 occurs: flags, not scores.
bool has_flags(const YoloProfile& profile, const Layout& layout) {
  bool two = false;
  for (const std::vector<double>& row : profile.rows) {
    for (std::size_t i = 0; layout.values == 3 && i < layout.points; ++i) {
      const double value = row[box_size + i * 3 + 2];
      if (value != 0 && value != 1 && value != 2) return false;
      two = two || value == 2;
    }
  }
  return two;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const YoloProfile profile = profile_yolo(*input.files);
  const YoloNames names = find_yolo_names(input.files->folder);
  Layout layout = layout_of(profile);
  if (names.key_points > 0) {
    const std::size_t size = box_size + names.key_points * names.key_point_values;
    layout = {names.key_points, names.key_point_values,
              profile.most > size ? std::min<std::size_t>(profile.most - size, 2) : 0};
  }
  const bool flags = has_flags(profile, layout);
  const std::size_t size = box_size + layout.points * layout.values;
  const auto tails = profile.tails(size);
  const auto tail = [&](std::span<const double> numbers) {
    const std::size_t more = std::max(numbers.size(), size) - size;
    return tails[std::min(more, tails.size() - 1)];
  };
  std::int32_t skeleton = -1;
  std::vector<FileKeyPoint> points;
  return read_yolo(input, options, report, tail, [&](const YoloRow& row, TrackBuilder& builder) {
    if (row.shape.size() != size || layout.points == 0)
      return builder.reject("the row is not a class, a box and as many points as the first",
                            row.line);
    if (!builder.add(box_centered(row), row.line)) return;
    points.clear();
    for (std::size_t at = box_size; at < size; at += layout.values)
      points.push_back(point_of(row.shape.subspan(at, layout.values), flags));
    if (skeleton < 0) skeleton = builder.add_skeleton(usual_skeleton(layout.points));
    builder.set_key_points(points, skeleton);
  });
}

/// Whether third values are written as scores: flags are needed where points are hidden.
bool writes_scores(const KeyPointFacts& facts) {
  return facts.scored && !facts.hidden;
}

std::string point_text(const KeyPoint& point, bool scores, Size picture) {
  if (point.state == PointState::absent) return " 0 0 0";
  const std::string at = yolo_point(point.at, picture);
  if (!scores) return at + (point.state == PointState::hidden ? " 1" : " 2");
  return fmt::format("{} {}", at, std::isnan(point.score) ? 1.0F : point.score);
}

/// Rows with fewer points than others are padded with absent ones. If no row has points, none is
/// written.
void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  const KeyPointFacts facts = key_point_facts(table);
  const auto shape = [&](std::uint32_t row, Size picture) {
    if (facts.most == 0) return std::string();
    std::string text = yolo_box(table.box[row], picture);
    const auto points = table.key_points.of(row);
    for (std::size_t i = 0; i < facts.most; ++i)
      text += point_text(i < points.size() ? points[i] : KeyPoint{}, writes_scores(facts), picture);
    return text;
  };
  write_yolo(table, clip, yolo_tails(table, false), shape, out);
  if (facts.most > 0)
    out.write_companion("data.yaml", fmt::format("kpt_shape: [{}, 3]\n", facts.most));
}

std::vector<std::string> losses(const TrackTable& table) {
  const KeyPointFacts facts = key_point_facts(table);
  const bool scores = writes_scores(facts);
  const bool usual = std::ranges::all_of(table.skeletons, [&](const Skeleton& skeleton) {
    return skeleton == usual_skeleton(facts.most);
  });
  std::vector<std::string> lost = losses_of_yolo(
      table, false, {.key_points = true, .key_point_scores = scores, .skeletons = usual});
  if (facts.most == 0 && table.row_count() > 0) lost.emplace_back("boxes without key points");
  if (facts.fewest < facts.most) lost.emplace_back("that boxes have fewer key points than others");
  if (facts.at_origin) lost.emplace_back("key points at 0, 0");
  if (scores && facts.unscored) lost.emplace_back("that key points have no score");
  if (scores && facts.worthless) lost.emplace_back("key points with a score of 0");
  if (facts.hidden && !facts.visible) lost.emplace_back("that key points are hidden");
  return lost;
}

}  // namespace

TrackFormat yolo_pose() {
  return {.name = "yolo_pose",
          .title = "YOLO key points",
          .doc =
              "A folder; rows are class, centre x, centre y, width, height, then x, y and perhaps "
              "a visibility for every point, then a score and an id if they were saved. Points at "
              "0, 0 are absent; 17 points are COCO's person; kpt_shape of data.yaml applies.",
          .extensions = {".txt"},
          .rules = {"in the file name, from 1", "0 to 1", "centre and size", "whole clip, or none"},
          .folder = true,
          .sniff = sniff,
          .read = read,
          .losses = losses,
          .write_folder = write_folder,
          .file_names = "######.txt",
          .companions = {"classes.txt", "data.yaml"}};
}

}  // namespace overlace
