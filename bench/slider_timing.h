// SPDX-License-Identifier: Apache-2.0
// How long a step of a slider takes on ten minutes of video: from a changed value to a picture of
// one frame, drawn by a replay that adopts the new plan.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/loop.h"

namespace overlace {

/// A graph, and what is dragged in it.
struct SliderCase {
  const char* name;
  const char* nodes;         ///< beside "people", which makes the tracks; the last one is painted
  const char* target;        ///< the parameter that the slider changes
  float from = 0, step = 0;  ///< its values
  float scale = 1;           ///< of the picture, 1 being 1920 x 1080
  int link_memory = 0;       ///< of the replay: see ReplayOptions
};
[[nodiscard]] std::span<const SliderCase> slider_cases();

/// Times in processor time of the thread, ms, by step; the first steps are left out.
struct SliderTimes {
  std::vector<double> plan;  ///< value applied, tables looked up, compiled
  std::vector<double> draw;  ///< adopted, and one frame drawn
  bool correct = false;      ///< something was drawn each time, and no table was made anew
};

/// Drags a slider over 15,000 frames of 25 per second with ten boxes each.
[[nodiscard]] SliderTimes time_slider(const SliderCase& slider, const LoopOptions& options);

}  // namespace overlace
