// SPDX-License-Identifier: Apache-2.0
// fork, pipes, wait.
#include "batch/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "graph/core/error.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

struct Pipe {
  FileDescriptor read, write;
  Pipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw Error(ErrorCode::unavailable, fmt::format("no pipe: {}", std::strerror(errno)));
    read = FileDescriptor(ends[0]);
    write = FileDescriptor(ends[1]);
  }
};

/// In the child: `work` sees only its own three files, and this never returns. Exceptions stop
/// here: the stack below is the parent's, and destroying its objects would end the other children.
[[noreturn]] void become_child(const std::function<int()>& work, const Pipe& in, const Pipe& out,
                               const std::string& log, pid_t parent) noexcept {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(128 + SIGKILL);  // the parent has already ended
  ::dup2(in.read.get(), STDIN_FILENO);
  ::dup2(out.write.get(), STDOUT_FILENO);
  print_into(log);
  ::close_range(3, ~0U, 0);
  const int code = work();
  std::fflush(nullptr);
  ::_exit(code);
}

}  // namespace

void ParentLine::tell(const Json& line) {
  const std::string text = line.dump() + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::string ParentLine::read() {
  std::string line;
  for (char c = 0; ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

std::string ParentLine::ask(const Json& line) {
  tell(line);
  return read();
}

ChildProcess::ChildProcess(const std::function<int()>& work, const std::string& log) {
  Pipe in, out;
  std::fflush(nullptr);  // otherwise the child would print it again
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) become_child(work, in, out, log, parent);
  if (pid_ < 0)
    throw Error(ErrorCode::unavailable, fmt::format("no process: {}", std::strerror(errno)));
  input_ = std::move(in.write);
  output_ = std::move(out.read);
  ::fcntl(output_.get(), F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

std::vector<Json> ChildProcess::told() {
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(output_.get(), buffer.data(), buffer.size())) > 0;)
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
  std::vector<Json> lines;
  for (std::size_t end = 0; (end = unread_.find('\n')) != std::string::npos;) {
    try {
      lines.push_back(parse_json(std::string_view(unread_).substr(0, end), "child"));
    } catch (const Error&) {  // some library printed to standard output
    }
    unread_.erase(0, end + 1);
  }
  return lines;
}

void ChildProcess::answer(std::string_view line) const {
  const std::string text = std::string(line) + "\n";
  const ssize_t written = ::write(input_.get(), text.data(), text.size());
  static_cast<void>(written);  // the child may have ended, which its exit status will tell
}

void ChildProcess::signal(int number) const {
  if (pid_ > 0) ::kill(pid_, number);
}

double ChildProcess::cpu_seconds() const {
  std::ifstream file(fmt::format("/proc/{}/stat", pid_));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');  // the name may contain anything
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  constexpr int before_times = 11;
  for (int i = 0; i < before_times; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::optional<ChildEnd> ChildProcess::ended() {
  int status = 0;
  rusage usage{};
  if (pid_ <= 0 || ::wait4(pid_, &status, WNOHANG, &usage) != pid_) return std::nullopt;
  pid_ = -1;
  constexpr int signal_base = 128;
  return ChildEnd{.code = WIFEXITED(status) ? WEXITSTATUS(status) : signal_base + WTERMSIG(status),
                  .resident_bytes = std::int64_t{usage.ru_maxrss} * 1024};
}

void print_into(const std::string& log) {
  std::fflush(stderr);
  const FileDescriptor file(::open(log.empty() ? "/dev/null" : log.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file) ::dup2(file.get(), STDERR_FILENO);
}

bool has_one_thread() {
  const auto threads = fs::directory_iterator("/proc/self/task");
  return std::distance(begin(threads), end(threads)) == 1;
}

}  // namespace overlace
