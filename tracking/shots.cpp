// SPDX-License-Identifier: Apache-2.0
// Compares small pictures within a sliding window.
#include "tracking/shots.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace overlace {
namespace {

constexpr double least_difference = 5;  // code values; below it, pictures are alike
constexpr double prominence = 3;        // times the differences around a cut
constexpr double same_structure = 0.9;  // correlation of pictures of one scene in another light
constexpr int samples_per_side = 6;     // pixels that a part's mean is taken over, each way

int luma(const BgrFrame& frame, int x, int y) {
  const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.size.width) +
                  static_cast<std::size_t>(x);
  const auto bgr = frame.bgr.subspan(3 * at, 3);
  return (29 * bgr[0] + 150 * bgr[1] + 77 * bgr[2]) >> 8;
}

}  // namespace

std::optional<std::int32_t> ShotDetector::see(const BgrFrame& frame) {
  const Small now = reduce(frame);
  if (before_)
    steps_.push_back({frame.frame, difference(*before_, now),
                      correlation(before_->luma, now.luma) > same_structure});
  before_ = now;
  if (steps_.size() <= decided_ + delay) return std::nullopt;
  const std::size_t step = decided_++;
  const std::optional<std::int32_t> cut =
      is_cut(step) ? std::optional(steps_[step].to) : std::nullopt;
  if (decided_ > delay) {
    steps_.pop_front();
    --decided_;
  }
  return cut;
}

std::optional<std::int32_t> ShotDetector::finish() {
  std::optional<std::int32_t> cut;
  for (; decided_ < steps_.size(); ++decided_)
    if (is_cut(decided_)) cut = steps_[decided_].to;
  return cut;
}

bool ShotDetector::is_cut(std::size_t step) const {
  const Step& candidate = steps_[step];
  if (candidate.difference < least_difference || candidate.keeps_structure) return false;
  const std::size_t first = step > delay ? step - delay : 0;
  const std::size_t end = std::min(step + delay + 1, steps_.size());
  for (std::size_t other = first; other < end; ++other)
    if (other != step && prominence * steps_[other].difference > candidate.difference) return false;
  return true;
}

ShotDetector::Small ShotDetector::reduce(const BgrFrame& frame) {
  Small small;
  const auto range = [](int part, int parts, int length) {
    const int begin = part * length / parts;
    return std::pair(begin, std::max(begin + 1, (part + 1) * length / parts));
  };
  for (int row = 0; row < height; ++row) {
    const auto [top, bottom] = range(row, height, frame.size.height);
    const int down = std::max(1, (bottom - top) / samples_per_side);
    for (int column = 0; column < width; ++column) {
      const auto [left, right] = range(column, width, frame.size.width);
      const int across = std::max(1, (right - left) / samples_per_side);
      int sum = 0, count = 0;
      for (int y = top; y < bottom; y += down)
        for (int x = left; x < right; x += across, ++count) sum += luma(frame, x, y);
      small.luma[cell(column, row)] = static_cast<std::uint8_t>(sum / count);
    }
  }
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      std::uint8_t low = 255, high = 0;
      for (int y = std::max(0, row - 1); y <= std::min(height - 1, row + 1); ++y)
        for (int x = std::max(0, column - 1); x <= std::min(width - 1, column + 1); ++x) {
          low = std::min(low, small.luma[cell(x, y)]);
          high = std::max(high, small.luma[cell(x, y)]);
        }
      small.low[cell(column, row)] = low;
      small.high[cell(column, row)] = high;
    }
  return small;
}

double ShotDetector::difference(const Small& a, const Small& b) {
  std::int64_t sum = 0;
  const auto beyond = [](int value, int low, int high) {
    return std::max({0, value - high, low - value});
  };
  for (std::size_t i = 0; i < a.luma.size(); ++i)
    sum += beyond(a.luma[i], b.low[i], b.high[i]) + beyond(b.luma[i], a.low[i], a.high[i]);
  return static_cast<double>(sum) / (2 * static_cast<double>(a.luma.size()));
}

double ShotDetector::correlation(const Cells& a, const Cells& b) {
  const auto count = static_cast<double>(a.size());
  double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i], y = b[i];
    sum_a += x;
    sum_b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  const double spread = (aa - sum_a * sum_a / count) * (bb - sum_b * sum_b / count);
  return spread > 0 ? (ab - sum_a * sum_b / count) / std::sqrt(spread) : 0;
}

void end_tracks_at(std::span<const std::int32_t> cuts, TrackTable& table) {
  table.cuts.assign(cuts.begin(), cuts.end());
  if (cuts.empty() || table.id.empty()) return;
  TrackId unused = std::max<TrackId>(0, std::ranges::max(table.id)) + 1;
  std::map<std::pair<TrackId, std::int32_t>, TrackId> names;  // of an id within a shot
  std::map<TrackId, std::int32_t> first_shot;
  for (std::int32_t f = table.first_frame; f < table.first_frame + table.frame_count(); ++f) {
    const std::int32_t shot = table.shot_begin(f);
    const RowRange rows = table.rows(f);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      TrackId& id = table.id[row];
      if (id == no_id || first_shot.try_emplace(id, shot).first->second == shot) continue;
      const auto [name, is_new] = names.try_emplace({id, shot}, unused);
      if (is_new) ++unused;
      id = name->second;
    }
  }
}

}  // namespace overlace
