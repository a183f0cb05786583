// SPDX-License-Identifier: Apache-2.0
// Writes a track table as a file, or a folder of files, of any format that can be written.
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

/// Writes `table`, which belongs to `clip` and is counted from its first frame, whatever that is
/// called. An empty `format` is chosen by the file's extension
/// (.json: overlace's own, which keeps everything; .txt: mot; .csv; .jsonl; .xml: cvat_video). The
/// file appears under its name only when it is whole, and replaces another only where `policy` lets
/// it. What the format cannot hold is left out. Throws Error(usage) for an unknown format or
/// extension, and for a picture size that the format needs and `clip` has not; Error(output) when
/// writing fails.
///
/// A format of folders makes the folder `path`, also whole or not at all. Where the name of `path`
/// holds a frame number (`cam1/00_001_%06d.txt`, as sequence_name.h has it) it names the files of
/// its folder. One that is there is replaced where `policy` lets it and it holds nothing but files
/// of such names.
void write_tracks(const TrackTable& table, const ClipInfo& clip, const std::filesystem::path& path,
                  const OutputPolicy& policy, std::string_view format = {});

/// The same into a stream. `format` must be given, and one of files.
void write_tracks(const TrackTable& table, const ClipInfo& clip, std::ostream& out,
                  std::string_view format);

/// Throws, before there is anything to write, what `write_tracks` would for these names.
void check_tracks_output(const std::filesystem::path& path, const OutputPolicy& policy,
                         std::string_view format = {});

/// What to read to get back what `write_tracks` made: `path`, or its folder where the name of
/// `path` holds a frame number.
[[nodiscard]] std::filesystem::path tracks_to_read(const std::filesystem::path& path,
                                                   std::string_view format = {});

/// The format that a file is written in: `format`, or by the extension of `path`. Throws
/// Error(usage) for one that overlace does not write.
[[nodiscard]] const TrackFormat& output_format(const std::filesystem::path& path,
                                               std::string_view format);

}  // namespace overlace
