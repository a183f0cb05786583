// SPDX-License-Identifier: Apache-2.0
#include "cli/numbers_report.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

#include "cli/csv.h"
#include "cli/product.h"
#include "cli/text_file.h"
#include "graph/core/error.h"
#include "graph/types/values.h"

namespace overlace {
namespace {

Json number_or_null(double value) {
  return std::isfinite(value) ? number_json(value) : Json();
}

/// Calls `visit` with the time of each frame of a report.
void each_frame(const NumbersReport& report, const std::function<void(const FrameTime&)>& visit) {
  const ClipInfo& clip = report.numbers.clip;
  for (std::int32_t i = 0; i < report.frame_count; ++i)
    if (report.frames.contains(i)) visit(time_of(clip, clip.first_frame + i));
}

Json row_of(const ClipNumbers& numbers, const FrameTime& time) {
  Json row;
  row.set("frame", time.frame);
  row.set("seconds", number_or_null(time.shown_s));
  for (const SharedSeries& series : numbers.series)
    row.as_object().emplace_back(series->name, number_or_null(series->at(time)));
  return row;
}

Json row_of(const ClipInfo& clip, const TrackMark& mark) {
  const bool has_object = mark.id != no_id;
  const auto of_object = [has_object](Json value) {
    return has_object ? std::move(value) : Json();
  };
  Json row;
  row.set("frame", mark.frame);
  row.set("seconds", number_or_null(time_of(clip, mark.frame).shown_s));
  row.set("name", mark.name);
  row.set("event", mark.event);
  row.set("id", of_object(static_cast<std::int64_t>(mark.id)));
  row.set("class", mark.class_name.empty() ? Json() : Json(mark.class_name));
  row.set("x", of_object(number_or_null(std::round(double{mark.at.x} * 1000) / 1000)));
  row.set("y", of_object(number_or_null(std::round(double{mark.at.y} * 1000) / 1000)));
  return row;
}

bool is_csv(const std::string& path) {
  return path.ends_with(".csv");
}
bool is_lines(const std::string& path) {
  return path.ends_with(".jsonl");
}

/// Writes rows as CSV or as lines of JSON.
class RowWriter {
 public:
  RowWriter(bool csv, const std::function<void(std::string_view)>& sink) : csv_(csv), sink_(sink) {}

  /// `row` is the first one, or one like it.
  void begin(const Json& row) const {
    if (csv_) sink_(csv_heading(row));
  }
  void add(const Json& row) const { sink_(csv_ ? csv_line(row) : row.dump() + "\n"); }

 private:
  bool csv_;
  const std::function<void(std::string_view)>& sink_;
};

}  // namespace

Json NumbersReport::columns() const {
  Json columns = row_of(numbers, {});
  for (auto& [name, values] : columns.as_object()) values = Json(Json::Array{});
  each_frame(*this, [&](const FrameTime& time) {
    const Json row = row_of(numbers, time);
    for (std::size_t i = 0; i < row.as_object().size(); ++i)
      columns.as_object()[i].second.push_back(row.as_object()[i].second);
  });
  return columns;
}

std::vector<Json> NumbersReport::events() const {
  std::vector<Json> rows;
  const ClipInfo& clip = numbers.clip;
  for (const TrackMark& mark : numbers.events) {
    const std::int32_t frame = mark.frame - clip.first_frame;
    if (frame >= 0 && frame < frame_count && frames.contains(frame))
      rows.push_back(row_of(clip, mark));
  }
  return rows;
}

void check_series_file(const std::string& path) {
  if (path.empty() || is_csv(path) || is_lines(path) || path.ends_with(".json")) return;
  throw Error(ErrorCode::usage, "its name does not say a format for series",
              "end it with .csv, .json or .jsonl", SourceLocation{path});
}

void check_events_file(const std::string& path) {
  if (path.empty() || is_csv(path) || is_lines(path)) return;
  throw Error(ErrorCode::usage, "its name does not say a format for events",
              "end it with .csv or .jsonl", SourceLocation{path});
}

void write_series(const NumbersReport& report, const std::string& path,
                  const OutputPolicy& policy) {
  const auto write_rows = [&](bool csv, const std::function<void(std::string_view)>& sink) {
    const RowWriter rows(csv, sink);
    rows.begin(row_of(report.numbers, {}));
    each_frame(report, [&](const FrameTime& time) { rows.add(row_of(report.numbers, time)); });
  };
  if (path.empty()) {
    std::string text;
    write_rows(true, [&text](std::string_view piece) { text += piece; });
    return print_product(text);
  }
  save_text(path, policy, [&](const auto& sink) {
    if (path.ends_with(".json")) return sink(report.columns().dump(2) + "\n");
    write_rows(is_csv(path), sink);
  });
}

void write_events(const NumbersReport& report, const std::string& path,
                  const OutputPolicy& policy) {
  save_text(path, policy, [&](const auto& sink) {
    const RowWriter rows(is_csv(path), sink);
    rows.begin(row_of(report.numbers.clip, TrackMark{}));
    for (const Json& row : report.events()) rows.add(row);
  });
}

}  // namespace overlace
