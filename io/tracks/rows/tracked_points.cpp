// SPDX-License-Identifier: Apache-2.0
// Converts points and pins to boxes, and back.
#include "io/tracks/rows/tracked_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "graph/core/error.h"
#include "graph/data/id_text.h"

namespace overlace {
namespace {

bool is_usual(const Box& box) {
  const auto side = static_cast<float>(usual_point_size);
  return box.width == side && box.height == side;
}

bool any_row(const TrackTable& table, auto holds) {
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (holds(row)) return true;
  return false;
}

/// Whether a reader that numbers unbroken runs from 1 restores the ids of all rows.
bool numbered_in_order(const TrackTable& table) {
  const NumberedTracks tracks = number_tracks(table);
  for (std::size_t i = 0; i < tracks.id.size(); ++i)
    if (tracks.id[i] != static_cast<TrackId>(i + 1) || unbroken_runs(tracks.rows[i]).size() != 1)
      return false;
  return true;
}

}  // namespace

Detection tracked_point(FilePoint at, const TrackReadOptions& options) {
  Detection point;
  point.set_centered(at.x, at.y, options.point_size, options.point_size);
  return point;
}

Detection corner_pin(const PinCorners& corners) {
  Detection pin;
  double x = 0, y = 0;
  for (const FilePoint corner : corners) {
    pin.outline.push_back({corner, 0});
    x += corner.x / 4;
    y += corner.y / 4;
  }
  const FilePoint along{corners[1].x - corners[0].x, corners[1].y - corners[0].y};
  pin.set_centered(x, y, std::hypot(along.x, along.y),
                   std::hypot(corners[2].x - corners[1].x, corners[2].y - corners[1].y));
  pin.box.rotation = std::atan2(along.y, along.x) * 180 / std::numbers::pi;
  return pin;
}

UpwardRows::UpwardRows(Size said, const TrackReadOptions& options, const std::string& file)
    : picture_(said) {
  const auto known = [](Size size) { return size.width > 0 && size.height > 0; };
  const Size clip =
      options.stored ? turned(options.clip.size, options.clip.stored) : options.clip.size;
  if (!options.fractions) {
    const Size seen = known(options.source_size) ? options.source_size : known(said) ? said : clip;
    if (!known(seen))
      throw Error(ErrorCode::usage,
                  "y counts from the bottom of a picture whose height is not known",
                  "give it with --source-size 1920x1080, or name the video with --video", {file});
    height_ = seen.height;
  }
  if (options.pixel_base && !options.fractions) height_ += 2 * options.pixel_base->y;
}

std::vector<TrackRun> unbroken_runs(std::span<const RowInFrame> rows) {
  std::vector<TrackRun> runs;
  for (std::size_t begin = 0, i = 0; i < rows.size(); ++i)
    if (!rows[i].goes_on) {
      runs.push_back(rows.subspan(begin, i + 1 - begin));
      begin = i + 1;
    }
  return runs;
}

bool has_pin(const TrackTable& table, std::uint32_t row) {
  constexpr float farthest = 3e5F;  // px; boxes with such corners survive a round trip
  const auto outline = table.outlines.of(row);
  return outline.size() == 4 && outline.front().ring == outline.back().ring &&
         std::ranges::all_of(outline, [](const OutlinePoint& corner) {
           return std::abs(corner.at.x) < farthest && std::abs(corner.at.y) < farthest;
         });
}

FilePoint centre_of(const Box& box) {
  return {box.x + box.width / 2.0, box.y + box.height / 2.0};
}

PinCorners pin_of(const TrackTable& table, std::uint32_t row) {
  PinCorners corners{};
  if (has_pin(table, row)) {
    std::ranges::transform(table.outlines.of(row), corners.begin(), [](const OutlinePoint& point) {
      return FilePoint{point.at.x, point.at.y};
    });
    return corners;
  }
  const Box& box = table.box[row];
  const double turn = table.rotation.empty() ? 0 : table.rotation[row] * std::numbers::pi / 180;
  const double c = std::cos(turn), s = std::sin(turn);
  const FilePoint centre = centre_of(box);
  constexpr std::array<FilePoint, 4> unit = {{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}};
  std::ranges::transform(unit, corners.begin(), [&](FilePoint at) {
    const double x = at.x * box.width, y = at.y * box.height;
    return FilePoint{centre.x + x * c - y * s, centre.y + x * s + y * c};
  });
  return corners;
}

std::string track_name(const IdTexts& ids, const NumberedTracks& tracks, std::uint32_t row) {
  const Json id = ids.of(row);
  return id.is_string() ? id.as_string() : std::to_string(tracks.id_of_row[row]);
}

std::vector<std::string> losses_of_points(const TrackTable& table, bool names,
                                          bool (*pinned)(const TrackTable& table,
                                                         std::uint32_t row)) {
  const auto is_point = [&](std::uint32_t row) { return !pinned(table, row); };
  const auto is_turned = [&](std::uint32_t row) {
    return !table.rotation.empty() && table.rotation[row] != 0;
  };
  const auto other_outline = [&](std::uint32_t row) {
    return !table.outlines.of(row).empty() && (is_point(row) || !has_pin(table, row));
  };
  TrackAbilities can{.ids = names || numbered_in_order(table),
                     .missing_ids = false,
                     .classes = false,
                     .scores = false,
                     .numbers = false,
                     .texts = false};
  can.rotation =
      !any_row(table, [&](std::uint32_t row) { return is_point(row) && is_turned(row); });
  can.outlines = !any_row(table, other_outline);
  std::vector<std::string> lost = losses_of(table, can);
  if (names && IdTexts(table).column() != nullptr)
    std::erase(lost, fmt::format("attribute {}", id_text_attribute));
  if (any_row(table, [&](std::uint32_t row) { return is_point(row) && !is_usual(table.box[row]); }))
    lost.emplace_back("sizes of boxes");
  return lost;
}

std::string pixels_text(double value) {
  constexpr double unit = 1e7;
  const double rounded = std::round(value * unit) / unit;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

}  // namespace overlace
