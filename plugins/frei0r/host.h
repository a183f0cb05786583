// SPDX-License-Identifier: Apache-2.0
// What hosts do in their own ways: times, and rows of pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace overlace::frei0r {

/// What a host's time counts.
enum class Clock { seconds, milliseconds, calls };

/// The clock of this name: "s", "ms", "count"; "auto" and "" choose by the host of this process:
/// MLT counts seconds, as frei0r.h requires, FFmpeg milliseconds. Nothing for another name.
[[nodiscard]] std::optional<Clock> clock_named(const std::string& name);

/// Frames per second: "25", "29.97", "30000/1001".
struct Rate {
  std::int64_t num = 25, den = 1;
};
/// Nothing for a text that is not a rate above 0.
[[nodiscard]] std::optional<Rate> rate_named(const std::string& text);

/// Whether the host of this process may pad the rows of a picture without telling the filter. FFmpeg
/// does before version 7, depending on the processor (frei0r.h: the pitch is the width).
[[nodiscard]] bool host_pads_rows();

/// Whether a time is valid. FFmpeg 5 passes -3.7e20 for frames that it has copied, because copies
/// lose their time.
[[nodiscard]] bool is_time(double time);

/// The frame shown at a time, from 0 on. `calls` is the number of frames requested before, which
/// serves as the frame number where there is no time.
[[nodiscard]] std::int32_t frame_at(double time, Clock clock, Rate rate, std::int64_t calls);

}  // namespace overlace::frei0r
