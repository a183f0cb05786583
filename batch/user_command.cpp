// SPDX-License-Identifier: Apache-2.0
// fork and exec; a process that is not waited for becomes a child of init.
#include "batch/user_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "graph/core/error.h"
#include "graph/core/json.h"

namespace overlace {
namespace {

[[noreturn]] void become(const ArgumentVector& command,
                         const std::vector<std::pair<const char*, std::string>>& variables) {
  for (const auto& [name, value] : variables) ::setenv(name, value.c_str(), 1);
  become_program(command);
}

}  // namespace

void become_program(const ArgumentVector& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ::close_range(3, ~0U, 0);
  ::execvp(arguments.front(), arguments.data());
  ::_exit(cannot_start);
}

ArgumentVector parse_command(const std::string& text) {
  if (!text.starts_with('[')) return {text};
  const Json json = parse_json(text, "command");
  ArgumentVector command;
  for (const Json& argument : json.as_array()) {
    if (!argument.is_string())
      throw Error(ErrorCode::usage, fmt::format("{} is no argument", argument.dump()),
                  R"(write texts: ["mail", "-s", "done", "me"])");
    command.push_back(argument.as_string());
  }
  if (command.empty()) throw Error(ErrorCode::usage, "the list names no program");
  return command;
}

int run_command(const ArgumentVector& command,
                const std::vector<std::pair<const char*, std::string>>& variables, bool waits) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return cannot_start;
  if (child == 0) {
    if (!waits && ::fork() != 0) ::_exit(0);
    become(command, variables);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace overlace
