// SPDX-License-Identifier: Apache-2.0
// Signal handlers that call only async-signal-safe functions.
#include "cli/interrupt.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>
#include <utility>

namespace overlace {
namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
constexpr int exit_code_of_signal = 128;  ///< plus the signal's number, as in shells

// A handler can only reach static state.
std::atomic<bool> signal_came{false};
std::atomic<bool> listening{false};
std::atomic<bool> ignoring{false};
std::atomic<int> signal_number{0};
std::atomic<std::int64_t> first_came_ms{0};
std::string words_before_code, words_after_code;

void put(std::string_view text) noexcept {
  const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
  static_cast<void>(written);  // there is nobody left to report it to
}

[[noreturn]] void end_at_once(int number) noexcept {
  const int code = exit_code_of_signal + number;
  if (!words_before_code.empty()) {
    const std::array<char, 3> digits{static_cast<char>('0' + code / 100),
                                     static_cast<char>('0' + code / 10 % 10),
                                     static_cast<char>('0' + code % 10)};
    put(words_before_code);
    put({digits.data(), digits.size()});
    put(words_after_code);
  }
  ::_exit(code);
}

std::int64_t milliseconds_now() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Wrappers such as `timeout` signal a process and its group, so one request may arrive twice.
void on_signal(int number) noexcept {
  constexpr std::int64_t same_request_ms = 500;
  if (ignoring) return;
  const std::int64_t now = milliseconds_now();
  if (!listening) end_at_once(number);
  if (!signal_came.exchange(true)) {
    signal_number = number;
    first_came_ms = now;
  } else if (now - first_came_ms > same_request_ms) {
    end_at_once(number);
  }
}

/// Installs a handler, unless whoever started this process has the signal ignored: `nohup` does so
/// with SIGHUP, and a shell with SIGINT for jobs in the background. A handler is used even to do
/// nothing: programs that this one starts begin without it, but would inherit SIG_IGN.
void handle(int number, void (*handler)(int)) noexcept {
  struct sigaction inherited {};
  ::sigaction(number, nullptr, &inherited);
  if (inherited.sa_handler != SIG_IGN) std::signal(number, handler);
}

}  // namespace

Interrupt::Interrupt(std::string last_words) {
  const std::size_t mark = last_words.find('%');
  words_after_code = mark == std::string::npos ? "" : last_words.substr(mark + 1);
  words_before_code = std::move(last_words.erase(std::min(mark, last_words.size())));
  signal_came = false;
  signal_number = 0;
  ignoring = false;
  for (const int number : {SIGPIPE, SIGXFSZ}) handle(number, [](int) {});
  for (const int number : ending_signals) handle(number, on_signal);
}

Interrupt::~Interrupt() {
  if (ignoring) return;
  for (const int number : ending_signals) handle(number, SIG_DFL);
}

Interrupt::Listening::Listening() {
  listening = true;
}
Interrupt::Listening::~Listening() {
  listening = false;
}

void Interrupt::ignore() {
  ignoring = true;
}

void Interrupt::listen_to_parent() {
  ignoring = false;
  std::signal(SIGTERM, on_signal);
}

const std::atomic<bool>& Interrupt::asked() {
  return signal_came;
}

void Interrupt::throw_if_asked() {
  if (signal_came) throw Interrupted();
}

int Interrupt::exit_code() {
  return signal_came ? exit_code_of_signal + signal_number : 0;
}

}  // namespace overlace
