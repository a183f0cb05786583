// SPDX-License-Identifier: Apache-2.0
// Admission to a GPU that does not exist: its memory is just a number.
#include <gtest/gtest.h>

#include <string>

#include "batch/admission.h"

namespace overlace {
namespace {

using Answer = Admission::Answer;

const std::string gpu = "cuda:0", other = "cuda:1";

TEST(Admission, AsksForAnEstimateOnce) {
  Admission admission(1000);
  EXPECT_FALSE(admission.need_of("4K", ""));
  admission.estimated("4K", "", {.host = 300});
  EXPECT_EQ(admission.need_of("4K", "")->host, 300);
  EXPECT_FALSE(admission.need_of("4K", gpu));
  admission.estimated("4K", gpu, {.host = 300, .gpu = 0});  // one that draws on the CPU after all
  EXPECT_TRUE(admission.need_of("4K", gpu));
}

// Eight tenths of the memory are for clips, and each clip needs three tenths.
TEST(Admission, AGpuHasAsManyClipsAsItsMemoryHolds) {
  Admission admission(1'000'000);
  admission.estimated("HD", gpu, {.host = 1, .gpu = 300});
  admission.gpu_has_free(gpu, 1000);
  const MemoryNeed need = *admission.need_of("HD", gpu);
  EXPECT_EQ(admission.take(gpu, need), Answer::granted);
  admission.gpu_has_free(gpu, 100);  // reported by the next clip while the first one draws
  EXPECT_EQ(admission.take(gpu, need), Answer::granted);
  EXPECT_EQ(admission.take(gpu, need), Answer::gpu_is_full);
  EXPECT_EQ(admission.take(other, need), Answer::granted);
  admission.give_back(gpu, need);
  EXPECT_EQ(admission.take(gpu, need), Answer::granted);
}

TEST(Admission, WhatAnotherProgramTakesIsSeenOnceNobodyDraws) {
  Admission admission(1'000'000);
  admission.gpu_has_free(gpu, 1000);
  const MemoryNeed need{.host = 1, .gpu = 300};
  EXPECT_EQ(admission.take(gpu, need), Answer::granted);
  admission.give_back(gpu, need);
  admission.gpu_has_free(gpu, 400);
  EXPECT_EQ(admission.take(gpu, need), Answer::granted);  // a clip alone is always admitted
  EXPECT_EQ(admission.take(gpu, need), Answer::gpu_is_full);
}

TEST(Admission, BothMemoriesOrNone) {
  Admission admission(100);
  admission.gpu_has_free(gpu, 1000);
  EXPECT_EQ(admission.take("", {.host = 90}), Answer::granted);
  EXPECT_EQ(admission.take(gpu, {.host = 20, .gpu = 500}), Answer::host_is_full);
  EXPECT_EQ(admission.take(gpu, {.host = 10, .gpu = 800}), Answer::granted);  // all of it is there
}

TEST(Admission, AShortageIsOfTheMemoryThatWasShort) {
  Admission admission(1000);
  admission.estimated("HD", gpu, {.host = 100, .gpu = 100});
  admission.was_short("HD", gpu, false);
  EXPECT_EQ(admission.need_of("HD", gpu)->gpu, 150);
  EXPECT_EQ(admission.need_of("HD", gpu)->host, 100);
  admission.was_short("HD", gpu, true);
  EXPECT_EQ(admission.need_of("HD", gpu)->host, 150);
}

}  // namespace
}  // namespace overlace
