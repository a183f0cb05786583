// SPDX-License-Identifier: Apache-2.0
// Which clips get memory.
#include <gtest/gtest.h>

#include "batch/memory_budget.h"

namespace overlace {
namespace {

TEST(MemoryBudget, WhatWasSeenCountsMoreThanWhatWasEstimated) {
  MemoryBudget budget(1000);
  EXPECT_FALSE(budget.need_of("4K"));
  budget.estimated("4K", 500);
  EXPECT_EQ(budget.need_of("4K"), 500);
  budget.seen("4K", 100);
  budget.seen("4K", 80);
  EXPECT_EQ(budget.need_of("4K"), 120);
  EXPECT_FALSE(budget.need_of("HD"));
}

TEST(MemoryBudget, AShortageRaisesTheNeed) {
  MemoryBudget budget(1000);
  budget.estimated("4K", 100);
  budget.was_short("4K");
  EXPECT_EQ(budget.need_of("4K"), 150);
  budget.was_short("4K");
  EXPECT_EQ(budget.need_of("4K"), 225);
}

TEST(MemoryBudget, WhatDoesNotFitWaitsButForTheOnlyOne) {
  MemoryBudget budget(1000);
  EXPECT_TRUE(budget.take(2000));
  EXPECT_FALSE(budget.take(1));
  budget.give_back(2000);
  EXPECT_TRUE(budget.take(600));
  EXPECT_TRUE(budget.take(400));
  EXPECT_FALSE(budget.take(1));
  EXPECT_EQ(budget.taken(), 1000);
}

}  // namespace
}  // namespace overlace
