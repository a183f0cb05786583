// SPDX-License-Identifier: Apache-2.0
// One batch at a time has a folder of outputs.
#pragma once

#include <string>

namespace overlace {

/// Holds a folder of outputs while it lives. It goes with the process, however that ends, and does
/// not go on in children that close their files.
class BatchLock {
 public:
  /// Makes the folder where it is not there. Throws Error(usage) that names the process that has
  /// it, and Error(output).
  explicit BatchLock(const std::string& root);
  ~BatchLock();
  BatchLock(const BatchLock&) = delete;
  BatchLock& operator=(const BatchLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace overlace
