// SPDX-License-Identifier: Apache-2.0
// From what a user names to a plan: every clip with its output, and all errors found before the
// first clip is rendered.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "batch/batch_plan.h"
#include "batch/inputs.h"
#include "graph/core/log.h"

namespace overlace {

struct PlanRequest {
  std::vector<std::string> sources;  ///< videos, folders, name patterns, manifests
  std::string output;  ///< name template; a plain folder if a manifest names the outputs
  std::vector<RenderOption> options{};  ///< for all clips; tracks and embeddings may be templates
  bool overwrite = false;               ///< files that no batch made may be replaced
  std::vector<std::string> known_options;  ///< columns and options that a render knows
  /// Clips whose track file or embeddings are missing are left out; otherwise they are planned, and
  /// fail. If every clip lacks one, or videos may arrive later, that is an error in either case.
  bool skips_missing_tracks = false;
  LogSink log{};  ///< gets what is left out; may be empty
  /// Videos may arrive later: finding none so far is no error.
  bool watches = false;
  /// Which videos of folders and patterns to take; empty: all.
  std::function<bool(const FoundInput&)> wanted{};
  /// Checks a clip's options, once for all clips with the same options. Throws Error(usage).
  std::function<void(const BatchClip&)> check{};
  /// The frames of each part of a clip that is to be rendered in parts (see cut_into_parts); empty
  /// for a clip that is rendered whole. Not called for fetched clips. Called once everything else
  /// is valid. Throws Error (usage, input).
  std::function<std::vector<std::string>(const BatchClip&)> cut{};
};

/// A key of a clip's options without those that usually differ from clip to clip: its track file,
/// its embeddings, and the frames of a part.
[[nodiscard]] std::string options_key(const BatchClip& clip);

/// Throws Error(usage) with all errors: sources without a video, unknown columns, wrong options,
/// track files of which none is there, and outputs that two clips share, that are inputs, that lie
/// outside the root, or that exist and were not made by a batch.
[[nodiscard]] BatchPlan make_plan(const PlanRequest& request);

}  // namespace overlace
