// SPDX-License-Identifier: Apache-2.0
// track_series: a value for every frame, from expressions over its objects or over other series.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "node_list.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/track_expression.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

enum class Reduce : std::uint8_t { sum, mean, min, max, count, distinct, so_far, total };

struct Params {
  std::string name = "series";
  std::string of = "1";
  std::string where = "1";
  Reduce reduce = Reduce::sum;
  Number hold{0};
  std::string event;
};

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool is_number(const std::string& text) {
  return Expression(text).names().empty();
}

/// Reduces the values of a frame's objects that meet `where` to one, frame by frame.
class Reducer {
 public:
  explicit Reducer(Reduce reduce) : reduce_(reduce) {}

  void begin_frame() {
    if (reduce_ != Reduce::so_far && reduce_ != Reduce::total) sum_ = 0;
    count_ = 0;
    least_ = most_ = none;
  }
  void add(double value, TrackId id) {
    if (id != no_id) seen_.insert(id);
    if (std::isnan(value)) return;
    sum_ += value;
    ++count_;
    least_ = std::fmin(least_, value);
    most_ = std::fmax(most_, value);
  }
  [[nodiscard]] double result() const {
    switch (reduce_) {
      case Reduce::sum:
      case Reduce::so_far:
      case Reduce::total:
        return sum_;
      case Reduce::mean:
        return count_ > 0 ? sum_ / count_ : none;
      case Reduce::min:
        return least_;
      case Reduce::max:
        return most_;
      case Reduce::count:
        return count_;
      case Reduce::distinct:
        return static_cast<double>(seen_.size());
    }
    return none;
  }

 private:
  Reduce reduce_;
  double sum_ = 0, least_ = none, most_ = none;
  int count_ = 0;
  std::unordered_set<TrackId> seen_;
};

std::vector<double> reduced(const Params& p, const TrackTable& table, const ClipInfo& clip,
                            const BoundExpression& of, const BoundExpression& where) {
  RowValues value(of), condition(where);
  Reducer reducer(p.reduce);
  std::vector<double> values;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const FrameTime time = time_of(clip, table.first_frame + f);
    value.begin_frame(time);
    condition.begin_frame(time);
    reducer.begin_frame();
    const RowRange rows = table.rows(time.frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (holds(condition.of(row))) reducer.add(value.of(row), table.id[row]);
    values.push_back(reducer.result());
  }
  if (p.reduce == Reduce::total) std::ranges::fill(values, reducer.result());
  return values;
}

/// One value per frame, for expressions of the frame; 0 if the condition does not hold.
std::vector<double> of_frames(const TrackTable& table, const ClipInfo& clip,
                              const BoundExpression& of, const BoundExpression& where) {
  std::vector<double> values;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const FrameTime time = time_of(clip, table.first_frame + f);
    values.push_back(holds(where.at(time)) ? of.at(time) : 0);
  }
  return values;
}

/// How such a series goes on in a live clip.
SeriesCarry carry_of(Reduce reduce, bool reads_frames) {
  const bool is_running = reduce == Reduce::so_far || reduce == Reduce::distinct;
  return is_running && !reads_frames ? SeriesCarry::sum : SeriesCarry::none;
}

/// The maximum of each value and those in the `seconds` before it; a frame without a value shows
/// the held one. The first value is that of `first_frame`.
std::vector<double> held(const std::vector<double>& values, const ClipInfo& clip,
                         std::int32_t first_frame, double seconds) {
  std::vector<double> most(values);
  std::vector<std::size_t> peaks;  // frames with falling values: candidates for later maxima
  std::size_t first = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) {
      while (peaks.size() > first && values[peaks.back()] <= values[i]) peaks.pop_back();
      peaks.push_back(i);
    }
    const double frames = frames_within(clip, first_frame + static_cast<double>(i), seconds);
    while (first < peaks.size() && static_cast<double>(i - peaks[first]) > frames) ++first;
    if (first < peaks.size()) most[i] = values[peaks[first]];
  }
  return most;
}

/// An event in every frame in which the values begin to hold; see `holds`.
std::vector<TrackMark> rises(const Params& p, const std::vector<double>& values,
                             std::int32_t first_frame) {
  std::vector<TrackMark> marks;
  bool held = false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const bool before = std::exchange(held, holds(values[i])); held && !before)
      marks.push_back({.frame = first_frame + static_cast<std::int32_t>(i),
                       .name = p.name,
                       .event = p.event,
                       .class_name = {},
                       .at = {}});
  return marks;
}

TrackTable make(const Params& p, TrackContext& context) {
  check_series_name(p.name);
  TrackTable table = *context.inputs.front();
  const TrackTable& input = *context.inputs.front();
  const BoundExpression of = bound("of", p.of, input, context.clip);
  const BoundExpression where = bound("where", p.where, input, context.clip);
  // A plain number is reduced over objects; an expression of series and frames only is not.
  const bool reads_frames = !of.is_of_objects() && !where.is_of_objects() && !is_number(p.of);
  std::vector<double> values = reads_frames ? of_frames(input, context.clip, of, where)
                                            : reduced(p, input, context.clip, of, where);
  const double hold = p.hold.constant.value;
  if (hold > 0) values = held(values, context.clip, input.first_frame, hold);
  if (!p.event.empty()) {
    const std::vector<TrackMark> marks = rises(p, values, input.first_frame);
    table.marks.insert(table.marks.end(), marks.begin(), marks.end());
  }
  append_series(p.name + ".value", std::move(values), table, carry_of(p.reduce, reads_frames));
  return table;
}

}  // namespace

NodeType track_series() {
  return Node<Params>("track_series", Stage::tracks,
                      "Computes a number for every frame from its objects, or from other series.")
      .input("tracks", Stage::tracks, "The objects.")
      .text("name", &Params::name,
            "Name of the series: texts and parameters read it as NAME.value.")
      .expression(
          "of", &Params::of,
          "Expression whose values for all objects are reduced to one number, such as \"speed\". "
          "One that reads series and no attribute, such as \"door.now > 5\", is the number itself.")
      .expression(
          "where", &Params::where,
          "Expression that is not 0 for the objects that take part, such as \"score > 0.5\"; a "
          "number of the frame as a whole is 0 where this is 0.")
      .choice<Reduce>("reduce", &Params::reduce,
                      {{"sum", Reduce::sum},
                       {"mean", Reduce::mean},
                       {"min", Reduce::min},
                       {"max", Reduce::max},
                       {"count", Reduce::count},
                       {"distinct", Reduce::distinct},
                       {"so_far", Reduce::so_far},
                       {"total", Reduce::total}},
                      "How the objects of a frame are reduced; distinct counts all objects so far, "
                      "so_far is the sum of all frames so far, total that of the whole clip.")
      .fixed_number("hold", &Params::hold, {0, 86400, Unit::seconds},
                    "Time for which a value is held, unless a larger one comes: makes a momentary "
                    "alarm visible.")
      .text("event", &Params::event,
            "Name of an event that happens in each frame in which the number rises from 0, for "
            "draw_log and tables of events; empty: none.")
      .makes(make);
}

}  // namespace overlace
