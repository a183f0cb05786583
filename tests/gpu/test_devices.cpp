// SPDX-License-Identifier: Apache-2.0
// Choosing among GPUs that are made up, and what a listing of the real ones always holds.
#include <gtest/gtest.h>

#include "gpu/devices.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

DeviceInfo gpu(int index, std::uint64_t free_memory, std::string why_not = {}) {
  DeviceInfo info;
  info.index = index;
  info.name = "Test";
  info.free_memory = free_memory;
  info.why_not = std::move(why_not);
  return info;
}

DeviceList list_of(std::vector<DeviceInfo> devices) {
  return {.devices = std::move(devices), .why_none = {}};
}

std::string refusal(const DeviceList& list, int index) {
  try {
    static_cast<void>(demanded_device(list, index));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unavailable);
    return error.problems().front().message;
  }
  return "was given a device";
}

TEST(Devices, TheOneWithMostFreeMemoryIsTheBest) {
  const DeviceList list = list_of({gpu(0, 5), gpu(1, 9), gpu(2, 9), gpu(3, 100, "broken")});
  ASSERT_NE(most_free_device(list), nullptr);
  EXPECT_EQ(most_free_device(list)->index, 1);
  EXPECT_EQ(demanded_device(list, -1).index, 1);
  EXPECT_EQ(demanded_device(list, 2).index, 2);
}

TEST(Devices, ARefusalGivesTheCause) {
  EXPECT_EQ(most_free_device(list_of({gpu(0, 5, "broken")})), nullptr);
  EXPECT_NE(refusal(list_of({gpu(0, 5, "broken")}), -1).find("broken"), std::string::npos);
  EXPECT_NE(refusal(list_of({gpu(0, 5, "broken"), gpu(1, 1)}), 0).find("broken"),
            std::string::npos);
  EXPECT_NE(refusal(list_of({gpu(0, 5), gpu(1, 1)}), 7).find("no GPU 7"), std::string::npos);
  EXPECT_EQ(refusal({.devices = {}, .why_none = "no driver"}, -1), "no driver");
  EXPECT_EQ(refusal({.devices = {}, .why_none = "no driver"}, 0), "no driver");
}

// CUDA C++ Programming Guide, "Application Compatibility": machine code runs on the same major
// version from its own minor version on; PTX on anything that is not older.
TEST(Devices, KernelsRunOnTheirGenerationAndPtxOnNewerOnes) {
  const std::vector<int> release{75, 80, 86, 89, 90, 100, 120};
  EXPECT_FALSE(runs_on(release, 7, 0));
  EXPECT_TRUE(runs_on(release, 7, 5));
  EXPECT_TRUE(runs_on(release, 8, 7));
  EXPECT_TRUE(runs_on(release, 10, 3));
  EXPECT_FALSE(runs_on(release, 11, 0));
  EXPECT_TRUE(runs_on(release, 12, 1));
  EXPECT_TRUE(runs_on(release, 13, 0));
  EXPECT_FALSE(runs_on({90}, 8, 9));
  EXPECT_TRUE(runs_on({90}, 12, 0));
  EXPECT_FALSE(runs_on({}, 9, 0));
}

TEST(Devices, AnEmptyListHasAReason) {
  const DeviceList list = list_cuda_devices();
  EXPECT_EQ(list.why_none.empty(), !list.devices.empty());
  for (const DeviceInfo& device : list.devices) {
    EXPECT_FALSE(device.name.empty());
    EXPECT_LE(device.free_memory, device.memory);
  }
}

}  // namespace
}  // namespace overlace
