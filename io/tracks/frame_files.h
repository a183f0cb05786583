// SPDX-License-Identifier: Apache-2.0
// A folder with one numbered file per frame, as an input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

class TrackBuilder;

/// A file of one frame.
struct FrameFile {
  std::filesystem::path path;
  std::int64_t frame = 0;  ///< the last number in its name
};

/// The files of a folder, by frame.
struct FrameFiles {
  std::filesystem::path folder;
  std::string pattern;  ///< their common name with * for the number: "00_000_*.txt"
  std::vector<FrameFile> files;
  bool in_order = false;  ///< the names give no frames; files are counted from 0

  /// How the files number the frames, in a sentence.
  [[nodiscard]] std::string understood() const;
};

/// True for a folder, for a pattern of names in one ("labels/cam1_*.txt"), and for the data.yaml of
/// a data set.
[[nodiscard]] bool is_frame_folder(const std::filesystem::path& path);

/// Lists the files .txt, .json and .xml whose names hold a number, in natural order; with a
/// pattern, only those that match. Files whose names are hashes, or hold no numbers, are numbered
/// in the order of their names. A data set or the folder of a run stands for its folder of labels.
/// Throws Error(input) when there are no files, when they form several series (cam1_*.txt and
/// cam2_*.txt), with the pattern to use, and for a data set of several parts, with their names.
[[nodiscard]] FrameFiles list_frame_files(const std::filesystem::path& path);

/// The file of one frame, as a folder with no other file.
[[nodiscard]] FrameFiles one_frame_file(const std::filesystem::path& file);

/// A file's name, split at its frame number.
struct NumberedName {
  std::string pattern;                 ///< with * for the number; the name itself where it has none
  std::optional<std::int64_t> number;  ///< the last number in the name
};
/// `name` has no folders. What Roboflow appends to it is ignored.
[[nodiscard]] NumberedName numbered_name(std::string_view name);

/// Whether so many patterns with a number are accidental (hashes) rather than series of numbered
/// files: most of them fit only one name.
[[nodiscard]] bool are_hashes(std::size_t patterns, std::size_t patterns_of_one_name);

/// The last number in a file's name, its frame number; nothing if there is none.
[[nodiscard]] std::optional<std::int64_t> frame_in_name(std::string_view name);

/// Calls `read` with each file's text in order, and tells `builder` which file the rows come from.
/// Throws Error(input) for a file that cannot be opened. Errors in the input that name no file get
/// the name of the file being read.
void for_each_frame(const FrameFiles& files, TrackBuilder& builder,
                    const std::function<void(const FrameFile& file, std::istream& text)>& read);

/// The beginning of the folder's content: its first non-empty files, concatenated, up to about
/// `bytes`.
[[nodiscard]] std::string sample_of(const FrameFiles& files, std::size_t bytes);

}  // namespace overlace
