// SPDX-License-Identifier: Apache-2.0
// Times of day: read from ISO 8601, written by strftime's directives.
#include "text/wall_clock.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>

#include "graph/core/error.h"

namespace overlace {
namespace {

using std::chrono::sys_days;

constexpr std::array<std::string_view, 7> days{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                               "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};
constexpr std::string_view directives = "YmdHMSyjeIpaAbBFTR%";

/// Takes a number of `digits` digits, at most `most`, off the front of a text.
std::optional<int> take_number(std::string_view& text, std::size_t digits, int most) {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  if (number > most) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}
bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> read_day(std::string_view& text) {
  if (text.size() < 5 || text[4] != '-') return 0;
  const auto year = take_number(text, 4, 9999);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2, 12);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2, 31);
  if (!day || !(take(text, ' ') || take(text, 'T'))) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::int64_t{sys_days(date).time_since_epoch().count()} * 86400;
}

std::optional<std::int64_t> read_time(std::string_view text) {
  const auto hour = take_number(text, 2, 23);
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2, 59);
  if (!minute || !take(text, ':')) return std::nullopt;
  const auto second = take_number(text, 2, 59);
  if (!second || !text.empty()) return std::nullopt;
  return *hour * 3600 + *minute * 60 + *second;
}

/// A point in time, split into its fields.
struct Moment {
  std::chrono::year_month_day date;
  int weekday, day_of_year, hour, minute, second;

  explicit Moment(std::int64_t seconds) {
    const std::chrono::sys_seconds at{std::chrono::seconds(seconds)};
    const auto midnight = std::chrono::floor<std::chrono::days>(at);
    date = std::chrono::year_month_day(midnight);
    weekday = static_cast<int>(std::chrono::weekday(midnight).c_encoding());
    const sys_days new_year(date.year() / std::chrono::January / 1);
    day_of_year = static_cast<int>((midnight - new_year).count()) + 1;
    const auto of_day = static_cast<int>((at - midnight).count());
    hour = of_day / 3600;
    minute = of_day / 60 % 60;
    second = of_day % 60;
  }
  [[nodiscard]] int year() const { return static_cast<int>(date.year()); }
  [[nodiscard]] unsigned month() const { return static_cast<unsigned>(date.month()); }
  [[nodiscard]] unsigned day() const { return static_cast<unsigned>(date.day()); }
  [[nodiscard]] int hour_of_twelve() const { return (hour + 11) % 12 + 1; }
};

void append_directive(std::string& out, char directive, const Moment& at) {
  const auto put = [&]<class... Values>(fmt::format_string<Values...> format,
                                        const Values&... values) {
    fmt::vformat_to(std::back_inserter(out), format, fmt::make_format_args(values...));
  };
  const std::string_view day = days[static_cast<std::size_t>(at.weekday)];
  const std::string_view month = months[at.month() - 1];
  switch (directive) {
    case 'Y':
      return put("{:04}", at.year());
    case 'y':
      return put("{:02}", at.year() % 100);
    case 'm':
      return put("{:02}", at.month());
    case 'd':
      return put("{:02}", at.day());
    case 'e':
      return put("{:2}", at.day());
    case 'j':
      return put("{:03}", at.day_of_year);
    case 'H':
      return put("{:02}", at.hour);
    case 'I':
      return put("{:02}", at.hour_of_twelve());
    case 'M':
      return put("{:02}", at.minute);
    case 'S':
      return put("{:02}", at.second);
    case 'p':
      return put("{}", at.hour < 12 ? "AM" : "PM");
    case 'a':
      return put("{}", day.substr(0, 3));
    case 'A':
      return put("{}", day);
    case 'b':
      return put("{}", month.substr(0, 3));
    case 'B':
      return put("{}", month);
    case 'F':
      return put("{:04}-{:02}-{:02}", at.year(), at.month(), at.day());
    case 'T':
      return put("{:02}:{:02}:{:02}", at.hour, at.minute, at.second);
    case 'R':
      return put("{:02}:{:02}", at.hour, at.minute);
    default:
      out += directive;
  }
}

}  // namespace

std::int64_t parse_wall_clock(std::string_view text) {
  std::string_view rest = text;
  const auto day = read_day(rest);
  const auto time = day ? read_time(rest) : std::nullopt;
  if (!time)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a time of day", text),
                "for example 18:30:00, or 2026-05-01 18:30:00");
  return *day + *time;
}

void check_wall_format(std::string_view format) {
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    ++i;
    if (i == format.size() || directives.find(format[i]) == directives.npos)
      throw Error(ErrorCode::usage, fmt::format("bad time-of-day format '{}'", format),
                  "%Y %m %d %H %M %S %y %j %e %I %p %a %A %b %B %F %T %R %% are known");
  }
}

void append_wall_clock(std::string& out, std::string_view format, double seconds) {
  // Rounding may put the time of a frame due on a whole second slightly before it.
  constexpr double rounding = 1e-6;
  const Moment at(static_cast<std::int64_t>(std::floor(seconds + rounding)));
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '%' && i + 1 < format.size())
      append_directive(out, format[++i], at);
    else
      out += format[i];
  }
}

}  // namespace overlace
