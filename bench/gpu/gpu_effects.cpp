// SPDX-License-Identifier: Apache-2.0
// The rows of the effects.
#include "bench/gpu/gpu_effects.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/effect_timing.h"
#include "bench/gpu/samples.h"
#include "bench/gpu/scene_timer.h"

namespace overlace {
namespace {

constexpr int most_frames = 6;    ///< of each effect, as there are many
constexpr int copy_repeats = 50;  ///< of a layer

/// The pass of an effect that a kernel runs: "HalvePass" for "RunImagePass<HalvePass>"; empty for a
/// kernel that draws.
std::string pass_name(const std::string& kernel) {
  const auto begin = kernel.find('<');
  if (!kernel.starts_with("Run") || begin == std::string::npos) return {};
  std::string pass = kernel.substr(begin + 1, kernel.size() - begin - 2);
  if (pass.ends_with(' ')) pass.pop_back();  // between two brackets
  return pass;
}

class GpuEffects {
 public:
  GpuEffects(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report)
      : options_(&options),
        gpu_(&gpu),
        report_(&report),
        timer_(gpu, options.size, options.seed, options.warm_up),
        frames_(options.warm_up + std::min(options.frames, most_frames)) {}

  void run();

 private:
  void time(const BenchEffect& effect);
  [[nodiscard]] SceneTimes time_plan(const BenchEffect& effect);
  void time_kernels(const BenchEffect& effect);
  void add(const std::string& name, const SceneTimes& times, const std::string& beside,
           Json::Object figures);

  const BenchGpuOptions* options_;
  GpuBench* gpu_;
  BenchReport* report_;
  SceneTimer timer_;
  std::int32_t frames_;
  double layer_copy_us_ = 0, without_us_ = 0;  ///< both with warm caches
};

void GpuEffects::run() {
  const std::size_t bytes = std::size_t{8} * static_cast<std::size_t>(options_->size.width) *
                            static_cast<std::size_t>(options_->size.height);
  const TimeSamples copy = gpu_->time_copy(bytes, CacheState::warm, copy_repeats);
  layer_copy_us_ = median(copy.us);
  report_->add({"copy of a layer", samples_text(copy), "", measured(copy)});
  const SceneTimes without = time_plan({});
  without_us_ = median(without.gpu.warm.draw.us);
  add("frame on layers, no effect", without, "", {});
  for (const BenchEffect& effect : bench_effects()) time(effect);
}

SceneTimes GpuEffects::time_plan(const BenchEffect& effect) {
  return timer_.time(bench_effect_plan(effect, options_->size, options_->seed), frames_);
}

void GpuEffects::time(const BenchEffect& effect) {
  const SceneTimes times = time_plan(effect);
  const double us = median(times.gpu.warm.draw.us);
  // Effects on the picture have their own scene and no baseline to subtract.
  const bool on_picture = effect.type.starts_with("picture_");
  const double alone = on_picture ? us : us - without_us_;
  const double copies = layer_copy_us_ > 0 ? alone / layer_copy_us_ : 0;
  add(name_of(effect), times,
      fmt::format(", {} {:.2f} copies of a layer", on_picture ? "in all" : "the effect", copies),
      {{"copies", copies}});
  time_kernels(effect);
}

/// A row with the time of each of the effect's kernels, in launch order.
void GpuEffects::time_kernels(const BenchEffect& effect) {
  const auto plan = bench_effect_plan(effect, options_->size, options_->seed);
  const auto kernels = gpu_->time_kernels(plan, timer_.picture(), {0, frames_}, options_->warm_up);
  std::string text;
  Json list = Json::Array{};
  for (const KernelTimes& kernel : kernels) {
    const std::string pass = pass_name(kernel.kernel);
    if (pass.empty()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", pass, digits(median(kernel.stamped)));
    list.push_back(Json::Object{{"pass", pass}, {"in_graph_us", median_figure(kernel.stamped)}});
  }
  if (text.empty()) return;
  report_->add({name_of(effect) + ", kernels",
                text + " us",
                "",
                RowStatus::ok,
                {{"kernels", std::move(list)}}});
}

void GpuEffects::add(const std::string& name, const SceneTimes& times, const std::string& beside,
                     Json::Object figures) {
  const TimeSamples &warm = times.gpu.warm.draw, &cold = times.gpu.cold.draw;
  figures.insert(figures.end(), {{"warm_us", median_figure(warm.us)},
                                 {"cold_us", median_figure(cold.us)},
                                 {"cpu_us", median_figure(times.cpu)}});
  report_->add(
      {name,
       fmt::format("{}, cold {}, CPU {}{}{}", samples_text(warm), digits(median(cold.us)),
                   digits(median(times.cpu)), beside, times.same ? "" : ", pictures DIFFER"),
       "", times.same ? measured(warm) : RowStatus::failed, std::move(figures)});
}

}  // namespace

void time_gpu_effects(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report) {
  GpuEffects(options, gpu, report).run();
}

}  // namespace overlace
