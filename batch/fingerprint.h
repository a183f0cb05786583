// SPDX-License-Identifier: Apache-2.0
// Identifies everything that a render's bytes depend on: if it is unchanged, nothing need be
// rendered again.
#pragma once

#include <string>
#include <vector>

#include "batch/batch_plan.h"
#include "batch/contents.h"
#include "io/tracks/table_cache.h"
#include "render/render_settings.h"

namespace overlace {

/// Raised whenever a release draws or writes different bytes for the same inputs.
inline constexpr int render_revision = 1;

/// A graph with its values: shared by many clips, and determined once.
struct GraphFacts {
  Json nodes;                   ///< by name: a digest of each node's parameters and inputs
  Json composition;             ///< digest of paint order, knobs and redaction
  std::vector<ReadFile> files;  ///< of parameters and fonts; not looked at
};

/// Loads the graph. Files that the clip itself names, its tracks and embeddings, are left out;
/// paths count by their content. Throws Error(usage).
[[nodiscard]] GraphFacts facts_of(const GraphSettings& settings);

/// A clip's fingerprint, and the facts it is made of: canonical JSON that shows what changed.
struct Fingerprint {
  Json parts;
  std::string digest;  ///< XXH3-128 of the parts' text, 32 hexadecimal digits
};

/// ReadFile::role of a clip's input.
inline constexpr const char* input_role = "input";

/// Stands for the content of fetched files, which are not here yet: a digest of their URIs and
/// version.
[[nodiscard]] std::string source_key(const BatchClip& clip);

/// The paths that a clip names; "" for those it does not name.
struct ClipPaths {
  std::string input, tracks, embeddings;
};

/// The files of a clip's render, not looked at: its input or all pictures of a sequence, tracks
/// with their companion files, embeddings, and the graph's files. Throws Error(input).
[[nodiscard]] std::vector<ReadFile> files_of(const ClipPaths& paths, const GraphFacts& facts,
                                             TrackCompanions& companions);

/// The fingerprint of a clip's options and of `files`, which have been looked at. Paths, dates,
/// names, machine, device and threads are left out, because they change no byte. Fetched files
/// count by their source, whether or not they are among `files`.
[[nodiscard]] Fingerprint fingerprint_of(const BatchClip& clip, const GraphFacts& facts,
                                         const std::vector<ReadFile>& files);

/// The names of the parts that differ: "tracks", "node boxes", "option vcodec".
[[nodiscard]] std::vector<std::string> differences(const Json& before, const Json& now);

}  // namespace overlace
