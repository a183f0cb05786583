// SPDX-License-Identifier: Apache-2.0
// Labels of a live clip that do not jump when a frame that comes in changes where they should be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graph/types/live_memory.h"
#include "text/label_layout.h"

namespace overlace {

/// What a layout of labels decides depends on the frames after the current one, as far as they are
/// known. So a live clip's labels keep their distance from where they should be when that changes,
/// and make up for it at the speed of a slide. Where nothing changes, they are where the layout has
/// them.
class SteadyLabels {
 public:
  struct Rule {
    float slide = 2;             ///< px per frame, at most; 0: the picture's height per window
    std::int32_t window = 75;    ///< frames
    float height = 0;            ///< of the picture, px
    bool moves_with_box = true;  ///< places are relative to the labels' boxes, not to the picture
  };
  /// The labels of a frame and their places.
  struct Frame {
    std::span<const LabelRequest> labels;
    std::span<LabelPlace> places;
  };

  SteadyLabels(const Rule& rule, std::shared_ptr<NodeMemory> memory)
      : rule_(rule), memory_(std::move(memory)) {}

  /// The frame that was drawn before, if there is one; it must be passed to `steady`.
  [[nodiscard]] bool has_before() const { return memory_->before<Stands>() != nullptr; }
  [[nodiscard]] std::int32_t frame_before() const { return memory_->frame_before(); }

  /// Moves the places of the memory's frame. `then` are the labels of the frame before, where they
  /// should have been by what is known now; empty if there is none.
  void steady(const Frame& now, const Frame& then) {
    const Stands* stood = memory_->before<Stands>();
    if (stood != nullptr) {
      wanted_then_.clear();
      for (std::size_t i = 0; i < then.labels.size(); ++i) add(then, i, wanted_then_);
      sort(wanted_then_);
      for (std::size_t i = 0; i < now.labels.size(); ++i)
        hold(now.labels[i], now.places[i], *stood);
    }
    Stands stands;
    for (std::size_t i = 0; i < now.labels.size(); ++i) add(now, i, stands);
    sort(stands);
    memory_->leave(std::move(stands));
  }

 private:
  /// Where a label is: its corner, relative to its box if it moves with it.
  struct Stand {
    TrackId id = no_id;
    LabelPlace place;
  };
  using Stands = std::vector<Stand>;  ///< by id

  [[nodiscard]] Vec2 origin_of(const LabelRequest& label) const {
    return rule_.moves_with_box ? Vec2{label.box.x, label.box.y} : Vec2{};
  }
  void add(const Frame& frame, std::size_t i, Stands& stands) const {
    const LabelRequest& label = frame.labels[i];
    if (label.id == no_id) return;
    const LabelPlace& place = frame.places[i];
    stands.push_back({label.id, {place.corner - origin_of(label), place.shown}});
  }
  static void sort(Stands& stands) { std::ranges::stable_sort(stands, {}, &Stand::id); }
  [[nodiscard]] static const LabelPlace* find(const Stands& stands, TrackId id) {
    const auto at = std::ranges::lower_bound(stands, id, {}, &Stand::id);
    return at != stands.end() && at->id == id ? &at->place : nullptr;
  }

  /// Adds what is left of the difference between where a label was and where it should have been:
  /// what it moves anyway is taken from how far it may go.
  void hold(const LabelRequest& label, LabelPlace& place, const Stands& stood) const {
    const LabelPlace* was = label.id == no_id ? nullptr : find(stood, label.id);
    const LabelPlace* wanted = was == nullptr ? nullptr : find(wanted_then_, label.id);
    if (wanted == nullptr) return;
    const auto frames = static_cast<float>(memory_->frame() - memory_->frame_before());
    const float speed =
        rule_.slide > 0 ? rule_.slide : rule_.height / static_cast<float>(rule_.window);
    const Vec2 moved = place.corner - origin_of(label) - wanted->corner;
    const float room = std::max(speed * frames - std::hypot(moved.x, moved.y), 0.0F);
    const Vec2 off = was->corner - wanted->corner;
    const float distance = std::hypot(off.x, off.y);
    if (distance > room) place.corner = place.corner + off * ((distance - room) / distance);
    constexpr float fade = 1.0F / 12;  // per frame
    const float change = was->shown - wanted->shown;
    const float left = std::max(std::abs(change) - fade * frames, 0.0F);
    place.shown = std::clamp(place.shown + std::copysign(left, change), 0.0F, 1.0F);
  }

  Rule rule_;
  std::shared_ptr<NodeMemory> memory_;
  Stands wanted_then_;
};

}  // namespace overlace
