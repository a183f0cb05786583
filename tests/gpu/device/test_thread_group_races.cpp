// SPDX-License-Identifier: Apache-2.0
// Kernels whose lanes are threads, under ThreadSanitizer. Frames must equal the CPU back-end's, and
// no two lanes may access the same memory unordered. With the argument `unordered`, the ordering is
// disabled, and ThreadSanitizer must report it.
#include <cstdio>
#include <string_view>

#include "gpu/device/device_replay.h"
#include "gpu/emulation/host_kernels_code.h"
#include "tests/gpu/device/host_queue.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/device/threaded_group.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// A kernel whose warps run their lanes as threads. Of groups larger than a warp only the last
/// does, which may have more to do than the others: a thousand threads are slow.
template <class Kernel>
struct Threaded {
  static constexpr int group_size = Kernel::group_size;
  Kernel kernel;
  bool is_ordered;

  void operator()(HostThreadGroup<group_size>& threads) const {
    if (group_size == warp_size || threads.index() + 1 == threads.count()) {
      run_on_threads(kernel, {threads.index(), threads.count()}, is_ordered);
    } else {
      kernel(threads);
    }
  }
};

class ThreadQueue : public HostQueue {
 public:
  explicit ThreadQueue(bool is_ordered) : is_ordered_(is_ordered) {}
  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    HostQueue::launch(Threaded<Kernel>{kernel, is_ordered_}, groups);
  }
  /// Fewer than there is work for.
  [[nodiscard]] std::uint32_t warps() const { return 3; }

 private:
  bool is_ordered_;
};

/// Draws one frame of a random scene with both back-ends; true when all bytes are equal.
bool draws_the_same(std::uint32_t seed, const NamedFormat& format, bool layered, bool is_ordered) {
  RandomClip clip;
  clip.size = {64, 40};
  clip.objects = 9;
  clip.layered = layered;
  const auto plan = random_plan(seed, clip);
  Picture expected(stored_size(plan->clip), format.format, format.color);
  expected.fill_noise(seed);
  Picture drawn = expected;
  make_cpu_replay(plan, {.threads = 1})->draw(time_of(plan->clip, 0), expected.view());
  DeviceReplay<ThreadQueue> device(plan, std::make_unique<ThreadQueue>(is_ordered), 1, 1);
  device.draw(time_of(plan->clip, 0), drawn.view());
  return expected.bytes() == drawn.bytes();
}

int run(std::uint32_t scenes, bool is_ordered) {
  const std::vector<NamedFormat> formats = all_formats();
  int wrong = 0;
  for (std::uint32_t seed = 1; seed <= scenes; ++seed) {
    const NamedFormat& format = formats[seed * 5 % formats.size()];
    const bool same = draws_the_same(seed, format, seed % 4 == 0, is_ordered);
    std::printf("scene %u on %s: %s\n", seed, format.name.c_str(), same ? "equal" : "DIFFERS");
    std::fflush(stdout);
    wrong += same ? 0 : 1;
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace overlace::test

int main(int argc, char** argv) {
  const bool unordered = argc > 1 && std::string_view(argv[1]) == "unordered";
  return overlace::test::run(8, !unordered);
}
