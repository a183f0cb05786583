// SPDX-License-Identifier: Apache-2.0
// Tells hosts apart by the symbols in the process.
#include "plugins/frei0r/host.h"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace overlace::frei0r {
namespace {

/// The `avfilter_version` of the FFmpeg that is the host, or null for another host. Checks for MLT,
/// because MLT may have loaded FFmpeg as well.
auto ffmpeg_host() -> unsigned (*)() {
  if (dlsym(RTLD_DEFAULT, "mlt_service_lock") != nullptr) return nullptr;
  return reinterpret_cast<unsigned (*)()>(dlsym(RTLD_DEFAULT, "avfilter_version"));
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<Clock> clock_named(const std::string& name) {
  if (name.empty() || name == "auto") return ffmpeg_host() != nullptr ? Clock::milliseconds : Clock::seconds;
  if (name == "s") return Clock::seconds;
  if (name == "ms") return Clock::milliseconds;
  if (name == "count") return Clock::calls;
  return std::nullopt;
}

std::optional<Rate> rate_named(const std::string& text) {
  constexpr double most = 1e6;
  const std::size_t slash = text.find('/');
  const auto over = number_in(std::string_view(text).substr(0, slash));
  const auto under =
      slash == std::string::npos ? 1.0 : number_in(std::string_view(text).substr(slash + 1));
  if (!over || !under || !(*over > 0 && *over <= most) || !(*under > 0 && *under <= most))
    return std::nullopt;
  if (*over == std::floor(*over) && *under == std::floor(*under))
    return Rate{static_cast<std::int64_t>(*over), static_cast<std::int64_t>(*under)};
  constexpr std::int64_t thousandths = 1000;
  return Rate{std::llround(*over / *under * thousandths), thousandths};
}

bool host_pads_rows() {
  constexpr unsigned first_without = 10U << 16;  // of FFmpeg 7
  const auto version = ffmpeg_host();
  return version != nullptr && version() < first_without;
}

bool is_time(double time) {
  constexpr double longest = 1e12;
  return std::abs(time) <= longest;
}

std::int32_t frame_at(double time, Clock clock, Rate rate, std::int64_t calls) {
  constexpr double per_second = 1000;
  double frame = static_cast<double>(calls);
  if (clock != Clock::calls && is_time(time)) {
    const double seconds = clock == Clock::milliseconds ? time / per_second : time;
    frame = std::round(seconds * static_cast<double>(rate.num) / static_cast<double>(rate.den));
  }
  constexpr double most = 1 << 30;  // frames
  return static_cast<std::int32_t>(std::clamp(frame, -most, most));
}

}  // namespace overlace::frei0r
