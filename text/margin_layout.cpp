// SPDX-License-Identifier: Apache-2.0
// Seats in columns, by pooling what touches.
#include "text/margin_layout.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "text/label_windows.h"
#include "text/quarters.h"

namespace overlace {
namespace {

constexpr std::int32_t samples_of_window = 10;
constexpr float spacing = 0.25F;  ///< between labels, by their height

}  // namespace

/// Sums what the labels' objects do around a window, by id.
void MarginLayout::look(std::int32_t index, const LabelsOfFrame& others) {
  const std::int32_t step = std::max(rule_.window / samples_of_window, 1);
  const std::int32_t half = rule_.window / 2, begin = index * rule_.window;
  candidates_.clear();
  for (std::int32_t frame = begin - half; frame <= begin + rule_.window + half; frame += step) {
    others(frame, labels_);
    for (const LabelRequest& label : labels_) {
      const Vec2 at = label.box.center();
      if (label.id == no_id || label.size == QuarterVec{} || !is_finite(at)) continue;
      candidates_.push_back(
          {label.id, frame, at.x, at.y, 1, to_px(label.size.y) * (1 + spacing), label.priority});
    }
  }
  // In the order of frames, so that sums come out the same whichever way labels are listed.
  std::ranges::sort(candidates_, {}, [](const Candidate& c) { return std::tuple(c.id, c.frame); });
  std::size_t count = 0;
  for (const Candidate& sample : candidates_) {
    if (count == 0 || candidates_[count - 1].id != sample.id) {
      candidates_[count++] = sample;
      continue;
    }
    Candidate& sum = candidates_[count - 1];
    sum.x += sample.x;
    sum.y += sample.y;
    sum.frames += sample.frames;
    sum.height = std::max(sum.height, sample.height);
    sum.priority = std::max(sum.priority, sample.priority);
  }
  candidates_.resize(count);
  for (Candidate& mean : candidates_) {
    mean.x /= mean.frames;
    mean.y /= mean.frames;
  }
}

/// Leaves those labels out of a column that come last, until the others fit.
void MarginLayout::drop_what_does_not_fit() {
  const float room = static_cast<float>(rule_.frame.height) - 2 * rule_.margin;
  std::ranges::sort(column_, [](const Candidate& a, const Candidate& b) {
    return chooses_before(a.priority, a.id, b.priority, b.id);
  });
  float used = 0;
  std::erase_if(column_, [&](const Candidate& label) {
    if (used + label.height > room) return true;
    used += label.height;
    return false;
  });
}

/// Pool adjacent violators: labels that would overlap become a block, which stands where its labels
/// would like to be on average.
void MarginLayout::seat_column(bool right, std::vector<Seat>& seats) {
  const double middle = rule_.frame.width / 2.0;
  column_.clear();
  for (const Candidate& label : candidates_)
    if ((label.x >= middle) == right) column_.push_back(label);
  if (rule_.hides) drop_what_does_not_fit();
  std::ranges::sort(column_, {}, [](const Candidate& c) { return std::tuple(c.y, c.id); });

  blocks_.clear();
  double above = 0;  // heights of the labels before this one
  for (std::size_t i = 0; i < column_.size(); ++i) {
    blocks_.push_back({i, 1, column_[i].y - column_[i].height / 2.0 - above});
    above += column_[i].height;
    for (std::size_t last = blocks_.size(); last > 1; last = blocks_.size()) {
      Block &a = blocks_[last - 2], &b = blocks_[last - 1];
      if (a.offset <= b.offset) break;
      const auto of_a = static_cast<double>(a.count), of_b = static_cast<double>(b.count);
      a.offset = (a.offset * of_a + b.offset * of_b) / (of_a + of_b);
      a.count += b.count;
      blocks_.pop_back();
    }
  }
  const double lowest = rule_.margin;
  const double highest = std::max(lowest, rule_.frame.height - double{rule_.margin} - above);
  double top = 0;
  for (const Block& block : blocks_)
    for (std::size_t i = block.first; i < block.first + block.count; ++i) {
      const double offset = std::clamp(block.offset, lowest, highest);
      seats.push_back({column_[i].id, right, false, static_cast<float>(offset + top)});
      top += column_[i].height;
    }
}

const MarginLayout::Window& MarginLayout::window_at(std::int32_t index,
                                                    const LabelsOfFrame& others) {
  Window& window = slot_of(windows_, index, &Window::index);
  if (window.index == index) return window;
  look(index, others);
  window.seats.clear();
  for (const bool right : {false, true}) seat_column(right, window.seats);
  std::ranges::sort(window.seats, {}, &Seat::id);
  if (rule_.hides)
    for (const Candidate& label : candidates_)
      if (find_by_id(window.seats, label.id) == nullptr)
        window.seats.insert(std::ranges::lower_bound(window.seats, label.id, {}, &Seat::id),
                            {label.id, false, true, 0});
  window.index = index;
  return window;
}

LabelPlace MarginLayout::at(const LabelRequest& label, const Seat& seat) const {
  const float far = static_cast<float>(rule_.frame.width) - rule_.margin - to_px(label.size.x);
  return {{seat.right ? far : rule_.margin, seat.top}, seat.hidden ? 0.0F : 1.0F};
}

bool MarginLayout::stays(const Seat& from, const Seat& to, const Window& earlier,
                         const Window& later) {
  if (from.right != to.right || from.hidden || to.hidden) return false;
  return std::ranges::none_of(earlier.seats, [&](const Seat& other) {
    const Seat* const then = find_by_id(later.seats, other.id);
    const bool is_beside = then != nullptr && other.right == from.right &&
                           then->right == to.right && !other.hidden && !then->hidden;
    return is_beside && (other.top < from.top) != (then->top < to.top);
  });
}

LabelPlace MarginLayout::between(const LabelRequest& label, const Seat& from, const Seat& to,
                                 bool glides, float since_edge) const {
  const LabelPlace a = at(label, from), b = at(label, to);
  const float distance = glides ? std::abs(b.corner.y - a.corner.y) : 0;
  const float share = glide(distance, rule_.slide, rule_.window, since_edge);
  if (glides) return {{a.corner.x, std::lerp(a.corner.y, b.corner.y, share)}, 1};
  LabelPlace here = share < 0.5F ? a : b;
  here.shown *= std::abs(2 * share - 1);
  return here;
}

void MarginLayout::place(std::int32_t frame, std::span<const LabelRequest> labels,
                         const LabelsOfFrame& others, std::vector<LabelPlace>& places) {
  const auto [before, since_edge] = edge_near(frame, rule_.window);
  static_cast<void>(window_at(before, others));
  const Window& later = window_at(before + 1, others);
  const Window& earlier = window_at(before, others);
  places.clear();
  for (const LabelRequest& label : labels) {
    const Seat* from = find_by_id(earlier.seats, label.id);
    const Seat* to = find_by_id(later.seats, label.id);
    if (from == nullptr) from = to;
    if (to == nullptr) to = from;
    if (from == nullptr) {
      places.push_back({{}, 0});  // seen between two samples, or of no id
      continue;
    }
    const bool glides = stays(*from, *to, earlier, later);
    places.push_back(between(label, *from, *to, glides, since_edge));
  }
}

}  // namespace overlace
