// SPDX-License-Identifier: Apache-2.0
// The whole device pipeline, run on the host: the same bytes as the CPU back-end.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/device/budget.h"
#include "gpu/device/fallback_replay.h"
#include "gpu/device/plan_division.h"
#include "tests/gpu/device/host_replay.h"
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

TEST(DeviceReplay, TheOrderOfGroupsDoesNotMatter) {
  expect_random_scenes_equal(shuffled, 2000, 40, {});
}

TEST(DeviceReplay, ManyThingsOnALargerPicture) {
  expect_random_scenes_equal(in_order, 3000, 6, {.size = {200, 150}, .frames = 2, .objects = 90});
}

TEST(DeviceReplay, EveryPreset) {
  expect_presets_equal(in_order, {.size = {320, 180}, .frames = 31, .objects = 20}, 2);
}

TEST(DeviceReplay, NothingIsReservedOrWaitedForInSteadyState) {
  expect_steady_replays(in_order(), 35);
}

TEST(DeviceReplay, TooManySegmentsAreDrawnAgain) {
  expect_overflow_is_drawn_again(in_order());
}

TEST(DeviceReplay, FramesInFlightAtOnce) {
  expect_overlapping_frames_equal(shuffled(), false);
}

TEST(DeviceReplay, FramesInFlightAtOnceOnLayers) {
  expect_overlapping_frames_equal(shuffled(), true);
}

TEST(DeviceReplay, PicturesInDeviceMemory) {
  expect_device_pictures_equal(in_order());
}

/// A GPU cannot read 16-bit samples at odd addresses; the attempt would make its context unusable.
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
  int checked = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const auto plan = random_plan(seed, {.size = {640, 360}, .layered = seed % 7 == 3});
    checked += reserves_its_budget(plan, in_order()) ? 1 : 0;
  }
  EXPECT_GE(checked, 20);
}

/// NVIDIA's data sheets: H100 and H200 have 132 multiprocessors of 2,048 threads, B200 has 148;
/// half of the threads are launched.
TEST(DeviceReplay, TheBudgetIsForTheLargestGpu) {
  std::uint32_t seed = 1;
  std::shared_ptr<const Plan> plan;
  do plan = random_plan(seed++, {});
  while (make_device_program(*plan).group_depth == 0);  // group memory is reserved per warp
  const auto bytes = [&](const std::vector<MemoryUse>& uses) {
    std::size_t sum = 0;
    for (const MemoryUse& use : uses) sum += use.bytes;
    return sum;
  };
  const std::size_t told = bytes(device_budget(*plan, nv12().format, 3));
  EXPECT_GT(told, bytes(device_budget(*plan, nv12().format, 3, 132 * 32)));
  EXPECT_EQ(told, bytes(device_budget(*plan, nv12().format, 3, 148 * 32)));
}

TEST(DeviceReplay, AGraphAt4kTakesLessThan512MiBAndAt8kLessThan2GiB) {
  for (const auto& [size, most] :
       {std::pair{Size{3840, 2160}, 512U}, std::pair{Size{7680, 4320}, 2048U}}) {
    RandomClip clip{.size = size, .frames = 2, .objects = 1000, .layered = true};
    const auto plan = random_plan(12, clip);
    std::size_t bytes = 0;
    for (const MemoryUse& use : device_budget(*plan, nv12().format, 3)) bytes += use.bytes;
    EXPECT_LT(bytes >> 20U, most) << size.width;
    const auto picture = static_cast<std::size_t>(size.width * size.height) * 3 / 2;
    EXPECT_GT(bytes, 3 * picture) << "three pictures, and more";
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
  for (const char* name :
       {"upload picture", "links", "build items", "paint tiles", "download picture"}) {
    std::size_t count = 0;
    for (std::size_t at = text.find('"' + std::string(name) + '"'); at != std::string::npos;
         at = text.find('"' + std::string(name) + '"', at + 1))
      ++count;
    EXPECT_GE(count, 2U) << name;
  }
}

/// A hundred passes plus one make more than 256 marks.
TEST(DeviceReplay, ATraceHasAllKernelsOfAPlanWithManyPasses) {
  Plan many = *crowd({5});
  many.steps.insert(many.steps.begin(), 100,
                    {.name = "early", .stage = "frame", .work = RasterStep{}});
  Trace trace;
  {
    const auto plan = std::make_shared<const Plan>(std::move(many));
    DeviceReplay<HostQueue> device(plan, in_order(), 1, 1, &trace);
    Picture picture(plan->clip.size, nv12().format, {});
    device.draw({0, 0}, picture.view());
  }
  std::string text;
  trace.write_json([&](std::string_view part) { text += part; });
  std::size_t count = 0;
  for (std::size_t at = text.find("\"paint tiles\""); at != std::string::npos;
       at = text.find("\"paint tiles\"", at + 1))
    ++count;
  EXPECT_EQ(count, 101U);
}

TEST(DeviceReplay, APictureIsNotChangedBeforeTheFirstPass) {
  Plan plan = *crowd({5});
  plan.layers.push_back({.name = "region"});
  plan.steps.insert(plan.steps.begin(),
                    {.name = "blur", .stage = "frame", .work = PictureStep{{}, 0}});
  EXPECT_THROW((void)make_device_program(plan), Error);
}

/// A replay on a device that the test makes, with the CPU as its fallback.
struct FallingBack {
  std::vector<std::string> said;
  std::unique_ptr<Replay> replay;

  using MakeDevice = std::function<std::unique_ptr<DeviceReplay<HostQueue>>()>;
  FallingBack(const std::shared_ptr<const Plan>& plan, const MakeDevice& make_device) {
    replay = make_fallback_replay(
        {.make_first =
             [=, this] {
               auto device = make_device();
               queue_ = &device->queue();
               return device;
             },
         .make_second = [plan] { return make_cpu_replay(plan, {.threads = 1}); },
         .log = [this](const Error& error) { said.push_back(error.problems().front().message); },
         .copy = [this](const ImageView& to, const ImageView& from) { copy(to, from); }});
  }
  FallingBack(const FallingBack&) = delete;
  FallingBack& operator=(const FallingBack&) = delete;

 private:
  void copy(const ImageView& to, const ImageView& from) {
    const auto extents = plane_extents(from.format, from.size);
    for (std::size_t i = 0; i < extents.size(); ++i)
      copy_plane(to.planes[i], from.planes[i], extents[i], CopyKind::device_to_host,
                 [this](const RowCopy& rows) { queue_->copy_rows(rows); });
    queue_->synchronize();
  }
  HostQueue* queue_ = nullptr;  ///< the device's
};

constexpr const char* used_up = "the memory of the queue is used up";

TEST(DeviceReplay, ADeviceWithoutRoomForPicturesLeavesThemToTheCpu) {
  const auto plan = crowd({4, 5, 6});
  FallingBack falling(plan, [&] {
    auto device = std::make_unique<DeviceReplay<HostQueue>>(plan, in_order(), 2, 1);
    device->queue().limit_device_bytes(device->queue().device_bytes());
    return device;
  });
  expect_same_frames(plan, *falling.replay, nv12(), "after falling back");
  EXPECT_EQ(falling.said, std::vector<std::string>{used_up});
}

/// Draws a clip with two frames in flight, on pictures in the memory that the replay prefers, and
/// compares them with the CPU's.
void expect_frames_of_the_cpu(const std::shared_ptr<const Plan>& plan, Replay& replay) {
  const auto cpu = make_cpu_replay(plan, {.threads = 1});
  const Size size = stored_size(plan->clip);
  struct Shot {
    Picture expected;
    std::vector<std::byte> memory;
    ImageView view;
  };
  std::vector<Shot> shots;
  const std::size_t bytes = device_picture_bytes(nv12().format, size);
  const auto slot_of = [](std::size_t frame) { return frame % 2; };
  for (std::int32_t frame = 0; frame < plan->clip.frame_count; ++frame) {
    const auto i = static_cast<std::size_t>(frame);
    Picture expected(size, nv12().format, {});
    expected.fill_noise(8);
    shots.push_back({expected, std::vector<std::byte>(bytes), {}});
    Shot& shot = shots.back();
    shot.view = device_picture(expected.view(), shot.memory.data());
    const auto extents = plane_extents(shot.view.format, size);
    for (std::size_t plane = 0; plane < 2; ++plane)
      for (std::size_t y = 0; y < extents[plane].rows; ++y) {
        const PlaneView from = expected.view().planes[plane], to = shot.view.planes[plane];
        const auto row = static_cast<std::ptrdiff_t>(y);
        std::copy_n(from.data + row * from.stride, extents[plane].row_bytes,
                    to.data + row * to.stride);
      }
    shot.view.memory = replay.memory();
    cpu->draw({frame, 0}, shot.expected.view());
    if (i >= 2) replay.finish(slot_of(i));
    replay.submit(slot_of(i), {frame, 0}, shot.view);
  }
  for (std::size_t i = std::max<std::size_t>(shots.size(), 2) - 2; i < shots.size(); ++i)
    replay.finish(slot_of(i));
  for (std::size_t i = 0; i < shots.size(); ++i) {
    const auto extents = plane_extents(shots[i].view.format, size);
    for (std::size_t plane = 0; plane < 2; ++plane)
      for (std::size_t y = 0; y < extents[plane].rows; ++y) {
        const PlaneView a = shots[i].expected.view().planes[plane];
        const PlaneView b = shots[i].view.planes[plane];
        const auto row = static_cast<std::ptrdiff_t>(y);
        ASSERT_TRUE(std::equal(
            a.data + row * a.stride,
            a.data + row * a.stride + static_cast<std::ptrdiff_t>(extents[plane].row_bytes),
            b.data + row * b.stride))
            << "frame " << i << ", plane " << plane << ", row " << y;
      }
  }
}

/// Whichever reservation fails, on the first frame or when tables grow, the CPU takes over.
void expect_every_failure_survived(const std::shared_ptr<const Plan>& plan) {
  std::size_t failures = 0;
  for (std::size_t n = 1;; ++n) {
    SCOPED_TRACE("reservation " + std::to_string(n));
    FallingBack falling(plan, [&] {
      auto queue = in_order();
      queue->fail_reservation(n);
      return std::make_unique<DeviceReplay<HostQueue>>(plan, std::move(queue), 2, 1);
    });
    expect_frames_of_the_cpu(plan, *falling.replay);
    if (testing::Test::HasFatalFailure()) return;
    if (falling.said.empty()) break;
    EXPECT_EQ(falling.said, std::vector<std::string>{used_up});
    EXPECT_EQ(falling.replay->memory(), Memory::host);
    ++failures;
  }
  EXPECT_GT(failures, 10U);
}

TEST(DeviceReplay, MemoryMayRunOutAtAnyReservation) {
  expect_every_failure_survived(crowd({4, 80, 80, 6}));
  expect_every_failure_survived(crowd({4, 80, 80, 6}, true));
}

TEST(DeviceReplay, MemoryMayRunOutAtAnyReservationOfARichGraph) {
  for (const std::uint32_t seed : {3U, 12U, 40U})  // layers, groups, links
    expect_every_failure_survived(random_plan(seed, {.frames = 3, .layered = seed == 3}));
}

/// A kernel failure is an internal error, which surfaces when the host waits.
TEST(DeviceReplay, AFailedKernelLeavesTheFrameToTheCpu) {
  class Failing final : public Replay {
   public:
    [[nodiscard]] Memory memory() const override { return Memory::cuda; }
    [[nodiscard]] std::size_t slots() const override { return 2; }
    void submit(std::size_t, const FrameTime&, const ImageView&) override {}
    ReplayStats finish(std::size_t) override {
      throw Error(ErrorCode::internal, "an illegal memory access was encountered");
    }
    PixelRect bounds(const FrameTime&) override { return {}; }
  };
  const auto plan = crowd({4, 5, 6});
  std::vector<std::string> said;
  Fallback fallback{
      .make_first = [] { return std::make_unique<Failing>(); },
      .make_second = [plan] { return make_cpu_replay(plan, {.threads = 1}); },
      .log = [&](const Error& error) { said.push_back(error.problems().front().message); }};
  FallbackReplay replay(fallback);
  expect_same_frames(plan, replay, nv12(), "after a failed kernel");
  EXPECT_EQ(said, std::vector<std::string>{"an illegal memory access was encountered"});

  // A picture in the memory of a lost device cannot be drawn on.
  fallback.copy = [](const ImageView&, const ImageView&) {
    throw Error(ErrorCode::unavailable, "copying a picture: the context is lost");
  };
  FallbackReplay lost(fallback);
  Picture picture(plan->clip.size, nv12().format, {});
  ImageView there = picture.view();
  there.memory = Memory::cuda;
  lost.submit(0, {1, 0}, there);
  try {
    lost.finish(0);
    ADD_FAILURE() << "the frame was drawn";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unavailable);
    EXPECT_NE(std::string(error.what()).find("frame 1"), std::string::npos) << error.what();
  }
}

/// Errors of the plan itself do not cause a fallback.
TEST(DeviceReplay, OtherErrorsArePassedOn) {
  const auto plan = crowd({4});
  EXPECT_THROW(static_cast<void>(make_fallback_replay(
                   {.make_first = []() -> std::unique_ptr<Replay> {
                      throw Error(ErrorCode::limit, "text needs too many glyphs");
                    },
                    .make_second = [plan] { return make_cpu_replay(plan, {.threads = 1}); },
                    .log = [](const Error& error) { ADD_FAILURE() << error.what(); }})),
               Error);
}

}  // namespace
}  // namespace overlace::test
