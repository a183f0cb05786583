// SPDX-License-Identifier: Apache-2.0
// Progress lines.
#include "cli/batch_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <ctime>

#include "cli/console.h"
#include "graph/core/quantity.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

std::int64_t settled_in(const BatchProgress& now) {
  return now.total() - now.count(ClipState::waiting) - now.count(ClipState::running);
}

double per_second(std::int64_t count, const BatchProgress& now) {
  return now.elapsed_s > 0 ? static_cast<double>(count) / now.elapsed_s : 0;
}

/// "  ETA 1:12:40", or a range while few clips are known.
std::string eta_text(const TimeLeft& left) {
  const std::string least = clock_text(left.least_s), most = clock_text(left.most_s);
  return "  ETA " + (least == most ? most : least + " to " + most);
}

std::string text_of(const BatchProgress& now) {
  const double clips_per_minute = 60 * per_second(now.settled, now);
  return fmt::format("{} of {}: {}  {:.0f} fps  {:.{}f} clips/min{}", settled_in(now),
                     count_text(now.total(), "clip"), counts_text(now.clips),
                     per_second(now.frames, now), clips_per_minute, clips_per_minute < 10 ? 2 : 0,
                     now.left ? eta_text(*now.left) : "");
}

Json json_of(const BatchProgress& now, const char* event) {
  Json clips(Json::Object{});
  for (const auto& [state, count] : now.clips) clips.set(state_name(state), count);
  Json json;
  json.set("event", event);
  json.set("clips", std::move(clips));
  json.set("clips_total", now.total());
  json.set("frames", now.frames);
  json.set("elapsed_s", std::round(now.elapsed_s * 1000) / 1000);
  json.set("clips_per_minute", std::round(6000 * per_second(now.settled, now)) / 100);
  const auto seconds = [&now](double TimeLeft::*which) {
    return now.left ? Json(std::round((*now.left).*which)) : Json();
  };
  json.set("eta_s", seconds(&TimeLeft::likely_s));
  json.set("eta_least_s", seconds(&TimeLeft::least_s));
  json.set("eta_most_s", seconds(&TimeLeft::most_s));
  return json;
}

/// The percentage of settled clips, and a status line.
std::string openjd_text(const BatchProgress& now) {
  const auto total = static_cast<double>(std::max<std::int64_t>(now.total(), 1));
  return fmt::format("openjd_progress: {:.1f}\nopenjd_status: {}\n",
                     static_cast<double>(settled_in(now)) / total * 100, text_of(now));
}

void print_json(const Json& json) {
  write_out(stdout, json.dump() + "\n");
}

double interval_of(BatchProgressMode mode) {
  switch (mode) {
    case BatchProgressMode::automatic:
      return 0.2;
    case BatchProgressMode::plain:
      return 5;
    default:
      return 1;
  }
}

}  // namespace

std::string_view shown_state(ClipState state, bool is_running) {
  return state == ClipState::running && !is_running ? "interrupted" : state_name(state);
}

std::string counts_text(const std::map<ClipState, std::int64_t>& clips, bool is_running) {
  std::string text;
  for (const auto& [state, count] : clips)
    if (count > 0)
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", count, shown_state(state, is_running));
  return text.empty() ? "none" : text;
}

BatchProgressView::BatchProgressView(BatchProgressMode mode) : mode_(mode) {
  if (mode_ == BatchProgressMode::automatic && ::isatty(STDERR_FILENO) == 0)
    mode_ = BatchProgressMode::plain;
}

void BatchProgressView::clear_line() {
  if (line_shown_) write_out(stderr, "\r\033[K");
  line_shown_ = false;
}

/// Lines of a log say when they were written.
std::string BatchProgressView::line(const std::string& text) const {
  if (mode_ != BatchProgressMode::plain) return text;
  return moment_text(std::time(nullptr)) + "  " + text;
}

void BatchProgressView::note(const std::string& text) {
  clear_line();
  print_note(line(text));
  if (mode_ == BatchProgressMode::openjd) tell(stdout, fmt::format("openjd_status: {}", text));
}

void BatchProgressView::update(const BatchProgress& now) {
  const double since = std::chrono::duration<double>(Clock::now() - last_).count();
  if (mode_ == BatchProgressMode::none || since < interval_of(mode_)) return;
  last_ = Clock::now();
  if (mode_ == BatchProgressMode::automatic) {
    write_out(stderr, "\r\033[K" + text_of(now));
    line_shown_ = true;
  } else if (mode_ == BatchProgressMode::plain) {
    tell(stdout, line(text_of(now)));
  } else if (mode_ == BatchProgressMode::json) {
    print_json(json_of(now, "progress"));
  } else {
    tell_lines(stdout, openjd_text(now));
  }
}

void BatchProgressView::settled(const BatchClip& clip, const ClipRecord& record,
                                const std::string& log) {
  if (mode_ == BatchProgressMode::json) {
    Json json;
    json.set("event", "clip");
    json.set("id", text_of_name(clip.id));
    json.set("state", state_name(record.state));
    json.set("exit", record.exit_code);
    json.set("reason", record.reason);
    json.set("seconds", std::round(record.seconds * 1000) / 1000);
    print_json(json);
  }
  if (record.state == ClipState::done) return;
  note(fmt::format("{}: {}: {} ({})", clip.id, state_name(record.state), record.reason, log));
}

void BatchProgressView::end(const BatchProgress& now, int exit_code) {
  clear_line();
  if (mode_ == BatchProgressMode::none) return;
  if (mode_ == BatchProgressMode::json) {
    Json json = json_of(now, "end");
    json.set("exit", exit_code);
    return print_json(json);
  }
  if (mode_ == BatchProgressMode::openjd) tell_lines(stdout, openjd_text(now));
  if (mode_ == BatchProgressMode::openjd && exit_code != 0)
    tell(stdout, fmt::format("openjd_fail: {}", counts_text(now.clips)));
  tell(stdout,
       line(fmt::format("{}: {}; {} in {}", count_text(now.total(), "clip"), counts_text(now.clips),
                        count_text(now.frames, "frame"), clock_text(now.elapsed_s))));
}

}  // namespace overlace
