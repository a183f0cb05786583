// SPDX-License-Identifier: Apache-2.0
// One batch at a time has a folder of outputs.
#pragma once

#include <string>

#include "batch/file_descriptor.h"
#include "batch/plan.h"

namespace overlace {

/// Holds a folder of outputs, or a shard of what is written there, while it lives. Shards may run
/// beside each other, but not beside a batch of all. It goes with the process, however that ends,
/// and does not go on in children that close their files.
class BatchLock {
 public:
  /// Makes the folder where it is not there. Throws Error(usage) that names the process that has
  /// it, and Error(output).
  explicit BatchLock(const std::string& root, const Shard& shard = {});

 private:
  FileDescriptor file_, shard_;  ///< of all; of the shard, where it is one
};

}  // namespace overlace
