// SPDX-License-Identifier: Apache-2.0
// Names of numbered pictures: patterns with a place for the frame number.
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
  [[nodiscard]] std::optional<std::int32_t> number_in(const std::string& file_name) const;
  /// The pictures' folder; "." for the current one.
  [[nodiscard]] std::filesystem::path folder() const;
};

/// The pattern in the file name of `path`, if there is one.
[[nodiscard]] std::optional<SequencePattern> find_pattern(const std::string& path);

/// True when the file name holds a frame number pattern.
[[nodiscard]] bool is_sequence(const std::string& path);

/// The name of frame `number`: `%04d` and `####` are at least four digits wide.
/// Precondition: is_sequence(path).
[[nodiscard]] std::string sequence_name(const std::string& path, std::int32_t number);

}  // namespace overlace
