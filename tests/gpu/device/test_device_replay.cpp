// SPDX-License-Identifier: Apache-2.0
// The device pipeline as a whole, run by the host: the same bytes as the CPU back-end.
#include <gtest/gtest.h>

#include "tests/gpu/device/host_queue.h"
#include "tests/gpu/device/replay_checks.h"

namespace overlace::test {
namespace {

using HostReplay = DeviceReplay<HostQueue>;

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

}  // namespace
}  // namespace overlace::test
