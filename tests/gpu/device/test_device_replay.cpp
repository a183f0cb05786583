// SPDX-License-Identifier: Apache-2.0
// The device pipeline as a whole, run by the host: the same bytes as the CPU back-end.
#include <gtest/gtest.h>

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

TEST(DeviceReplay, NothingIsReservedOrWaitedForInSteadyState) {
  expect_steady_replays(in_order(), 35);
}

TEST(DeviceReplay, TooManyPiecesAreDrawnAgain) {
  expect_overflow_is_drawn_again(in_order());
}

TEST(DeviceReplay, FramesUnderWayAtOnce) {
  expect_overlapping_frames_equal(shuffled());
}

TEST(DeviceReplay, PicturesInDeviceMemory) {
  expect_device_pictures_equal(in_order());
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

}  // namespace
}  // namespace overlace::test
