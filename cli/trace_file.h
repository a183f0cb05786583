// SPDX-License-Identifier: Apache-2.0
// The trace that --trace asks for, and its file.
#pragma once

#include <optional>
#include <string>

#include "gpu/trace.h"
#include "io/files/atomic_output.h"

namespace overlace {

/// The trace of this run. Once its file is open, it is written by `save`, or else by the
/// destructor: a render that failed or was stopped is traced, too. Declare it after everything that
/// the names of its spans point into.
class TraceFile {
 public:
  /// No trace if `path` is empty. Nothing is written before `open`.
  explicit TraceFile(std::string path);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  /// Creates the file under a temporary name. From then on signals must be listened to, or the file
  /// may be left behind. Throws Error(usage), Error(output).
  void open(const OutputPolicy& policy);
  /// Null if no trace was asked for.
  [[nodiscard]] Trace* trace() { return trace_ ? &*trace_ : nullptr; }
  /// Gives the file its name. No thread may add spans any more. Throws Error(output).
  void save();

 private:
  std::string path_;
  std::optional<AtomicOutput> file_;  ///< from opening until saving
  std::optional<Trace> trace_;
};

}  // namespace overlace
