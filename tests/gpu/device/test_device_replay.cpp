// SPDX-License-Identifier: Apache-2.0
// The device pipeline as a whole, run by the host: the same bytes as the CPU back-end.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "gpu/device/budget.h"
#include "gpu/fallback_replay.h"
#include "tests/gpu/device/host_queue.h"
#include "tests/gpu/device/replay_checks.h"

namespace overlace::test {
namespace {

std::unique_ptr<HostQueue> in_order() {
  return std::make_unique<HostQueue>();
}
std::unique_ptr<HostQueue> shuffled() {
  return std::make_unique<HostQueue>(4711);
}

TEST(DeviceReplay, RandomScenesHaveTheBytesOfTheCpuBackEnd) {
  expect_random_scenes_equal(in_order, 1, 120, {});
}

TEST(DeviceReplay, TheOrderOfTeamsDoesNotMatter) {
  expect_random_scenes_equal(shuffled, 2000, 40, {});
}

TEST(DeviceReplay, ManyThingsOnALargerPicture) {
  expect_random_scenes_equal(in_order, 3000, 6, {.size = {200, 150}, .frames = 2, .things = 90});
}

TEST(DeviceReplay, EveryPreset) {
  expect_presets_equal(in_order, {.size = {320, 180}, .frames = 2, .things = 20});
}

TEST(DeviceReplay, NothingIsReservedOrWaitedForInSteadyState) {
  expect_steady_replays(in_order(), 35);
}

TEST(DeviceReplay, TooManyPiecesAreDrawnAgain) {
  expect_overflow_is_drawn_again(in_order());
}

TEST(DeviceReplay, FramesUnderWayAtOnce) {
  expect_overlapping_frames_equal(shuffled(), false);
}

TEST(DeviceReplay, FramesUnderWayAtOnceOnLayers) {
  expect_overlapping_frames_equal(shuffled(), true);
}

TEST(DeviceReplay, PicturesInDeviceMemory) {
  expect_device_pictures_equal(in_order());
}

/// A GPU cannot read 16-bit samples at odd addresses, and would fail for good.
TEST(DeviceReplay, OddPlanesInDeviceMemoryAreRefused) {
  const auto plan = crowd({5});
  DeviceReplay<HostQueue> device(plan, in_order(), 1, 1);
  NamedFormat p010 = nv12();
  p010.format.sample = SampleType::u16;
  p010.format.bits = 10;
  p010.format.shift = 6;
  const auto block =
      device.queue().allocate(device_picture_bytes(p010.format, plan->clip.size) + 1);
  Picture host(plan->clip.size, p010.format, {});
  const ImageView even = device_picture(host.view(), block.data());
  device.draw({0, 0}, even);
  ImageView odd_place = even, odd_stride = even;
  odd_place.planes[1].data += 1;
  odd_stride.planes[0].stride -= 1;
  EXPECT_THROW(device.draw({0, 0}, odd_place), Error);
  EXPECT_THROW(device.draw({0, 0}, odd_stride), Error);
}

TEST(DeviceReplay, ADeviceDoesNotHearOfEmptyFrames) {
  const auto plan = crowd({0, 3});
  DeviceReplay<HostQueue> device(plan, in_order(), 1, 1);
  Picture picture(plan->clip.size, nv12().format, {});
  picture.fill_noise(3);
  const std::vector<std::byte> before = picture.bytes();
  device.draw({0, 0}, picture.view());
  EXPECT_EQ(device.queue().launches(), 0U);
  EXPECT_EQ(picture.bytes(), before);
}

TEST(DeviceReplay, RowsThatRunUpwards) {
  const auto plan = crowd({9});
  Picture expected(plan->clip.size, nv12().format, {});
  expected.fill_noise(4);
  Picture actual = expected;
  const auto upside_down = [&](ImageView view) {
    const int rows[2] = {plan->clip.size.height, plan->clip.size.height / 2};
    for (std::size_t i = 0; i < 2; ++i) {
      view.planes[i].data += view.planes[i].stride * (rows[i] - 1);
      view.planes[i].stride = -view.planes[i].stride;
    }
    return view;
  };
  make_cpu_replay(plan, {.threads = 1})->draw({0, 0}, upside_down(expected.view()));
  DeviceReplay<HostQueue>(plan, in_order(), 1, 1).draw({0, 0}, upside_down(actual.view()));
  EXPECT_EQ(first_difference(expected.bytes(), actual.bytes()), "equal");
}

TEST(DeviceReplay, TheBudgetIsWhatIsReserved) {
  for (const std::uint32_t seed : {3U, 5U, 12U, 40U}) {  // layers, no tracks, groups, links
    const auto plan = random_plan(seed, {.size = {640, 360}, .layered = seed % 7 == 3});
    DeviceReplay<HostQueue> device(plan, in_order(), 2, 1);
    Picture picture(plan->clip.size, nv12().format, {});
    for (std::size_t slot = 0; slot < 2; ++slot) device.submit(slot, {0, 0}, picture.view());
    for (std::size_t slot = 0; slot < 2; ++slot) device.finish(slot);
    std::size_t told = 0;
    for (const MemoryUse& use : device_budget(*plan, nv12().format, 2, device.queue().warps()))
      told += use.bytes;
    const std::size_t reserved = device.queue().device_bytes();
    EXPECT_LE(told, reserved) << "seed " << seed;
    EXPECT_LT(reserved - told, 4096U) << "seed " << seed;  // counters and the like
  }
}

TEST(DeviceReplay, AGraphAt4kTakesLessThan512MiBAndAt8kLessThan2GiB) {
  for (const auto& [size, most] :
       {std::pair{Size{3840, 2160}, 512U}, std::pair{Size{7680, 4320}, 2048U}}) {
    RandomClip clip{.size = size, .frames = 2, .things = 1000, .layered = true};
    const auto plan = random_plan(12, clip);
    std::size_t bytes = 0;
    for (const MemoryUse& use : device_budget(*plan, nv12().format, 3)) bytes += use.bytes;
    EXPECT_LT(bytes >> 20U, most) << size.width;
  }
}

TEST(DeviceReplay, ATraceHasTheKernelsOfEveryFrame) {
  const auto plan = crowd({5, 6});
  Trace trace;
  {
    DeviceReplay<HostQueue> device(plan, in_order(), 2, 1, &trace);
    Picture picture(plan->clip.size, nv12().format, {});
    for (std::int32_t frame = 0; frame < 2; ++frame) device.draw({frame, 0}, picture.view());
  }
  std::string text;
  trace.write_json([&](std::string_view part) { text += part; });
  for (const char* name : {"upload picture", "links", "begin pass", "build items", "paint tiles",
                           "download picture"}) {
    std::size_t count = 0;
    for (std::size_t at = text.find('"' + std::string(name) + '"'); at != std::string::npos;
         at = text.find('"' + std::string(name) + '"', at + 1))
      ++count;
    EXPECT_GE(count, 2U) << name;
  }
}

/// A device with so little memory left, and the CPU behind it.
struct Fallback {
  std::vector<std::string> said;
  std::unique_ptr<FallbackReplay> replay;

  Fallback(const std::shared_ptr<const Plan>& plan, bool room_for_pictures) {
    auto device = std::make_unique<DeviceReplay<HostQueue>>(plan, in_order(), 2, 1);
    Picture picture(plan->clip.size, nv12().format, {});
    if (room_for_pictures)
      for (std::size_t slot = 0; slot < 2; ++slot) {
        device->submit(slot, {0, 0}, picture.view());
        device->finish(slot);
      }
    device->queue().limit_device_bytes(device->queue().device_bytes());
    replay = std::make_unique<FallbackReplay>(
        std::move(device), [plan] { return make_cpu_replay(plan, {.threads = 1}); },
        [this](const Error& error) { said.push_back(error.problems().front().message); });
  }
};

TEST(DeviceReplay, ADeviceWithoutRoomForPicturesLeavesThemToTheCpu) {
  const auto plan = crowd({4, 5, 6});
  Fallback fallback(plan, false);
  expect_same_frames(plan, *fallback.replay, nv12(), "after falling back");
  EXPECT_EQ(fallback.said, std::vector<std::string>{"the memory of the queue is used up"});
}

TEST(DeviceReplay, ADeviceThatCannotGrowLeavesTheFrameToTheCpu) {
  const auto plan = crowd({4, 80, 80, 6});
  Fallback fallback(plan, true);
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  std::vector<Picture> expected, actual;
  for (int i = 0; i < 4; ++i) {
    expected.emplace_back(plan->clip.size, nv12().format, ColorSpec{}).fill_noise(8);
    actual.push_back(expected.back());
  }
  for (std::int32_t n = 1; n < 4; ++n) cpu->draw({n, 0}, expected[n].view());
  fallback.replay->submit(0, {1, 0}, actual[1].view());  // two under way, and both fail
  fallback.replay->submit(1, {2, 0}, actual[2].view());
  fallback.replay->finish(0);
  fallback.replay->submit(0, {3, 0}, actual[3].view());
  fallback.replay->finish(1);
  fallback.replay->finish(0);
  for (int i = 1; i < 4; ++i)
    EXPECT_EQ(first_difference(expected[i].bytes(), actual[i].bytes()), "equal") << i;
  EXPECT_EQ(fallback.said.size(), 1U);
}

}  // namespace
}  // namespace overlace::test
