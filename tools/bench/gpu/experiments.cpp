// SPDX-License-Identifier: Apache-2.0
// The rows of the experiments.
#include "tools/bench/gpu/experiments.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/device/kernel_name.h"
#include "graph/core/error.h"
#include "tools/bench/gpu/paint_profile.h"
#include "tools/bench/gpu/prediction.h"
#include "tools/bench/gpu/samples.h"

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
                                {"regions", static_cast<std::int64_t>(work.regions)},
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
  profile_sections();
  profile_spread();
  time_edges();
  time_labels();
  time_variants();
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
  for (const KernelTimes& kernel : kernels)
    if (short_kernel_name(kernel.kernel) == "BuildItems") count_cycles(kernel);
}

void GpuExperiments::add_kernel(const KernelTimes& kernel) {
  const std::string name = "kernel " + short_kernel_name(kernel.kernel);
  BenchRow row{name,
               fmt::format("{}, cold {}, in the graph {}", samples_text(kernel.warm),
                           digits(median(kernel.cold.us)), digits(median(kernel.stamped))),
               "", measured(kernel.warm)};
  row.figures = {{"kernel", kernel.kernel},
                 {"warm_us", median_figure(kernel.warm.us)},
                 {"cold_us", median_figure(kernel.cold.us)},
                 {"in_graph_us", median_figure(kernel.stamped)}};
  add_prediction(row, short_kernel_name(kernel.kernel), options_->size);
  report_->add(row);
  report_->add({name + ", shape", shape_text(kernel.shape), "no bytes local",
                kernel.shape.local_bytes == 0 ? RowStatus::ok : RowStatus::missed,
                shape_figures(kernel.shape)});
}

/// The cycles that a kernel in double precision takes alone: GPUs differ in that.
void GpuExperiments::count_cycles(const KernelTimes& kernel) {
  const std::string name = short_kernel_name(kernel.kernel) + ", cycles";
  const auto mhz = gpu_->clock_mhz();
  const auto ratio = gpu_->double_ratio();
  if (!mhz || kernel.warm.us.empty())
    return report_->add({name, mhz ? "its time is not known" : "the driver does not tell its clock",
                         "", RowStatus::not_run});
  const double cycles = median(kernel.warm.us) * *mhz;
  BenchRow row{name, fmt::format("{:.0f} at {} MHz", cycles, *mhz), ""};
  row.figures = {{"cycles", cycles}, {"clock_mhz", *mhz}};
  if (ratio) {
    row.value += fmt::format("; double precision takes {} times as long as single", *ratio);
    row.figures.emplace_back("double_ratio", *ratio);
  }
  report_->add(row);
}

std::vector<PaintNote> GpuExperiments::probe(bool has_sections, const std::string& name) {
  const auto plan = bench_plan(scene_);
  const std::int32_t frame = options_->warm_up;
  bool same = false;
  auto notes = gpu_->probe_painting(
      plan, timer_.picture(), frame, has_sections,
      [&](const ImageView& drawn) { same = timer_.is_frame(plan, frame, drawn); });
  add_pictures(name, same);
  return notes;
}

/// What the painting kernel's warps spend their time on.
void GpuExperiments::profile_sections() {
  for (const SectionCycles& section : sum_sections(probe(true, "painted in sections"))) {
    BenchRow row{fmt::format("painting, {}", section_name(section.section)),
                 fmt::format("{:.1f} % of the warps' cycles, {} in the slowest",
                             section.share * 100, section.most),
                 ""};
    row.figures = {{"share", section.share},
                   {"cycles", static_cast<std::int64_t>(section.sum)},
                   {"most_cycles", static_cast<std::int64_t>(section.most)}};
    report_->add(row);
  }
}

/// How evenly the painting kernel's work is spread over the multiprocessors.
void GpuExperiments::profile_spread() {
  const auto work = sum_multiprocessors(probe(false, "painted by multiprocessor"));
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
  report_->add(
      {"painting, multiprocessors",
       fmt::format("{} with {} to {} warps; {:.0f} regions each, {} to {}; the last one "
                   "begins after {} us",
                   work.size(), spread.least_warps, spread.most_warps, spread.mean_regions,
                   spread.least_regions, spread.most_regions, digits(spread.last_begin_us)),
       "",
       RowStatus::ok,
       {{"multiprocessors", multiprocessor_figures(work)}}});
}

void GpuExperiments::time_variants() {
  time_variant("frame as always", {}, scene_);
  time_variant("frame, kernels not launched early", {.launch_early = false}, scene_);
  for (const std::uint32_t blocks : {1U, 2U, 3U})
    time_variant(fmt::format("frame, painting blocks: {}", blocks), {.paint_blocks = blocks},
                 scene_);
  constexpr std::uint32_t log2_bin = 5;
  time_variant("frame, bins of 32 px", {.least_log2_bin = log2_bin}, scene_);
  BenchPlanOptions plain = scene_;
  plain.plain = true;
  time_variant("frame, lines of one colour", {}, plain);
  for (const auto& [siting, name] :
       {std::pair{ChromaSiting::center, "centred"}, {ChromaSiting::top_left, "top-left"}}) {
    timer_.site_chroma(siting);
    time_variant(fmt::format("frame, chroma {}", name), {}, scene_);
  }
  timer_.site_chroma(ChromaSiting::left);
}

/// A row of frames that differ in one way from ordinary ones. The first call times ordinary ones.
void GpuExperiments::time_variant(const std::string& name, const BenchVariant& variant,
                                  const BenchPlanOptions& scene) {
  gpu_->vary(variant);
  const SceneTimes times = timer_.time(scene);
  gpu_->vary({});
  const TimeSamples &cold = times.gpu.cold.draw, &warm = times.gpu.warm.draw;
  if (ordinary_frames_.us.empty()) ordinary_frames_ = cold;
  const double change = (ratio(cold.us, ordinary_frames_.us).value_or(1) - 1) * 100;
  report_->add(
      {name,
       fmt::format("{}, {:+.1f} %, warm {}", samples_text(cold), change, digits(median(warm.us))),
       "",
       measured(cold),
       {{"cold_us", median_figure(cold.us)},
        {"warm_us", median_figure(warm.us)},
        {"change_percent", change}}});
  if (!times.same) add_pictures(name, false);
}

/// The cost of an edge between two nodes of a graph, measured with empty kernels.
void GpuExperiments::time_edges() {
  constexpr int repeats = 50;
  const auto time = [&](GraphShape shape, int kernels) {
    return gpu_->time_empty_graph(shape, kernels, repeats).device;
  };
  const TimeSamples one = time(GraphShape::line, 1), two = time(GraphShape::line, 2),
                    sixteen = time(GraphShape::line, 16), four = time(GraphShape::line, 4);
  add_edge("edge of a graph", sixteen, one, 15);
  add_edge("copy between two kernels", time(GraphShape::copy_between, 2), two, 1);
  add_edge("two branches, four kernels", time(GraphShape::two_branches, 4), four, 1);
  gpu_->vary({.launch_early = false});
  add_edge("edge, not launched early", time(GraphShape::line, 16), time(GraphShape::line, 1), 15);
  gpu_->vary({});
}

/// How much longer one graph takes than another, per edge.
void GpuExperiments::add_edge(const std::string& name, const TimeSamples& with,
                              const TimeSamples& without, int edges) {
  const double us = (median(with.us) - median(without.us)) / edges;
  const bool is_known = !with.us.empty() && !without.us.empty();
  report_->add({name,
                is_known ? fmt::format("{:+.2f} us", us) : "not known",
                "",
                is_known ? RowStatus::ok : RowStatus::not_run,
                {{"us", is_known ? Json(us) : Json()}}});
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
