// SPDX-License-Identifier: Apache-2.0
// The trace that --trace asks for, and the file it ends in.
#pragma once

#include <optional>
#include <string>

#include "gpu/trace.h"
#include "io/files/atomic_output.h"

namespace overlace {

/// A trace of this run. Once its file is open it is written by `save`, or else when this object
/// ends: a render that failed or was stopped is traced as well. Declare it after whatever the names
/// of its spans belong to.
class TraceFile {
 public:
  /// No trace when `path` is empty. Nothing is written before the file is opened.
  explicit TraceFile(std::string path);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Creates the file under a temporary name. From then on a signal must be listened to, so that it
  /// does not stay. Throws Error(usage), Error(output).
  void open(const OutputPolicy& policy);
  /// Null when no trace was asked for.
  [[nodiscard]] Trace* trace() { return trace_ ? &*trace_ : nullptr; }
  /// Puts the file under its name. No thread may add spans any more. Throws Error(output).
  void save();

 private:
  std::string path_;
  std::optional<AtomicOutput> file_;  ///< from when it is opened until it is saved
  std::optional<Trace> trace_;
};

}  // namespace overlace
