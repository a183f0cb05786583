// SPDX-License-Identifier: Apache-2.0
// Slots in columns, by pooling labels that touch.
#include "text/margin_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "text/label_windows.h"
#include "text/quarters.h"

namespace overlace {
namespace {

constexpr std::int32_t samples_of_window = 10;
constexpr float spacing = 0.25F;  ///< between labels, relative to their height

}  // namespace

/// Averages the labels' objects around a window, by id.
void MarginLayout::look(std::int32_t index, const LabelsOfFrame& others) {
  const std::int32_t step = sample_step();
  const std::int32_t half = rule_.window / 2, begin = index * rule_.window;
  candidates_.clear();
  for (std::int32_t frame = begin - half; frame <= begin + rule_.window + half; frame += step) {
    others(frame, labels_);
    for (const LabelRequest& label : labels_) {
      const Vec2 at = label.box.center();
      if (label.id == no_id || label.size == QuarterVec{} || !is_finite(at)) continue;
      const float height = to_px(label.size.y) * (1 + spacing);
      candidates_.push_back({label.id, frame, frame, at.x, at.y, 1, height, label.priority});
    }
  }
  // Sorted by frame, so that sums do not depend on the order in which labels are listed.
  std::ranges::sort(candidates_, {}, [](const Candidate& c) { return std::tuple(c.id, c.first); });
  std::size_t count = 0;
  for (const Candidate& sample : candidates_) {
    if (count == 0 || candidates_[count - 1].id != sample.id) {
      candidates_[count++] = sample;
      continue;
    }
    Candidate& sum = candidates_[count - 1];
    sum.last = sample.last;
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

std::int32_t MarginLayout::sample_step() const {
  return std::max(rule_.window / samples_of_window, 1);
}

/// Whether two objects may appear in one frame: they may exist between the samples in which they
/// were seen, and up to a step before and after.
bool MarginLayout::may_meet(const Candidate& a, const Candidate& b) const {
  const std::int32_t apart = 2 * sample_step();
  return a.first - b.last < apart && b.first - a.last < apart;
}

/// The place of a label in its column: a new one while there is `room`, else the nearest one whose
/// labels never appear together with it. Null if there is none.
MarginLayout::Place* MarginLayout::place_for(const Candidate& label, float room,
                                             std::span<const Candidate> placed) {
  if (label.height <= room) {
    places_.push_back({.number = places_.size(), .first_id = label.id, .height = label.height});
    return &places_.back();
  }
  Place* nearest = nullptr;
  for (Place& place : places_) {
    const auto is_in_the_way = [&](const Candidate& other) {
      return other.place == place.number && may_meet(label, other);
    };
    if (label.height > place.height || std::ranges::any_of(placed, is_in_the_way)) continue;
    if (nearest == nullptr ||
        std::abs(place.middle() - label.y) < std::abs(nearest->middle() - label.y))
      nearest = &place;
  }
  return nearest;
}

/// Gives the labels of a column their places, by priority, and leaves out those that find none.
/// Objects that appear after others have left take over their places.
void MarginLayout::share_places() {
  std::ranges::sort(column_, [](const Candidate& a, const Candidate& b) {
    return chooses_before(a.priority, a.id, b.priority, b.id);
  });
  places_.clear();
  float room = rule_.hides ? static_cast<float>(rule_.frame.height) - 2 * rule_.margin
                           : std::numeric_limits<float>::infinity();
  std::size_t count = 0;
  for (const Candidate& label : column_) {
    Place* const place = place_for(label, room, std::span(column_).first(count));
    if (place == nullptr) continue;
    if (place->labels == 0) room -= place->height;
    place->y += label.y;
    ++place->labels;
    Candidate& placed = column_[count++] = label;
    placed.place = place->number;
  }
  column_.resize(count);
}

/// Pool adjacent violators: places that would overlap become a block, which lies at the mean of
/// its labels' wanted positions.
void MarginLayout::fill_column(bool right, std::vector<Slot>& slots) {
  const double middle = rule_.frame.width / 2.0;
  column_.clear();
  for (const Candidate& label : candidates_)
    if ((label.x >= middle) == right) column_.push_back(label);
  share_places();
  std::ranges::sort(places_, {},
                    [](const Place& place) { return std::tuple(place.middle(), place.first_id); });

  blocks_.clear();
  double above = 0;  // heights of the places before this one
  for (std::size_t i = 0; i < places_.size(); ++i) {
    blocks_.push_back({i, 1, places_[i].middle() - places_[i].height / 2.0 - above});
    above += places_[i].height;
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
      places_[i].top = static_cast<float>(std::clamp(block.offset, lowest, highest) + top);
      top += places_[i].height;
    }
  std::ranges::sort(places_, {}, &Place::number);
  for (const Candidate& label : column_)
    slots.push_back({label.id, right, false, places_[label.place].top});
}

const MarginLayout::Window& MarginLayout::window_at(std::int32_t index,
                                                    const LabelsOfFrame& others) {
  Window& window = slot_of(windows_, index, &Window::index);
  if (window.index == index) return window;
  look(index, others);
  window.slots.clear();
  for (const bool right : {false, true}) fill_column(right, window.slots);
  std::ranges::sort(window.slots, {}, &Slot::id);
  if (rule_.hides)
    for (const Candidate& label : candidates_)
      if (find_by_id(window.slots, label.id) == nullptr)
        window.slots.insert(std::ranges::lower_bound(window.slots, label.id, {}, &Slot::id),
                            {label.id, false, true, 0});
  window.index = index;
  return window;
}

LabelPlace MarginLayout::at(const LabelRequest& label, const Slot& slot) const {
  const float far = static_cast<float>(rule_.frame.width) - rule_.margin - to_px(label.size.x);
  return {{slot.right ? far : rule_.margin, slot.top}, slot.hidden ? 0.0F : 1.0F};
}

/// The longest chain of a column's labels that are in the same order in both windows.
void MarginLayout::find_gliding(bool right, const Window& earlier, const Window& later) {
  moves_.clear();
  for (const Slot& from : earlier.slots) {
    const Slot* const to = find_by_id(later.slots, from.id);
    if (to == nullptr || from.hidden || to->hidden) continue;
    if (from.right == right && to->right == right) moves_.push_back({from.id, from.top, to->top});
  }
  std::ranges::sort(moves_, {}, [](const Move& m) { return std::tuple(m.from, m.to, m.id); });
  std::size_t best = 0;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    moves_[i].before = i;
    for (std::size_t j = 0; j < i; ++j)
      if (moves_[j].to <= moves_[i].to && moves_[j].length >= moves_[i].length) {
        moves_[i].length = moves_[j].length + 1;
        moves_[i].before = j;
      }
    if (moves_[i].length > moves_[best].length) best = i;
  }
  if (moves_.empty()) return;
  for (std::size_t i = best;; i = moves_[i].before) {
    gliding_.push_back(moves_[i].id);
    if (moves_[i].before == i) break;
  }
}

LabelPlace MarginLayout::between(const LabelRequest& label, const Slot& from, const Slot& to,
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
  static_assert(std::tuple_size_v<decltype(windows_)> >= 3, "neighbours stay while both are read");
  const Window& earlier = window_at(before, others);
  const Window& later = window_at(before + 1, others);
  gliding_.clear();
  for (const bool right : {false, true}) find_gliding(right, earlier, later);
  std::ranges::sort(gliding_);
  places.clear();
  for (const LabelRequest& label : labels) {
    const Slot* from = find_by_id(earlier.slots, label.id);
    const Slot* to = find_by_id(later.slots, label.id);
    if (from == nullptr) from = to;
    if (to == nullptr) to = from;
    if (from == nullptr) {
      places.push_back({{}, 0});  // seen only between two samples, or without an id
      continue;
    }
    const bool stays = from == to && !from->hidden;
    const bool glides = stays || std::ranges::binary_search(gliding_, label.id);
    places.push_back(between(label, *from, *to, glides, since_edge));
  }
}

}  // namespace overlace
