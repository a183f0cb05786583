// SPDX-License-Identifier: Apache-2.0
// Writes a track table as a file, or a folder of files, of any writable format.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/files/atomic_output.h"
#include "io/tracks/format.h"

namespace overlace {

/// Writes `table`, which belongs to `clip` and counts from its first frame, whatever its number. An
/// empty `format` is chosen by the file's extension (.json: overlace's own, which keeps everything;
/// .txt: mot; .csv; .jsonl; .xml: cvat_video). The file appears under its name only when it is
/// complete, and replaces another only if `policy` allows it. What the format cannot hold is left
/// out. Throws Error(usage) for an unknown format or extension, and for a picture size that the
/// format needs and `clip` lacks; Error(output) when writing fails.
///
/// A folder format makes the folder `path`, also completely or not at all. If the name of `path`
/// holds a frame number (`cam1/00_001_%06d.txt`, as in sequence_name.h) it names the files of its
/// folder. An existing folder is replaced if `policy` allows it and it holds only files with such
/// names.
void write_tracks(const TrackTable& table, const ClipInfo& clip, const std::filesystem::path& path,
                  const OutputPolicy& policy, std::string_view format = {});

/// The same into a stream. `format` must be given, and not be a folder format.
void write_tracks(const TrackTable& table, const ClipInfo& clip, std::ostream& out,
                  std::string_view format);

/// Throws what `write_tracks` would for these names, before there is anything to write.
void check_tracks_output(const std::filesystem::path& path, const OutputPolicy& policy,
                         std::string_view format = {});

/// The path from which to read what `write_tracks` made: `path`, or its folder if the name of
/// `path` holds a frame number.
[[nodiscard]] std::filesystem::path tracks_to_read(const std::filesystem::path& path,
                                                   std::string_view format = {});

/// The format in which a file is written: `format`, or by the extension of `path`. Throws
/// Error(usage) for one that overlace does not write.
[[nodiscard]] const TrackFormat& output_format(const std::filesystem::path& path,
                                               std::string_view format);

}  // namespace overlace
