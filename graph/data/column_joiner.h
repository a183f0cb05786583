// SPDX-License-Identifier: Apache-2.0
// Joins rows from several sources, whose classes, skeletons and attributes go by name.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/data/track_columns.h"

namespace overlace {

/// Concatenates rows, in the order in which they are appended.
class ColumnJoiner {
 public:
  /// If any source has `class_names`, classes go by name, and one without is named by its number;
  /// else by number.
  explicit ColumnJoiner(bool class_names) : class_names_(class_names) {}

  /// Lists these classes first, with or without rows.
  void add_classes(const std::vector<std::string>& names);
  /// Appends all rows; false if their embeddings did not fit, and were left out. Numbers and texts
  /// of the same name stay separate attributes: the later ones become "NAME_2".
  bool append(const TrackColumns& from);
  /// The joined rows, with all columns filled up to the same length.
  [[nodiscard]] TrackColumns finish();

 private:
  using Numbers = std::unordered_map<std::string, std::int32_t>;

  [[nodiscard]] static std::int32_t number_of(const std::string& text, Numbers& numbers,
                                              std::vector<std::string>& texts);
  void append_classes(const TrackColumns& from);
  void append_skeletons(const TrackColumns& from, std::uint32_t first);
  void append_attribute(const AttributeColumn& from, std::uint32_t first);
  [[nodiscard]] std::size_t attribute_for(const AttributeColumn& from);
  [[nodiscard]] std::vector<float> joined_texts(const AttributeColumn& from, std::size_t to);
  bool append_embeddings(const TrackColumns& from, std::uint32_t first);

  TrackColumns rows_;
  bool class_names_;
  Numbers classes_;
  std::vector<Numbers> texts_;  ///< of each attribute
};

}  // namespace overlace
