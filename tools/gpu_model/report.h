// SPDX-License-Identifier: Apache-2.0
// Counts as a table: for people, and as the one that the documentation keeps.
#pragma once

#include <filesystem>
#include <string>

#include "tools/gpu_model/prediction.h"

namespace overlace::gpu_model {

/// One kernel on a line, with its predicted time.
[[nodiscard]] std::string kernel_line(const KernelReport& kernel, const Machine& machine);
[[nodiscard]] std::string table_head();
/// "equal", "by order", "DIFFERS".
[[nodiscard]] std::string agreement_text(Agreement agreement);
/// Executed instructions of a kernel, one on a line: address, times, lanes, text.
[[nodiscard]] std::string profile_text(const KernelReport& kernel);

/// The table of a document, between two comments that name it. Throws Error(input) where it is not
/// there.
class CountsDocument {
 public:
  explicit CountsDocument(std::filesystem::path path);

  /// What the document says, against what was counted: one line for each kernel that is off by more
  /// than `tolerance`, or missing on either side.
  [[nodiscard]] std::vector<std::string> deviations(const FrameReport& frame,
                                                    double tolerance) const;
  /// Puts a table of this frame in its place. Throws Error(output).
  void update(const FrameReport& frame, const Machine& machine) const;

 private:
  std::filesystem::path path_;
  std::string before_, table_, after_;
};

}  // namespace overlace::gpu_model
