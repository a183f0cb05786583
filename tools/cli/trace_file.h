// SPDX-License-Identifier: Apache-2.0
// The trace that --trace asks for, and the file it ends in.
#pragma once

#include <optional>
#include <string>

#include "gpu/trace.h"
#include "io/files/atomic_output.h"

namespace overlace {

/// A trace of this run. Written by `save`, or else when this object ends: a run that failed or was
/// stopped is traced as well. Declare it after whatever the names of its spans belong to.
class TraceFile {
 public:
  /// Creates the file under a temporary name; no trace when `path` is empty. Throws Error(usage),
  /// Error(output).
  TraceFile(const std::string& path, const OutputPolicy& policy);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Null when no trace was asked for.
  [[nodiscard]] Trace* trace() { return trace_ ? &*trace_ : nullptr; }
  /// Puts the file under its name. No thread may add spans any more. Throws Error(output).
  void save();

 private:
  std::optional<AtomicOutput> file_;  ///< until it is saved
  std::optional<Trace> trace_;
};

}  // namespace overlace
