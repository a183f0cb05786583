// SPDX-License-Identifier: Apache-2.0
// idtracker: the trajectories of idTracker and idtracker.ai, one row per frame and two columns per
// animal.
#include <fmt/format.h>

#include <cmath>

#include "graph/core/error.h"
#include "io/tracks/builder/builder.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/heading_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

using Fields = std::span<const std::string_view>;

/// The columns of an animal.
struct Animal {
  std::size_t x = 0, y = 0;
  std::optional<std::size_t> score;  ///< idTracker's, for being this animal
};

struct Layout {
  std::vector<Animal> animals;
  bool timed = false;  ///< idtracker.ai's seconds come first
};

/// Animals are numbered from 1, and the row holds nothing else.
std::optional<Layout> layout_of(Fields names) {
  Layout layout;
  if (!names.empty() && names.back().empty()) names = names.first(names.size() - 1);
  layout.timed = !names.empty() && bare_name(names.front()) == "seconds";
  for (std::size_t i = layout.timed ? 1 : 0; i < names.size();) {
    const std::size_t number = layout.animals.size() + 1;
    const auto is = [&](std::size_t at, std::string_view name) {
      return at < names.size() && bare_name(names[at]) == fmt::format("{}{}", name, number);
    };
    if (!is(i, "x") || !is(i + 1, "y")) return std::nullopt;
    layout.animals.push_back({i, i + 1, {}});
    i += 2;
    if (is(i, "probid")) layout.animals.back().score = i++;
  }
  const bool known =
      !layout.animals.empty() && (layout.timed || layout.animals.front().score.has_value());
  return known ? std::optional(layout) : std::nullopt;
}

TrackGuess sniff(const TrackSample& sample) {
  FieldSplitter splitter;
  if (!layout_of(heading_of(sample.text, splitter))) return {};
  return {99, "its columns are x and y of numbered animals"};
}

/// An animal that was not found has NaN, or a negative position in older files.
bool is_found(double x, double y) {
  return !std::isnan(x) && !std::isnan(y) && !(x < 0 && y < 0);
}

void take(const Layout& layout, Fields fields, std::int64_t frame, std::uint64_t line,
          TrackBuilder& builder) {
  builder.see_frame();
  const auto number = [&](std::size_t at) {
    const auto value = at < fields.size() ? parse_field(fields[at]) : std::nullopt;
    return value ? value->value : std::nan("");
  };
  for (std::size_t i = 0; i < layout.animals.size(); ++i) {
    const Animal& animal = layout.animals[i];
    FileBox box{.frame = frame,
                .id = static_cast<TrackId>(i + 1),
                .x = number(animal.x),
                .y = number(animal.y)};
    if (!is_found(box.x, box.y)) {
      builder.pass_over();
      continue;
    }
    if (animal.score) box.score = static_cast<float>(number(*animal.score));
    builder.add(box, line);
  }
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "by the rows", .pixel_reason = "as idtracker.ai does"},
                       options, report);
  Layout layout;
  std::int64_t frame = 0;
  for_each_named_row(
      input.stream,
      [&](Fields names) {
        const auto found = layout_of(names);
        if (!found)
          throw Error(ErrorCode::input, "the columns are not x1, y1, x2, y2 … of animals", {},
                      {.file = report.file, .line = 1});
        layout = *found;
      },
      [&](Fields fields, std::uint64_t line) { take(layout, fields, frame++, line, builder); });
  return builder.finish();
}

}  // namespace

TrackFormat idtracker() {
  return {.name = "idtracker",
          .title = "idTracker, idtracker.ai trajectories",
          .doc =
              "A row for every frame: seconds, then x1, y1, x2, y2 … (idtracker.ai), or X1, Y1, "
              "ProbId1 … (idTracker). Each animal is a point, its number the id; one that was not "
              "found is NaN. Rows are frames, whatever the seconds.",
          .extensions = {".csv", ".txt"},
          .rules = {"the row, from 0", "from 0", "points", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
