// SPDX-License-Identifier: Apache-2.0
// Choosing among invented GPUs, and what a listing of the real ones always contains.
#include <gtest/gtest.h>

#include "gpu/devices.h"
#include "graph/core/error.h"
#include "tests/gpu/device/record_layouts.h"

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

// CUDA C++ Programming Guide, "Application Compatibility": machine code runs on its major version,
// from its minor version on; PTX runs on everything that is not older.
TEST(Devices, KernelsRunOnTheirGenerationAndPtxOnNewerOnes) {
  const CompiledCode release{.machine = {75, 80, 86, 89, 90, 100, 120}, .ptx = {120}};
  EXPECT_EQ(code_for(release, 7, 0), std::nullopt);
  EXPECT_EQ(code_for(release, 7, 5), 75);
  EXPECT_EQ(code_for(release, 8, 7), 86);
  EXPECT_EQ(code_for(release, 10, 3), 100);
  EXPECT_EQ(code_for(release, 11, 0), std::nullopt);
  EXPECT_EQ(code_for(release, 12, 1), 120);
  EXPECT_EQ(code_for(release, 13, 0), 120);
  EXPECT_EQ(code_for({.machine = {90}, .ptx = {90}}, 8, 9), std::nullopt);
  EXPECT_EQ(code_for({.machine = {90}, .ptx = {90}}, 12, 0), 90);
}

TEST(Devices, WithoutPtxANewerGpuHasNoKernels) {
  const CompiledCode native{.machine = {90}, .ptx = {}};
  EXPECT_EQ(code_for(native, 9, 0), 90);
  EXPECT_EQ(code_for(native, 10, 0), std::nullopt);
  EXPECT_EQ(code_for({}, 9, 0), std::nullopt);
  const CompiledCode both{.machine = {120}, .ptx = {80, 75}};
  EXPECT_EQ(code_for(both, 9, 0), 80);
  EXPECT_EQ(code_for(both, 12, 0), 120);
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
