// SPDX-License-Identifier: Apache-2.0
// What each end of an attempt means: the table of docs/batch.md.
#include <gtest/gtest.h>

#include "batch/clip_state.h"

namespace overlace {
namespace {

ClipHistory begun() {
  return {.attempts = 1};
}

ClipState after(int code) {
  ClipHistory history = begun();
  return judge({.code = code}, history).state;
}

/// Attempts with the same end until the clip is settled.
int attempts_until_settled(const AttemptEnd& end, ClipState settled) {
  ClipHistory history;
  for (int attempts = 1; attempts < 20; ++attempts) {
    ++history.attempts;
    const Verdict verdict = judge(end, history);
    if (verdict.state != ClipState::waiting) {
      EXPECT_EQ(verdict.state, settled);
      return attempts;
    }
  }
  return -1;
}

TEST(ClipState, WhatEndsWellIsDone) {
  EXPECT_EQ(after(0), ClipState::done);
  EXPECT_EQ(after(3), ClipState::done_with_loss);
}

TEST(ClipState, WhatIsWrongInItselfFailsAtOnce) {
  for (const int code : {2, 4, 5, 6}) EXPECT_EQ(after(code), ClipState::failed) << code;
}

TEST(ClipState, AnInputThatChangedIsReadOnceMore) {
  for (const int code : {2, 4, 6})
    EXPECT_EQ(attempts_until_settled({.code = code, .input_changed = true}, ClipState::failed), 2)
        << code;
}

TEST(ClipState, CrashesArePoisonAtTheSecondTime) {
  for (const int code : {1, 134, 135, 139})
    EXPECT_EQ(attempts_until_settled({.code = code}, ClipState::poison), 2) << code;
  EXPECT_EQ(attempts_until_settled({.code = 143, .stalled = true}, ClipState::poison), 2);
}

TEST(ClipState, WantOfMemoryAsksForMore) {
  for (const int code : {33, 137}) {
    ClipHistory history = begun();
    EXPECT_TRUE(judge({.code = code}, history).needs_more_memory);
    EXPECT_EQ(attempts_until_settled({.code = code}, ClipState::failed), 4);
  }
}

TEST(ClipState, AFullDiskIsTriedAgain) {
  EXPECT_EQ(attempts_until_settled({.code = 5, .disk_is_full = true}, ClipState::failed), 3);
}

TEST(ClipState, WhatCannotBeHadIsWaitedForLonger) {
  ClipHistory history;
  for (const double wait_s : {60, 240, 960}) EXPECT_EQ(judge({.code = 75}, history).wait_s, wait_s);
  EXPECT_EQ(judge({.code = 75}, history).state, ClipState::failed);
}

TEST(ClipState, AStoppedClipHasNotBeenTried) {
  ClipHistory history = begun();
  EXPECT_EQ(judge({.code = 143, .stopped = true}, history).state, ClipState::waiting);
  EXPECT_EQ(history, ClipHistory{});
  history = begun();
  EXPECT_EQ(judge({.code = 0, .stopped = true}, history).state, ClipState::done);
}

TEST(ClipState, WhatTookTheMachineDownIsTriedAgainOnce) {
  EXPECT_EQ(history_of_retry({.attempts = 2, .crashes = 2, .unfinished = 2}), ClipHistory{});
  ClipHistory history = history_of_retry({.attempts = 3, .unfinished = 3});
  EXPECT_TRUE(runs_alone(history));
  EXPECT_FALSE(takes_machine_down(history));
  ++history.unfinished;
  EXPECT_TRUE(takes_machine_down(history));
}

TEST(ClipState, TheMachineGoesDownTwiceAtMost) {
  EXPECT_FALSE(runs_alone({.unfinished = 1}));
  EXPECT_TRUE(runs_alone({.unfinished = 2}));
  EXPECT_FALSE(takes_machine_down({.unfinished = 2}));
  EXPECT_TRUE(takes_machine_down({.unfinished = 3}));
}

}  // namespace
}  // namespace overlace
