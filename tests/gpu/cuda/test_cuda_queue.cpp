// SPDX-License-Identifier: Apache-2.0
// The queue of a real GPU; skipped without one.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "gpu/cuda/cuda_queue.h"
#include "gpu/devices.h"
#include "graph/core/error.h"
#include "tests/gpu/cuda/kernels.h"

namespace overlace {
namespace {

class CudaQueueTest : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceList list = list_cuda_devices();
    const DeviceInfo* device = most_free_device(list);
    if (device == nullptr) GTEST_SKIP() << "no usable GPU: " << list.why_none;
    queue = std::make_unique<CudaQueue>(device->index);
  }

  std::vector<std::uint32_t> downloaded(const CudaQueue::Block& block) {
    std::vector<std::uint32_t> values(block.size() / sizeof(std::uint32_t));
    queue->download(values.data(), block.data(), block.size());
    queue->synchronize();
    return values;
  }

  std::unique_ptr<CudaQueue> queue;
};

std::uint32_t* numbers(const CudaQueue::Block& block) {
  return reinterpret_cast<std::uint32_t*>(block.data());
}

TEST_F(CudaQueueTest, MemoryIsZeroAndComesBackAsSent) {
  const CudaQueue::Block block = queue->allocate(1000 * sizeof(std::uint32_t));
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>(1000, 0));
  std::vector<std::uint32_t> sent(1000);
  std::iota(sent.begin(), sent.end(), 7U);
  queue->upload(block.data(), sent.data(), block.size());
  EXPECT_EQ(downloaded(block), sent);
  queue->clear(block.data(), block.size());
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>(1000, 0));
}

TEST_F(CudaQueueTest, RowsAreCopiedAndWhatLiesBetweenIsNot) {
  const CudaQueue::Block block = queue->allocate(4 * 16);
  const std::vector<std::uint8_t> source(4 * 10, 0xFF);
  queue->copy_rows({block.data(), 16, source.data(), 10, 9, 4, CopyKind::host_to_device});
  const std::vector<std::uint32_t> words = downloaded(block);
  for (int row = 0; row < 4; ++row) {
    EXPECT_EQ(words[row * 4 + 1], 0xFFFFFFFFU);
    EXPECT_EQ(words[row * 4 + 2], 0x000000FFU);
    EXPECT_EQ(words[row * 4 + 3], 0U);
  }
}

TEST_F(CudaQueueTest, EveryGroupOfABlockHasItsOwnSharedMemory) {
  constexpr std::uint32_t groups = 1001;  // the last block is not full
  const CudaQueue::Block warps = queue->allocate(groups * sizeof(std::uint32_t));
  const CudaQueue::Block blocks = queue->allocate(groups * sizeof(std::uint32_t));
  queue->launch(SumOfThreadGroup<32>{numbers(warps), groups}, groups);
  queue->launch(SumOfThreadGroup<256>{numbers(blocks), groups}, groups);
  EXPECT_EQ(downloaded(warps), std::vector<std::uint32_t>(groups, 32 * 33 / 2));
  EXPECT_EQ(downloaded(blocks), std::vector<std::uint32_t>(groups, 256 * 257 / 2));
}

TEST_F(CudaQueueTest, AGraphRunsOnlyWhenReplayedAndThenEachTime) {
  const CudaQueue::Block block = queue->allocate(5000 * sizeof(std::uint32_t));
  const auto add = [&] { queue->launch(AddOne{numbers(block), 5000}, 20); };
  const CudaQueue::Graph graph = queue->capture([&] {
    add();
    add();
  });
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>(5000, 0));
  const QueueCounts before = queue->counts();
  CudaQueue::Event event = queue->make_event();
  for (int i = 0; i < 100; ++i) {
    queue->replay(graph);
    queue->record(event);
    queue->wait(event);
  }
  EXPECT_EQ(queue->counts(), before);
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>(5000, 200));
}

TEST_F(CudaQueueTest, AFailureInACaptureLeavesTheQueueUsable) {
  const CudaQueue::Block block = queue->allocate(sizeof(std::uint32_t));
  EXPECT_THROW(static_cast<void>(queue->capture([&] {
                 queue->launch(AddOne{numbers(block), 1}, 1);
                 throw Error(ErrorCode::internal, "of the test");
               })),
               Error);
  queue->launch(AddOne{numbers(block), 1}, 1);
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>{1});
}

/// In a graph and outside one.
TEST_F(CudaQueueTest, KernelsThatAreLaunchedEarlyWaitForThoseBefore) {
  const CudaQueue::Block block = queue->allocate(5000 * sizeof(std::uint32_t));
  queue->launch_early(true);
  const auto add_three = [&] {
    for (int i = 0; i < 3; ++i) queue->launch(AddOne{numbers(block), 5000}, 20);
  };
  const CudaQueue::Graph graph = queue->capture(add_three);
  for (int i = 0; i < 100; ++i) queue->replay(graph);
  add_three();
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>(5000, 303));
}

TEST_F(CudaQueueTest, AnEventTellsWhenWhatRanAsideIsDone) {
  constexpr std::size_t bytes = 5000 * sizeof(std::uint32_t);
  const CudaQueue::Block block = queue->allocate(bytes);
  const CudaQueue::HostBlock host = queue->allocate_host(bytes);
  CudaQueue::Event left = queue->make_event();
  queue->launch(AddOne{numbers(block), 5000}, 20);
  queue->aside([&] {
    queue->download(host.data(), block.data(), bytes);
    queue->record(left);
  });
  queue->wait(left);
  const auto* values = reinterpret_cast<const std::uint32_t*>(host.data());
  EXPECT_EQ(std::vector<std::uint32_t>(values, values + 5000), std::vector<std::uint32_t>(5000, 1));
}

TEST_F(CudaQueueTest, WorkGoesToTheStreamThatWasGiven) {
  CudaQueue guest(queue->device(), queue->stream());
  EXPECT_EQ(guest.stream(), queue->stream());
  const CudaQueue::Block block = queue->allocate(sizeof(std::uint32_t));
  const CudaQueue::Graph graph = guest.capture([&] { guest.launch(AddOne{numbers(block), 1}, 1); });
  guest.replay(graph);
  guest.launch(AddOne{numbers(block), 1}, 1);
  EXPECT_EQ(downloaded(block), std::vector<std::uint32_t>{2});
}

TEST_F(CudaQueueTest, KernelsReadHostBlocksInPlace) {
  const CudaQueue::HostBlock block = queue->allocate_host(100 * sizeof(std::uint32_t));
  auto* host = reinterpret_cast<std::uint32_t*>(block.data());
  host[99] = 41;
  queue->launch(AddOne{reinterpret_cast<std::uint32_t*>(block.device()), 100}, 1);
  queue->synchronize();
  EXPECT_EQ(host[0], 1U);
  EXPECT_EQ(host[99], 42U);
}

TEST_F(CudaQueueTest, TooMuchMemoryIsSaidAndLeavesTheQueueUsable) {
  try {
    static_cast<void>(queue->allocate(std::size_t{1} << 50U));
    FAIL() << "there is no GPU with a pebibyte";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  }
  EXPECT_EQ(downloaded(queue->allocate(4)), std::vector<std::uint32_t>{0});
}

TEST_F(CudaQueueTest, AllocationsAndGraphsAndSynchronisationsAreCounted) {
  EXPECT_EQ(queue->counts(), QueueCounts{});
  const CudaQueue::Block block = queue->allocate(4);
  const CudaQueue::HostBlock host = queue->allocate_host(4);
  const CudaQueue::Graph graph = queue->capture([&] { queue->clear(block.data(), 4); });
  queue->replay(graph);
  queue->synchronize();
  EXPECT_EQ(queue->counts(), (QueueCounts{2, 1, 1}));
}

TEST_F(CudaQueueTest, LaunchesAreDescribedWhileSomebodyAsks) {
  const CudaQueue::Block block = queue->allocate(5000 * sizeof(std::uint32_t));
  std::vector<KernelShape> shapes;
  const auto launch = [&] { queue->launch(AddOne{numbers(block), 5000}, 18); };
  launch();
  queue->describe_launches(&shapes);
  launch();
  queue->describe_launches(nullptr);
  launch();
  ASSERT_EQ(shapes.size(), 1U);
  EXPECT_EQ(shapes[0].blocks, 5U) << "18 warps in blocks of four";
  EXPECT_EQ(shapes[0].threads, 128U);
  EXPECT_GT(shapes[0].registers, 0U);
  EXPECT_GT(shapes[0].resident_blocks, 0U);
  EXPECT_EQ(shapes[0].local_bytes + shapes[0].shared_bytes, 0U);
  EXPECT_GT(queue->multiprocessors(), 0U);
}

TEST_F(CudaQueueTest, EventsTellWhenWorkIsDoneAndHowLongItTook) {
  CudaQueue::Event begin = queue->make_timing_event(), end = queue->make_timing_event();
  EXPECT_TRUE(queue->done(end));
  const CudaQueue::Block block = queue->allocate(64U << 20U);
  queue->record(begin);
  queue->clear(block.data(), block.size());
  queue->record(end);
  queue->wait(end);
  EXPECT_TRUE(queue->done(end));
  EXPECT_GT(queue->elapsed_ms(begin, end), 0);
}

}  // namespace
}  // namespace overlace
