// SPDX-License-Identifier: Apache-2.0
// From what a host calls time to the number of a frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace overlace::frei0r {

/// What the time of a host counts.
enum class Clock { seconds, milliseconds, calls };

/// The clock of a name: "s", "ms", "count"; "auto" and "" ask which host this process is: MLT
/// counts seconds as frei0r.h demands, FFmpeg milliseconds. Nothing for another name.
[[nodiscard]] std::optional<Clock> clock_named(const std::string& name);

/// Frames per second: "25", "29.97", "30000/1001".
struct Rate {
  std::int64_t num = 25, den = 1;
};
/// Nothing for a text that is no rate above 0.
[[nodiscard]] std::optional<Rate> rate_named(const std::string& text);

/// Whether a time is one. FFmpeg 5 hands on -3.7e20 for frames that it has copied, which lose
/// theirs.
[[nodiscard]] bool is_time(double time);

/// The frame that is shown at a time, from 0 on. `calls` is how many were asked for before: they
/// count where there is no time.
[[nodiscard]] std::int32_t frame_at(double time, Clock clock, Rate rate, std::int64_t calls);

}  // namespace overlace::frei0r
