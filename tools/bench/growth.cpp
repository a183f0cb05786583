// SPDX-License-Identifier: Apache-2.0
// Sweeps over one quantity at a time, as tables and as a plot.
#include "tools/bench/growth.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

#include "graph/core/error.h"
#include "tools/bench/loop.h"
#include "tools/bench/plot.h"
#include "tools/bench/rows.h"

namespace overlace {
namespace {

std::string size_text(Size size) {
  return fmt::format("{}x{}", size.width, size.height);
}

class Growth {
 public:
  explicit Growth(const BenchGrowthOptions& options)
      : options_(options), workers_(options.replay.threads) {}

  void run();
  [[nodiscard]] const std::vector<PlotPanel>& panels() const { return panels_; }
  [[nodiscard]] bool correct() const { return correct_; }

 private:
  void print_machine(BenchFrames& frames);
  void grow_primitives(BenchFrames& frames);
  void grow_resolution();
  void grow_threads(BenchFrames& frames);
  void begin(PlotPanel panel);
  void add(double x, const std::string& label, int points, int threads, BenchFrames& frames);
  [[nodiscard]] BenchFrames frames_of(Size size) const {
    return BenchFrames(BenchPicture(size, options_.seed));
  }

  static constexpr int reference_points = 100;
  const BenchGrowthOptions& options_;
  BenchWorkers workers_;
  std::vector<PlotPanel> panels_;
  bool correct_ = true;
};

/// The machine that was measured, and whether to trust its figures.
void Growth::print_machine(BenchFrames& frames) {
  const Calibration found = calibrate(workers_, frames);
  const std::string doubts = found.doubts();
  fmt::print("{} threads ({:.2f} times one), seed {}, figures {}{}\n", found.threads, found.scaling,
             options_.seed, doubts.empty() ? "reliable" : "UNRELIABLE: ", doubts);
}

void Growth::begin(PlotPanel panel) {
  fmt::print("\n| {} ({}) | drawing, median | least | a copy | copies |\n", panel.x_title,
             panel.title);
  fmt::print("| --- | --- | --- | --- | --- |\n");
  panels_.push_back(std::move(panel));
}

void Growth::add(double x, const std::string& label, int points, int threads, BenchFrames& frames) {
  ReplayOptions replay = options_.replay;
  replay.threads = threads;
  BenchWorkers workers(threads);
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(make_scene_subject(
      {.size = frames.clean().size(), .points = points, .filled = true, .seed = options_.seed},
      replay));
  const SubjectTimes times =
      time_in_turn(subjects, workers, frames, loop_options(options_.rounds, options_.seed)).front();
  correct_ &= times.correct;
  fmt::print("| {} | {} ms | {} ms | {} ms | {}{} |\n", label, digits(median(times.draw)),
             digits(least(times.draw)), digits(median(times.copy)), digits(times.copies()),
             times.correct ? "" : ", WRONG");
  std::fflush(stdout);
  panels_.back().points.push_back(
      {x, label, median(times.draw), least(times.draw), median(times.copy)});
}

void Growth::grow_primitives(BenchFrames& frames) {
  begin({.title = fmt::format("{}, {} threads", size_text(options_.size), workers_.threads()),
         .x_title = "primitives, as many times 500 curves and 100 boxes",
         .points = {},
         .guide = 1,
         .guide_label = "in proportion"});
  for (const int factor : {1, 2, 5, 10, 20, 50, 100})
    add(factor, fmt::format("{}", factor), factor * reference_points, workers_.threads(), frames);
}

void Growth::grow_resolution() {
  struct Named {
    const char* name;
    Size size;
  };
  begin({.title = fmt::format("600 primitives, {} threads", workers_.threads()),
         .x_title = "resolution, the scene grows with it",
         .points = {},
         .guide = 1,
         .guide_label = "in proportion"});
  for (const auto& [name, size] : {Named{"720p", {1280, 720}},
                                   {"1080p", {1920, 1080}},
                                   {"1440p", {2560, 1440}},
                                   {"4K", {3840, 2160}},
                                   {"8K", {7680, 4320}}}) {
    BenchFrames frames = frames_of(size);
    add(double{1} * size.width * size.height, name, reference_points, workers_.threads(), frames);
  }
}

/// One thread, two, four and so on, and all.
void Growth::grow_threads(BenchFrames& frames) {
  begin({.title = fmt::format("600 primitives, {}", size_text(options_.size)),
         .x_title = "threads",
         .points = {},
         .guide = -1,
         .guide_label = "ideal"});
  const int most = workers_.threads();
  for (int threads = 1; threads < most; threads *= 2)
    add(threads, fmt::format("{}", threads), reference_points, threads, frames);
  add(most, fmt::format("{}", most), reference_points, most, frames);
}

void Growth::run() {
  BenchFrames frames = frames_of(options_.size);
  print_machine(frames);
  grow_primitives(frames);
  grow_resolution();
  grow_threads(frames);
  const std::string doubts = scaling_doubts(workers_);
  if (!doubts.empty()) fmt::print("\nUNRELIABLE at the end: {}\n", doubts);
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(ErrorCode::output, "the plot cannot be written", "", SourceLocation{path});
}

}  // namespace

int run_bench_growth(const BenchGrowthOptions& options) {
  Growth growth(options);
  growth.run();
  if (!options.plot.empty())
    write_file(
        options.plot,
        plot_svg("overlace: time of a frame of the filled scene, composite into NV12 included",
                 growth.panels()));
  return growth.correct() ? 0 : 1;
}

}  // namespace overlace
