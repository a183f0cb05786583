// SPDX-License-Identifier: Apache-2.0
// Forks the render, reads its lines, and sees that it ends.
#include "edit/export_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "edit/child.h"
#include "graph/core/error.h"
#include "graph/core/file_descriptor.h"
#include "io/files/atomic_output.h"

namespace overlace {
namespace {

namespace asio = boost::asio;
using Failure = boost::system::error_code;

constexpr std::chrono::seconds patience{5};  // for a render that was asked to end

/// In the child; never returns. Exceptions stop here: the stack below is the parent's.
[[noreturn]] void become_render(const ExportWork& work, const ExportAsk& ask, int lines,
                                pid_t parent) noexcept {
  leave_parent(parent, SIGTERM, lines);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(3, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);  // what it says there is in the last line, too
  ::close_range(3, ~0U, 0);
  const int code = work(ask);
  std::fflush(stdout);
  ::_exit(code);
}

Json event_of(const std::string& line) {
  Json event = Json::Object{{"event", "export"}};
  const Json said = parse_json(line, "render");
  if (!said.is_object()) throw Error(ErrorCode::internal, "the render said something else");
  for (const auto& [key, value] : said.as_object()) event.set(key == "event" ? "step" : key, value);
  return event;
}

}  // namespace

struct ExportProcess::State : std::enable_shared_from_this<ExportProcess::State> {
  State(asio::io_context& of, ExportWork render, std::function<void(const Json&)> hear)
      : context(of), work(std::move(render)), heard(std::move(hear)), lines(of), deadline(of) {}

  void start(ExportAsk ask);
  void read_line();
  void tell(Json event);
  void ended();
  void stop();

  asio::io_context& context;
  ExportWork work;
  std::function<void(const Json&)> heard;
  asio::posix::stream_descriptor lines;
  asio::steady_timer deadline;
  std::string buffer{}, output{};
  pid_t child = -1;
  bool is_stopped = false, has_ended = false;  ///< the last line came
  Json last{};
};

void ExportProcess::State::start(ExportAsk ask) {
  const auto fail = [](int error) {
    throw Error(ErrorCode::unavailable,
                fmt::format("no process for the render: {}", std::strerror(error)));
  };
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno);
  FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);
  const pid_t parent = ::getpid();
  context.notify_fork(asio::io_context::fork_prepare);
  const pid_t pid = ::fork();
  if (pid == 0) become_render(work, ask, theirs.get(), parent);
  context.notify_fork(asio::io_context::fork_parent);
  if (pid < 0) fail(errno);
  child = pid;
  is_stopped = has_ended = false;
  buffer.clear();
  output = std::move(ask.output);
  lines.assign(::dup(ours.get()));
  read_line();
}

void ExportProcess::State::read_line() {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  asio::async_read_until(lines, asio::dynamic_buffer(buffer, longest), '\n',
                         [self = shared_from_this()](const Failure& error, std::size_t size) {
                           if (self->child < 0) return;
                           if (error) return self->ended();
                           const std::string line = self->buffer.substr(0, size);
                           self->buffer.erase(0, size);
                           try {
                             self->tell(event_of(line));
                           } catch (const Error&) {  // not from us
                           }
                           self->read_line();
                         });
}

void ExportProcess::State::tell(Json event) {
  const Json* const step = event.find("step");
  has_ended = step != nullptr && step->is_string() && step->as_string() == "end";
  event.set("output", output);
  event.set("stopped", is_stopped);
  last = std::move(event);
  if (!has_ended) heard(last);  // the end is told once nothing is left of the child
}

void ExportProcess::State::ended() {
  Failure ignored;
  lines.close(ignored);
  deadline.cancel();
  const std::string how = wait_for(std::exchange(child, -1));
  if (!has_ended) {
    // A render that was killed has left its file under a hidden name. The next one removes it.
    try {
      const AtomicOutput next(output, {.overwrite = true});
    } catch (const Error&) {
    }
    last = Json::Object{{"event", "export"},
                        {"step", "end"},
                        {"exit", 1},
                        {"in_place", false},
                        {"output", output},
                        {"stopped", is_stopped},
                        {"errors", Json::Array{fmt::format("the render ended ({})", how)}}};
  }
  heard(last);
}

void ExportProcess::State::stop() {
  if (child < 0) return;
  is_stopped = true;
  ::kill(child, SIGTERM);
  deadline.expires_after(patience);
  deadline.async_wait([self = shared_from_this()](const Failure& error) {
    if (!error && self->child > 0) ::kill(self->child, SIGKILL);
  });
}

ExportProcess::ExportProcess(asio::io_context& context, ExportWork work,
                             std::function<void(const Json& event)> heard)
    : state_(std::make_shared<State>(context, std::move(work), std::move(heard))) {}

ExportProcess::~ExportProcess() {
  State& state = *state_;
  state.deadline.cancel();
  Failure ignored;
  if (state.child > 0) end_child(std::exchange(state.child, -1));
  state.lines.close(ignored);
}

bool ExportProcess::is_running() const {
  return state_->child > 0;
}

const Json& ExportProcess::last() const {
  return state_->last;
}

void ExportProcess::start(ExportAsk ask) {
  if (is_running())
    throw Error(ErrorCode::usage, "another export is running", "wait for it, or cancel it");
  state_->start(std::move(ask));
}

void ExportProcess::cancel() {
  state_->stop();
}

}  // namespace overlace
