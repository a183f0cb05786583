// SPDX-License-Identifier: Apache-2.0
// Columns of rows that come frame by frame, brought to the same names and numbers.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/data/track_columns.h"

namespace overlace {

/// Texts that numbers stand for. A text keeps its number.
class NumberedTexts {
 public:
  [[nodiscard]] std::uint32_t number_of(const std::string& text);
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// The classes, attributes, skeletons and size of embeddings that a stream has had so far. They are
/// remembered, so that a graph that reads them finds them in frames without rows, too.
class LiveColumns {
 public:
  /// At most so many attributes and skeletons are taken.
  static constexpr std::size_t most_names = 10'000;

  explicit LiveColumns(const std::vector<std::string>& class_names);

  /// The first `count` rows with the stream's names and numbers. Rows with class numbers but
  /// without class names use those of the stream. Throws Error(input) for columns of unequal
  /// lengths, an index that points nowhere, a box that is not finite, and a column that was another
  /// kind before; Error(limit) for too many columns.
  [[nodiscard]] TrackColumns take(const TrackColumns& rows, std::uint32_t count);
  /// All columns, without rows.
  [[nodiscard]] TrackColumns empty() const;
  /// The number of classes, or of texts of the attribute that has the most.
  [[nodiscard]] std::size_t most_texts() const;

 private:
  struct Attribute {
    std::string name;
    bool has_texts = false;
    NumberedTexts texts;
  };
  void take_classes(const TrackColumns& rows, TrackColumns& taken);
  void take_skeletons(const TrackColumns& rows, TrackColumns& taken);
  void take_attributes(const TrackColumns& rows, std::uint32_t count, TrackColumns& taken);
  [[nodiscard]] std::size_t attribute_of(const AttributeColumn& column, bool has_rows);

  NumberedTexts classes_;
  std::vector<Attribute> attributes_;
  std::vector<Skeleton> skeletons_;
  std::uint32_t embedding_size_ = 0;
};

}  // namespace overlace
