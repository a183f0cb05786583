// SPDX-License-Identifier: Apache-2.0
// Tracks that were found in a clip's pixels, in a folder of the user's from one run to the next.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "graph/analysis/analyse.h"
#include "graph/core/log.h"
#include "io/tracks/reader.h"

namespace overlace {

/// How much the folder may hold; what has not been used for longest goes first.
inline constexpr std::uint64_t found_tracks_bytes = std::uint64_t{1} << 30U;

/// The tables that are kept in `folder` for the clip in the file `video`, each under the digest of
/// the clip's content, its node and inputs, how track files are read, and the sources of what finds
/// tracks. `log` gets a line for each table that is found or kept. Only folders and files of this
/// user's are trusted.
[[nodiscard]] std::shared_ptr<FoundTables> found_tracks(std::filesystem::path folder,
                                                        std::string video,
                                                        const TrackReadOptions& reading,
                                                        LogSink log);

}  // namespace overlace
