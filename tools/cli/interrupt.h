// SPDX-License-Identifier: Apache-2.0
// Signals that end a run: the first one asks where somebody listens, the next one insists.
#pragma once

#include <atomic>
#include <exception>
#include <string>

namespace overlace {

/// Thrown where work ends because a signal asked for it.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

/// Takes SIGINT, SIGTERM and SIGHUP while it lives. SIGPIPE and SIGXFSZ are ignored from then on:
/// what they announce is a failed write, reported as such. One object at a time.
class Interrupt {
 public:
  /// `last_words` goes to stdout when a signal ends the process at once, with `%` replaced by the
  /// exit code; "" = nothing.
  explicit Interrupt(std::string last_words = {});
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// While one lives its owner looks at `asked`, so that a first signal does nothing but ask. One
  /// that comes half a second later or more, and any while nobody listens, ends the process at
  /// once.
  class Listening {
   public:
    Listening();
    ~Listening();
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;
  };

  /// Signals change nothing from here on, also when this object is gone: the work is done, and only
  /// telling of it is left.
  static void ignore();
  /// Signals are heard again: for a process that takes up new work after what it has ignored them
  /// for.
  static void listen_again();
  /// True once a signal has come.
  [[nodiscard]] static const std::atomic<bool>& asked();
  /// Throws Interrupted once a signal has come.
  static void throw_if_asked();
  /// 128 + the number of the signal that came; 0 when none has.
  [[nodiscard]] static int exit_code();
};

}  // namespace overlace
