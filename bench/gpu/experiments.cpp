// SPDX-License-Identifier: Apache-2.0
// The rows of the experiments.
#include "bench/gpu/experiments.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/gpu/link_timer.h"
#include "bench/gpu/paint_spread.h"
#include "bench/gpu/samples.h"
#include "gpu/device/kernel_name.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr int most_frames = 12;  ///< of each variant, as there are many

std::string shape_text(const KernelShape& shape) {
  return fmt::format(
      "{} blocks of {} threads, {} at once on a multiprocessor, {} registers, {} bytes local, {} "
      "shared",
      shape.blocks, shape.threads, shape.resident_blocks, shape.registers, shape.local_bytes,
      shape.shared_bytes);
}

Json::Object shape_figures(const KernelShape& shape) {
  const auto figure = [](std::uint32_t value) { return static_cast<std::int64_t>(value); };
  return {{"blocks", figure(shape.blocks)},
          {"threads", figure(shape.threads)},
          {"resident_blocks", figure(shape.resident_blocks)},
          {"registers", figure(shape.registers)},
          {"local_bytes", figure(shape.local_bytes)},
          {"shared_bytes", figure(shape.shared_bytes)}};
}

Json multiprocessor_figures(const std::vector<MultiprocessorWork>& all) {
  Json list = Json::Array{};
  for (const MultiprocessorWork& work : all)
    list.push_back(Json::Object{{"number", static_cast<std::int64_t>(work.number)},
                                {"warps", static_cast<std::int64_t>(work.warps)},
                                {"begin_us", work.begin_us},
                                {"end_us", work.end_us}});
  return list;
}

}  // namespace

GpuExperiments::GpuExperiments(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report)
    : options_(&options),
      gpu_(&gpu),
      report_(&report),
      timer_(gpu, options.size, options.seed, options.warm_up),
      scene_{.size = options.size,
             .frames = options.warm_up + std::min(options.frames, most_frames),
             .seed = options.seed} {}

void GpuExperiments::run() {
  time_kernels();
  profile_spread();
  time_variants();
  time_commands();
  time_links_by_steps();
  time_labels();
}

void GpuExperiments::add_pictures(const std::string& name, bool same) {
  report_->add({"pictures, " + name, same ? "are the CPU's" : "DIFFER", "the CPU's",
                same ? RowStatus::ok : RowStatus::failed});
}

/// The frame kernel by kernel, in launch order.
void GpuExperiments::time_kernels() {
  const auto kernels = gpu_->time_kernels(bench_plan(scene_), timer_.picture(), {0, scene_.frames},
                                          options_->warm_up);
  for (const KernelTimes& kernel : kernels) add_kernel(kernel);
}

void GpuExperiments::add_kernel(const KernelTimes& kernel) {
  const std::string name = "kernel " + short_kernel_name(kernel.kernel);
  report_->add({name,
                fmt::format("{}, cold {}, in the graph {}", samples_text(kernel.warm),
                            digits(median(kernel.cold.us)), digits(median(kernel.stamped))),
                "",
                measured(kernel.warm),
                {{"kernel", kernel.kernel},
                 {"warm_us", median_figure(kernel.warm.us)},
                 {"cold_us", median_figure(kernel.cold.us)},
                 {"in_graph_us", median_figure(kernel.stamped)}}});
  report_->add({name + ", shape", shape_text(kernel.shape), "no bytes local",
                kernel.shape.local_bytes == 0 ? RowStatus::ok : RowStatus::missed,
                shape_figures(kernel.shape)});
}

/// How evenly the painting kernel's work is spread over the multiprocessors.
void GpuExperiments::profile_spread() {
  const auto plan = bench_plan(scene_);
  const std::int32_t frame = options_->warm_up;
  bool same = false;
  const auto work = sum_multiprocessors(gpu_->note_painting(
      plan, timer_.picture(), frame,
      [&](const ImageView& drawn) { same = timer_.is_frame(plan, frame, drawn); }));
  add_pictures("painted by multiprocessor", same);
  if (work.empty())
    return report_->add(
        {"painting, multiprocessors", "no warp noted anything", "", RowStatus::not_run});
  const Spread spread = spread_of(work);
  const double uneven = spread.last_end_us / spread.mean_end_us;
  BenchRow row{"painting, last / mean end",
               fmt::format("{:.2f}: {} us / {} us", uneven, digits(spread.last_end_us),
                           digits(spread.mean_end_us)),
               ""};
  row.figures = {{"last_us", spread.last_end_us}, {"mean_us", spread.mean_end_us}};
  report_->add(row);
  report_->add({"painting, multiprocessors",
                fmt::format("{} with {} to {} warps; the last one begins after {} us", work.size(),
                            spread.least_warps, spread.most_warps, digits(spread.last_begin_us)),
                "",
                RowStatus::ok,
                {{"multiprocessors", multiprocessor_figures(work)}}});
}

/// The whole frame, beside frames in which one thing is different.
void GpuExperiments::time_variants() {
  struct Row {
    const char* name;
    FrameVariant variant;
  };
  constexpr Row rows[] = {{"frame, as it is", FrameVariant::usual},
                          {"frame, items built twice", FrameVariant::items_twice},
                          {"frame, bins in any order", FrameVariant::any_order},
                          {"frame, no bin by strips", FrameVariant::whole_regions},
                          {"frame, items by another kernel", FrameVariant::other_items},
                          {"frame, marks waited for", FrameVariant::waited_marks},
                          {"frame, items rehearsed", FrameVariant::rehearsed_items},
                          {"frame, dealt one region ahead", FrameVariant::dealt_ahead},
                          {"frame, samples fetched ahead", FrameVariant::samples_ahead},
                          {"frame, samples waited for one by one", FrameVariant::late_samples}};
  for (const Row& row : rows) {
    const SceneTimes times = timer_.time(scene_, row.variant);
    const FrameTimes& gpu = times.gpu.warm;
    report_->add({row.name,
                  samples_text(gpu.draw),
                  "",
                  measured(gpu.draw),
                  {{"us", median_figure(gpu.draw.us)}}});
    add_pictures(row.name, times.same);
  }
}

/// Painting, with all tests of what an item covers done before.
void GpuExperiments::time_commands() {
  constexpr const char* name = "painting from ready lists of commands";
  const auto plan = bench_plan(scene_);
  bool same = false;
  const auto kernels = gpu_->time_commands(
      plan, timer_.picture(), {0, scene_.frames}, options_->warm_up,
      [&](const ImageView& drawn) { same = timer_.is_frame(plan, scene_.frames - 1, drawn); });
  const KernelTimes& paint = kernels.back();
  report_->add({name,
                fmt::format("{}, cold {}", samples_text(paint.warm), digits(median(paint.cold.us))),
                "", measured(paint.warm), shape_figures(paint.shape)});
  add_pictures(name, same);
}

/// The links of few points, put in order by all blocks: with a kernel for each step.
void GpuExperiments::time_links_by_steps() {
  constexpr const char* name = "links of 1000 points, ordered by all blocks";
  const TrackTable table =
      bench_tracks({.size = options_->size, .points = 1000, .frames = 1, .seed = options_->seed});
  const auto [device, same] = time_links(*gpu_, table, LinkSteps::kernel_each);
  report_->add({name, samples_text(device), "", measured(device)});
  report_->add({fmt::format("{}, links", name), same ? "are the CPU's" : "DIFFER", "the CPU's",
                same ? RowStatus::ok : RowStatus::failed});
}

/// Boxes with texts on plates: the host lays them out, and the device reads them from host memory.
void GpuExperiments::time_labels() {
  BenchPlanOptions scene = scene_;
  scene.labels = true;
  SceneTimes times;
  try {
    times = timer_.time(scene);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage) throw;
    return report_->add({"frame with labels", error.what(), "", RowStatus::not_run});
  }
  const TimeSamples& device = times.gpu.cold.draw;
  report_->add({"frame with labels", samples_text(device), "", measured(device)});
  add_pictures("with labels", times.same);
  const HostTimes host =
      gpu_->time_host(bench_plan(scene), timer_.picture(), {0, scene.frames}, options_->warm_up);
  report_->add({"host time with labels", time_text(host.submit), ""});
}

}  // namespace overlace
