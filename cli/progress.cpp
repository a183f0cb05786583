// SPDX-License-Identifier: Apache-2.0
// Progress for people, logs and programs.
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "cli/console.h"
#include "graph/core/quantity.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

using std::chrono::milliseconds;

milliseconds interval_of(ProgressMode mode) {
  switch (mode) {
    case ProgressMode::automatic:
      return milliseconds(100);
    case ProgressMode::json:
      return milliseconds(1000);
    default:
      return milliseconds(5000);
  }
}

double share_done(const TranscodeProgress& now) {
  return static_cast<double>(now.frames_done) / static_cast<double>(now.frames_total);
}

Json or_null(bool known, Json value) {
  return known ? std::move(value) : Json();
}

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

// One write per line: readers never see half of one.
void print_json_line(const Json& json) {
  write_out(stdout, json.dump() + "\n");
}

/// "240 drawn on, 12 converted"; counts of 0 are left out, except for drawing. Copies within memory
/// are only in the report: users cannot do anything about them.
std::string frames_text(const TranscodeResult& result) {
  std::string text = fmt::format("{} drawn on", result.drawn);
  const auto add = [&text](std::int64_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(result.moves.converted, "converted");
  add(result.moves.downloaded, "downloaded");
  add(result.moves.uploaded, "uploaded");
  return text;
}

}  // namespace

Progress::Progress(ProgressMode mode) : mode_(mode) {
  if (mode_ == ProgressMode::automatic && isatty(STDERR_FILENO) == 0) mode_ = ProgressMode::plain;
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

// In seconds; negative when not known.
double Progress::time_left(const TranscodeProgress& now) const {
  const double rate = frames_.per_second();
  if (now.frames_total == 0 || rate <= 0) return -1;
  return static_cast<double>(now.frames_total - now.frames_done) / rate;
}

void Progress::start(const RunReport& report, std::int64_t frames_total) {
  if (mode_ != ProgressMode::json) return;
  Json json;
  json.set("event", "start");
  json.set("schema", report_schema);
  json.set("overlace", OVERLACE_VERSION);
  json.set("input", text_of_name(report.input));
  json.set("output", text_of_name(report.output));
  json.set("frames_total", or_null(frames_total > 0, frames_total));
  print_json_line(json);
}

void Progress::begin_pass(const std::string& name) {
  pass_ = name;
  frames_ = media_ = RateMeter();
  last_ = {};
  complete_ = false;
}

void Progress::update(const TranscodeProgress& now) {
  if (mode_ == ProgressMode::none) return;
  frames_.add(seconds(), static_cast<double>(now.frames_done));
  media_.add(seconds(), now.time_s);
  const bool complete = now.frames_total > 0 && now.frames_done == now.frames_total;
  if (std::exchange(complete_, complete) == complete && Clock::now() - last_ < interval_of(mode_))
    return;
  last_ = Clock::now();
  if (mode_ == ProgressMode::automatic) print_bar(now);
  if (mode_ == ProgressMode::plain) print_line(now);
  if (mode_ == ProgressMode::json) print_json(now);
}

void Progress::print_bar(const TranscodeProgress& now) {
  constexpr int width = 30;
  std::string bar;
  if (now.frames_total > 0) {
    const double share = share_done(now);
    const int done = std::clamp(static_cast<int>(share * width), 0, width);
    bar = fmt::format("[{:#<{}}{:<{}}] {:3.0f} %  ", "", done, "", width - done, share * 100);
  }
  const double left = time_left(now);
  write_out(stderr, fmt::format("\r\033[K{} {}frame {}  {:.1f} fps  {:.1f}x  {}  {}", pass_, bar,
                                now.frames_done, frames_.per_second(), media_.per_second(),
                                size_text(static_cast<double>(now.bytes_written)),
                                left >= 0 ? "ETA " + clock_text(left) : clock_text(seconds())));
  bar_shown_ = true;
}

void Progress::clear_bar() {
  if (bar_shown_) write_out(stderr, "\r\033[K");
  bar_shown_ = false;
}

void Progress::print_line(const TranscodeProgress& now) const {
  const double left = time_left(now);
  tell(stdout, fmt::format("{}: frame {}{}  {:.1f} fps  {:.1f}x  {}{}", pass_, now.frames_done,
                           now.frames_total > 0 ? fmt::format(" of {}", now.frames_total) : "",
                           frames_.per_second(), media_.per_second(),
                           size_text(static_cast<double>(now.bytes_written)),
                           left >= 0 ? "  ETA " + clock_text(left) : ""));
}

void Progress::print_json(const TranscodeProgress& now) const {
  const double left = time_left(now);
  Json json;
  json.set("event", "progress");
  json.set("pass", pass_);
  json.set("frames_done", now.frames_done);
  json.set("frames_total", or_null(now.frames_total > 0, now.frames_total));
  json.set("time_s", rounded(now.time_s));
  json.set("fps", rounded(frames_.per_second()));
  json.set("speed", rounded(media_.per_second()));
  json.set("elapsed_s", rounded(seconds()));
  json.set("eta_s", or_null(left >= 0, rounded(left)));
  json.set("size_bytes", now.bytes_written);
  print_json_line(json);
}

void Progress::end(const RunReport& report) {
  clear_bar();
  if (mode_ == ProgressMode::json) {
    const Json outcome = report.outcome();
    Json json(Json::Object{{"event", "end"}});
    for (const auto& [key, value] : outcome.as_object()) json.set(key, value);
    print_json_line(json);
  } else if (mode_ != ProgressMode::none && report.result.in_place) {
    const TranscodeResult& result = report.result;
    tell(stdout, fmt::format("{}: {}, {} in {} ({:.1f} fps, {}; {})", report.output,
                             count_text(result.frames, "frame"),
                             size_text(static_cast<double>(result.bytes_written)),
                             clock_text(report.elapsed_s),
                             static_cast<double>(result.frames) / std::max(report.elapsed_s, 1e-9),
                             result.route, frames_text(result)));
  }
}

}  // namespace overlace
