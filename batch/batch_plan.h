// SPDX-License-Identifier: Apache-2.0
// What a batch is to do: one clip, one output and its render options per row.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/clip_list.h"
#include "graph/core/json.h"

namespace overlace {

/// The rows of a batch, and the folder of all outputs.
struct BatchPlan {
  std::string root;  ///< absolute
  ClipList clips{};  ///< parts come before the clip that they are joined to

  /// Adds a clip, preceded by its parts if it has any.
  void add(const BatchClip& clip);
};

/// One of several machines' shares of a plan.
struct Shard {
  int index = 0, count = 1;  ///< index < count

  [[nodiscard]] bool is_whole() const { return count == 1; }
  /// "shard-3-of-100", for file names.
  [[nodiscard]] std::string name() const;
};
/// The clips and parts of one shard; each is in exactly one shard, which depends on nothing but the
/// plan. Joined clips are in none, because their parts may be on any machine.
[[nodiscard]] BatchPlan shard_of(BatchPlan plan, const Shard& shard);

/// Receives a long text in pieces.
using TextSink = std::function<void(std::string_view piece)>;

/// A plan as lines of JSON: the folder first, then a line per clip. Parts are described by the clip
/// that they are joined to.
void write_plan(const BatchPlan& plan, const TextSink& sink);
/// True for a file that starts as such a text does.
[[nodiscard]] bool is_plan_file(const std::string& path);
/// Reads such a file. Throws Error(usage) with every wrong line, such as one whose output is not
/// below the root, and for a missing or empty file; Error(input) if reading fails.
[[nodiscard]] BatchPlan read_plan(const std::string& path);

/// Throws Error(usage) if rows name programs to run, with the first of them and its command: a plan
/// or manifest may be a stranger's, so running programs takes the user's word.
void refuse_programs(const BatchPlan& plan);

/// A clip as such a row. A part is marked as one, which no row of a plan is.
[[nodiscard]] Json clip_json(const BatchClip& clip);
/// Throws Error(usage) if it is not such a row.
[[nodiscard]] BatchClip clip_of(const Json& json);

/// Options as an object: texts by name, or lists of texts for repeated options.
[[nodiscard]] Json options_json(const std::vector<RenderOption>& options);

}  // namespace overlace
