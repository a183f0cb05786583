// SPDX-License-Identifier: Apache-2.0
// One process per clip: a crash, a hang or a lack of memory in one harms no other. It is forked
// from a parent that has loaded every library, so it starts within a millisecond.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/file_descriptor.h"
#include "graph/core/json.h"

namespace overlace {

/// The child's connection to its parent: JSON lines on standard output, answers on standard input.
class ParentLine {
 public:
  static void tell(const Json& line);
  /// The parent's next line, without its end; "" if the parent has ended.
  [[nodiscard]] static std::string read();
  /// Sends a line and waits for the answer.
  [[nodiscard]] static std::string ask(const Json& line);
};

struct ChildEnd {
  int code = 0;  ///< its exit code, or 128 + the number of the signal that ended it
  std::int64_t resident_bytes = 0;  ///< peak
};

/// A running child. Destroying it kills it.
class ChildProcess {
 public:
  /// Forks; `work` runs in the child and returns its exit code. The child's standard error is
  /// appended to the file `log`, if named. The child inherits no open files, is killed when the
  /// parent ends, and gets no signals from the parent's terminal. Throws Error(unavailable) if the
  /// system is out of processes. Precondition: this process has one thread.
  ChildProcess(const std::function<int()>& work, const std::string& log);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// A descriptor that becomes readable when the child has sent something, or has ended.
  [[nodiscard]] int descriptor() const { return output_.get(); }
  /// The lines received since the last call; lines that are not JSON objects are skipped.
  [[nodiscard]] std::vector<Json> told();
  void answer(std::string_view line) const;
  void signal(int number) const;
  /// Processor time so far, in seconds.
  [[nodiscard]] double cpu_seconds() const;
  /// How it ended, once it has.
  [[nodiscard]] std::optional<ChildEnd> ended();

 private:
  pid_t pid_ = -1;
  FileDescriptor input_, output_;
  std::string unread_;
};

/// Appends this process's standard error to a file; "" = discards it.
void print_into(const std::string& log);

/// True if the calling thread is this process's only one.
[[nodiscard]] bool has_one_thread();

}  // namespace overlace
