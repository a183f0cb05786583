// SPDX-License-Identifier: Apache-2.0
// The engine as a child process: a stranger's graph may take its memory and time, and not the
// editor's.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "edit/message_socket.h"

namespace overlace {

struct EngineLimits {
  std::uint64_t memory_bytes = 0;  ///< that it can write to; 0: no limit
  int seconds = 20;                ///< without an answer, or a sign that work goes on
};

/// Three quarters of the machine's memory: what is left is for the browser, and for saving.
[[nodiscard]] std::uint64_t usual_engine_memory();

/// What the child does with the questions that it reads from `socket`, until that is closed.
using EngineWork = std::function<void(int socket)>;

/// Asks one question after the other. An engine that takes too long, lacks memory or ends is
/// started again for the next one. All members and callbacks work on the thread that runs the
/// context, which must be the process's only one: the child is a fork.
class EngineProcess {
 public:
  /// Gets the answer: its head has "status", as of HTTP, and "problems" where that is not 200.
  using Answered = std::function<void(EngineMessage answer)>;

  /// `heard` gets what the engine tells beside answers: {"event": …}.
  EngineProcess(boost::asio::io_context& context, EngineWork work, EngineLimits limits,
                std::function<void(const Json& event)> heard);
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  /// `question.head` has "ask". With `replaces`, it takes the place of one of the same "ask" that
  /// waits, which is answered with status 204.
  void ask(EngineMessage question, bool replaces, Answered answered);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace overlace
