// SPDX-License-Identifier: Apache-2.0
// overlace-bench gpu: frames, links and launches on a GPU.
#include <memory>

#include "bench/cli/bench_commands.h"
#include "bench/gpu.h"
#include "bench/gpu/gpu_bench.h"
#include "cli/device_options.h"
#include "cli/picture_size.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

struct TypedGpuBench {
  BenchGpuOptions bench;
  DeviceTarget device{DeviceTarget::Kind::cuda};
  bool probe = false;  ///< only look for the GPU
};

/// Throws Error(unavailable) if the GPU is not available.
int run(TypedGpuBench& gpu) {
  if (gpu.device.kind != DeviceTarget::Kind::cuda)
    throw Error(ErrorCode::usage, "the benchmark needs a GPU", "use cuda or cuda:N",
                SourceLocation{"--device"});
  const int number = *choose_device({.target = gpu.device}, [](const auto&) {}).gpu;
  return gpu.probe ? 0 : run_bench_gpu(gpu.bench, *make_gpu_bench(number));
}

}  // namespace

void add_bench_gpu_command(const Command& program) {
  auto gpu = std::make_shared<TypedGpuBench>();
  const Command command = program.subcommand(
      "gpu", "Time frames, links and launches on a GPU, and compare them with the CPU's");
  command.parsed("--size", gpu->bench.size, parse_size, "Picture to draw on", "3840x2160");
  command.whole("--frames", gpu->bench.frames, "Frames to time of each scene", {{1, 10'000}});
  command.choice<BenchGpuPart>("--part", gpu->bench.part,
                               {{"all", BenchGpuPart::all},
                                {"targets", BenchGpuPart::targets},
                                {"experiments", BenchGpuPart::experiments},
                                {"effects", BenchGpuPart::effects}},
                               "targets: frames, links, launches; experiments: why they take so "
                               "long; effects: frames with one");
  command.flag("--probe", gpu->probe, "Only look for the GPU");
  command.parsed("--device", gpu->device, parse_device, "cuda[:N]", "cuda");
  add_common_options(command, gpu->bench, "Seed of places and movements");
  command.runs([gpu] { return run(*gpu); });
}

}  // namespace overlace
