// SPDX-License-Identifier: Apache-2.0
// The rows of the GPU's table, and the checks of the results.
#include "bench/gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/bench_report.h"
#include "bench/gpu/experiments.h"
#include "bench/gpu/gpu_effects.h"
#include "bench/gpu/link_timer.h"
#include "bench/gpu/samples.h"
#include "bench/gpu/scene_timer.h"

namespace overlace {
namespace {

class GpuTable {
 public:
  GpuTable(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report)
      : options_(options),
        gpu_(&gpu),
        report_(&report),
        timer_(gpu, options.size, options.seed, options.warm_up) {}

  void print();

 private:
  void print_frames();
  void print_clock(const std::string& when);
  void print_links();
  void print_host();
  void print_device();
  void add(const BenchRow& row) { report_->add(row); }
  /// Adds a row with a ratio, if it is known; judge(ratio) gives its status.
  template <class Judge>
  void add_ratio(const std::string& name, std::optional<double> ratio, const std::string& target,
                 const Judge& judge) {
    if (!ratio) return add({name, "not known", target, RowStatus::not_run});
    add({name, digits(*ratio), target, judge(*ratio)});
  }
  [[nodiscard]] BenchPlanOptions reference_scene() const {
    return {
        .size = options_.size, .frames = options_.frames + options_.warm_up, .seed = options_.seed};
  }

  const BenchGpuOptions& options_;
  GpuBench* gpu_;
  BenchReport* report_;
  SceneTimer timer_;
};

void GpuTable::print_frames() {
  const SceneTimes fused = timer_.time(reference_scene());
  BenchPlanOptions scene = reference_scene();
  scene.points *= 10;
  const SceneTimes tenfold = timer_.time(scene);
  scene = reference_scene();
  scene.layered = true;
  const SceneTimes layered = timer_.time(scene);

  const FrameTimes &cold = fused.gpu.cold, &warm = fused.gpu.warm;
  add({"copy of the picture", samples_text(cold.copy), "", measured(cold.copy)});
  add({"copy of the picture, warm", samples_text(warm.copy), "", measured(warm.copy)});
  add_ratio("G1 frame / copy", ratio(cold.draw.us, cold.copy.us), "<= 8",
            [](double copies) { return at_most(copies, 8); });
  add({"G2 frame", samples_text(cold.draw), "<= 75 us", judged(cold.draw, 75)});
  add({"frame, warm", samples_text(warm.draw), "", measured(warm.draw)});
  const TimeSamples& layers = layered.gpu.cold.draw;
  add({"layered frame", samples_text(layers), "<= 500 us", judged(layers, 500)});
  add_ratio("G3 layered / fused", ratio(layers.us, cold.draw.us), ">= 3",
            [](double longer) { return at_least(longer, 3); });
  const TimeSamples& many = tenfold.gpu.cold.draw;
  add({"frame of 10 x primitives", samples_text(many), ""});
  add_ratio("G9 10 x primitives / 1 x", ratio(many.us, cold.draw.us), "<= 4",
            [](double growth) { return at_most(growth, 4); });
  add({"CPU frame", time_text(fused.cpu), ""});
  add_ratio("G10 CPU / GPU", ratio(fused.cpu, cold.draw.us), "",
            [](double) { return RowStatus::ok; });
  for (const auto& [name, times] :
       {std::pair{"fused", &fused}, {"10 x", &tenfold}, {"layered", &layered}})
    add({fmt::format("pictures, {}", name),
         fmt::format("{} {}", times->cpu.size(), times->same ? "are the CPU's" : "DIFFER"),
         "the CPU's", times->same ? RowStatus::ok : RowStatus::failed});
}

/// The GPU's clock right after work, before it slows down again.
void GpuTable::print_clock(const std::string& when) {
  const auto mhz = gpu_->clock_mhz();
  const std::string name = "clock of multiprocessors, " + when;
  if (!mhz) return add({name, "the driver does not tell it", "", RowStatus::not_run});
  add({name, fmt::format("{} MHz", *mhz), ""});
}

void GpuTable::print_links() {
  struct Size {
    int points;
    double target_us;  ///< 0: none
  };
  for (const auto [points, target_us] : {Size{1000, 15}, {5000, 40}, {20'000, 0}, {100'000, 150}}) {
    const TrackTable table =
        bench_tracks({.size = options_.size, .points = points, .frames = 1, .seed = options_.seed});
    const auto [device, same] = time_links(*gpu_, table, LinkSteps::usual);
    RowStatus status = target_us > 0 ? judged(device, target_us) : measured(device);
    if (!same) status = RowStatus::failed;
    add({fmt::format("G6 links of {} points", points),
         samples_text(device) + (same ? "" : ", links DIFFER"),
         target_us > 0 ? fmt::format("<= {} us", target_us) : "", status});
  }
}

void GpuTable::print_host() {
  constexpr int frames = 10'000;
  BenchPlanOptions scene = reference_scene();
  scene.frames = frames + options_.warm_up;
  scene.varying = true;
  const HostTimes times =
      gpu_->time_host(bench_plan(scene), timer_.picture(), {0, scene.frames}, options_.warm_up);
  const double host = median(times.submit);
  add({"G7 host time of a frame", time_text(times.submit), "<= 10 us", at_most(host, 10)});
  const bool none = times.allocations + times.instantiations + times.synchronisations == 0;
  add({fmt::format("G7 in {} frames", frames),
       fmt::format("{} allocations, {} graphs, {} waits", times.allocations, times.instantiations,
                   times.synchronisations),
       "none", none ? RowStatus::ok : RowStatus::missed});
}

void GpuTable::print_device() {
  constexpr int repeats = 50;
  const std::size_t bytes = timer_.picture_bytes();
  add({"copy, in the cache", samples_text(gpu_->time_copy(bytes, CacheState::warm, repeats)), ""});
  add({"copy, not in the cache", samples_text(gpu_->time_copy(bytes, CacheState::cold, repeats)),
       ""});
  for (const int kernels : {1, 4, 16}) {
    const EmptyGraphTimes times = gpu_->time_empty_graph(kernels, repeats);
    const std::string name = fmt::format("empty graph of {}", kernels);
    add({name + ", device", samples_text(times.device), ""});
    add({name + ", host", time_text(times.host), ""});
  }
  add({"step of the kernels' clock", fmt::format("{:.0f} ns", gpu_->timer_step_ns()), ""});
}

void GpuTable::print() {
  print_clock("at the start");
  print_frames();
  print_clock("after frames");
  print_links();
  print_host();
  print_device();
}

}  // namespace

int run_bench_gpu(const BenchGpuOptions& options, GpuBench& gpu) {
  if (!options.json)
    fmt::print("{}x{} NV12, {} frames, seed {}\n", options.size.width, options.size.height,
               options.frames, options.seed);
  BenchReport report(options.json);
  const auto wanted = [&](BenchGpuPart part) {
    return options.part == BenchGpuPart::all || options.part == part;
  };
  if (wanted(BenchGpuPart::targets)) GpuTable(options, gpu, report).print();
  if (wanted(BenchGpuPart::experiments)) GpuExperiments(options, gpu, report).run();
  if (wanted(BenchGpuPart::effects)) time_gpu_effects(options, gpu, report);
  return report.correct() ? 0 : 1;
}

}  // namespace overlace
