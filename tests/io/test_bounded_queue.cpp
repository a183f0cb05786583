// SPDX-License-Identifier: Apache-2.0
// The queue between stages: order, ends, and items that wait until others are behind them.
#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "render/bounded_queue.h"

namespace overlace {
namespace {

using namespace std::chrono_literals;

TEST(BoundedQueue, KeepsTheOrderAndEnds) {
  BoundedQueue<int> queue(2);
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  EXPECT_EQ(queue.pop(), 1);
  queue.close();
  EXPECT_FALSE(queue.push(3));
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, LateItemsWaitForOthersBehindThem) {
  BoundedQueue<int> queue(3);
  queue.push(1);
  queue.push(2);
  std::future<std::optional<int>> oldest =
      std::async(std::launch::async, [&] { return queue.pop_late(); });
  EXPECT_EQ(oldest.wait_for(50ms), std::future_status::timeout);
  queue.push(3);
  EXPECT_EQ(oldest.get(), 1);
  queue.close();
  EXPECT_EQ(queue.pop_late(), 2);
  EXPECT_EQ(queue.pop_late(), 3);
  EXPECT_EQ(queue.pop_late(), std::nullopt);
}

TEST(BoundedQueue, GivingUpWakesWhoWaits) {
  BoundedQueue<int> queue(3);
  queue.push(1);
  std::future<std::optional<int>> oldest =
      std::async(std::launch::async, [&] { return queue.pop_late(); });
  queue.abandon();
  EXPECT_EQ(oldest.get(), std::nullopt);
}

}  // namespace
}  // namespace overlace
