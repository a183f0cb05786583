// SPDX-License-Identifier: Apache-2.0
// Writes the file, and starts xdg-open as nobody's child.
#include "cli/browser_page.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "graph/core/error.h"
#include "graph/core/file_descriptor.h"

namespace overlace {
namespace {

constexpr const char* page_name = "open.html";

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// In a grandchild, which nobody has to wait for: returns only if the program cannot be started.
void become_opener(const std::string& path) {
  ::setsid();
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, number);
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  ::execlp("xdg-open", "xdg-open", path.c_str(), nullptr);
}

}  // namespace

bool has_screen() {
  const bool is_remote = is_set("SSH_CONNECTION") || is_set("SSH_TTY");
  return !is_remote && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"));
}

BrowserPage::BrowserPage(const std::string& address) {
  const std::string page = fmt::format(
      "<!doctype html><meta charset=\"utf-8\"><title>overlace</title><meta http-equiv=\"refresh\" "
      "content=\"0;url={0}\"><a href=\"{0}\">Open the editor</a>\n",
      address);
  const std::string path = (folder_.path() / page_name).string();
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file || ::write(file.get(), page.data(), page.size()) != static_cast<ssize_t>(page.size()))
    throw Error(ErrorCode::output, "cannot be written", {}, SourceLocation{path});
}

bool BrowserPage::open() const {
  const std::string path = (folder_.path() / page_name).string();
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() == 0) become_opener(path);
    ::_exit(0);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0;
}

}  // namespace overlace
