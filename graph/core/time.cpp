// SPDX-License-Identifier: Apache-2.0
// Frames and seconds: the frames' own times, continued at the nominal rate where they end.
#include "graph/core/time.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "graph/core/frame_clock.h"

namespace overlace {
namespace {

/// The frames' own times; empty if they are the nominal rate's, or not known.
std::span<const double> times_of(const ClipInfo& clip) {
  if (!has_variable_rate(clip)) return {};
  return clip.clock->reading().times;
}

/// An index within rounding errors of a whole one becomes that one.
double snapped(double index) {
  const double nearest = std::round(index);
  return std::abs(index - nearest) < 1e-6 ? nearest : index;
}

}  // namespace

const FrameClock::Reading& FrameClock::reading() const {
  std::call_once(once_, [this] { reading_ = read_(); });
  return reading_;
}

double seconds_at(const ClipInfo& clip, double frame) {
  const double rate = clip.frame_rate.value(), index = frame - clip.first_frame;
  const std::span<const double> times = times_of(clip);
  if (times.empty() || index <= 0) return index / rate;
  const std::size_t last = times.size() - 1;
  if (index >= static_cast<double>(last))
    return times[last] + (index - static_cast<double>(last)) / rate;
  const auto whole = static_cast<std::size_t>(index);
  return std::lerp(times[whole], times[whole + 1], index - static_cast<double>(whole));
}

double frame_at(const ClipInfo& clip, double seconds) {
  const double rate = clip.frame_rate.value();
  const std::span<const double> times = times_of(clip);
  if (times.empty() || seconds <= 0) return clip.first_frame + snapped(seconds * rate);
  const auto after = std::ranges::upper_bound(times, seconds);
  const double& before = *(after - 1);
  const auto index = static_cast<double>(&before - times.data());
  const double frame_s = after == times.end() ? 1 / rate : *after - before;
  return clip.first_frame + snapped(index + (seconds - before) / frame_s);
}

double seconds_between(const ClipInfo& clip, double from, double to) {
  return has_variable_rate(clip) ? seconds_at(clip, to) - seconds_at(clip, from)
                                 : (to - from) / clip.frame_rate.value();
}

double frames_within(const ClipInfo& clip, double frame, double seconds) {
  return std::round(frame - frame_at(clip, seconds_at(clip, frame) - seconds));
}

FrameTime time_of(const ClipInfo& clip, std::int32_t frame) {
  return {.frame = frame, .shown_s = seconds_at(clip, frame)};
}

bool has_variable_rate(const ClipInfo& clip) {
  return clip.clock && clip.clock->reading().varies;
}

}  // namespace overlace
