// SPDX-License-Identifier: Apache-2.0
// A folder with one numbered file for every frame, as an input.
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

/// The numbered files of a folder, by number.
struct FrameFiles {
  std::filesystem::path folder;
  std::string pattern;  ///< their common name with * for the number: "00_000_*.txt"
  std::vector<FrameFile> files;
};

/// True for a folder, and for a pattern of names in one: "labels/cam1_*.txt".
[[nodiscard]] bool is_frame_folder(const std::filesystem::path& path);

/// Lists the files .txt and .json whose names hold a number, in natural order; a pattern takes only
/// those that match. Throws Error(input) when there are none, and when they are of several series
/// (cam1_*.txt and cam2_*.txt), with the pattern to give.
[[nodiscard]] FrameFiles list_frame_files(const std::filesystem::path& path);

/// The last number in a file's name, which is that of its frame; none when there is no number.
[[nodiscard]] std::optional<std::int64_t> frame_in_name(std::string_view name);

/// Hands each file's text to `read` in order; `builder` is told whose rows follow. Throws
/// Error(input) for a file that cannot be opened.
void for_each_frame(const FrameFiles& files, TrackBuilder& builder,
                    const std::function<void(const FrameFile& file, std::istream& text)>& read);

/// The beginning of the folder's content: its first files that are not empty, one after another, up
/// to about `bytes`.
[[nodiscard]] std::string sample_of(const FrameFiles& files, std::size_t bytes);

}  // namespace overlace
