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

namespace overlace {

/// Writes `table`, which belongs to `clip`. An empty `format` is chosen by the file's extension
/// (.json: overlace's own, which keeps everything; .txt: mot). The file appears under its name only
/// when it is whole, and replaces another only where `policy` lets it. Returns what the format
/// could not keep, in words. Throws Error(usage) for an unknown format or extension, Error(output)
/// when writing fails.
std::vector<std::string> write_tracks(const TrackTable& table, const ClipInfo& clip,
                                      const std::filesystem::path& path, const OutputPolicy& policy,
                                      std::string_view format = {});

/// The same into a stream. `format` must be given.
std::vector<std::string> write_tracks(const TrackTable& table, const ClipInfo& clip,
                                      std::ostream& out, std::string_view format);

}  // namespace overlace
