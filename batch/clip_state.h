// SPDX-License-Identifier: Apache-2.0
// How far a clip has come, and what an attempt's end means for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace overlace {

enum class ClipState : std::uint8_t {
  waiting,
  running,
  done,
  done_with_loss,  ///< in place, but its input is damaged or short
  failed,          ///< and would fail again
  poison,          ///< ended its process without a word, twice
};
/// "waiting", "done with loss" …
[[nodiscard]] std::string_view state_name(ClipState state);
[[nodiscard]] constexpr bool is_done(ClipState state) {
  return state == ClipState::done || state == ClipState::done_with_loss;
}
/// Nothing is left to do, well or not.
[[nodiscard]] constexpr bool is_settled(ClipState state) {
  return state != ClipState::waiting && state != ClipState::running;
}

/// What has been tried with a clip so far.
struct ClipHistory {
  int attempts = 0;    ///< that were begun
  int crashes = 0;     ///< that ended without a word, or were stalled
  int unfinished = 0;  ///< during which the machine went down
  int shortages = 0;   ///< of memory
  int refusals = 0;    ///< a device, an encoder or a store could not be had
  int full_disks = 0;
  friend bool operator==(const ClipHistory&, const ClipHistory&) = default;
};

/// How an attempt ended.
struct AttemptEnd {
  int code = 0;          ///< exit code, or 128 + the number of the signal that ended the process
  bool stopped = false;  ///< by us, because the batch was asked to stop
  bool stalled = false;  ///< ended by us: it made no progress
  bool input_changed = false;  ///< since it was planned
  bool disk_is_full = false;
};

/// What to do after it.
struct Verdict {
  ClipState state = ClipState::done;  ///< waiting: once more
  double wait_s = 0;                  ///< before that
  bool needs_more_memory = false;     ///< half as much again as was thought
};

/// Counts the end of an attempt in `history`, and decides. A clip that ends well is done; one that
/// is wrong in itself fails at once, or at the second time where its input changed meanwhile,
/// whatever was wrong with the old one; what the machine lacked is tried again, a few times; what
/// takes its process down is poison at the second time.
/// What could not be had is asked for after `first_wait_s`, and then after four and sixteen times
/// as long.
[[nodiscard]] Verdict judge(const AttemptEnd& end, ClipHistory& history, double first_wait_s = 60);

/// The machine went down while the clip ran so often that it has to run alone, or not at all.
[[nodiscard]] constexpr bool runs_alone(const ClipHistory& history) {
  return history.unfinished >= 2;
}
[[nodiscard]] constexpr bool takes_machine_down(const ClipHistory& history) {
  return history.unfinished >= 3;
}

/// With what a settled clip is tried again: nothing has been tried, but what took the machine down
/// runs alone, and not a second time where it does so once more.
[[nodiscard]] ClipHistory history_of_retry(const ClipHistory& before);

/// "out of memory", "input cannot be used" …: what an exit code of a render means.
[[nodiscard]] std::string reason_of(int code);

}  // namespace overlace
