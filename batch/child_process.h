// SPDX-License-Identifier: Apache-2.0
// A process per clip: what crashes, hangs or takes all memory in one harms no other. It is forked
// from a parent that has loaded every library, so that it begins in a millisecond.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/file_descriptor.h"
#include "graph/core/json.h"

namespace overlace {

/// The parent as its child sees it: lines of JSON on standard output, answers on standard input.
class ParentLine {
 public:
  static void tell(const Json& line);
  /// The next line that the parent sends, without its end. "" where the parent has gone.
  [[nodiscard]] static std::string hear();
  /// Tells, and hears the answer.
  [[nodiscard]] static std::string ask(const Json& line);
};

struct ChildEnd {
  int code = 0;  ///< its exit code, or 128 + the number of the signal that ended it
  std::int64_t resident_bytes = 0;  ///< at its most
};

/// A child that runs. Destroying it kills it.
class ChildProcess {
 public:
  /// Forks; `work` runs in the child, whose exit code it returns. What the child prints on standard
  /// error goes into the file `log`, if that is named. The child has none of the parent's files
  /// open, is killed when the parent ends, and gets no signals of the parent's terminal. Throws
  /// Error(unavailable) where the system has no process left. Precondition: this process has one
  /// thread.
  ChildProcess(const std::function<int()>& work, const std::string& log);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// A descriptor that can be read when the child has told something, or has ended.
  [[nodiscard]] int descriptor() const { return output_.get(); }
  /// What it has told since, line by line; lines that are no JSON object are left out.
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

/// Appends what this process prints on standard error to a file; "" = nobody hears it.
void print_into(const std::string& log);

/// True when this process has no thread but the calling one.
[[nodiscard]] bool has_one_thread();

}  // namespace overlace
