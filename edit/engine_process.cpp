// SPDX-License-Identifier: Apache-2.0
// Forks the engine, asks it, and ends one that does not answer.
#include "edit/engine_process.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <optional>
#include <utility>

#include "edit/child.h"
#include "graph/core/error.h"
#include "graph/core/file_descriptor.h"

namespace overlace {
namespace {

namespace asio = boost::asio;
using Failure = boost::system::error_code;
using Socket = asio::local::stream_protocol::socket;

/// In the child; never returns. Exceptions stop here: the stack below is the parent's.
[[noreturn]] void become_engine(const EngineWork& work, int socket, const EngineLimits& limits,
                                pid_t parent) noexcept {
  leave_parent(parent, SIGKILL, socket);
  if (limits.memory_bytes > 0) {
    // RLIMIT_AS would count what a GPU's driver reserves, too: more than any machine has.
    const rlimit most{limits.memory_bytes, limits.memory_bytes};
    ::setrlimit(RLIMIT_DATA, &most);
  }
  work(3);
  ::_exit(0);
}

/// A running engine and the socket to it.
class Child {
 public:
  Child(asio::io_context& context, const EngineWork& work, const EngineLimits& limits)
      : socket(context) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(errno);
    FileDescriptor ours(ends[0]);
    const FileDescriptor theirs(ends[1]);
    const pid_t parent = ::getpid();
    context.notify_fork(asio::io_context::fork_prepare);
    pid_ = ::fork();
    if (pid_ == 0) become_engine(work, theirs.get(), limits, parent);
    context.notify_fork(asio::io_context::fork_parent);
    if (pid_ < 0) fail(errno);
    socket.assign(asio::local::stream_protocol(), ::dup(ours.get()));
  }
  ~Child() {
    Failure ignored;
    socket.close(ignored);
    end();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Ends it, and says how it ended: "signal 9", "code 1".
  std::string end() {
    if (pid_ <= 0) return {};
    ::kill(pid_, SIGKILL);
    return wait_for(std::exchange(pid_, -1));
  }

  Socket socket;
  EngineMessageSizes sizes{};  ///< of the message that is read
  std::string bytes{};

 private:
  [[noreturn]] static void fail(int error) {
    throw Error(ErrorCode::unavailable,
                fmt::format("no process for the engine: {}", std::strerror(error)));
  }

  pid_t pid_ = -1;
};

EngineMessage failed(int status, const std::string& message, const std::string& hint) {
  Json head = problem_json(message, hint);
  head.set("status", status);
  return {std::move(head)};
}

/// Whether the engine could not answer for want of memory.
bool lacks_memory(const EngineMessage& answer) {
  const Json* const status = answer.head.find("status");
  return status != nullptr && status->is_integer() && status->as_integer() == 503;
}

}  // namespace

struct EngineProcess::State : std::enable_shared_from_this<EngineProcess::State> {
  State(asio::io_context& of, EngineWork engine_work, EngineLimits most,
        std::function<void(const Json&)> hear)
      : context(of),
        work(std::move(engine_work)),
        limits(most),
        heard(std::move(hear)),
        deadline(of) {}

  struct Question {
    std::string ask;
    std::shared_ptr<const std::string> bytes;
    Answered answered;
  };

  void ask_next();
  void read_sizes();
  void read_rest();
  void took(EngineMessage message);
  void answer(EngineMessage message);
  /// Ends the engine; the question that it did not answer is answered with this.
  void give_up(int status, const std::string& message, const std::string& hint);
  void lost();
  void wait_for_answer();

  asio::io_context& context;
  EngineWork work;
  EngineLimits limits;
  std::function<void(const Json&)> heard;
  asio::steady_timer deadline;
  std::shared_ptr<Child> child{};
  std::deque<Question> waiting{};
  std::optional<Question> asked{};
  bool is_closed = false;
};

void EngineProcess::State::ask_next() {
  if (asked || waiting.empty() || is_closed) return;
  asked = std::move(waiting.front());
  waiting.pop_front();
  try {
    if (!child) {
      child = std::make_shared<Child>(context, work, limits);
      read_sizes();
    }
  } catch (const Error& error) {
    answer(failed(503, error.what(), {}));
    return;
  }
  wait_for_answer();
  asio::async_write(child->socket, asio::buffer(*asked->bytes),
                    [self = shared_from_this(), to = child, bytes = asked->bytes](
                        const Failure& error, std::size_t) {
                      if (error && self->child == to) self->lost();
                    });
}

void EngineProcess::State::wait_for_answer() {
  deadline.expires_after(std::chrono::seconds(limits.seconds));
  deadline.async_wait([self = shared_from_this()](const Failure& error) {
    if (error || !self->asked) return;
    self->give_up(
        503, fmt::format("the engine took more than {} s and was stopped", self->limits.seconds),
        "undo the last change, or simplify the graph");
  });
}

void EngineProcess::State::read_sizes() {
  asio::async_read(
      child->socket, asio::buffer(child->sizes),
      [self = shared_from_this(), from = child](const Failure& error, std::size_t) {
        if (self->child != from) return;
        if (error || from->sizes[0] > max_engine_message || from->sizes[1] > max_engine_message) {
          self->lost();
        } else {
          self->read_rest();
        }
      });
}

void EngineProcess::State::read_rest() {
  child->bytes.resize(child->sizes[0] + child->sizes[1]);
  asio::async_read(child->socket, asio::buffer(child->bytes),
                   [self = shared_from_this(), from = child](const Failure& error, std::size_t) {
                     if (self->child != from) return;
                     if (error) {
                       self->lost();
                       return;
                     }
                     self->took(unpacked(from->sizes, std::move(from->bytes)));
                     if (self->child == from) self->read_sizes();
                   });
}

void EngineProcess::State::took(EngineMessage message) {
  if (message.head.find("event") != nullptr) {
    if (asked) wait_for_answer();  // it goes on
    heard(message.head);
  } else {
    // What it still holds may be too much for the next question.
    if (lacks_memory(message)) child.reset();
    answer(std::move(message));
  }
}

void EngineProcess::State::answer(EngineMessage message) {
  deadline.cancel();
  const std::optional<Question> question = std::exchange(asked, std::nullopt);
  if (question) question->answered(std::move(message));
  ask_next();
}

void EngineProcess::State::give_up(int status, const std::string& message,
                                   const std::string& hint) {
  child.reset();
  answer(failed(status, message, hint));
}

void EngineProcess::State::lost() {
  const std::string how = child->end();
  give_up(503, fmt::format("the engine ended ({})", how),
          "the graph may take more memory than there is: undo the last change, or simplify it");
}

std::uint64_t usual_engine_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
  const auto page_bytes = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 0L));
  return pages * page_bytes / 4 * 3;
}

EngineProcess::EngineProcess(asio::io_context& context, EngineWork work, EngineLimits limits,
                             std::function<void(const Json& event)> heard)
    : state_(std::make_shared<State>(context, std::move(work), limits, std::move(heard))) {}

EngineProcess::~EngineProcess() {
  state_->is_closed = true;
  state_->deadline.cancel();
  state_->child.reset();
}

void EngineProcess::ask(EngineMessage question, bool replaces, Answered answered) {
  State& state = *state_;
  const Json* const name = question.head.find("ask");
  const std::string ask = name == nullptr ? "" : name->as_string();
  if (replaces) {
    const auto old = std::ranges::find(state.waiting, ask, &State::Question::ask);
    if (old != state.waiting.end()) {
      const State::Question replaced = std::move(*old);
      state.waiting.erase(old);
      replaced.answered({Json(Json::Object{{"status", 204}})});
    }
  }
  state.waiting.push_back(
      {ask, std::make_shared<const std::string>(packed(question)), std::move(answered)});
  state.ask_next();
}

}  // namespace overlace
