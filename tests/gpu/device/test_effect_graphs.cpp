// SPDX-License-Identifier: Apache-2.0
// Random graphs with effects on drawings and on the picture: the same bytes from every instruction
// set, from several threads, and from the device's kernels. OVERLACE_EFFECT_GRAPHS sets how many
// graphs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "gpu/host/simd.h"
#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/replay_checks.h"

namespace overlace::test {
namespace {

std::uint32_t graph_count() {
  const char* wanted = std::getenv("OVERLACE_EFFECT_GRAPHS");
  return wanted == nullptr ? 200 : static_cast<std::uint32_t>(std::stoul(wanted));
}

std::vector<Picture> drawn(Replay& replay, const ClipInfo& clip, const NamedFormat& format) {
  std::vector<Picture> pictures;
  for (std::int32_t frame = 0; frame < clip.frame_count; ++frame) {
    Picture& picture = pictures.emplace_back(stored_size(clip), format.format, format.color);
    picture.fill_noise(static_cast<std::uint32_t>(frame) + 1);
    replay.draw(time_of(clip, frame), picture.view());
  }
  return pictures;
}

TEST(EffectGraphs, HaveTheSameBytesEverywhere) {
  const std::vector<NamedFormat> formats = all_formats();
  int changed = 0;
  const std::uint32_t count = graph_count();
  for (std::uint32_t seed = 1; seed <= count; ++seed) {
    const auto plan = random_plan(seed, clip_with_effects(seed));
    changed += std::ranges::any_of(plan->steps, [](const Step& step) {
      return std::holds_alternative<EffectStep>(step.work) ||
             std::holds_alternative<PictureStep>(step.work);
    });
    const NamedFormat& format = formats[seed % formats.size()];
    const auto scalar = make_cpu_replay(plan, {.threads = 1, .simd = SimdLevel::scalar});
    const std::vector<Picture> expected = drawn(*scalar, plan->clip, format);
    const auto expect = [&](Replay& replay, std::string_view by) {
      const std::vector<Picture> actual = drawn(replay, plan->clip, format);
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(first_difference(expected[i].bytes(), actual[i].bytes()), "equal")
            << by << ", seed " << seed << ", " << format.name << ", frame " << i;
    };
    for (const SimdLevel level : {SimdLevel::avx2, SimdLevel::avx512})
      if (detect_simd() >= level)
        expect(*make_cpu_replay(plan, {.threads = 3, .simd = level}), simd_name(level));
    DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(seed), 2, 1);
    expect(device, "the device's kernels");
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(changed, static_cast<int>(count) / 2);
}

}  // namespace
}  // namespace overlace::test
