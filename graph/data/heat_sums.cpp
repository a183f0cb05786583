// SPDX-License-Identifier: Apache-2.0
// Adding rows to cells, and advancing sums from frame to frame.
#include "graph/data/heat_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace overlace {
namespace {

/// Keeping sums more often than this saves too little time for the memory.
constexpr std::int32_t least_spacing = 32;
constexpr double full = 255;            ///< what a row of weight 1 adds at most
constexpr double ticks_per_frame = 64;  ///< nominal frame, at a variable rate

std::uint32_t rounded(double amount) {
  return static_cast<std::uint32_t>(std::lround(amount));
}

/// Cells [first, end) of `count` that [from, to] touches, in cells.
struct CellRange {
  int first, end;

  CellRange(double from, double to, int count)
      : first(static_cast<int>(std::clamp(std::floor(from), 0.0, double(count)))),
        end(static_cast<int>(std::clamp(std::ceil(to), 0.0, double(count)))) {}
};

/// The part of the cell [at, at + 1] that [from, to] covers.
double share(double from, double to, int at) {
  return std::max(std::min(to, at + 1.0) - std::max(from, double(at)), 0.0);
}

}  // namespace

/// Columns are computed in integers, so that rounding never adds one.
HeatGrid::HeatGrid(Size picture)
    : cell(static_cast<float>(picture.height) / rows),
      cells{static_cast<int>((std::int64_t{picture.width} * rows + picture.height - 1) /
                             picture.height),
            rows} {}

/// Calls `use(cell, amount)` for each cell to which a row contributes.
template <class F>
void HeatSums::for_each_cell(const TrackTable& table, std::uint32_t row, double duration,
                             F use) const {
  const double weight = row < rule_.weight.size() ? rule_.weight[row] : 0;
  const Box& box = table.box[row];
  const bool finite = is_finite(box.center()) && std::isfinite(box.width + box.height);
  if (!(weight > 0) || !finite) return;
  const double strength = full * std::min(weight, double{most_weight}) * duration;
  const double per_px = 1 / double{grid_.cell};
  const auto add = [&](int x, int y, double amount) {
    const std::uint32_t whole = rounded(strength * amount);
    if (whole > 0)
      use(static_cast<std::size_t>(y) * static_cast<std::size_t>(grid_.cells.width) +
              static_cast<std::size_t>(x),
          whole);
  };
  if (rule_.shape == HeatShape::box) {
    const double left = box.x * per_px, right = left + box.width * per_px;
    const double top = box.y * per_px, bottom = top + box.height * per_px;
    const CellRange columns(left, right, grid_.cells.width), rows(top, bottom, grid_.cells.height);
    for (int y = rows.first; y < rows.end; ++y)
      for (int x = columns.first; x < columns.end; ++x)
        add(x, y, share(left, right, x) * share(top, bottom, y));
    return;
  }
  const Vec2 at = anchor_point(box, rule_.anchor);
  const double u = at.x * per_px, v = at.y * per_px, radius = rule_.radius * per_px;
  const CellRange columns(u - radius - 0.5, u + radius + 0.5, grid_.cells.width);
  const CellRange rows(v - radius - 0.5, v + radius + 0.5, grid_.cells.height);
  for (int y = rows.first; y < rows.end; ++y) {
    for (int x = columns.first; x < columns.end; ++x) {
      const double across = x + 0.5 - u, down = y + 0.5 - v;
      const double left = 1 - (across * across + down * down) / (radius * radius);
      if (left > 0) add(x, y, left * left);
    }
  }
}

HeatSums::HeatSums(const TrackTable& table, const HeatGrid& grid, HeatRule rule, std::size_t bytes)
    : grid_(grid),
      rule_(std::move(rule)),
      varies_(has_variable_rate(rule_.clip)),
      first_frame_(table.first_frame),
      frames_(table.frame_count()) {
  choose_spacing(bytes);
  walk(table);
}

/// Frames count from the table's first one.
std::int64_t HeatSums::moment(std::int32_t frame) const {
  if (!varies_) return frame;
  const double seconds = seconds_at(rule_.clip, static_cast<double>(first_frame_) + frame);
  return std::llround(seconds * rule_.clip.frame_rate.value() * ticks_per_frame);
}

/// In nominal frames.
double HeatSums::duration(std::int32_t frame) const {
  constexpr double longest = 1e6;  // a cell's amount is below 2^32
  if (!varies_) return 1;
  const auto ticks = static_cast<double>(moment(frame + 1) - moment(frame));
  return std::min(ticks / ticks_per_frame, longest);
}

std::int64_t HeatSums::window_ticks() const {
  return varies_ ? std::llround(rule_.window * ticks_per_frame) : rule_.window;
}

std::int32_t HeatSums::last_before_window(std::int32_t frame) const {
  if (!varies_) return frame - rule_.window;
  const double window_s = rule_.window / rule_.clip.frame_rate.value();
  const double number = static_cast<double>(first_frame_) + frame;
  const double before = frame_at(rule_.clip, seconds_at(rule_.clip, number) - window_s);
  auto last = static_cast<std::int32_t>(std::max(std::floor(before - first_frame_), -1.0));
  // Moments are rounded to ticks.
  const auto is_before = [&](std::int32_t other) {
    return moment(frame) - moment(other) >= window_ticks();
  };
  while (last >= 0 && !is_before(last)) --last;
  while (last + 1 < frame && is_before(last + 1)) ++last;
  return last;
}

HeatSums::Sums HeatSums::make_sums() const {
  Sums sums;
  sums.plain.assign(grid_.count(), 0);
  if (rule_.mode == HeatMode::fade) sums.by_moment.assign(grid_.count(), 0);
  return sums;
}

HeatSums::Memory HeatSums::make_memory() const {
  Memory memory{.now = make_sums(), .before = {}};
  if (rule_.mode != HeatMode::total) memory.before = make_sums();
  return memory;
}

std::size_t HeatSums::kept_bytes() const {
  std::size_t bytes = 0;
  for (const Sums& sums : kept_)
    bytes += (sums.plain.size() + sums.by_moment.size()) * sizeof(std::uint64_t);
  return bytes;
}

void HeatSums::choose_spacing(std::size_t bytes) {
  const std::size_t cell_bytes = sizeof(std::uint64_t) * (rule_.mode == HeatMode::fade ? 2 : 1);
  const std::size_t room = bytes / (cell_bytes * grid_.count());
  spacing_ = least_spacing;
  while (static_cast<std::size_t>(frames_ / spacing_) > room) spacing_ *= 2;
}

/// Keeps sums along the way and finds the largest value. A value only grows in frames that add to
/// its cell.
void HeatSums::walk(const TrackTable& table) {
  Memory memory = make_memory();
  for (std::int32_t frame = 0; frame < frames_; ++frame) {
    add_frame(table, memory.now);
    if (rule_.mode != HeatMode::total) advance(table, last_before_window(frame), memory.before);
    const std::uint64_t left = window_left(frame);
    const double duration = this->duration(frame);
    const RowRange rows = table.rows(table.first_frame + frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      for_each_cell(table, row, duration, [&](std::size_t cell, std::uint32_t) {
        peak_ = std::max(peak_, value(memory.now, memory.before, left, cell));
      });
    if ((frame + 1) % spacing_ == 0) kept_.push_back(memory.now);
  }
}

/// Adds the next frame's rows.
void HeatSums::add_frame(const TrackTable& table, Sums& sums) const {
  const std::int32_t frame = ++sums.frame;
  const RowRange rows = table.rows(table.first_frame + frame);
  const auto moment = static_cast<std::uint64_t>(this->moment(frame));
  const double duration = this->duration(frame);
  for (std::uint32_t row = rows.begin; row < rows.end; ++row)
    for_each_cell(table, row, duration, [&](std::size_t cell, std::uint32_t amount) {
      sums.plain[cell] += amount;
      if (!sums.by_moment.empty()) sums.by_moment[cell] += amount * moment;
    });
}

/// Advances sums to a frame, from where they are or from kept ones, whichever is nearer.
void HeatSums::advance(const TrackTable& table, std::int32_t frame, Sums& sums) const {
  frame = std::clamp(frame, -1, frames_ - 1);
  const std::int32_t kept =
      std::min((frame + 1) / spacing_, static_cast<std::int32_t>(kept_.size()));
  if (sums.frame > frame || sums.frame < kept * spacing_ - 1) {
    if (kept > 0) {
      sums = kept_[static_cast<std::size_t>(kept - 1)];
    } else {
      std::ranges::fill(sums.plain, 0U);
      std::ranges::fill(sums.by_moment, 0U);
      sums.frame = -1;
    }
  }
  while (sums.frame < frame) add_frame(table, sums);
}

/// W - t(n). Terms with it may wrap around; their sum does not.
std::uint64_t HeatSums::window_left(std::int32_t frame) const {
  return static_cast<std::uint64_t>(window_ticks() - moment(frame));
}

std::uint64_t HeatSums::value(const Sums& now, const Sums& before, std::uint64_t left,
                              std::size_t cell) const {
  if (rule_.mode == HeatMode::total) return now.plain[cell];
  const std::uint64_t plain = now.plain[cell] - before.plain[cell];
  if (rule_.mode == HeatMode::window) return plain;
  return left * plain + now.by_moment[cell] - before.by_moment[cell];
}

void HeatSums::at(const TrackTable& table, std::int32_t frame, Memory& memory,
                  std::span<std::uint64_t> values) const {
  frame -= table.first_frame;
  advance(table, frame, memory.now);
  if (rule_.mode != HeatMode::total) advance(table, last_before_window(frame), memory.before);
  const std::uint64_t left = window_left(frame);
  for (std::size_t cell = 0; cell < values.size(); ++cell)
    values[cell] = value(memory.now, memory.before, left, cell);
}

std::uint64_t HeatSums::unit() const {
  const std::uint64_t once = static_cast<std::uint64_t>(full);
  return rule_.mode == HeatMode::fade ? once * static_cast<std::uint64_t>(window_ticks()) : once;
}

}  // namespace overlace
