// SPDX-License-Identifier: Apache-2.0
// Effects on the picture in the device pipeline, run on the host: the same bytes as the CPU
// back-end, even where a frame overflows and is drawn again after its picture was changed.
#include <gtest/gtest.h>

#include <string>

#include "gpu/device/budget.h"
#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/replay_checks.h"

namespace overlace::test {
namespace {

using Device = DeviceReplay<HostQueue>;

std::unique_ptr<HostQueue> in_order() {
  return std::make_unique<HostQueue>();
}

/// A random graph with a blur of the picture at the bottom, in the middle, or on top of the paint
/// order; some also obscure each object according to its size.
std::shared_ptr<const Plan> random_picture_plan(std::uint32_t seed, const RandomClip& clip) {
  const RandomSource random = std::mt19937(seed);
  const TrackTable tracks = random_tracks(random, clip);
  std::string document = random_document(random);
  const std::string nodes =
      R"("discs": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params":
           {"style": "ellipse", "fill": "#ffffffa0"}},
         "soft": {"type": "picture_blur", "inputs": {"region": "discs"}, "params":
           {"sigma": {"keyframes": [{"frame": 0, "value": )" +
      std::to_string(1 + seed % 5) + R"(}, {"frame": 3, "value": )" +
      std::to_string(1 + seed % 23) + R"(}]}, "strength": 0.9}},
         "hidden": {"type": "picture_obscure", "inputs": {"tracks": "people"}, "params":
           {"by": ")" +
      (seed % 8 == 1 ? "blur" : "blocks") + R"(", "share": 0.3, "strength": 0.8}},)";
  document.insert(document.find("\"nodes\": {") + 10, nodes);
  const std::size_t list = document.find("\"composite\": [") + 14;
  const std::size_t next = document.find(", ", list);
  if (seed % 3 == 0 || next == std::string::npos)
    document.insert(list, "\"soft\", ");
  else if (seed % 3 == 1)
    document.insert(next, ", \"soft\"");
  else
    document.insert(document.rfind(']'), ", \"soft\"");
  if (seed % 4 == 1) document.insert(list, "\"hidden\", ");
  return plan_of(document, tracks, {clip.size, {25, 1}, clip.frames, clip.stored}, clip.layered);
}

TEST(PictureReplay, RandomScenesHaveTheBytesOfTheCpuBackEnd) {
  const std::vector<NamedFormat> formats = all_formats();
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    RandomClip clip;
    clip.layered = seed % 7 == 3;
    clip.size = {80 + static_cast<int>(seed % 37), 50 + static_cast<int>(seed % 23)};
    clip.stored = {seed % 13 < 6, seed % 3 == 1, seed % 4 == 2};
    const auto plan = random_picture_plan(seed, clip);
    Device device(plan, std::make_unique<HostQueue>(seed % 2 == 0 ? 0 : seed), 2, 1);
    expect_same_frames(plan, device, formats[seed % formats.size()],
                       "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

/// A clip with these numbers of objects per frame: a blurred picture under lines of many segments.
std::shared_ptr<const Plan> blurred_crowd(const std::vector<int>& objects) {
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
      "tint": {"type": "draw_fill", "params": {"color": "#ff804060"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"fill": "#fff"}},
      "soft": {"type": "picture_blur", "inputs": {"region": "boxes"}, "params": {"sigma": 5}}},
    "composite": ["tint", "soft", "lines"]})",
                 make_track_table(rows, {}), {{96, 64}, {25, 1}, static_cast<int>(objects.size())});
}

/// The pass after the blur overflows when the picture is already tinted and blurred.
TEST(PictureReplay, APictureThatWasChangedIsRestoredBeforeItIsDrawnAgain) {
  const auto plan = blurred_crowd({2, 80, 2, 80});
  Device device(plan, in_order(), 1, 1);
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  for (std::int32_t frame = 0; frame < 4; ++frame) {
    Picture expected(plan->clip.size, nv12().format, {});
    expected.fill_noise(7);
    Picture actual = expected;
    cpu->draw({frame, 0}, expected.view());
    EXPECT_EQ(device.draw({frame, 0}, actual.view()).reallocated, frame == 1);
    EXPECT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal") << "frame " << frame;
  }
}

/// The picture has no ground yet when it is saved for a restore.
TEST(PictureReplay, AGroundIsLaidBeforeAnythingIsDrawn) {
  const auto plan = blurred_crowd({2, 80});
  Device device(plan, in_order(), 1, 1);
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  Picture row(plan->clip.size, nv12().format, {});
  row.fill_noise(3);
  for (std::int32_t frame = 0; frame < 2; ++frame) {
    Picture expected(plan->clip.size, nv12().format, {});
    expected.fill_noise(7);
    Picture actual = expected;
    const auto on_ground = [&](Picture& picture) {
      ImageView view = picture.view();
      for (std::size_t i = 0; i < 4; ++i) view.ground[i] = row.view().planes[i].data;
      return view;
    };
    cpu->draw({frame, 0}, on_ground(expected));
    device.draw({frame, 0}, on_ground(actual));
    EXPECT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal") << "frame " << frame;
  }
}

/// The same for frames in flight together.
TEST(PictureReplay, FramesInFlightAtOnceAreRestoredEachByItself) {
  const auto plan = blurred_crowd({80, 79, 7});
  Device device(plan, in_order(), 3, 1);
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

/// The same for a picture in device memory, of which only the replay has a copy.
TEST(PictureReplay, APictureInDeviceMemoryIsRestored) {
  const auto plan = blurred_crowd({80});
  Device device(plan, in_order(), 1, 1);
  Picture expected(plan->clip.size, nv12().format, {});
  expected.fill_noise(5);
  Picture actual = expected;
  make_cpu_replay(plan, {.threads = 1})->draw({0, 0}, expected.view());

  HostQueue& on = device.queue();
  const auto block = on.allocate(device_picture_bytes(nv12().format, plan->clip.size));
  const ImageView host = actual.view(), there = device_picture(host, block.data());
  const auto extents = plane_extents(host.format, host.size);
  const auto copy = [&](const ImageView& to, const ImageView& from, CopyKind kind) {
    for (std::size_t i = 0; i < extents.size(); ++i)
      copy_plane(to.planes[i], from.planes[i], extents[i], kind,
                 [&](const RowCopy& rows) { on.copy_rows(rows); });
  };
  copy(there, host, CopyKind::host_to_device);
  EXPECT_TRUE(device.draw({0, 0}, there).reallocated);
  copy(host, there, CopyKind::device_to_host);
  on.synchronize();
  EXPECT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal");
}

TEST(PictureReplay, TheBudgetIsWhatIsReserved) {
  int checked = 0;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    checked +=
        reserves_its_budget(random_picture_plan(seed, {.size = {640, 360}}), in_order()) ? 1 : 0;
  }
  EXPECT_GE(checked, 6);
}

}  // namespace
}  // namespace overlace::test
