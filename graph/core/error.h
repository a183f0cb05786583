// SPDX-License-Identifier: Apache-2.0
// Failures as exceptions: what went wrong, where, what to do, and the exit code.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// Kind of failure. The numbers are the exit codes of the command line.
enum class ErrorCode : int {
  internal = 1,        ///< a bug in overlace
  usage = 2,           ///< wrong option or graph; nothing was opened for writing
  loss = 3,            ///< finished, but part of the input was damaged or missing
  input = 4,           ///< the input cannot be used
  output = 5,          ///< writing failed; no output in place
  limit = 6,           ///< a stated limit was reached
  out_of_memory = 33,  ///< host or device memory ran out
  unavailable = 75,    ///< a demanded device or encoder is not usable here; try elsewhere
};

/// Where a failure is; any part may be empty.
struct SourceLocation {
  std::string file;       ///< file name as the user gave it, or "preset:NAME"
  std::string pointer{};  ///< JSON pointer (RFC 6901), "" for the document itself
  std::size_t line = 0;   ///< line from 1; 0 when unknown

  /// "graph.json:12 /nodes/links/params/k"; "" when nothing is known.
  [[nodiscard]] std::string text() const;
};

/// One problem: what, where, and the fix.
struct Diagnostic {
  SourceLocation location;
  std::string message;  ///< what is wrong and what was expected
  std::string hint{};   ///< what to do, or the nearest valid name; may be empty

  [[nodiscard]] std::string text() const;
};

/// The only exception type of overlace's libraries. They never print or abort; the tools print.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string message, std::string hint = {}, SourceLocation location = {});
  /// Several problems at once (all errors of a document). `problems` must not be empty.
  Error(ErrorCode code, std::vector<Diagnostic> problems);

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::vector<Diagnostic>& problems() const noexcept { return problems_; }

 private:
  ErrorCode code_;
  std::vector<Diagnostic> problems_;
};

/// The candidate nearest to `name` by Damerau-Levenshtein distance, or "" when none is near: within
/// a third of the longer length, or 1 if that is more.
[[nodiscard]] std::string nearest_name(std::string_view name,
                                       const std::vector<std::string>& candidates);

/// "did you mean 'x'?" for what is meant or near, else "one of: a, b, c" (at most 12), else "".
[[nodiscard]] std::string suggest(std::string_view name,
                                  const std::vector<std::string>& candidates);

}  // namespace overlace
