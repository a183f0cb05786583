// SPDX-License-Identifier: Apache-2.0
// Where a batch keeps its journal, its plan and its clips' logs: on a local disk, separate from the
// outputs.
#pragma once

#include <filesystem>
#include <string>

#include "batch/batch_plan.h"

namespace overlace {

class StateFolder {
 public:
  /// The folder of a batch that writes into `root`: `named`, or if that is empty, one of its own in
  /// $XDG_STATE_HOME/overlace/batch or in ~/.local/state. Throws Error(usage) if neither variable
  /// is set. A shard has a subfolder in it.
  static StateFolder of(const std::string& root, const std::string& named, const Shard& shard = {});
  /// An existing one: `named`, or that of `root`, or of the latest batch if both are empty. Throws
  /// Error(usage) if there is none.
  static StateFolder find(const std::string& root, const std::string& named);

  /// Makes the folder. Throws Error(output) if that fails, or if others may write to it: what lies
  /// in it is believed.
  void make() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string journal() const { return path_ + "/journal.sqlite"; }
  [[nodiscard]] std::string plan() const { return path_ + "/plan.jsonl"; }
  /// The log file of a clip.
  [[nodiscard]] std::string log(const std::string& id) const;

 private:
  StateFolder(std::string batch, std::string path)
      : batch_(std::move(batch)), path_(std::move(path)) {}
  std::string batch_;  ///< with the subfolders of all shards
  std::string path_;
};

}  // namespace overlace
