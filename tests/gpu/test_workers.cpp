// SPDX-License-Identifier: Apache-2.0
// Loops on several threads: each call happens once, by one worker at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "gpu/host/workers.h"

namespace overlace {
namespace {

TEST(Workers, CallEachIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    Workers workers(threads);
    for (const std::size_t count : {0, 1, 2, 3, 7, 64, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      workers.for_each(count, [&](std::size_t i, int) { ++calls[i]; });
      EXPECT_TRUE(std::ranges::all_of(calls, [](const auto& of) { return of == 1; }))
          << threads << " threads, " << count << " calls";
    }
  }
}

// Each worker has memory of its own, which nobody else may use meanwhile.
TEST(Workers, AreOneThreadEach) {
  constexpr int threads = 4;
  Workers workers(threads);
  std::vector<std::atomic<int>> busy(threads);
  std::atomic<bool> shared = false;
  for (int loop = 0; loop < 200; ++loop)
    workers.for_each(50, [&](std::size_t, int worker) {
      ASSERT_GE(worker, 0);
      ASSERT_LT(worker, threads);
      if (++busy[static_cast<std::size_t>(worker)] != 1) shared = true;
      std::this_thread::sleep_for(std::chrono::nanoseconds(worker));
      --busy[static_cast<std::size_t>(worker)];
    });
  EXPECT_FALSE(shared);
}

// What one loop has written, the next one reads, whoever makes which part of it.
TEST(Workers, SeeWhatTheLastLoopWrote) {
  Workers workers(3);
  std::vector<int> before(97, 0), after(97, -1);
  constexpr int loops = 3000;
  for (int loop = 0; loop < loops; ++loop) {
    workers.for_each(before.size(), [&](std::size_t i, int) {
      after[i] = before[before.size() - 1 - i] + 1;  // made by another worker, as a rule
    });
    std::swap(before, after);
  }
  EXPECT_TRUE(std::ranges::all_of(before, [](int value) { return value == loops; }));
}

// Helpers leave after a moment without a loop, and come again.
TEST(Workers, ComeBack) {
  Workers workers(2);
  for (int loop = 0; loop < 20; ++loop) {
    std::atomic<int> calls = 0;
    workers.for_each(10, [&](std::size_t, int) { ++calls; });
    EXPECT_EQ(calls, 10);
    std::this_thread::sleep_for(std::chrono::milliseconds(loop % 4));
  }
}

TEST(Workers, HandOnAnException) {
  Workers workers(3);
  for (const std::size_t thrown : {0, 40, 99}) {
    std::atomic<int> calls = 0;
    EXPECT_THROW(workers.for_each(100,
                                  [&](std::size_t i, int) {
                                    ++calls;
                                    if (i == thrown) throw std::runtime_error("no");
                                  }),
                 std::runtime_error);
    EXPECT_EQ(calls, 100);
    workers.for_each(100, [&](std::size_t, int) { ++calls; });  // they still work
    EXPECT_EQ(calls, 200);
  }
}

// A helper may still be on its way when its workers are gone.
TEST(Workers, MayGoAtOnce) {
  for (int i = 0; i < 200; ++i) {
    auto workers = std::make_unique<Workers>(4);
    std::atomic<int> calls = 0;
    workers->for_each(5, [&](std::size_t, int) { ++calls; });
    EXPECT_EQ(calls, 5);
  }
}

}  // namespace
}  // namespace overlace
