// SPDX-License-Identifier: Apache-2.0
// The rows of the GPU's table, and the checks of what was timed.
#include "tools/bench/gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <vector>

#include "gpu/device/kernel_name.h"
#include "gpu/host/frame_tracks.h"
#include "gpu/host/link_search.h"
#include "tools/bench/gpu/gpu_bench.h"
#include "tools/bench/picture.h"
#include "tools/bench/plan.h"
#include "tools/bench/rows.h"

namespace overlace {
namespace {

constexpr int warm_up = 10;

/// "41.3 us (least 40.9), 2 dropped".
std::string samples_text(const Samples& samples) {
  const std::string dropped =
      samples.dropped == 0 ? "" : fmt::format(", {} dropped", samples.dropped);
  return (samples.us.empty() ? "not known" : time_text(samples.us)) + dropped;
}

/// A target is only reached or missed by what was measured.
RowStatus judged(const Samples& samples, double most_us) {
  return samples.us.empty() ? RowStatus::missed : at_most(median(samples.us), most_us);
}

double ratio(const Samples& a, const Samples& b) {
  const double below = median(b.us);
  return below > 0 ? median(a.us) / below : 0;
}

/// A scene timed on the GPU, and the same frames drawn by the CPU.
struct SceneTimes {
  ReplayTimes gpu;
  Times cpu;  ///< us
  bool same = true;
};

class GpuTable {
 public:
  explicit GpuTable(const BenchGpuOptions& options)
      : options_(options), gpu_(make_gpu_bench(options.gpu)), clean_(options.size, options.seed) {}

  /// All rows. False when a result was wrong.
  bool print();

 private:
  void print_frames();
  void print_kernels();
  void print_clock(const std::string& when);
  void print_links();
  void print_host();
  void print_device();
  void add(BenchRow row);
  SceneTimes time_scene(BenchPlanOptions scene);
  void draw_on_cpu(const std::shared_ptr<const Plan>& plan,
                   const std::vector<std::uint64_t>& hashes, SceneTimes& times);
  [[nodiscard]] BenchPlanOptions reference_scene() const {
    return {.size = options_.size, .frames = options_.frames + warm_up, .seed = options_.seed};
  }

  const BenchGpuOptions& options_;
  std::unique_ptr<GpuBench> gpu_;
  BenchPicture clean_;
  bool correct_ = true;
};

void GpuTable::add(BenchRow row) {
  correct_ &= row.status != RowStatus::failed;
  print_row(row, options_.json);
}

SceneTimes GpuTable::time_scene(BenchPlanOptions scene) {
  const auto plan = bench_plan(scene);
  std::vector<std::uint64_t> hashes;
  SceneTimes times;
  times.gpu = gpu_->time_replay(
      plan, clean_.view(), {0, scene.frames}, warm_up,
      [&](std::int32_t, const ImageView& drawn) { hashes.push_back(picture_hash(drawn)); });
  draw_on_cpu(plan, hashes, times);
  return times;
}

void GpuTable::draw_on_cpu(const std::shared_ptr<const Plan>& plan,
                           const std::vector<std::uint64_t>& hashes, SceneTimes& times) {
  const auto replay = make_cpu_replay(plan, {});
  BenchPicture picture = clean_;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const auto frame = static_cast<std::int32_t>(i) + warm_up;
    picture = clean_;
    const auto start = std::chrono::steady_clock::now();
    replay->draw(time_of(plan->clip, frame), picture.view());
    times.cpu.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
    times.same &= picture_hash(picture.view()) == hashes[i];
  }
}

void GpuTable::print_frames() {
  const SceneTimes fused = time_scene(reference_scene());
  BenchPlanOptions scene = reference_scene();
  scene.points *= 10;
  const SceneTimes tenfold = time_scene(scene);
  scene = reference_scene();
  scene.layered = true;
  const SceneTimes layered = time_scene(scene);

  gpu_->launch_early(true);
  const SceneTimes early = time_scene(reference_scene());
  gpu_->launch_early(false);

  const FrameTimes &cold = fused.gpu.cold, &warm = fused.gpu.warm;
  add({"copy of the picture", samples_text(cold.copy), ""});
  add({"copy of the picture, warm", samples_text(warm.copy), ""});
  const double copies = ratio(cold.draw, cold.copy);
  add({"G1 frame / copy", fmt::format("{:.2f}", copies), "<= 8", at_most(copies, 8)});
  add({"G2 frame", samples_text(cold.draw), "<= 75 us", judged(cold.draw, 75)});
  add({"frame, warm", samples_text(warm.draw), ""});
  add({"frame, kernels launched early", samples_text(early.gpu.cold.draw), ""});
  const Samples& layers = layered.gpu.cold.draw;
  add({"layered frame", samples_text(layers), "<= 500 us", judged(layers, 500)});
  const double layers_ratio = ratio(layers, cold.draw);
  add({"G3 layered / fused", fmt::format("{:.2f}", layers_ratio), ">= 3",
       at_least(layers_ratio, 3)});
  const Samples& many = tenfold.gpu.cold.draw;
  add({"frame of 10 x primitives", samples_text(many), ""});
  const double growth = ratio(many, cold.draw);
  add({"G9 10 x primitives / 1 x", fmt::format("{:.2f}", growth), "<= 4", at_most(growth, 4)});
  add({"CPU frame", time_text(fused.cpu), ""});
  add({"G10 CPU / GPU", fmt::format("{:.0f}", median(fused.cpu) / median(cold.draw.us)), ""});
  for (const auto& [name, times] :
       {std::pair{"fused", &fused}, {"10 x", &tenfold}, {"layered", &layered}, {"early", &early}})
    add({fmt::format("pictures, {}", name),
         fmt::format("{} {}", times->cpu.size(), times->same ? "are the CPU's" : "DIFFER"),
         "the CPU's", times->same ? RowStatus::ok : RowStatus::failed});
}

/// The frame kernel by kernel, in the order of their launches.
void GpuTable::print_kernels() {
  const BenchPlanOptions scene = reference_scene();
  for (const KernelTimes& kernel :
       gpu_->time_kernels(bench_plan(scene), clean_.view(), {0, scene.frames}, warm_up))
    add({"kernel " + short_kernel_name(kernel.kernel), samples_text(kernel.times), ""});
}

/// How fast the GPU runs: right behind work, before it slows down again.
void GpuTable::print_clock(const std::string& when) {
  const auto mhz = gpu_->clock_mhz();
  add({"clock of multiprocessors, " + when, mhz ? fmt::format("{} MHz", *mhz) : "not known", ""});
}

void GpuTable::print_links() {
  struct Size {
    int points;
    double target_us;  ///< 0: none
  };
  constexpr int repeats = 50;
  for (const auto [points, target_us] : {Size{1000, 15}, {5000, 40}, {20'000, 0}, {100'000, 150}}) {
    const TrackTable table =
        bench_tracks({.size = options_.size, .points = points, .frames = 1, .seed = options_.seed});
    const LinkKnnOp op{.k = 5, .once = false};
    const LinkTimes times = gpu_->time_links(table, op, repeats);
    std::vector<Link> expected;
    LinkSearch().run(op, FrameTracks(table).at(0), expected);
    const auto ends = [](const Link& link) { return std::tuple(link.row_a, link.row_b); };
    const bool same = std::ranges::equal(times.links, expected, {}, ends, ends);
    RowStatus status = target_us > 0 ? judged(times.device, target_us) : RowStatus::ok;
    if (!same) status = RowStatus::failed;
    add({fmt::format("G6 links of {} points", points),
         samples_text(times.device) + (same ? "" : ", links DIFFER"),
         target_us > 0 ? fmt::format("<= {} us", target_us) : "", status});
  }
}

void GpuTable::print_host() {
  constexpr int frames = 10'000;
  BenchPlanOptions scene = reference_scene();
  scene.frames = frames + warm_up;
  scene.varying = true;
  const HostTimes times =
      gpu_->time_host(bench_plan(scene), clean_.view(), {0, scene.frames}, warm_up);
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
  const std::size_t bytes = clean_.bytes();
  add({"copy, in the cache", samples_text(gpu_->time_copy(bytes, CacheState::warm, repeats)), ""});
  add({"copy, not in the cache", samples_text(gpu_->time_copy(bytes, CacheState::cold, repeats)),
       ""});
  for (const auto& [kernels, early] : {std::pair{1, false}, {4, false}, {16, false}, {16, true}}) {
    gpu_->launch_early(early);
    const EmptyGraphTimes times = gpu_->time_empty_graph(kernels, repeats);
    const std::string name =
        fmt::format("empty graph of {}{}", kernels, early ? " launched early" : "");
    add({name + ", device", samples_text(times.device), ""});
    add({name + ", host", time_text(times.host), ""});
  }
  gpu_->launch_early(false);
  add({"step of the kernels' clock", fmt::format("{:.0f} ns", gpu_->timer_step_ns()), ""});
}

bool GpuTable::print() {
  print_clock("at the start");
  print_frames();
  print_clock("after frames");
  print_kernels();
  print_links();
  print_host();
  print_device();
  return correct_;
}

}  // namespace

int run_bench_gpu(const BenchGpuOptions& options) {
  if (!options.json)
    fmt::print("{}x{} NV12, {} frames, seed {}\n", options.size.width, options.size.height,
               options.frames, options.seed);
  return GpuTable(options).print() ? 0 : 1;
}

}  // namespace overlace
