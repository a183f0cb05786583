// SPDX-License-Identifier: Apache-2.0
// The rows of the CPU's table.
#include "bench/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "bench/bench_report.h"
#include "bench/c_library.h"
#include "bench/link_timing.h"
#include "bench/live_timing.h"
#include "bench/looks.h"
#include "bench/replanning.h"
#include "bench/slider_timing.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

class CpuTable {
 public:
  explicit CpuTable(const BenchOptions& options)
      : options_(options),
        loop_(loop_options(options.rounds, options.seed)),
        workers_(options.replay.threads),
        report_(options.json) {
    frames_of(options.size);
  }

  /// Prints all rows asked for. Returns false if a result was wrong.
  bool print();

 private:
  struct Kind {
    std::string_view name;
    void (CpuTable::*print)();
  };
  friend std::vector<std::string> overlace::bench_row_names();
  static std::span<const Kind> kinds();

  void print_empty();
  void print_outline() { print_scene("outline", {.size = options_.size}, most_copies); }
  void print_filled() {
    print_scene("filled", {.size = options_.size, .filled = true}, most_copies);
  }
  void print_labels() {
    print_scene("labels", {.size = options_.size, .filled = true, .labels = true});
  }
  void print_tenfold() { print_many(10, 6); }
  void print_hundredfold() { print_many(100, 0); }
  void print_full_hd() { print_scene("filled", {.size = {1920, 1080}, .filled = true}); }
  void print_8k() { print_scene("filled", {.size = {7680, 4320}, .filled = true}); }
  void print_dots() { print_look("blurred dots everywhere"); }
  void print_crowd() { print_look("300 small boxes"); }
  void print_blur() { print_look("one large blur"); }
  void print_plate() { print_look("annotated 100", plate_format, " on 10-bit 4:2:2"); }
  void print_bgr() { print_look("annotated 100", bgr24_format, " on BGR24"); }
  void print_replay();
  void print_planning();
  void print_sliders();
  void print_live();
  void print_library();
  void print_links();

  void print_scene(std::string_view name, BenchSceneOptions scene, double most = 0);
  void print_many(int factor, double most);
  void print_look(const std::string& look, const PixelFormat& format = nv12_format,
                  std::string_view on = "");
  std::vector<SubjectTimes> time(const std::vector<std::unique_ptr<BenchSubject>>& subjects) {
    return time_in_turn(subjects, workers_, *frames_, loop_);
  }
  void frames_of(Size size, const PixelFormat& format = nv12_format);

  static constexpr double most_copies = 7;
  const BenchOptions& options_;
  LoopOptions loop_;
  BenchWorkers workers_;
  std::optional<BenchFrames> frames_;
  BenchReport report_;
};

std::span<const CpuTable::Kind> CpuTable::kinds() {
  static constexpr Kind all[] = {
      {"empty", &CpuTable::print_empty},
      {"outline", &CpuTable::print_outline},
      {"filled", &CpuTable::print_filled},
      {"labels", &CpuTable::print_labels},
      {"replay", &CpuTable::print_replay},
      {"10x", &CpuTable::print_tenfold},
      {"100x", &CpuTable::print_hundredfold},
      {"1080p", &CpuTable::print_full_hd},
      {"8k", &CpuTable::print_8k},
      {"dots", &CpuTable::print_dots},
      {"crowd", &CpuTable::print_crowd},
      {"blur", &CpuTable::print_blur},
      {"plate", &CpuTable::print_plate},
      {"bgr", &CpuTable::print_bgr},
      {"links", &CpuTable::print_links},
      {"planning", &CpuTable::print_planning},
      {"sliders", &CpuTable::print_sliders},
      {"live", &CpuTable::print_live},
      {"library", &CpuTable::print_library},
  };
  return all;
}

/// Makes new pictures if they have another size or format.
void CpuTable::frames_of(Size size, const PixelFormat& format) {
  if (frames_ && frames_->clean().size() == size && frames_->clean().format() == format) return;
  frames_.reset();
  frames_.emplace(BenchPicture(size, options_.seed, format));
}

std::string with_size(std::string_view name, Size size) {
  return fmt::format("{} {}x{}", name, size.width, size.height);
}

void CpuTable::print_scene(std::string_view name, BenchSceneOptions scene, double most) {
  scene.seed = options_.seed;
  frames_of(scene.size);
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(make_scene_subject(scene, options_.replay));
  report_.add_times(with_size(name, scene.size), time(subjects).front(), most);
}

/// An empty scene: compared with the copy, and the bytes that are written nevertheless.
void CpuTable::print_empty() {
  constexpr double most_percent = 2;
  const BenchSceneOptions scene{.size = options_.size, .points = 0, .seed = options_.seed};
  frames_of(scene.size);
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(make_scene_subject(scene, options_.replay));
  const SubjectTimes times = time(subjects).front();
  const double percent = times.copies() * 100;
  report_.add({with_size("empty", scene.size),
               fmt::format("{}, {:.2f} % of a copy", milliseconds_text(times.draw), percent),
               fmt::format("<= {} %", most_percent),
               times.correct ? at_most(percent, most_percent) : RowStatus::failed,
               times.figures()});
  report_.add({"empty, bytes written", fmt::format("{}", times.stats.bytes_written), "0",
               at_most(static_cast<double>(times.stats.bytes_written), 0)});
}

/// The filled scene with `factor` times its primitives, in turn with the plain one.
void CpuTable::print_many(int factor, double most) {
  BenchSceneOptions scene{.size = options_.size, .filled = true, .seed = options_.seed};
  frames_of(scene.size);
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(make_scene_subject(scene, options_.replay));
  scene.points *= factor;
  subjects.push_back(make_scene_subject(scene, options_.replay));
  const std::vector<SubjectTimes> times = time(subjects);
  const std::string name = fmt::format("{} x primitives", factor);
  report_.add_times(name, times[1]);
  const double times_longer = median(ratios(times[1].draw, times[0].draw));
  report_.add({name + " / 1 x",
               fmt::format("{} times the time", digits(times_longer)),
               most > 0 ? fmt::format("<= {} times", most) : "",
               most > 0 ? at_most(times_longer, most) : RowStatus::ok,
               {{"ratio", times_longer}}});
}

/// What people draw on pictures that they have, from the tracks on.
void CpuTable::print_look(const std::string& look, const PixelFormat& format, std::string_view on) {
  frames_of(options_.size, format);
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(
      make_plan_subject(bench_look_plan(look, options_.size, options_.seed), options_.replay));
  report_.add_times(look + std::string(on), time(subjects).front());
}

void CpuTable::print_replay() {
  constexpr int clip_frames = 240;
  frames_of(options_.size);
  std::vector<std::unique_ptr<BenchSubject>> subjects;
  subjects.push_back(make_replay_subject(
      {.size = options_.size, .frames = clip_frames, .lively = true, .seed = options_.seed},
      options_.replay));
  report_.add_times(with_size("replay", options_.size), time(subjects).front());
}

void CpuTable::print_links() {
  frames_of(options_.size);
  for (const int points : {100, 1'000, 5'000, 20'000, 100'000}) {
    const LinkSearchTimes times = time_link_search(points, workers_, *frames_, loop_);
    const double copies = median(ratios(times.search, times.copy));
    report_.add({fmt::format("links of {} points", points),
                 fmt::format("{}, {} copies{}", milliseconds_text(times.search), digits(copies),
                             times.correct ? "" : ", WRONG"),
                 "",
                 times.correct ? RowStatus::ok : RowStatus::failed,
                 {{"points", points},
                  {"median_ms", median(times.search)},
                  {"least_ms", least(times.search)},
                  {"copies", copies},
                  {"rounds", static_cast<std::int64_t>(times.search.size())},
                  {"correct", times.correct}}});
  }
}

/// What an editor waits for after each change of a knob.
void CpuTable::print_planning() {
  constexpr int boxes = 10'000;
  constexpr double most_ms = 2, most_open_ms = 0.05;
  const PlanningTimes times = time_planning(boxes, options_.replay, loop_);
  const auto add = [&](const std::string& name, const std::vector<double>& ms, double most) {
    const RowStatus reached = most > 0 ? at_most(median(ms), most) : RowStatus::ok;
    report_.add({fmt::format("{} of {} boxes", name, boxes),
                 milliseconds_text(ms) + (times.correct ? "" : ", WRONG"),
                 most > 0 ? fmt::format("<= {} ms", most) : "",
                 times.correct ? reached : RowStatus::failed,
                 {{"median_ms", median(ms)}, {"least_ms", least(ms)}, {"correct", times.correct}}});
  };
  add("planning", times.plan, most_ms);
  add("replay", times.replay, 0);
  add("cached open", times.open, most_open_ms);
}

/// What an editor takes for each step of a slider on a long clip.
void CpuTable::print_sliders() {
  for (const SliderCase& slider : slider_cases()) {
    const SliderTimes times = time_slider(slider, loop_);
    report_.add({fmt::format("slider: {}", slider.name),
                 fmt::format("{} ms to plan, {} to draw{}", digits(median(times.plan)),
                             digits(median(times.draw)), times.correct ? "" : ", WRONG"),
                 "",
                 times.correct ? RowStatus::ok : RowStatus::failed,
                 {{"plan_ms", median(times.plan)},
                  {"least_plan_ms", least(times.plan)},
                  {"draw_ms", median(times.draw)},
                  {"least_draw_ms", least(times.draw)},
                  {"correct", times.correct}}});
  }
}

/// What a frame of a stream takes beyond its drawing.
void CpuTable::print_live() {
  constexpr int objects = 20;
  const auto add = [&](const std::string& preset, double most_ms) {
    const LiveTimes times = time_live(preset, objects, loop_);
    report_.add({fmt::format("live {} of {} boxes, above drawing", preset, objects),
                 milliseconds_text(times.above) + (times.correct ? "" : ", WRONG"),
                 fmt::format("<= {} ms", most_ms),
                 times.correct ? at_most(median(times.above), most_ms) : RowStatus::failed,
                 {{"median_ms", median(times.above)},
                  {"least_ms", least(times.above)},
                  {"drawing_ms", median(times.warm)},
                  {"correct", times.correct}}});
  };
  add("boxes", 0.25);
  add("constellation", 0.6);
}

/// The overhead of calling the C library.
void CpuTable::print_library() {
  constexpr double most_ratio = 1.01, most_again_ms = 0.05;
  const LibraryTimes times = time_library(options_.size, options_.replay, loop_);
  const double ratio = median(ratios(times.library, times.replay));
  report_.add({"ovl_draw / Replay::draw",
               digits(ratio) + (times.correct ? "" : ", WRONG"),
               fmt::format("<= {}", most_ratio),
               times.correct ? at_most(ratio, most_ratio) : RowStatus::failed,
               {{"ratio", ratio},
                {"library_ms", median(times.library)},
                {"replay_ms", median(times.replay)},
                {"correct", times.correct}}});
  report_.add({"program and renderer again",
               milliseconds_text(times.again),
               fmt::format("<= {} ms", most_again_ms),
               at_most(median(times.again), most_again_ms),
               {{"median_ms", median(times.again)}, {"least_ms", least(times.again)}}});
}

bool CpuTable::print() {
  report_.add_calibration(calibrate(workers_, *frames_));
  const auto wanted = [this](std::string_view name) {
    return options_.rows.empty() ||
           std::find(options_.rows.begin(), options_.rows.end(), name) != options_.rows.end();
  };
  for (const Kind& kind : kinds())
    if (wanted(kind.name)) (this->*kind.print)();
  report_.add_verdict("at the end", scaling_doubts(workers_));
  return report_.correct();
}

void refuse_unknown(const std::vector<std::string>& rows) {
  const std::vector<std::string> names = bench_row_names();
  for (const std::string& row : rows)
    if (std::find(names.begin(), names.end(), row) == names.end())
      throw Error(ErrorCode::usage, fmt::format("there is no row '{}'", row), suggest(row, names),
                  SourceLocation{"--rows"});
}

void print_head(const BenchOptions& options, int threads) {
  const SimdLevel level = options.replay.simd;
  const std::string_view simd = simd_name(level == SimdLevel::best ? detect_simd() : level);
  print_row({"seed",
             fmt::format("{}", options.seed),
             "",
             RowStatus::ok,
             {{"seed", std::int64_t{options.seed}},
              {"threads", threads},
              {"simd", simd},
              {"width", options.size.width},
              {"height", options.size.height}}},
            options.json);
  if (!options.json) fmt::print("{:<34} {} threads, {}, NV12\n", "drawn by", threads, simd);
}

}  // namespace

std::vector<std::string> bench_row_names() {
  std::vector<std::string> names;
  for (const CpuTable::Kind& kind : CpuTable::kinds()) names.emplace_back(kind.name);
  return names;
}

int run_bench(const BenchOptions& options) {
  refuse_unknown(options.rows);
  print_head(options, BenchWorkers(options.replay.threads).threads());
  return CpuTable(options).print() ? 0 : 1;
}

}  // namespace overlace
