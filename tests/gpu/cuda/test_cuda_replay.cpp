// SPDX-License-Identifier: Apache-2.0
// The whole replay on a real GPU; skipped without one.
#include <gtest/gtest.h>

#include <functional>

#include "gpu/cuda/cuda_queue.h"
#include "gpu/devices.h"
#include "tests/gpu/device/replay_checks.h"

namespace overlace::test {
namespace {

class CudaReplay : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList list = list_cuda_devices();
    const DeviceInfo* device = most_free_device(list);
    if (device == nullptr) GTEST_SKIP() << "no usable GPU: " << list.why_none;
    make_queue = [index = device->index] { return std::make_unique<CudaQueue>(index); };
  }

  std::function<std::unique_ptr<CudaQueue>()> make_queue;
};

/// The seed of the first scene, from --gtest_random_seed, so that runs can test different scenes.
std::uint32_t first_scene() {
  const int seed = GTEST_FLAG_GET(random_seed);
  return seed > 0 ? static_cast<std::uint32_t>(seed) : 1;
}

TEST_F(CudaReplay, AThousandRandomScenesHaveTheBytesOfTheCpuBackEnd) {
  expect_random_scenes_equal(make_queue, first_scene(), 1000, {});
}

TEST_F(CudaReplay, LargerScenes) {
  expect_random_scenes_equal(make_queue, 3000, 100,
                             {.size = {640, 360}, .frames = 2, .objects = 200});
}

TEST_F(CudaReplay, RandomGraphsWithEffects) {
  expect_random_effects_equal(make_queue, first_scene(), 400);
}

TEST_F(CudaReplay, EveryPreset) {
  expect_presets_equal(make_queue, {.size = {1920, 1080}, .frames = 31, .objects = 60}, 3);
}

TEST_F(CudaReplay, TenThousandReplaysInSteadyState) {
  expect_steady_replays(make_queue(), 10000);
}

TEST_F(CudaReplay, EarlyLaunchesWaitForResults) {
  const auto early_queue = [this] {
    auto queue = make_queue();
    queue->launch_early(true);
    return queue;
  };
  expect_random_scenes_equal(early_queue, 5000, 100, {});
  expect_steady_replays(early_queue(), 700);
}

TEST_F(CudaReplay, TooManySegmentsAreDrawnAgain) {
  expect_overflow_is_drawn_again(make_queue());
}

TEST_F(CudaReplay, FramesInFlightAtOnce) {
  expect_overlapping_frames_equal(make_queue(), false);
  expect_overlapping_frames_equal(make_queue(), true);
}

TEST_F(CudaReplay, PicturesInDeviceMemory) {
  expect_device_pictures_equal(make_queue());
}

/// Small enough for compute-sanitizer, which slows kernels down a hundredfold.
TEST_F(CudaReplay, AFewScenesForASanitizer) {
  expect_random_scenes_equal(make_queue, 70, 8, {.size = {70, 50}, .frames = 1, .objects = 6});
}

TEST_F(CudaReplay, AFewEffectsForASanitizer) {
  expect_random_effects_equal(make_queue, 200, 24);
}

}  // namespace
}  // namespace overlace::test
