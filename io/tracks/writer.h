// SPDX-License-Identifier: Apache-2.0
// Writes a track table as a file of any format that can be written.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/atomic_output.h"
#include "io/tracks/format.h"

namespace overlace {

/// Writes `table`, which belongs to `clip`. An empty `format` is chosen by the file's extension
/// (.json: overlace's own, which keeps everything; .txt: mot; .jsonl; .xml: cvat_video). The file
/// appears under its name only when it is whole, and replaces another only where `policy` lets it.
/// What the format cannot hold is left out. Throws Error(usage) for an unknown format or extension,
/// and for a picture size that the format needs and `clip` has not; Error(output) when writing
/// fails.
void write_tracks(const TrackTable& table, const ClipInfo& clip, const std::filesystem::path& path,
                  const OutputPolicy& policy, std::string_view format = {});

/// The same into a stream. `format` must be given.
void write_tracks(const TrackTable& table, const ClipInfo& clip, std::ostream& out,
                  std::string_view format);

/// The format that a file is written in: `format`, or by the extension of `path`. Throws
/// Error(usage) for one that overlace does not write.
[[nodiscard]] const TrackFormat& output_format(const std::filesystem::path& path,
                                               std::string_view format);

}  // namespace overlace
