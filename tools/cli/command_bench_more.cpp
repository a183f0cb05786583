// SPDX-License-Identifier: Apache-2.0
// overlace bench gpu, video and tracks.
#include <fmt/format.h>

#include <memory>
#include <random>

#include "graph/core/error.h"
#include "tools/bench/gpu.h"
#include "tools/bench/gpu/gpu_bench.h"
#include "tools/bench/tracks.h"
#include "tools/bench/video.h"
#include "tools/cli/bench_commands.h"
#include "tools/cli/device_options.h"
#include "tools/cli/picture_size.h"

namespace overlace {
namespace {

/// What these benchmarks have in common.
template <class Bench>
void add_common_options(const Command& command, Bench& bench, const std::string& seeded) {
  bench.seed = std::random_device{}();
  command.whole("--seed", bench.seed, seeded).no_default();
  command.flag("--json", bench.json, "Print one JSON object for each row");
}

struct TypedGpuBench {
  BenchGpuOptions bench;
  DeviceTarget device{DeviceTarget::Kind::cuda};
  bool probe = false;  ///< only look for the GPU
};

/// Throws Error(unavailable) where the GPU cannot be had.
int run(TypedGpuBench& gpu) {
  if (gpu.device.kind != DeviceTarget::Kind::cuda)
    throw Error(ErrorCode::usage, "the benchmark needs a GPU", "use cuda or cuda:N",
                Place{"--device"});
  const int number = *choose_device({.target = gpu.device}, [](const auto&) {}).gpu;
  return gpu.probe ? 0 : run_bench_gpu(gpu.bench, *make_gpu_bench(number));
}

struct VideoBench {
  BenchVideoOptions bench;
  DeviceSettings device;
};

int run(VideoBench& video) {
  const ChosenDevice device = choose_device(
      video.device, [](const std::string& text) { fmt::print(stderr, "{}\n", text); });
  video.bench.gpu = device.gpu;
  video.bench.replay.threads = device.threads;
  video.bench.replay.simd = device.simd;
  return run_bench_video(video.bench);
}

}  // namespace

void add_bench_gpu_command(const Command& bench) {
  auto gpu = std::make_shared<TypedGpuBench>();
  const Command command = bench.subcommand(
      "gpu", "Time frames, links and launches on a GPU, and compare them with the CPU's");
  command.parsed("--size", gpu->bench.size, parse_size, "Picture to draw on", "3840x2160");
  command.whole("--frames", gpu->bench.frames, "Frames to time of each scene", {{1, 10'000}});
  command.choice<BenchGpuPart>(
      "--part", gpu->bench.part,
      {{"all", BenchGpuPart::all},
       {"targets", BenchGpuPart::targets},
       {"experiments", BenchGpuPart::experiments}},
      "targets: frames, links, launches; experiments: why they take so long");
  command.flag("--probe", gpu->probe, "Only look for the GPU");
  command.parsed("--device", gpu->device, parse_device, "cuda[:N]", "cuda");
  add_common_options(command, gpu->bench, "Of places and movements; drawn if not given");
  command.runs([gpu] { return run(*gpu); });
}

void add_bench_video_command(const Command& bench) {
  auto video = std::make_shared<VideoBench>();
  const Command command =
      bench.subcommand("video", "Time a decoder alone and with frames drawn on, nothing encoded");
  command.text("IN", video->bench.input, "Video to decode").required();
  command.whole("--rounds", video->bench.rounds, "How often both are timed on the CPU",
                {{1, 1000}});
  command.wholes("--streams", video->bench.streams,
                 "Videos decoded at once by a GPU, one row for each number", {1, 64});
  add_device_options(command, video->device);
  add_common_options(command, video->bench, "Of places and movements; drawn if not given");
  command.runs([video] { return run(*video); });
}

void add_bench_tracks_command(const Command& bench) {
  auto tracks = std::make_shared<BenchTracksOptions>();
  const Command command = bench.subcommand(
      "tracks", "Time the reading of track files, beside a search for their line ends");
  command.whole("--megabytes", tracks->megabytes, "Text of each format", {{1, 4000}});
  command.whole("--rounds", tracks->rounds, "How often each is read", {{1, 1000}});
  add_common_options(command, *tracks, "Of the boxes; drawn if not given");
  command.runs([tracks] { return run_bench_tracks(*tracks); });
}

}  // namespace overlace
