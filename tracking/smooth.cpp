// SPDX-License-Identifier: Apache-2.0
// Runs One Euro filters along tracks.
#include "tracking/smooth.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tracking/row_blend.h"

namespace overlace {
namespace {

/// Weight of a new sample in a first-order low-pass.
double weight(double cutoff, double interval) {
  const double turn = 2 * std::numbers::pi * cutoff * interval;  // the cutoff's phase, radians
  return turn / (1 + turn);
}

/// `from` moved towards `to` by a weight.
double moved(double from, double to, double by) {
  return from + by * (to - from);
}

/// The signals of one track.
class TrackSmoother {
 public:
  TrackSmoother(TrackTable& table, const SmoothOptions& options,
                const std::vector<std::int32_t>& frame)
      : table_(table), options_(options), frame_(frame) {}

  void smooth(std::span<const std::uint32_t> rows) {
    time_.clear();
    for (const std::uint32_t row : rows) time_.push_back(seconds_at(options_.clip, frame_[row]));
    smooth_boxes(rows);
    if (!table_.rotation.empty()) smooth_rotation(rows);
    if (!table_.key_points.empty()) smooth_key_points(rows);
  }

 private:
  /// Filters what `read` returns per row, and passes it to `write`. Values are divided by `unit`,
  /// and belong to the track's rows from `first` on.
  template <class Read, class Write>
  void run(std::span<const std::uint32_t> rows, double unit, Read read, Write write,
           std::size_t first = 0) {
    value_.clear();
    for (const std::uint32_t row : rows) value_.push_back(read(row) / unit);
    const auto time = std::span<const double>(time_).subspan(first, rows.size());
    if (options_.both_ways) {
      options_.filter.both_ways(time, value_);
    } else {
      options_.filter.forwards(time, value_);
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
      write(rows[i], static_cast<float>(value_[i] * unit));
  }

  void smooth_boxes(std::span<const std::uint32_t> rows) {
    smooth_axis(rows, &Box::x, &Box::width);
    smooth_axis(rows, &Box::y, &Box::height);
  }

  /// First the side, around the unchanged centre, then the centre.
  void smooth_axis(std::span<const std::uint32_t> rows, float Box::*corner, float Box::*side) {
    run(
        rows, options_.picture_height, [&](std::uint32_t row) { return table_.box[row].*side; },
        [&](std::uint32_t row, float value) {
          Box& box = table_.box[row];
          box.*corner += (box.*side - value) / 2;
          box.*side = value;
        });
    run(
        rows, options_.picture_height,
        [&](std::uint32_t row) { return table_.box[row].*corner + table_.box[row].*side / 2; },
        [&](std::uint32_t row, float value) {
          Box& box = table_.box[row];
          box.*corner = value - box.*side / 2;
        });
  }

  /// A half turn counts as one picture height.
  void smooth_rotation(std::span<const std::uint32_t> rows) {
    double angle = table_.rotation[rows.front()];
    run(
        rows, 180,
        [&](std::uint32_t row) { return angle += turn_degrees(angle, table_.rotation[row]); },
        [&](std::uint32_t row, float value) { table_.rotation[row] = value; });
  }

  void smooth_key_points(std::span<const std::uint32_t> rows) {
    std::size_t most = 0;
    for (const std::uint32_t row : rows) most = std::max(most, table_.key_points.of(row).size());
    for (std::size_t point = 0; point < most; ++point) smooth_key_point(rows, point);
  }

  /// The filter restarts at a point that was absent.
  void smooth_key_point(std::span<const std::uint32_t> rows, std::size_t point) {
    const auto there = [&](std::uint32_t row) {
      const auto list = table_.key_points.of(row);
      return point < list.size() && list[point].state != PointState::absent;
    };
    for (auto begin = rows.begin(); begin != rows.end();) {
      begin = std::find_if(begin, rows.end(), there);
      const auto end = std::find_if_not(begin, rows.end(), there);
      for (float Vec2::*axis : {&Vec2::x, &Vec2::y}) {
        run(
            {begin, end}, options_.picture_height,
            [&](std::uint32_t row) { return key_point(row, point).at.*axis; },
            [&](std::uint32_t row, float value) { key_point(row, point).at.*axis = value; },
            static_cast<std::size_t>(begin - rows.begin()));
      }
      begin = end;
    }
  }

  [[nodiscard]] KeyPoint& key_point(std::uint32_t row, std::size_t point) {
    const auto list = table_.key_points.of(row);
    return table_.key_points
        .items[static_cast<std::size_t>(&list[point] - table_.key_points.items.data())];
  }

  TrackTable& table_;
  const SmoothOptions& options_;
  const std::vector<std::int32_t>& frame_;
  std::vector<double> time_;  ///< of the track's rows, s
  std::vector<double> value_;
};

}  // namespace

void OneEuro::forwards(std::span<const double> time, std::span<double> value) const {
  double speed = 0;
  for (std::size_t i = 1; i < value.size(); ++i) {
    const double interval = time[i] - time[i - 1];
    speed = moved(speed, (value[i] - value[i - 1]) / interval, weight(derivative_cutoff, interval));
    value[i] =
        moved(value[i - 1], value[i], weight(cutoff + speed_response * std::abs(speed), interval));
  }
}

void OneEuro::both_ways(std::span<const double> time, std::span<double> value) const {
  forwards(time, value);
  std::vector<double> backwards(time.rbegin(), time.rend());
  for (double& at : backwards) at = -at;
  std::ranges::reverse(value);
  forwards(backwards, value);
  std::ranges::reverse(value);
}

TrackTable smooth_tracks(TrackTable table, const SmoothOptions& options) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  const auto tracks = rows_by_track(table);
  TrackSmoother smoother(table, options, frame);
  for (const auto& rows : tracks) smoother.smooth(rows);
  return table;
}

}  // namespace overlace
