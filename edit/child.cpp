// SPDX-License-Identifier: Apache-2.0
// Linux's own calls for parents and children.
#include "edit/child.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

namespace overlace {
namespace {

std::string text_of(int status) {
  return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("code {}", WEXITSTATUS(status));
}

}  // namespace

void leave_parent(pid_t parent, int death_signal, int kept) noexcept {
  ::prctl(PR_SET_PDEATHSIG, death_signal);
  if (::getppid() != parent) ::_exit(1);  // it has already ended
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
  ::setpgid(0, 0);
  constexpr int number = 3;
  if (kept != number) ::dup2(kept, number);
  ::close_range(number + 1, ~0U, 0);
}

std::string wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return text_of(status);
}

std::string end_child(pid_t child) {
  constexpr std::chrono::milliseconds look_again{20};
  constexpr int looks = 250;
  ::kill(child, SIGTERM);
  for (int i = 0; i < looks; ++i) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) return text_of(status);
    std::this_thread::sleep_for(look_again);
  }
  ::kill(child, SIGKILL);
  return wait_for(child);
}

}  // namespace overlace
