// SPDX-License-Identifier: Apache-2.0
// What a batch is to do: one clip, one output and the options of its render per row.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// An option of `overlace render`: its long name without dashes, and its value as it is typed.
using RenderOption = std::pair<std::string, std::string>;

/// A clip that is to be rendered.
struct BatchClip {
  std::string id;  ///< unique in its plan; where nobody names it, the output below the root
  std::string input, output;  ///< absolute paths, or patterns of pictures
  int priority = 0;           ///< higher ones are rendered first
  std::vector<RenderOption> options{};

  /// The last value of an option; "" where it has none.
  [[nodiscard]] std::string option(std::string_view name) const;
  void set_option(const std::string& name, std::string value);
};

/// The rows of a batch, and the folder that all outputs are in.
struct BatchPlan {
  std::string root;             ///< absolute
  bool overwrite = false;       ///< files that are no batch's may be replaced
  std::deque<BatchClip> clips;  ///< more may come: those that are there stay where they are
};

/// One of several machines' shares of a plan.
struct Shard {
  int index = 0, count = 1;  ///< index < count

  [[nodiscard]] bool is_whole() const { return count == 1; }
  /// "shard-3-of-100", as files are called.
  [[nodiscard]] std::string name() const;
};
/// Every clip of the plan is in one of its shards, whatever the others do.
[[nodiscard]] BatchPlan shard_of(BatchPlan plan, const Shard& shard);

/// A plan as lines of JSON: the folder first, then a line per clip.
[[nodiscard]] std::string plan_text(const BatchPlan& plan);
/// True for a file that begins as `plan_text` does.
[[nodiscard]] bool is_plan_file(const std::string& path);
/// Reads such a file. Throws Error(usage) with every line that is wrong.
[[nodiscard]] BatchPlan read_plan(const std::string& path);

/// Options as an object: texts by name, lists of texts where an option is repeated.
[[nodiscard]] Json options_json(const std::vector<RenderOption>& options);

}  // namespace overlace
