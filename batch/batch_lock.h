// SPDX-License-Identifier: Apache-2.0
// Gives one batch at a time the use of an output folder.
#pragma once

#include <string>

#include "batch/batch_plan.h"
#include "graph/core/file_descriptor.h"

namespace overlace {

/// Locks a folder of outputs, or a shard's part of it, for its lifetime. Shards may run beside each
/// other, but not beside a batch without shards. The lock is released when the process ends,
/// however it ends, and does not survive in children that close their files.
class BatchLock {
 public:
  /// Makes the folder if necessary. Throws Error(usage) that names the process that holds it, and
  /// Error(output).
  explicit BatchLock(const std::string& root, const Shard& shard = {});

  /// Whether a process holds the folder, or a shard of it.
  [[nodiscard]] static bool is_held(const std::string& root);

 private:
  FileDescriptor file_, shard_;  ///< of the whole folder; of the shard, if there is one
};

}  // namespace overlace
