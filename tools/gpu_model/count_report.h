// SPDX-License-Identifier: Apache-2.0
// Counts as a table: for people, and for the documentation.
#pragma once

#include <filesystem>
#include <string>

#include "tools/gpu_model/prediction.h"

namespace overlace::gpu_model {

/// Code of which a launch executed anything, bytes, in whole lines of the instruction caches.
[[nodiscard]] std::uint64_t touched_code(const KernelReport& kernel);
/// A kernel on one line, with its predicted time.
[[nodiscard]] std::string kernel_line(const KernelReport& kernel, const Machine& machine);
[[nodiscard]] std::string table_head();
/// "equal", "by order", "DIFFERS".
[[nodiscard]] std::string agreement_text(Agreement agreement);
/// Executed instructions of a kernel, one per line: address, times, lanes, cycles that warps waited
/// before it (for memory, code, earlier results, their turn), text.
[[nodiscard]] std::string profile_text(const KernelReport& kernel);

/// The table of a document, between two comments that name it. Throws Error(input) if it is
/// missing.
class CountsDocument {
 public:
  explicit CountsDocument(std::filesystem::path path);

  /// Compares the document with the counts: one line for each kernel whose instructions differ by
  /// more than `tolerance`, that touches more code than it may, or is missing on either side.
  [[nodiscard]] std::vector<std::string> deviations(const FrameReport& frame,
                                                    double tolerance) const;
  /// Replaces the table by one of this frame. Throws Error(output).
  void update(const FrameReport& frame) const;

 private:
  std::filesystem::path path_;
  std::string before_, table_, after_;
};

}  // namespace overlace::gpu_model
