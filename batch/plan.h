// SPDX-License-Identifier: Apache-2.0
// What a batch is to do: one clip, one output and the options of its render per row.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/clip_list.h"
#include "graph/core/json.h"

namespace overlace {

/// The rows of a batch, and the folder that all outputs are in.
struct BatchPlan {
  std::string root;        ///< absolute
  bool overwrite = false;  ///< files that are no batch's may be replaced
  ClipList clips{};        ///< parts stand before the clip that they are joined to

  /// Adds a clip, behind its parts where it has some.
  void add(const BatchClip& clip);
};

/// One of several machines' shares of a plan.
struct Shard {
  int index = 0, count = 1;  ///< index < count

  [[nodiscard]] bool is_whole() const { return count == 1; }
  /// "shard-3-of-100", as files are called.
  [[nodiscard]] std::string name() const;
};
/// Every clip and every part of the plan is in one of its shards, whatever the others do. What is
/// joined is in none: parts may be on any machine.
[[nodiscard]] BatchPlan shard_of(BatchPlan plan, const Shard& shard);

/// Takes a long text in pieces.
using TextSink = std::function<void(std::string_view piece)>;

/// A plan as lines of JSON: the folder first, then a line per clip. Parts are told by the clip that
/// they are joined to.
void write_plan(const BatchPlan& plan, const TextSink& sink);
/// True for a file that begins as such a text does.
[[nodiscard]] bool is_plan_file(const std::string& path);
/// Reads such a file. Throws Error(usage) with every line that is wrong, and where there is no such
/// file or nothing in it; Error(input) where reading fails.
[[nodiscard]] BatchPlan read_plan(const std::string& path);

/// A clip as such a row. One that is a part says so, which no row of a plan does.
[[nodiscard]] Json clip_json(const BatchClip& clip);
/// Throws Error(usage) for what is no such row.
[[nodiscard]] BatchClip clip_of(const Json& json);

/// Options as an object: texts by name, lists of texts where an option is repeated.
[[nodiscard]] Json options_json(const std::vector<RenderOption>& options);

}  // namespace overlace
