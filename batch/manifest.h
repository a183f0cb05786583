// SPDX-License-Identifier: Apache-2.0
// Lists of clips written by people and programs: CSV, JSON lines, or a JSON array.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overlace {

/// A row of a manifest: column names with their texts; empty ones are left out.
struct ManifestRow {
  std::size_t line = 0;  ///< from 1, in the file
  std::vector<std::pair<std::string, std::string>> columns;
};

/// Columns that hold commands: lists of words, or their JSON.
inline constexpr std::array<std::string_view, 2> command_columns{"fetch", "publish"};

/// True for names with a manifest's extension: .csv, .tsv, .jsonl, .json.
[[nodiscard]] bool is_manifest(const std::string& path);

/// The rows of a manifest. CSV and TSV start with a line of names; fields may be quoted (RFC 4180)
/// but contain no line breaks. JSON values are texts, numbers or booleans; in columns that hold
/// commands they may be lists, which are returned as their JSON. Throws Error(usage) with every
/// wrong line.
[[nodiscard]] std::vector<ManifestRow> read_manifest(const std::string& path);

}  // namespace overlace
