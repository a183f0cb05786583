// SPDX-License-Identifier: Apache-2.0
// What must hold of a device replay, whatever device it runs on: a GPU, or the host in its place.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include "gpu/device/replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/picture.h"

namespace overlace::test {

/// First byte that differs, for messages; "equal" if none.
[[nodiscard]] inline std::string first_difference(const std::vector<std::byte>& a,
                                                  const std::vector<std::byte>& b) {
  const auto [at, other] = std::ranges::mismatch(a, b);
  if (at == a.end()) return "equal";
  const auto count = std::ranges::count_if(
      a, [&, i = std::size_t{0}](std::byte v) mutable { return v != b[i++]; });
  return "byte " + std::to_string(at - a.begin()) + ": " + std::to_string(static_cast<int>(*at)) +
         " and " + std::to_string(static_cast<int>(*other)) + ", " + std::to_string(count) +
         " differ";
}

/// Draws every frame of a clip with the CPU back-end and with `device` onto equal noise; all bytes
/// of memory, padding included, must be equal.
inline void expect_same_frames(const std::shared_ptr<const Plan>& plan, Replay& device,
                               const NamedFormat& format, const std::string& what) {
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  for (std::int32_t frame = 0; frame < plan->clip.frame_count; ++frame) {
    Picture expected(plan->clip.size, format.format, format.color);
    expected.fill_noise(static_cast<std::uint32_t>(frame) + 1);
    Picture actual = expected;
    const FrameTime time{frame, frame / plan->clip.frame_rate.value()};
    cpu->draw(time, expected.view());
    const std::size_t slot = static_cast<std::size_t>(frame) % device.slots();
    device.submit(slot, time, actual.view());
    device.finish(slot);
    ASSERT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal")
        << what << ", " << format.name << ", frame " << frame;
  }
}

/// Random plans on random formats.
template <class MakeQueue>
void expect_random_scenes_equal(const MakeQueue& make_queue, std::uint32_t first_seed,
                                std::uint32_t count, const RandomClip& shape) {
  const std::vector<NamedFormat> formats = all_formats();
  for (std::uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    RandomClip clip = shape;
    clip.layered = seed % 7 == 3;
    clip.things = seed % 11 == 5 ? 0 : shape.things;
    clip.size.width = shape.size.width + static_cast<int>(seed % 5);
    clip.size.height = shape.size.height + static_cast<int>(seed % 3);
    const auto plan = random_plan(seed, clip);
    using Queue = typename decltype(make_queue())::element_type;
    DeviceReplay<Queue> device(plan, make_queue(), 2, 1);
    expect_same_frames(plan, device, formats[seed % formats.size()],
                       "seed " + std::to_string(seed));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace overlace::test
