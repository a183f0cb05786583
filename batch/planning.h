// SPDX-License-Identifier: Apache-2.0
// From what a user names to a plan: every clip with its output, and everything that is wrong with
// them found before the first one is rendered.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "batch/inputs.h"
#include "batch/plan.h"

namespace overlace {

struct PlanRequest {
  std::vector<std::string> sources;  ///< videos, folders, patterns of names, manifests
  std::string output;  ///< template of names; a plain folder where a manifest names the outputs
  std::vector<RenderOption> options{};  ///< for all clips; tracks and embeddings may be templates
  bool overwrite = false;               ///< files that are no batch's may be replaced
  std::vector<std::string> known_options;  ///< names of columns and options that a render knows
  /// Videos are still to come: there may be none so far.
  bool watches = false;
  /// Videos of folders and patterns that are taken; empty: all.
  std::function<bool(const FoundInput&)> wanted{};
  /// Checks a clip's options, once for all clips that share them. Throws Error(usage).
  std::function<void(const BatchClip&)> check{};
  /// Frames of each part of a clip that is to be rendered in parts (see cut_into_parts); empty for
  /// one that is rendered whole. A clip that is fetched is not asked for. Called once all else is
  /// right. Throws Error (usage, input).
  std::function<std::vector<std::string>(const BatchClip&)> cut{};
};

/// A name of a clip's options that leaves out those that differ from clip to clip anyway: its track
/// file, its embeddings, and the frames of a part.
[[nodiscard]] std::string options_key(const BatchClip& clip);

/// Throws Error(usage) with all problems: sources without a video, columns that nobody knows, wrong
/// options, missing track files, outputs that two clips share, that are an input, that lie outside
/// the root, or that exist and are no batch's.
[[nodiscard]] BatchPlan make_plan(const PlanRequest& request);

}  // namespace overlace
