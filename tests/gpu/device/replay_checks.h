// SPDX-License-Identifier: Apache-2.0
// What must hold for a device replay on any device: a GPU, or the host in its place.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "gpu/device/budget.h"
#include "gpu/device/device_replay.h"
#include "graph/document/document.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {

/// The first byte that differs, for messages; "equal" if there is none.
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

/// Draws frames from `begin` to before `end` onto the same noise with the CPU back-end and with
/// `device`; all bytes of memory, including padding, must be equal.
inline void expect_same_frames(const std::shared_ptr<const Plan>& plan, Replay& device,
                               const NamedFormat& format, const std::string& what,
                               std::int32_t begin, std::int32_t end) {
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  for (std::int32_t frame = begin; frame < end; ++frame) {
    Picture expected(stored_size(plan->clip), format.format, format.color);
    expected.fill_noise(static_cast<std::uint32_t>(frame) + 1);
    Picture actual = expected;
    const FrameTime time = time_of(plan->clip, frame);
    cpu->draw(time, expected.view());
    const std::size_t slot = static_cast<std::size_t>(frame) % device.slots();
    device.submit(slot, time, actual.view());
    device.finish(slot);
    ASSERT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal")
        << what << ", " << format.name << ", frame " << frame;
  }
}

/// The same for all frames of a clip.
inline void expect_same_frames(const std::shared_ptr<const Plan>& plan, Replay& device,
                               const NamedFormat& format, const std::string& what) {
  expect_same_frames(plan, device, format, what, 0, plan->clip.frame_count);
}

/// Draws random plans on random formats, stored in any orientation.
template <class MakeQueue>
void expect_random_scenes_equal(const MakeQueue& make_queue, std::uint32_t first_seed,
                                std::uint32_t count, const RandomClip& shape) {
  const std::vector<NamedFormat> formats = all_formats();
  for (std::uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    RandomClip clip = shape;
    clip.layered = seed % 7 == 3;
    clip.objects = seed % 11 == 5 ? 0 : shape.objects;
    clip.size.width = shape.size.width + static_cast<int>(seed % 5);
    clip.size.height = shape.size.height + static_cast<int>(seed % 3);
    clip.stored = {seed % 13 < 6, seed % 3 == 1, seed % 4 == 2};
    const auto plan = random_plan(seed, clip);
    using Queue = typename decltype(make_queue())::element_type;
    DeviceReplay<Queue> device(plan, make_queue(), 2, 1);
    expect_same_frames(plan, device, formats[seed % formats.size()],
                       "seed " + std::to_string(seed));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// A small clip whose graph has effects; its size and orientation depend on the seed.
[[nodiscard]] inline RandomClip clip_with_effects(std::uint32_t seed) {
  return {.size = {20 + static_cast<int>(seed * 7 % 60), 20 + static_cast<int>(seed * 11 % 40)},
          .frames = 3,
          .objects = 6,
          .effects = true,
          .stored = {seed % 13 < 6, seed % 3 == 1, seed % 4 == 2}};
}

/// Draws random graphs with effects on drawings and on the picture, on random formats.
template <class MakeQueue>
void expect_random_effects_equal(const MakeQueue& make_queue, std::uint32_t first_seed,
                                 std::uint32_t count) {
  const std::vector<NamedFormat> formats = all_formats();
  for (std::uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    const auto plan = random_plan(seed, clip_with_effects(seed));
    using Queue = typename decltype(make_queue())::element_type;
    DeviceReplay<Queue> device(plan, make_queue(), 2, 1);
    expect_same_frames(plan, device, formats[seed % formats.size()],
                       "effects, seed " + std::to_string(seed));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// Draws frames of every shipped preset in the middle of a clip, where there are trails and objects
/// have fully appeared.
template <class MakeQueue>
void expect_presets_equal(const MakeQueue& make_queue, const RandomClip& clip, int frames) {
  using Queue = typename decltype(make_queue())::element_type;
  for (const std::string& preset : preset_names()) {
    const auto plan = preset_plan(preset, clip);
    DeviceReplay<Queue> device(plan, make_queue(), 2, 1);
    const int begin = (clip.frames - frames) / 2;
    expect_same_frames(plan, device, {"nv12", nv12_format(), {}}, preset, begin, begin + frames);
  }
}

/// A clip with these numbers of objects per frame, each linked to its 8 nearest by many segments.
[[nodiscard]] inline std::shared_ptr<const Plan> crowd(const std::vector<int>& objects,
                                                       bool layered = false) {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < static_cast<int>(objects.size()); ++frame)
    for (int id = 0; id < objects[static_cast<std::size_t>(frame)]; ++id)
      rows.push_back({.frame = frame,
                      .id = id,
                      .box = {static_cast<float>(id * 37 % 90), static_cast<float>(id * 11 % 50), 4,
                              static_cast<float>(3 + frame)}});
  return plan_of(R"({"overlace": 1, "nodes": {
      "people": {"type": "track_file", "params": {"path": "given"}},
      "links": {"type": "link_knn", "inputs": {"points": "people"}, "params": {"k": 8}},
      "curves": {"type": "curve_bezier", "inputs": {"links": "links"},
                 "params": {"bend": 2, "samples": 256}},
      "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": {"width": 1}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}}},
    "composite": ["boxes", "lines"]})",
                 make_track_table(rows, {}), {{96, 64}, {25, 1}, static_cast<int>(objects.size())},
                 layered);
}

[[nodiscard]] inline NamedFormat nv12() {
  return {"nv12", nv12_format(), {}};
}

/// Draws a frame of a plan in two slots and expects its budget to be what was reserved. Returns
/// false if memory had to grow because a frame had more to draw than plans foresee, such as long
/// waves.
template <class Queue>
[[nodiscard]] bool reserves_its_budget(const std::shared_ptr<const Plan>& plan,
                                       std::unique_ptr<Queue> queue) {
  DeviceReplay<Queue> device(plan, std::move(queue), 2, 1);
  Picture picture(plan->clip.size, nv12().format, {});
  for (std::size_t slot = 0; slot < 2; ++slot) device.submit(slot, {0, 0}, picture.view());
  bool has_grown = false;
  for (std::size_t slot = 0; slot < 2; ++slot)
    has_grown = device.finish(slot).reallocated || has_grown;
  if (has_grown) return false;
  std::size_t told = 0;
  for (const MemoryUse& use : device_budget(*plan, nv12().format, 2, device.queue().warps()))
    told += use.bytes;
  const std::size_t reserved = device.queue().device_bytes();
  EXPECT_LE(told, reserved);
  EXPECT_LT(reserved - told, 4096U);  // counters and the like
  return true;
}

/// Frames whose counts jump between zero and the maximum: after the first round nothing is
/// allocated, instantiated or waited for, and every frame has the CPU back-end's bytes.
template <class Queue>
void expect_steady_replays(std::unique_ptr<Queue> queue, int replays) {
  const auto plan = crowd({0, 1, 23, 24, 0, 24, 1});
  DeviceReplay<Queue> device(plan, std::move(queue), 3, 1);
  expect_same_frames(plan, device, nv12(), "first round");
  expect_same_frames(plan, device, nv12(), "second round");
  const QueueCounts before = device.queue().counts();
  for (int i = 0; i < replays && !::testing::Test::HasFailure(); i += plan->clip.frame_count)
    expect_same_frames(plan, device, nv12(), "replay " + std::to_string(i));
  EXPECT_EQ(device.queue().counts(), before);
}

/// A frame with more segments than the capacity is still drawn correctly and reported as
/// reallocated; the picture is painted only once.
template <class Queue>
void expect_overflow_is_drawn_again(std::unique_ptr<Queue> queue) {
  const auto plan = crowd({2, 80, 2, 80});
  DeviceReplay<Queue> device(plan, std::move(queue), 1, 1);
  Picture scratch(plan->clip.size, nv12().format, {});
  EXPECT_FALSE(device.draw({0, 0}, scratch.view()).reallocated);
  EXPECT_TRUE(device.draw({1, 0}, scratch.view()).reallocated);
  EXPECT_FALSE(device.draw({3, 0}, scratch.view()).reallocated);
  expect_same_frames(plan, device, nv12(), "after growing");
}

/// Frames in flight together, two of which overflow, have the same bytes as when drawn alone.
template <class Queue>
void expect_overlapping_frames_equal(std::unique_ptr<Queue> queue, bool layered) {
  const auto plan = crowd({80, 79, 7}, layered);
  DeviceReplay<Queue> device(plan, std::move(queue), 3, 1);
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  std::vector<Picture> expected, actual;
  for (std::int32_t frame = 0; frame < 3; ++frame) {
    expected.emplace_back(plan->clip.size, nv12().format, ColorSpec{}).fill_noise(9);
    actual.push_back(expected.back());
  }
  for (std::int32_t frame = 0; frame < 3; ++frame) {
    const auto i = static_cast<std::size_t>(frame);
    cpu->draw({frame, 0}, expected[i].view());
    device.submit(i, {frame, 0}, actual[i].view());
  }
  for (std::size_t i = 0; i < 3; ++i) device.finish(i);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(first_difference(expected[i].bytes(), actual[i].bytes()), "equal") << "frame " << i;
}

/// A picture in device memory is drawn on in place.
template <class Queue>
void expect_device_pictures_equal(std::unique_ptr<Queue> queue) {
  const auto plan = crowd({12});
  DeviceReplay<Queue> device(plan, std::move(queue), 1, 1);
  Picture expected(plan->clip.size, nv12().format, {});
  expected.fill_noise(5);
  Picture actual = expected;
  make_cpu_replay(plan, {.threads = 1})->draw({0, 0}, expected.view());

  Queue& on = device.queue();
  const auto block = on.allocate(device_picture_bytes(nv12().format, plan->clip.size));
  const ImageView host = actual.view(), there = device_picture(host, block.data());
  const auto extents = plane_extents(host.format, host.size);
  const auto copy = [&](const ImageView& to, const ImageView& from, CopyKind kind) {
    for (std::size_t i = 0; i < extents.size(); ++i)
      copy_plane(to.planes[i], from.planes[i], extents[i], kind,
                 [&](const RowCopy& rows) { on.copy_rows(rows); });
  };
  copy(there, host, CopyKind::host_to_device);
  device.draw({0, 0}, there);
  copy(host, there, CopyKind::device_to_host);
  on.synchronize();
  EXPECT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal");
}

}  // namespace overlace::test
