// SPDX-License-Identifier: Apache-2.0
// overlace-bench video: decoding alone, and with frames drawn on.
#include <fmt/format.h>

#include <memory>

#include "bench/cli/bench_commands.h"
#include "bench/video.h"
#include "cli/device_options.h"

namespace overlace {
namespace {

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

void add_bench_video_command(const Command& program) {
  auto video = std::make_shared<VideoBench>();
  const Command command =
      program.subcommand("video", "Time a decoder alone and with frames drawn on, nothing encoded");
  command.text("IN", video->bench.input, "Video to decode").required();
  command.whole("--rounds", video->bench.rounds, "How often both are timed on the CPU",
                {{1, 1000}});
  command.wholes("--streams", video->bench.streams,
                 "Videos decoded at once by a GPU, one row for each number", {1, 64});
  add_device_options(command, video->device);
  add_common_options(command, video->bench, "Seed of places and movements");
  command.runs([video] { return run(*video); });
}

}  // namespace overlace
