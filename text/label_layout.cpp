// SPDX-License-Identifier: Apache-2.0
// Windows of frames in which labels keep their places, and the pushes that move them.
#include "text/label_layout.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "text/label_windows.h"
#include "text/quarters.h"

namespace overlace {
namespace {

constexpr std::int64_t box_weight = 4, label_weight = 512, outside_weight = 1024, rank_divisor = 8;
constexpr std::int32_t samples_of_window = 10;
constexpr int rounds = 3;
constexpr std::int32_t push_frames = 10;
constexpr auto places_at_box = static_cast<std::size_t>(BoxPosition::bottom_right) + 1;

/// The position of a rank: first the wanted one, then the others in order, the centre last.
BoxPosition position_of(std::size_t rank, BoxPosition wanted) {
  constexpr std::array order{
      BoxPosition::top_left,     BoxPosition::top_right, BoxPosition::bottom_left,
      BoxPosition::bottom_right, BoxPosition::top,       BoxPosition::bottom,
      BoxPosition::right,        BoxPosition::left,      BoxPosition::center};
  if (rank == 0) return wanted;
  for (const BoxPosition position : order)
    if (position != wanted && --rank == 0) return position;
  return wanted;
}

/// A smooth sign, -1 to 1: the direction in which something at `distance` is pushed.
float soft_sign(float distance, float size) {
  return distance / (std::abs(distance) + size / 4);
}

/// Weights of four consecutive values, at `t` of the way from the second to the third.
std::array<float, 4> cubic_b_spline(float t) {
  const float s = 1 - t;
  return {s * s * s / 6, (4 - 3 * t * t * (2 - t)) / 6, (4 - 3 * s * s * (2 - s)) / 6,
          t * t * t / 6};
}

}  // namespace

std::int64_t LabelLayout::overlap(const Rect& a, const Rect& b) {
  const std::int64_t width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const std::int64_t height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

LabelLayout::Rect LabelLayout::rect_of_box(const Box& box) {
  const auto quarter = [](float v) {
    constexpr float farthest = 1e6F;
    return static_cast<int>(std::lround(std::fmin(std::fmax(v, -farthest), farthest) * quarters));
  };
  return {quarter(box.x), quarter(box.y), quarter(box.x + box.width), quarter(box.y + box.height)};
}

std::size_t LabelLayout::place_count() const {
  return rule_.far ? most_places : places_at_box;
}

QuarterVec LabelLayout::corner_at(std::size_t place, const LabelRequest& label) const {
  const bool is_far = place >= places_at_box;
  const BoxPosition position = position_of(is_far ? place - places_at_box : place, rule_.wanted);
  if (!is_far) return place_block(position, label.box, label.size, label.gap, rule_.inside);
  const float away = label.gap + 2 * to_px(label.size.y);
  return place_block(position, label.box, label.size, away, false);
}

LabelLayout::Rect LabelLayout::rect_at(std::size_t place, const LabelRequest& label) const {
  const QuarterVec corner = corner_at(place, label);
  return {corner.x, corner.y, corner.x + label.size.x, corner.y + label.size.y};
}

// ---- windows

void LabelLayout::look(std::int32_t index, const LabelsOfFrame& others) {
  const std::int32_t step = std::max(rule_.window / samples_of_window, 1);
  const std::int32_t half = rule_.window / 2, begin = index * rule_.window;
  const std::int32_t first = begin - half, last = begin + rule_.window + half;
  samples_.resize(static_cast<std::size_t>((last - first) / step) + 1);
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    Sample& sample = samples_[i];
    others(first + static_cast<std::int32_t>(i) * step, sample.labels);
    sample.boxes.clear();
    sample.placed.assign(sample.labels.size(), Rect{});
    for (const LabelRequest& label : sample.labels) sample.boxes.push_back(rect_of_box(label.box));
  }
}

void LabelLayout::find_candidates() {
  appearances_.clear();
  for (std::uint32_t s = 0; s < samples_.size(); ++s)
    for (std::uint32_t i = 0; i < samples_[s].labels.size(); ++i)
      if (const LabelRequest& label = samples_[s].labels[i];
          label.id != no_id && label.size != QuarterVec{})
        appearances_.push_back({label.id, s, i});
  std::ranges::sort(appearances_, {},
                    [](const Appearance& a) { return std::tuple(a.id, a.sample, a.label); });
  candidates_.clear();
  for (std::uint32_t i = 0; i < appearances_.size(); ++i) {
    const Appearance& at = appearances_[i];
    const LabelRequest& label = samples_[at.sample].labels[at.label];
    if (candidates_.empty() || candidates_.back().id != at.id)
      candidates_.push_back({.id = at.id, .priority = label.priority, .size = {}, .first = i});
    Candidate& candidate = candidates_.back();
    ++candidate.count;
    candidate.priority = std::max(candidate.priority, label.priority);
    candidate.size = {std::max(candidate.size.x, label.size.x),
                      std::max(candidate.size.y, label.size.y)};
  }
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    return chooses_before(a.priority, a.id, b.priority, b.id);
  });
}

void LabelLayout::add_costs(const Appearance& at, QuarterVec size, Costs& costs) {
  const Sample& sample = samples_[at.sample];
  LabelRequest label = sample.labels[at.label];
  label.size = size;
  std::array<Rect, most_places> rects;
  Rect reach = rect_at(0, label);
  for (std::size_t place = 0; place < place_count(); ++place) {
    const Rect rect = rects[place] = rect_at(place, label);
    reach = {std::min(reach.left, rect.left), std::min(reach.top, rect.top),
             std::max(reach.right, rect.right), std::max(reach.bottom, rect.bottom)};
  }
  near_.clear();
  for (std::size_t i = 0; i < sample.boxes.size(); ++i) {
    if (i == at.label) continue;
    if (overlap(sample.boxes[i], reach) > 0) near_.push_back({sample.boxes[i], box_weight});
    if (overlap(sample.placed[i], reach) > 0) near_.push_back({sample.placed[i], label_weight});
  }

  const std::int64_t area = std::int64_t{size.x} * size.y;
  const Rect frame{0, 0, rule_.frame.width * quarters, rule_.frame.height * quarters};
  costs.area += area;
  for (std::size_t place = 0; place < place_count(); ++place) {
    costs.all[place] += outside_weight * (area - overlap(rects[place], frame)) +
                        static_cast<std::int64_t>(place) * area / rank_divisor;
    for (const Obstacle& obstacle : near_) {
      const std::int64_t cost = obstacle.weight * overlap(rects[place], obstacle.area);
      costs.all[place] += cost;
      if (obstacle.weight == label_weight) costs.labels[place] += cost;
    }
  }
}

LabelLayout::Choice LabelLayout::choose(const Candidate& candidate) {
  constexpr std::int64_t most_covered = 10;  // hidden if more than 1/10 of it is covered
  const auto appearances = std::span(appearances_).subspan(candidate.first, candidate.count);
  Costs costs;
  for (const Appearance& at : appearances) add_costs(at, candidate.size, costs);
  const auto begin = costs.all.begin();
  const auto best = static_cast<std::size_t>(
      std::min_element(begin, begin + static_cast<std::ptrdiff_t>(place_count())) - begin);
  const bool hidden = rule_.crowd == LabelCrowd::hide &&
                      costs.labels[best] * most_covered > label_weight * costs.area;
  return {candidate.id, static_cast<std::uint8_t>(best), hidden};
}

void LabelLayout::stand(const Candidate& candidate, const Choice& choice) {
  for (const Appearance& at : std::span(appearances_).subspan(candidate.first, candidate.count)) {
    LabelRequest label = samples_[at.sample].labels[at.label];
    label.size = candidate.size;
    samples_[at.sample].placed[at.label] = choice.hidden ? Rect{} : rect_at(choice.place, label);
  }
}

const LabelLayout::Window& LabelLayout::window_at(std::int32_t index, const LabelsOfFrame& others) {
  Window& window = slot_of(windows_, index, &Window::index);
  if (window.index == index) return window;
  look(index, others);
  find_candidates();
  window.choices.resize(candidates_.size());
  // Labels that chose early knew nothing of later ones, so each chooses again once all have a
  // place.
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      window.choices[i] = choose(candidates_[i]);
      stand(candidates_[i], window.choices[i]);
    }
  }
  std::ranges::sort(window.choices, {}, &Choice::id);
  window.index = index;
  return window;
}

// ---- a frame

void LabelLayout::push_apart(std::span<const LabelRequest> labels,
                             std::vector<LabelPlace>& places) {
  constexpr int passes = 6;
  for (int pass = 0; pass < passes; ++pass) {
    pushes_.assign(labels.size(), Vec2{});
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Vec2 a = places[i].corner, a_size{to_px(labels[i].size.x), to_px(labels[i].size.y)};
      for (std::size_t k = i + 1; k < labels.size(); ++k) {
        const Vec2 b = places[k].corner, b_size{to_px(labels[k].size.x), to_px(labels[k].size.y)};
        const float x = std::min(a.x + a_size.x, b.x + b_size.x) - std::max(a.x, b.x);
        const float y = std::min(a.y + a_size.y, b.y + b_size.y) - std::max(a.y, b.y);
        if (!(x > 0) || !(y > 0)) continue;
        const Vec2 size = (a_size + b_size) * 0.5F;
        const Vec2 between = (a + a_size * 0.5F) - (b + b_size * 0.5F);
        const Vec2 push = Vec2{soft_sign(between.x, size.x), soft_sign(between.y, size.y)} *
                          (x * y / (x + y) / 2);
        pushes_[i] = pushes_[i] + push;
        pushes_[k] = pushes_[k] - push;
      }
    }
    for (std::size_t i = 0; i < labels.size(); ++i)
      places[i].corner = places[i].corner + pushes_[i];
  }
}

void LabelLayout::fade_covered(std::span<const LabelRequest> labels,
                               std::vector<LabelPlace>& places) const {
  const auto box_of = [&](std::size_t i) {
    return rect_of_box(
        {places[i].corner.x, places[i].corner.y, to_px(labels[i].size.x), to_px(labels[i].size.y)});
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double area = double(labels[i].size.x) * labels[i].size.y;
    double covered = 0;
    for (std::size_t k = 0; k < labels.size(); ++k)
      if (k != i &&
          chooses_before(labels[k].priority, labels[k].id, labels[i].priority, labels[i].id))
        covered += static_cast<double>(overlap(box_of(i), box_of(k)));
    if (area > 0) places[i].shown *= static_cast<float>(std::max(1 - 2 * covered / area, 0.0));
  }
}

LabelPlace LabelLayout::between(const LabelRequest& label, const Choice& from, const Choice& to,
                                float since_edge) const {
  const QuarterVec a = corner_at(from.place, label), b = corner_at(to.place, label);
  const float distance = std::hypot(to_px(b.x - a.x), to_px(b.y - a.y));
  const float share = glide(distance, rule_.slide, rule_.window, since_edge);
  return {{std::lerp(to_px(a.x), to_px(b.x), share), std::lerp(to_px(a.y), to_px(b.y), share)},
          std::lerp(from.hidden ? 0.0F : 1.0F, to.hidden ? 0.0F : 1.0F, share)};
}

void LabelLayout::stand_in_windows(std::int32_t frame, std::span<const LabelRequest> labels,
                                   const LabelsOfFrame& others, std::vector<LabelPlace>& places) {
  const auto [before, since_edge] = edge_near(frame, rule_.window);
  static_assert(std::tuple_size_v<decltype(windows_)> >= 3, "neighbours stay while both are read");
  const Window& earlier = window_at(before, others);
  const Window& later = window_at(before + 1, others);

  const Choice wanted{};
  places.clear();
  for (const LabelRequest& label : labels) {
    const Choice* from = find_by_id(earlier.choices, label.id);
    const Choice* to = find_by_id(later.choices, label.id);
    if (from == nullptr) from = to;
    if (to == nullptr) to = from;
    places.push_back(from == nullptr ? between(label, wanted, wanted, since_edge)
                                     : between(label, *from, *to, since_edge));
  }
}

const LabelLayout::Pushed& LabelLayout::pushed_at(std::int32_t step, const LabelsOfFrame& others) {
  Pushed& pushed = slot_of(pushed_, step, &Pushed::step);
  if (pushed.step == step) return pushed;
  others(step * push_frames, labels_);
  std::erase_if(labels_, [](const LabelRequest& label) { return label.id == no_id; });
  stand_in_windows(step * push_frames, labels_, others, places_);
  pushed.labels.clear();
  for (std::size_t i = 0; i < labels_.size(); ++i)
    pushed.labels.push_back({labels_[i].id, places_[i].corner});
  push_apart(labels_, places_);
  for (std::size_t i = 0; i < labels_.size(); ++i)
    pushed.labels[i].by = places_[i].corner - pushed.labels[i].by;
  std::ranges::sort(pushed.labels, {}, &Push::id);
  pushed.step = step;
  return pushed;
}

void LabelLayout::place(std::int32_t frame, std::span<const LabelRequest> labels,
                        const LabelsOfFrame& others, std::vector<LabelPlace>& places) {
  stand_in_windows(frame, labels, others, places);
  const std::int32_t step = floor_divided(frame, push_frames);
  const std::array<float, 4> weights =
      cubic_b_spline(static_cast<float>(frame - step * push_frames) / push_frames);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const Pushed& pushed = pushed_at(step + static_cast<std::int32_t>(k) - 1, others);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (const Push* push = find_by_id(pushed.labels, labels[i].id))
        places[i].corner = places[i].corner + push->by * weights[k];
  }
  if (rule_.crowd == LabelCrowd::fade) fade_covered(labels, places);
}

}  // namespace overlace
