// SPDX-License-Identifier: Apache-2.0
// Where a batch keeps its journal, its plan and the logs of its clips: on a local disk, apart from
// the outputs.
#pragma once

#include <filesystem>
#include <string>

#include "batch/plan.h"

namespace overlace {

class StateFolder {
 public:
  /// The folder of a batch that writes into `root`: `named`, or where that is empty one of its own
  /// in $XDG_STATE_HOME/overlace/batch, or in ~/.local/state. Throws Error(usage) where neither
  /// variable is set.
  /// A shard has one in it.
  static StateFolder of(const std::string& root, const std::string& named, const Shard& shard = {});
  /// One that is there: `named`, that of a `root`, or of the batch that ran last where both are
  /// empty. Throws Error(usage) where there is none.
  static StateFolder find(const std::string& root, const std::string& named);

  /// Makes it. Throws Error(output).
  void make() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string journal() const { return path_ + "/journal.sqlite"; }
  [[nodiscard]] std::string plan() const { return path_ + "/plan.jsonl"; }
  /// The log of a clip.
  [[nodiscard]] std::string log(const std::string& id) const;

 private:
  explicit StateFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace overlace
