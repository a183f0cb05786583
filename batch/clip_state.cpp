// SPDX-License-Identifier: Apache-2.0
// Decides what follows from each kind of end.
#include "batch/clip_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr int signal_base = 128;
constexpr int killed = signal_base + SIGKILL;  ///< not by us: by the kernel, for lack of memory
constexpr int most_shortages = 3, most_crashes = 2, most_full_disks = 3, most_tries_of_inputs = 2;
constexpr std::array<double, 3> refusal_waits{1, 4, 16};  ///< as multiples of the first wait

Verdict again_or(bool again, ClipState otherwise) {
  return {.state = again ? ClipState::waiting : otherwise};
}

Verdict after_shortage(ClipHistory& history) {
  Verdict verdict = again_or(++history.shortages <= most_shortages, ClipState::failed);
  verdict.needs_more_memory = true;
  return verdict;
}

// Nothing was attempted: the clip waits for what it lacks.
Verdict after_refusal(ClipHistory& history, double first_wait_s) {
  const auto refusals = static_cast<std::size_t>(history.refusals++);
  if (refusals >= refusal_waits.size()) return {.state = ClipState::failed};
  return {.state = ClipState::waiting, .wait_s = first_wait_s * refusal_waits[refusals]};
}

Verdict after_error(const AttemptEnd& end, ErrorCode code, ClipHistory& history,
                    double first_wait_s) {
  switch (code) {
    case ErrorCode::loss:
      return {.state = ClipState::done_with_loss};
    case ErrorCode::usage:
    case ErrorCode::input:
    case ErrorCode::limit:
      return again_or(end.input_changed && history.attempts < most_tries_of_inputs,
                      ClipState::failed);
    case ErrorCode::output:
      return again_or(end.disk_is_full && ++history.full_disks < most_full_disks,
                      ClipState::failed);
    case ErrorCode::out_of_memory:
      return after_shortage(history);
    case ErrorCode::unavailable:
      return after_refusal(history, first_wait_s);
    default:
      return again_or(++history.crashes < most_crashes, ClipState::poison);
  }
}

}  // namespace

std::string_view state_name(ClipState state) {
  constexpr std::array<std::string_view, 6> names{"waiting",        "running", "done",
                                                  "done with loss", "failed",  "poison"};
  return names[static_cast<std::size_t>(state)];
}

Verdict judge(const AttemptEnd& end, ClipHistory& history, double first_wait_s) {
  if (end.stopped && end.code != 0 && end.code != static_cast<int>(ErrorCode::loss)) {
    --history.attempts;
    return {.state = ClipState::waiting};
  }
  if (end.stalled) return again_or(++history.crashes < most_crashes, ClipState::poison);
  if (end.code == 0) return {.state = ClipState::done};
  if (end.code == killed) return after_shortage(history);
  return after_error(end, static_cast<ErrorCode>(end.code), history, first_wait_s);
}

ClipHistory history_of_retry(const ClipHistory& before) {
  constexpr int down_before_the_last = 2;
  if (!takes_machine_down(before)) return {};
  return {.unfinished = down_before_the_last};
}

std::string reason_of(int code) {
  if (code == killed) return "killed, most likely for lack of memory";
  if (code > signal_base) return fmt::format("ended by signal {}", code - signal_base);
  switch (static_cast<ErrorCode>(code)) {
    case ErrorCode::usage:
      return "wrong option, graph or file";
    case ErrorCode::loss:
      return "finished with loss";
    case ErrorCode::input:
      return "the input cannot be used";
    case ErrorCode::output:
      return "the output could not be written";
    case ErrorCode::limit:
      return "over a limit";
    case ErrorCode::out_of_memory:
      return "out of memory";
    case ErrorCode::unavailable:
      return "a device, an encoder or a store was not available";
    default:
      return code == 0 ? "complete" : "internal error";
  }
}

}  // namespace overlace
