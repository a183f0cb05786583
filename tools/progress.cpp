// SPDX-License-Identifier: Apache-2.0
// Progress as people, logs and programs read it.
#include "tools/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr std::chrono::milliseconds bar_interval{100};
constexpr std::chrono::milliseconds line_interval{2000};

std::string clock_text(double seconds) {
  const long s = std::lround(std::max(seconds, 0.0));
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

struct Rate {
  double fps = 0, eta_s = -1, share = -1;  ///< -1: not known
};

Rate rate_of(const TranscodeProgress& now, double seconds) {
  Rate rate;
  if (seconds > 0) rate.fps = static_cast<double>(now.frames_done) / seconds;
  if (now.frames_total > 0) {
    rate.share = static_cast<double>(now.frames_done) / static_cast<double>(now.frames_total);
    if (rate.fps > 0)
      rate.eta_s = static_cast<double>(now.frames_total - now.frames_done) / rate.fps;
  }
  return rate;
}

double megabytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

/// "240 drawn on, 61 copied"; what was done to no picture is left out, but for drawing.
std::string frames_text(const TranscodeResult& result) {
  std::string text = fmt::format("{} drawn on", result.drawn);
  const auto add = [&text](std::int64_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(result.moves.copied, "copied");
  add(result.moves.converted, "converted");
  add(result.moves.downloaded, "downloaded");
  add(result.moves.uploaded, "uploaded");
  return text;
}

}  // namespace

ProgressMode progress_mode(const std::string& name) {
  if (name == "auto") return ProgressMode::automatic;
  if (name == "plain") return ProgressMode::plain;
  if (name == "json") return ProgressMode::json;
  if (name == "none") return ProgressMode::none;
  throw Error(ErrorCode::usage, fmt::format("there is no progress style '{}'", name),
              suggest(name, {"auto", "plain", "json", "none"}), Place{"--progress"});
}

Progress::Progress(ProgressMode mode) : mode_(mode) {
  if (mode_ == ProgressMode::automatic && isatty(STDERR_FILENO) == 0) mode_ = ProgressMode::plain;
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::update(const TranscodeProgress& now) {
  const auto interval = mode_ == ProgressMode::automatic ? bar_interval : line_interval;
  if (mode_ == ProgressMode::none || Clock::now() - last_ < interval) return;
  last_ = Clock::now();
  if (mode_ == ProgressMode::automatic) print_bar(now);
  if (mode_ == ProgressMode::plain) print_line(now);
  if (mode_ == ProgressMode::json) print_json(now);
}

void Progress::print_bar(const TranscodeProgress& now) const {
  constexpr int width = 30;
  const Rate rate = rate_of(now, seconds());
  std::string bar;
  if (rate.share >= 0) {
    const int done = std::clamp(static_cast<int>(rate.share * width), 0, width);
    bar = fmt::format("[{:#<{}}{:<{}}] {:3.0f} %  ", "", done, "", width - done, rate.share * 100);
  }
  fmt::print(stderr, "\r{}frame {}  {:.1f} fps  {:.1f} MB  {}   ", bar, now.frames_done, rate.fps,
             megabytes(now.bytes_written),
             rate.eta_s >= 0 ? "ETA " + clock_text(rate.eta_s) : clock_text(seconds()));
  std::fflush(stderr);
}

void Progress::print_line(const TranscodeProgress& now) const {
  const Rate rate = rate_of(now, seconds());
  fmt::print("frame {}{}  {:.1f} fps{}\n", now.frames_done,
             now.frames_total > 0 ? fmt::format(" of {}", now.frames_total) : "", rate.fps,
             rate.eta_s >= 0 ? "  ETA " + clock_text(rate.eta_s) : "");
  std::fflush(stdout);
}

void Progress::print_json(const TranscodeProgress& now) const {
  const Rate rate = rate_of(now, seconds());
  fmt::print(
      R"({{"event":"progress","frames_done":{},"frames_total":{},"fps":{:.2f},"eta_s":{:.1f},"bytes":{}}})"
      "\n",
      now.frames_done, now.frames_total, rate.fps, rate.eta_s, now.bytes_written);
  std::fflush(stdout);
}

void Progress::finish(const TranscodeResult& result, const std::string& output) {
  const double took = seconds();
  const double fps = took > 0 ? static_cast<double>(result.frames) / took : 0;
  const FrameMoves& moves = result.moves;
  if (mode_ == ProgressMode::json) {
    fmt::print(
        R"({{"event":"done","frames":{},"seconds":{:.3f},"fps":{:.2f},"bytes":{},"damaged":{},"route":"{}",)"
        R"("drawn":{},"copied":{},"converted":{},"downloaded":{},"uploaded":{}}})"
        "\n",
        result.frames, took, fps, result.bytes_written, result.damage.any(), result.route,
        result.drawn, moves.copied, moves.converted, moves.downloaded, moves.uploaded);
  } else if (mode_ != ProgressMode::none) {
    if (mode_ == ProgressMode::automatic) fmt::print(stderr, "\r\033[K");
    fmt::print("{}: {} frames, {:.1f} MB in {} ({:.1f} fps, {}; {})\n", output, result.frames,
               megabytes(result.bytes_written), clock_text(took), fps, result.route,
               frames_text(result));
  }
  std::fflush(stdout);
}

}  // namespace overlace
