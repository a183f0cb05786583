// SPDX-License-Identifier: Apache-2.0
// What a render did, for programs: the last line of --progress json, and the file of --report.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "cli/numbers_report.h"
#include "graph/analysis/redaction.h"
#include "graph/core/json.h"
#include "io/files/atomic_output.h"
#include "render/transcode.h"

namespace overlace {

struct RunReport {
  std::string input, output;
  std::vector<std::string> notes{};  ///< guesses, repairs, conversions, omissions
  TranscodeResult result{};
  std::vector<Redaction> redactions{};    ///< what the graph hides, and its gaps
  std::vector<std::string> not_hidden{};  ///< beside the pictures of a graph that redacts
  NumbersReport numbers{};                ///< what the graph counted and measured
  double elapsed_s = 0;
  int exit_code = 0;
  std::vector<std::string> errors{};  ///< why it failed, one problem each

  /// Adds a note, its details as notes of their own.
  void add_note(const std::string& note);
  /// Records how the run failed.
  void fail(const std::exception_ptr& exception);
  /// The outcome: an object whose member names include the units. Always contains "exit".
  [[nodiscard]] Json outcome() const;
  /// The outcome, with names, notes, versions and numbers.
  [[nodiscard]] Json document() const;
};

/// Writes the document to a file. Throws Error(usage), Error(output).
void save_report(const RunReport& report, const std::string& path, const OutputPolicy& policy);

/// Version of the objects' format; raised when a member is removed or changes its meaning.
inline constexpr int report_schema = 1;

}  // namespace overlace
