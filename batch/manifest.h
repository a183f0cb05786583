// SPDX-License-Identifier: Apache-2.0
// Lists of clips that people and programs write: CSV, JSON lines, or a JSON array.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overlace {

/// A row of a manifest: names of columns and their texts, empty ones left out.
struct ManifestRow {
  std::size_t line = 0;  ///< from 1, in the file
  std::vector<std::pair<std::string, std::string>> columns;
};

/// Columns that are commands: lists of words, or their JSON.
inline constexpr std::array<std::string_view, 2> command_columns{"fetch", "publish"};

/// True for names that end as manifests do: .csv, .tsv, .jsonl, .json.
[[nodiscard]] bool is_manifest(const std::string& path);

/// The rows of a manifest. CSV and TSV begin with a line of names; fields may be quoted (RFC 4180)
/// but hold no line end. JSON values are texts, numbers or booleans, and lists
/// in columns that are commands, which come as their JSON. Throws Error(usage) with every line that
/// is wrong.
[[nodiscard]] std::vector<ManifestRow> read_manifest(const std::string& path);

}  // namespace overlace
