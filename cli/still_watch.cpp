// SPDX-License-Identifier: Apache-2.0
// Waits for files, then loads, draws, saves and tells.
#include "cli/still_watch.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <utility>

#include "cli/caption.h"
#include "cli/console.h"
#include "cli/contact_sheet.h"
#include "cli/interrupt.h"
#include "io/write/still_file.h"
#include "render/frame_drawing.h"
#include "render/frame_times.h"

namespace overlace {
namespace {

using Clock = std::chrono::steady_clock;

/// Between looks at files whose folders report nothing, and at signals that came unnoticed.
constexpr std::chrono::milliseconds look_again{500};
constexpr int most_columns = 3;

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return fmt::format("{:%H:%M:%S}", local);
}

/// "mine.json, tracks.txt".
std::string names_of(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files)
    names.push_back(std::filesystem::path(file).lexically_normal().string());
  return fmt::format("{}", fmt::join(names, ", "));
}

/// "1 problem", "2 problems".
std::string problem_count(std::size_t count) {
  return fmt::format("{} problem{}", count, count == 1 ? "" : "s");
}

/// The settings with their output. Refuses one that is no picture, or must not be replaced.
StillWatchSettings placed(StillWatchSettings settings, const StillPlace& place) {
  StillSettings& still = settings.still;
  still.output = place.path();
  check_beside(still.output, still.writer);
  if (place.keeps_file())
    check_still(still.output, output_policy(still.writer, {}, still.input.path));
  return settings;
}

/// "still.png", or "frames 100, 200" where no file is kept.
std::string what_is_drawn(const StillPlace& place, const std::vector<std::int32_t>& frames) {
  if (place.keeps_file()) return place.path();
  return fmt::format("frame{} {}", frames.size() == 1 ? "" : "s", fmt::join(frames, ", "));
}

std::vector<std::byte> encoded(RgbPicture picture, const std::string& path) {
  return make_still_encoder(path, {.uncompressed = true})
      ->encode(rgb_view(picture.size, picture.pixels), {});
}

}  // namespace

StillWatch::StillWatch(StillWatchSettings settings, LogSink log)
    : log_(std::move(log)),
      place_(settings.still.output, settings.view, settings.otherwise, log_),
      settings_(placed(std::move(settings), place_)),
      session_(settings_.still, [this](const std::string& note) {
        told_.push_back(note);
        log_(note);
      }) {
  VideoInfo info = session_.info();
  info.clip.frame_count = counted_frames(info.clip);  // a frame that is missing is told now
  for (const FrameChoice& frame : settings_.frames) frames_.push_back(existing_frame(frame, info));
  // a graph that cannot be loaded yet is waited for, too
  watched_ = track_files(settings_.still.graph);
  watched_.push_back(settings_.still.graph.document);
}

void StillWatch::run() {
  const TerminalView* const view = place_.view();
  files_.watch(watched_);
  try {
    for (redraw("start"); !Interrupt::asked();) {
      const std::vector<std::string> changed = files_.wait(look_again);
      if (!changed.empty()) redraw(names_of(changed));
      if (view != nullptr && view->was_resized()) redraw("another size");
    }
  } catch (const Interrupted&) {  // while it looked for tracks
  }
}

void StillWatch::redraw(const std::string& cause) {
  const Clock::time_point begin = Clock::now();
  const auto report = [&](const std::string& what) {
    tell(stdout, fmt::format("{}  {} ({})", time_of_day(), what, cause));
  };
  if (place_.view() != nullptr) place_.view()->begin_text();
  told_.clear();
  try {
    draw(load());
    if (TerminalView* const view = place_.view()) {
      view->show_on_top(picture());
      for (const std::string& note : told_) log_(note);  // once more: the picture is over them now
    }
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    report(fmt::format("{}: {} ms", what_is_drawn(place_, frames_), std::lround(took.count())));
  } catch (const Error& error) {
    const std::vector<Diagnostic>& problems = error.problems();
    for (const Diagnostic& problem : problems) {
      print_note(text_with_column(problem));
      watched_.push_back(problem.location.file);  // a file that the graph could not name yet
    }
    files_.watch(watched_);
    report(fmt::format("{}: not drawn", problem_count(problems.size())));
  }
}

GraphSource StillWatch::load() {
  GraphSource source = load_graph(settings_.still.graph);
  watched_ = source.files;
  files_.watch(watched_);
  return source;
}

void StillWatch::draw_once() {
  draw(load_graph(settings_.still.graph));
  Interrupt::throw_if_asked();
  if (TerminalView* const view = place_.view()) view->show(picture());
  session_.log_losses();
  tell(stdout, what_is_drawn(place_, frames_));
}

void StillWatch::draw(const GraphSource& source) {
  session_.show(source, [](std::int32_t /*frame*/) { Interrupt::throw_if_asked(); });
  if (place_.keeps_file()) save(source);
}

RgbPicture StillWatch::picture() {
  if (frames_.size() > 1) return strip();
  return {session_.info().clip.size, session_.draw(frames_.front()).rgb()};
}

void StillWatch::save(const GraphSource& source) {
  const std::vector<std::byte> bytes = frames_.size() == 1
                                           ? session_.encode(frames_.front()).bytes
                                           : encoded(strip(), settings_.still.output);
  OutputPolicy policy =
      output_policy(settings_.still.writer, {.inputs = source.files}, settings_.still.input.path);
  policy.overwrite = policy.overwrite || has_written_;
  AtomicOutput output(settings_.still.output, policy);
  output.write(bytes);
  output.commit();
  has_written_ = true;
}

RgbPicture StillWatch::strip() {
  const Size size = session_.info().clip.size;
  const int columns = std::min(most_columns, static_cast<int>(frames_.size()));
  ContactSheet sheet(size, columns, size.width / columns);
  const Size caption = sheet.caption_size();
  for (const std::int32_t frame : frames_) {
    const GrabbedFrame drawn = session_.draw(frame);
    sheet.add(drawn.rgb(), caption_picture(fmt::format("{}", drawn.time().frame), caption,
                                           0.6 * caption.height, cpu_device()));
  }
  return sheet.picture();
}

}  // namespace overlace
