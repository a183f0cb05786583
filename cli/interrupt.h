// SPDX-License-Identifier: Apache-2.0
// Signals that end a run: the first one asks, if somebody listens; the next one insists.
#pragma once

#include <atomic>
#include <exception>
#include <string>

namespace overlace {

/// Thrown when work ends because a signal asked for it.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

/// Handles SIGINT, SIGTERM and SIGHUP during its lifetime, except those that were ignored when the
/// process started: these stay ignored. SIGPIPE and SIGXFSZ do nothing from then on: what they
/// announce is a failed write, and is reported as one. One object at a time.
class Interrupt {
 public:
  /// `last_words` is written to stdout when a signal ends the process at once, with `%` replaced by
  /// the exit code; "" = nothing.
  explicit Interrupt(std::string last_words = {});
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// While one exists, its owner polls `asked`, so a first signal only asks. A signal half a second
  /// later or more, and any signal while nobody listens, ends the process at once.
  class Listening {
   public:
    Listening();
    ~Listening();
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;
  };

  /// Ignores signals from here on, even after this object is gone: the work is done, and only has
  /// to be reported.
  static void ignore();
  /// For a child of a batch that begins a clip: handles signals again, and SIGTERM in any case, by
  /// which the batch stops its children.
  static void listen_to_parent();
  /// True once a signal has arrived.
  [[nodiscard]] static const std::atomic<bool>& asked();
  /// Throws Interrupted once a signal has come.
  static void throw_if_asked();
  /// 128 + the number of the signal that has arrived; 0 without one.
  [[nodiscard]] static int exit_code();
};

}  // namespace overlace
