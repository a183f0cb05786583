// SPDX-License-Identifier: Apache-2.0
// A name for everything that a render's bytes depend on: what has the same one need not be rendered
// again.
#pragma once

#include <string>
#include <vector>

#include "batch/contents.h"
#include "batch/plan.h"
#include "io/tracks/cache.h"
#include "render/render_settings.h"

namespace overlace {

/// Raised whenever a release draws or writes other bytes from the same inputs.
inline constexpr int render_revision = 1;

/// A graph with its values: what many clips share, found out once.
struct GraphFacts {
  Json nodes;                   ///< by name: the content of its parameters and inputs, as a digest
  Json composition;             ///< paint order, knobs, what redacts: a digest
  std::vector<ReadFile> files;  ///< of parameters and fonts; not looked at
};

/// Loads the graph. Files that the clip itself names, its tracks and embeddings, are left out;
/// paths count by what is there. Throws Error(usage).
[[nodiscard]] GraphFacts facts_of(const GraphSettings& settings);

/// A clip's fingerprint, and the facts that it is made of: canonical JSON that tells what changed.
struct Fingerprint {
  Json parts;
  std::string digest;  ///< XXH3-128 of the parts' text, 32 hexadecimal digits
};

/// ReadFile::role of a clip's input.
inline constexpr const char* input_role = "input";

/// Stands for the content of what is fetched, which is not here yet: a digest of where the input
/// and its files are, and of their version.
[[nodiscard]] std::string source_key(const BatchClip& clip);

/// Paths that a clip names; "" where it names none.
struct ClipPaths {
  std::string input, tracks, embeddings;
};

/// The files of a clip's render, not looked at: its input or all pictures of a sequence, tracks
/// with what stands beside them, embeddings, and those of the graph. Throws Error(input).
[[nodiscard]] std::vector<ReadFile> files_of(const ClipPaths& paths, const GraphFacts& facts,
                                             TrackCompanions& companions);

/// Of a clip's options, and of `files` that have been looked at. Paths, dates, names, the machine,
/// device and threads are left out: they change no byte. What is fetched counts by its source,
/// whether it is among the files or not.
[[nodiscard]] Fingerprint fingerprint_of(const BatchClip& clip, const GraphFacts& facts,
                                         const std::vector<ReadFile>& files);

/// Names of the parts that differ, in words: "tracks", "node boxes", "option vcodec".
[[nodiscard]] std::vector<std::string> differences(const Json& before, const Json& now);

}  // namespace overlace
