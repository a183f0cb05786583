// SPDX-License-Identifier: Apache-2.0
// The project's own replay, on a queue that passes its kernels to the interpreter.
#include "tools/gpu_model/frame.h"

#include <algorithm>

#include "bench/effect_timing.h"
#include "bench/gpu/memory.h"
#include "bench/picture.h"
#include "gpu/device/device_replay.h"
#include "gpu/device/kernel_name.h"
#include "graph/core/error.h"
#include "tools/gpu_model/interpreted_queue.h"
#include "tools/gpu_model/kernel_run.h"

namespace overlace::gpu_model {
namespace {

constexpr std::size_t arena_bytes = std::size_t{4} << 30U;
constexpr std::int32_t interpreted_frame = 2;

/// Interprets launches and compares the memory after them with what the host would leave.
class KernelPlayer {
 public:
  KernelPlayer(const FrameOptions& options, KernelLibrary& library, const Machine& machine,
               Arena& arena)
      : options_(&options), library_(&library), machine_(&machine), arena_(&arena) {}

  void play(const KernelLaunch& launch) {
    KernelReport report;
    report.kernel = kernel_name(*launch.kernel);
    if (report.kernel.find(options_->only) == std::string::npos)
      return launch.on_host(launch.blocks, Order::forward);
    report.program = &library_->program(*launch.kernel);
    Grid grid{report.program, launch.arguments, launch.blocks, launch.threads};
    report.resident_blocks = resident_blocks(grid, *machine_);
    if (launch.is_persistent)
      grid.blocks = std::min(grid.blocks, report.resident_blocks * machine_->multiprocessors);
    report.blocks = grid.blocks;
    const auto on_host = [&](Order order) { launch.on_host(grid.blocks, order); };
    const std::vector<std::byte> before = contents();
    report.counts = run_grid(grid, *machine_, *arena_);
    report.agreement = compare(on_host, before);
    options_->done(report);
    kernels.push_back(std::move(report));
  }

  std::vector<KernelReport> kernels;

 private:
  [[nodiscard]] std::vector<std::byte> contents() const {
    return {arena_->contents().begin(), arena_->contents().end()};
  }
  template <class OnHost>
  [[nodiscard]] std::vector<std::byte> left_by_host(const OnHost& on_host,
                                                    const std::vector<std::byte>& before,
                                                    Order order) const {
    std::ranges::copy(before, arena_->contents().begin());
    on_host(order);
    return contents();
  }
  /// Leaves memory as the interpreter left it. `on_host(order)` runs the same launch on the host.
  template <class OnHost>
  [[nodiscard]] Agreement compare(const OnHost& on_host,
                                  const std::vector<std::byte>& before) const {
    const std::vector<std::byte> interpreted = contents();
    const std::vector<std::byte> host = left_by_host(on_host, before, Order::forward);
    Agreement agreement = Agreement::equal;
    if (host != interpreted) {
      const bool one_result = left_by_host(on_host, before, Order::shuffled) == host;
      agreement = one_result ? Agreement::differs : Agreement::order_matters;
    }
    std::ranges::copy(interpreted, arena_->contents().begin());
    return agreement;
  }

  const FrameOptions* options_;
  KernelLibrary* library_;
  const Machine* machine_;
  Arena* arena_;
};

std::shared_ptr<const Plan> plan_of(const FrameOptions& options) {
  BenchPlanOptions scene = options.scene;
  scene.frames = interpreted_frame + 2;
  if (options.effect.empty()) return bench_plan(scene);
  for (const BenchEffect& effect : bench_effects())
    if (name_of(effect).starts_with(options.effect))
      return bench_effect_plan(effect, scene.size, scene.seed);
  throw Error(ErrorCode::usage, "there is no effect '" + options.effect + "'");
}

bool same_samples(const BenchPicture& a, const BenchPicture& b) {
  return std::ranges::equal(a.samples(), b.samples());
}

}  // namespace

FrameReport interpret_frame(const FrameOptions& options, KernelLibrary& library,
                            const Machine& machine) {
  const BenchPlanOptions& scene = options.scene;
  const auto plan = plan_of(options);
  Arena arena(arena_bytes);
  auto owned = std::make_unique<ModelQueue>(arena, machine);
  ModelQueue& queue = *owned;
  DeviceReplay<ModelQueue> replay(plan, std::move(owned), 1, 1);
  BenchPicture clean(scene.size, scene.seed);
  DevicePicture<ModelQueue> picture(queue, clean.view());
  KernelPlayer player(options, library, machine, arena);
  queue.play_kernels([&](const KernelLaunch& launch) { player.play(launch); });
  const FrameTime time = time_of(plan->clip, interpreted_frame);
  do {  // a frame that had to grow its tables was drawn twice
    player.kernels.clear();
    picture.upload(clean.view());
  } while (replay.draw(time, picture.view()).reallocated);
  BenchPicture drawn = clean, expected = clean;
  picture.download(drawn.view());
  make_cpu_replay(plan, {})->draw(time, expected.view());
  return {std::move(player.kernels), same_samples(drawn, expected)};
}

}  // namespace overlace::gpu_model
