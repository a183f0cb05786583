// SPDX-License-Identifier: Apache-2.0
// How far a clip has come, and what the end of an attempt means for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace overlace {

enum class ClipState : std::uint8_t {
  waiting,
  running,
  done,
  done_with_loss,  ///< output in place, but the input is damaged or short
  failed,          ///< and would fail again
  poison,          ///< its process died without an error message, twice
};
/// "waiting", "done with loss" …
[[nodiscard]] std::string_view state_name(ClipState state);
[[nodiscard]] constexpr bool is_done(ClipState state) {
  return state == ClipState::done || state == ClipState::done_with_loss;
}
/// True if nothing is left to do, whether or not the clip succeeded.
[[nodiscard]] constexpr bool is_settled(ClipState state) {
  return state != ClipState::waiting && state != ClipState::running;
}

/// What has been tried so far for a clip.
struct ClipHistory {
  int attempts = 0;    ///< begun
  int crashes = 0;     ///< that ended without an error message, or stalled
  int unfinished = 0;  ///< during which the machine went down
  int shortages = 0;   ///< of memory
  int refusals = 0;    ///< a device, an encoder or a store was not available
  int full_disks = 0;
  friend bool operator==(const ClipHistory&, const ClipHistory&) = default;
};

/// How an attempt ended.
struct AttemptEnd {
  int code = 0;          ///< exit code, or 128 + the number of the signal that ended the process
  bool stopped = false;  ///< by us, because the batch was asked to stop
  bool stalled = false;  ///< ended by us for lack of progress
  bool input_changed = false;  ///< since the clip was planned
  bool disk_is_full = false;
};

/// What to do after an attempt.
struct Verdict {
  ClipState state = ClipState::done;  ///< waiting: try again
  double wait_s = 0;                  ///< before the next attempt
  bool needs_more_memory = false;     ///< half as much again as estimated
};

/// Counts the end of an attempt in `history`, and decides. A clip that ends well is done. One that
/// is itself wrong fails at once, or on the second attempt if its input changed during the first.
/// What the machine lacked is tried again, a few times. A clip that takes its process down is
/// poison the second time. What was not available is tried again after `first_wait_s`, then after
/// four and sixteen times as long.
[[nodiscard]] Verdict judge(const AttemptEnd& end, ClipHistory& history, double first_wait_s = 60);

/// The machine went down so often while the clip ran that it must run alone, or not at all.
[[nodiscard]] constexpr bool runs_alone(const ClipHistory& history) {
  return history.unfinished >= 2;
}
[[nodiscard]] constexpr bool takes_machine_down(const ClipHistory& history) {
  return history.unfinished >= 3;
}

/// The history with which a settled clip is tried again: empty, except that a clip that took the
/// machine down runs alone, and is not tried again if it does so once more.
[[nodiscard]] ClipHistory history_of_retry(const ClipHistory& before);

/// "out of memory", "input cannot be used" …: the meaning of a render's exit code.
[[nodiscard]] std::string reason_of(int code);

}  // namespace overlace
