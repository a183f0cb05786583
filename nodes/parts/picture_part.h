// SPDX-License-Identifier: Apache-2.0
// Parameters of nodes that fill a rectangle of the picture: a Params struct inherits them.
#pragma once

#include <cmath>

#include "graph/types/node.h"

namespace overlace {

/// A rectangle, in fractions of the picture's width and height.
struct PicturePartParams {
  Number left{0.03F};
  Number top{0.75F};
  Number right{0.97F};
  Number bottom{0.96F};

  /// In whole pixels; empty if opposite sides are swapped.
  [[nodiscard]] Box part(const FrameTime& time, const ClipInfo& clip) const {
    const auto place = [&](const Number& side, int length) {
      return std::round(side.at(time).constant * static_cast<float>(length));
    };
    const float x = place(left, clip.size.width), y = place(top, clip.size.height);
    return {x, y, std::max(place(right, clip.size.width) - x, 0.0F),
            std::max(place(bottom, clip.size.height) - y, 0.0F)};
  }
};

/// Rows of PicturePartParams, after `per_frame`.
inline constexpr auto picture_part_rows = []<class P>(Node<P>& node) {
  constexpr Range part{0, 1, Unit::ratio};
  node.number("left", &P::left, part, "Left edge, as a fraction of the picture's width.")
      .number("top", &P::top, part, "Top edge, as a fraction of its height.")
      .number("right", &P::right, part, "Right edge, as a fraction of its width.")
      .number("bottom", &P::bottom, part, "Bottom edge, as a fraction of its height.");
};

/// The time that a rectangle shows from left to right.
struct TimeWindowParams {
  Number seconds{10};
  Number now{1};

  /// Its whole length, seconds.
  [[nodiscard]] double window_s(const FrameTime& time) const {
    return static_cast<double>(seconds.at(time).constant);
  }
  /// Presentation time at a place, given as a fraction of the rectangle's width from its left.
  [[nodiscard]] double time_at(double place, const FrameTime& time) const {
    return time.shown_s + (place - static_cast<double>(now.at(time).constant)) * window_s(time);
  }
};

/// Rows of TimeWindowParams, after `per_frame`.
inline constexpr auto time_window_rows = []<class P>(Node<P>& node) {
  node.number("seconds", &P::seconds, {0.01, 3600, Unit::seconds}, "Time from left to right.")
      .number("now", &P::now, {0, 1, Unit::ratio},
              "Where the frame's own time is: 0 at the left, 1 at the right. What is to come is "
              "shown to the right of it.");
};

}  // namespace overlace
