// SPDX-License-Identifier: Apache-2.0
// A track format: how it is recognised, read and written. One file per format in io/tracks/formats.
#pragma once

#include <filesystem>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/frame_files.h"
#include "io/tracks/reader.h"

namespace overlace {

/// The beginning of a file or of a folder's files, for recognition.
struct TrackSample {
  std::filesystem::path path;
  std::string_view text;              ///< whole lines, without a byte-order mark
  const FrameFiles* files = nullptr;  ///< for a folder
};

/// How certainly a format recognises a sample as its own.
struct TrackGuess {
  int certainty = 0;   ///< 0: no; 100: the sample names its format
  std::string reason;  ///< completes "…, because "; with 0, why it is not quite this format
};

/// A file or a folder being read.
struct TrackInput {
  std::istream& stream;  ///< of a file; empty for a folder
  std::filesystem::path path;
  const FrameFiles* files = nullptr;  ///< for a folder
  std::uint64_t bytes = 0;            ///< of a file; 0 if unknown
};

/// What the numbers of a format mean, for its table in the documentation.
struct TrackRules {
  std::string_view frames;  ///< "from 1", "in the file name"
  std::string_view pixels;  ///< "from 0", "0 to 1"
  std::string_view boxes;   ///< "left, top, width, height", "corners", "around the mask"
  std::string_view ids;     ///< "whole clip", "none"
};

/// Receives the files of a folder that is being written.
class TrackFolder {
 public:
  virtual ~TrackFolder() = default;
  /// Writes the file of a frame that the format gives this number.
  virtual void write_frame(std::int64_t number, std::string_view text) = 0;
  /// Writes a file beside those of frames, one of TrackFormat::companions.
  virtual void write_companion(std::string_view name, std::string_view text) = 0;
};

/// A format. `name` is what users type.
struct TrackFormat {
  std::string_view name;
  std::string_view title;
  std::string_view doc;  ///< conventions in one or two sentences
  std::vector<std::string_view> extensions;
  TrackRules rules{};
  bool folder = false;  ///< reads a folder with one file per frame, instead of a file
  bool named = false;   ///< has named columns or members, whose names the user may specify
  TrackGuess (*sniff)(const TrackSample& sample) = nullptr;
  TrackTable (*read)(TrackInput& input, const TrackReadOptions& options,
                     TrackReport& report) = nullptr;
  /// Null if overlace does not write the format, or not as a file.
  void (*write)(const TrackTable& table, const ClipInfo& clip, std::ostream& out) = nullptr;
  /// What the format cannot hold of a table, each in a few words. Null if it is not written.
  std::vector<std::string> (*losses)(const TrackTable& table) = nullptr;
  /// Null if overlace does not write the format, or not as a folder.
  void (*write_folder)(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) = nullptr;
  std::string_view file_names{};  ///< in a written folder, with # for the frame's digits
  std::vector<std::string_view> companions{};  ///< other files of such a folder
  /// Written with the clip's own frame numbers (ClipInfo::first_frame), as used in the shot.
  bool shot_frames = false;

  [[nodiscard]] bool is_written() const { return write != nullptr || write_folder != nullptr; }
};

/// All formats, by name. Generated from the file names in io/tracks/formats.
[[nodiscard]] std::span<const TrackFormat> track_formats();

/// The format called `name`. Throws Error(usage) with the nearest name.
[[nodiscard]] const TrackFormat& find_track_format(std::string_view name);

/// The format as which a file or folder is recognised by its content; null for none, and where two
/// fit equally well. Throws Error(input) when it cannot be read.
[[nodiscard]] const TrackFormat* recognise_format(const std::filesystem::path& path);

}  // namespace overlace
