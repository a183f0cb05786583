// SPDX-License-Identifier: Apache-2.0
// overlace bench: how long reference scenes take here.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <random>

#include "graph/core/error.h"
#include "tools/bench/gpu.h"
#include "tools/bench/growth.h"
#include "tools/bench/loop.h"
#include "tools/bench/table.h"
#include "tools/bench/tracks.h"
#include "tools/bench/video.h"
#include "tools/cli/clip_options.h"
#include "tools/cli/commands.h"
#include "tools/cli/device_options.h"

namespace overlace {
namespace {

/// The options of a benchmark of the CPU as they are typed.
template <class Bench>
struct CpuOptions {
  Bench bench;
  std::string simd = "best", size = "3840x2160";

  /// The benchmark's own. Throws Error(usage).
  const Bench& parsed() {
    bench.replay.simd = simd_level(simd);
    bench.size = parse_size(size, "--size");
    return bench;
  }
};

/// What benchmarks of the CPU have in common.
template <class Bench>
void add_cpu_options(CLI::App& command, CpuOptions<Bench>& options) {
  options.bench.seed = std::random_device{}();
  command
      .add_option("--threads", options.bench.replay.threads, "Workers that draw; 0 is one per core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command.add_option("--simd", options.simd, "best, scalar, avx2 or avx512")->capture_default_str();
  command.add_option("--size", options.size, "Picture to draw on")->capture_default_str();
  command
      .add_option("--frames", options.bench.rounds,
                  "Frames to time of each row; up to 60 in about a second if not given")
      ->check(CLI::Range(least_rounds, 1'000'000));
  command.add_option("--seed", options.bench.seed,
                     "Of places, colours and movements; drawn if not given");
}

void add_bench_growth(CLI::App& bench, Action& action) {
  auto options = std::make_shared<CpuOptions<BenchGrowthOptions>>();
  CLI::App* command = bench.add_subcommand(
      "growth", "How cost grows with primitives, resolution and threads, as Markdown");
  command->add_option("--plot", options->bench.plot, "Also write a picture of it, SVG");
  add_cpu_options(*command, *options);
  command->callback(
      [options, &action] { action = [options] { return run_bench_growth(options->parsed()); }; });
}

/// The GPU of that name. Throws Error(unavailable) where it cannot be had.
int demanded_gpu(const std::string& device) {
  const std::optional<int> gpu = DeviceOptions{.device = device}.choose([](const auto&) {}).gpu;
  if (gpu) return *gpu;
  throw Error(ErrorCode::usage, fmt::format("'{}' is no GPU", device), "use cuda or cuda:N",
              Place{"--device"});
}

/// What benchmarks with a GPU have in common, and what runs them.
template <class Typed>
void add_common_options(CLI::App& command, const std::shared_ptr<Typed>& options, Action& action) {
  options->bench.seed = std::random_device{}();
  command.add_option("--seed", options->bench.seed, "Of places and movements; drawn if not given");
  command.add_flag("--json", options->bench.json, "Print one JSON object for each row");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

/// The options of bench gpu as they are typed.
struct GpuOptions {
  BenchGpuOptions bench;
  std::string device = "cuda", size = "3840x2160";
  bool probe = false;
};

int run(GpuOptions& options) {
  options.bench.gpu = demanded_gpu(options.device);
  options.bench.size = parse_size(options.size, "--size");
  return options.probe ? 0 : run_bench_gpu(options.bench);
}

void add_bench_gpu(CLI::App& bench, Action& action) {
  auto options = std::make_shared<GpuOptions>();
  BenchGpuOptions& gpu = options->bench;
  CLI::App* command = bench.add_subcommand(
      "gpu", "Time frames, links and launches on a GPU, and compare them with the CPU's");
  command->add_option("--size", options->size, "Picture to draw on")->capture_default_str();
  command->add_option("--frames", gpu.frames, "Frames to time of each scene")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command->add_flag("--probe", options->probe, "Only look for the GPU");
  command->add_option("--device", options->device, "cuda[:N]")->capture_default_str();
  add_common_options(*command, options, action);
}

/// The options of bench video as they are typed.
struct VideoOptions {
  BenchVideoOptions bench;
  DeviceOptions device;
};

int run(VideoOptions& options) {
  const ChosenDevice device =
      options.device.choose([](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  options.bench.gpu = device.gpu;
  options.bench.replay.threads = device.threads;
  options.bench.replay.simd = device.simd;
  return run_bench_video(options.bench);
}

void add_bench_video(CLI::App& bench, Action& action) {
  auto options = std::make_shared<VideoOptions>();
  BenchVideoOptions& video = options->bench;
  CLI::App* command = bench.add_subcommand(
      "video", "Time a decoder alone and with frames drawn on, nothing encoded");
  command->add_option("IN", video.input, "Video to decode")->required();
  command->add_option("--rounds", video.rounds, "How often both are timed on the CPU")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--streams", video.streams,
                   "Videos decoded at once by a GPU, one row for each number")
      ->check(CLI::Range(1, 64))
      ->delimiter(',')
      ->capture_default_str();
  options->device.add_to(*command);
  add_common_options(*command, options, action);
}

void add_bench_tracks(CLI::App& bench, Action& action) {
  auto options = std::make_shared<BenchTracksOptions>();
  options->seed = std::random_device{}();
  CLI::App* command = bench.add_subcommand(
      "tracks", "Time the reading of track files, beside a search for their line ends");
  command->add_option("--megabytes", options->megabytes, "Text of each format")
      ->check(CLI::Range(1, 4000))
      ->capture_default_str();
  command->add_option("--rounds", options->rounds, "How often each is read")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Of the boxes; drawn if not given");
  command->add_flag("--json", options->json, "Print one JSON object for each row");
  command->callback(
      [options, &action] { action = [options] { return run_bench_tracks(*options); }; });
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<CpuOptions<BenchOptions>>();
  BenchOptions& bench = options->bench;
  CLI::App* command = app.add_subcommand(
      "bench", "Time frames and links in memory, beside a copy of the same picture");
  command
      ->add_option("--rows", bench.rows,
                   fmt::format("What to time, of {}; all of them if not given",
                               fmt::join(bench_row_names(), ",")))
      ->delimiter(',');
  add_cpu_options(*command, *options);
  command->add_flag("--json", bench.json, "Print one JSON object for each row");
  add_bench_growth(*command, action);
  add_bench_gpu(*command, action);
  add_bench_video(*command, action);
  add_bench_tracks(*command, action);
  command->callback([command, options, &action] {
    if (command->get_subcommands().empty())
      action = [options] { return run_bench(options->parsed()); };
  });
}

}  // namespace overlace
