// SPDX-License-Identifier: Apache-2.0
// overlace bench: how long the reference scene takes here.
#include <memory>
#include <random>

#include "tools/bench.h"
#include "tools/bench_gpu.h"
#include "tools/clip_options.h"
#include "tools/commands.h"
#include "tools/device_options.h"

namespace overlace {
namespace {

/// The options as they are typed.
struct Options {
  BenchOptions bench;
  std::string simd = "best", size = "3840x2160";
};

int run(Options& options) {
  options.bench.replay.simd = simd_level(options.simd);
  options.bench.size = parse_size(options.size, "--size");
  return run_bench(options.bench);
}

void add_bench_gpu(CLI::App& bench, Action& action) {
  struct GpuOptions {
    BenchGpuOptions bench;
    std::string size = "3840x2160";
  };
  auto options = std::make_shared<GpuOptions>();
  BenchGpuOptions& gpu = options->bench;
  gpu.seed = std::random_device{}();
  CLI::App* command = bench.add_subcommand(
      "gpu", "Time frames, links and launches on a GPU, and compare them with the CPU's");
  command->add_option("--device", gpu.device, "cuda[:N]")->capture_default_str();
  command->add_option("--size", options->size, "Picture to draw on")->capture_default_str();
  command->add_option("--frames", gpu.frames, "Frames to time of each scene")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command->add_option("--seed", gpu.seed, "Of places and movements; drawn if not given");
  command->add_flag("--probe", gpu.probe, "Only look for the GPU");
  command->add_flag("--json", gpu.json, "Print one JSON object for each row");
  command->callback([options, &action] {
    action = [options] {
      options->bench.size = parse_size(options->size, "--size");
      return run_bench_gpu(options->bench);
    };
  });
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  BenchOptions& bench = options->bench;
  bench.seed = std::random_device{}();
  CLI::App* command = app.add_subcommand(
      "bench", "Time curves and boxes on a picture in memory, beside a copy of that picture");
  command->add_option("--threads", bench.replay.threads, "Workers that draw; 0 is one per core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->add_option("--simd", options->simd, "best, scalar, avx2 or avx512")
      ->capture_default_str();
  command->add_option("--size", options->size, "Picture to draw on")->capture_default_str();
  command->add_option("--frames", bench.frames, "Frames to time")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--primitives", bench.primitives, "As many times 500 curves and 100 boxes")
      ->check(CLI::Range(0.1, 1000.0))
      ->capture_default_str();
  command->add_flag("--filled,!--outline", bench.filled, "Boxes with or without an area");
  command->add_option("--seed", bench.seed, "Of places, colours and movements; drawn if not given");
  command->add_flag("--json", bench.json, "Print one line of JSON");
  add_bench_gpu(*command, action);
  command->callback([command, options, &action] {
    if (command->get_subcommands().empty()) action = [options] { return run(*options); };
  });
}

}  // namespace overlace
