// SPDX-License-Identifier: Apache-2.0
// Names of numbered files: patterns with a place for the frame number.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace overlace {

/// A path whose file name holds a number: `%d`, `%04d` or a run of `#`.
struct SequencePattern {
  std::string before, after;  ///< of the whole path
  int digits = 1;             ///< minimum width

  [[nodiscard]] std::string name(std::int32_t number) const;
  /// The frame number in a file name (without its folder); nothing for a name outside the sequence.
  /// Throws Error(limit) for a number beyond 2,000,000,000.
  [[nodiscard]] std::optional<std::int32_t> number_in(const std::string& file_name) const;
  /// The files' folder; "." for the current one.
  [[nodiscard]] std::filesystem::path folder() const;
  /// The pattern as a path: "in/%04d.png".
  [[nodiscard]] std::string text() const;
};

/// The pattern in the file name of `path`, if there is one.
[[nodiscard]] std::optional<SequencePattern> find_pattern(const std::string& path);

/// True for numbered pictures: the file name holds a pattern, and has the extension of a picture.
/// A video may be called "cat #shorts.mp4".
[[nodiscard]] bool is_sequence(const std::string& path);

/// True if numbered pictures are to be read: the same, and no file itself is called so.
[[nodiscard]] bool reads_sequence(const std::string& path);

/// The name of frame `number`: `%04d` and `####` are at least four digits wide.
/// Precondition: is_sequence(path).
[[nodiscard]] std::string sequence_name(const std::string& path, std::int32_t number);

}  // namespace overlace
