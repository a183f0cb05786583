// SPDX-License-Identifier: Apache-2.0
// Joining rows from several sources, whose classes, skeletons, attributes and texts go by name:
//
//     ColumnNames names;
//     TrackColumns all;
//     for (TrackColumns& rows : sources) append_rows(names.take(std::move(rows)), all);
//     names.give_to(all);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/data/track_columns.h"

namespace overlace {

/// Texts that numbers stand for. A text keeps its number.
class NumberedTexts {
 public:
  [[nodiscard]] std::int32_t number_of(const std::string& text);
  /// Adds a text even if it is there already; then the first one's number stands for both.
  void add(const std::string& text);
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

/// The classes, attributes, skeletons and size of embeddings that all sources of rows have in
/// common. They are remembered, with or without rows.
class ColumnNames {
 public:
  /// At most so many attributes and skeletons are taken.
  static constexpr std::size_t most_names = 10'000;

  /// Begins with these classes, in their order.
  explicit ColumnNames(const std::vector<std::string>& class_names = {});

  [[nodiscard]] const std::vector<std::string>& class_names() const { return classes_.texts(); }
  /// The number of classes, or of texts of the attribute that has the most.
  [[nodiscard]] std::size_t most_texts() const;

  /// Whether a column is numbers, or texts, as the one of its name was before. One without rows
  /// that has no texts may be either.
  [[nodiscard]] bool fits(const AttributeColumn& column) const;
  /// Numbers in an embedding; 0 as long as there was none.
  [[nodiscard]] std::uint32_t embedding_size() const { return embedding_size_; }

  /// Brings rows to the common numbers, by name; their columns follow the common order. Rows with
  /// names name a class by its number if it has no name; the classes of rows without names have the
  /// numbers of `class_names`, or are mere numbers if that is empty. Throws Error(usage) for an
  /// attribute that does not fit and for embeddings of another size, Error(limit) for more than
  /// `most_names`; then nothing is remembered. Precondition: columns as TrackColumns says.
  [[nodiscard]] TrackColumns take(TrackColumns rows);
  /// Names the classes of taken rows that were mere numbers, since there was no name yet.
  void name_numbers(TrackColumns& rows);
  /// Gives taken rows the common names, and fills the columns that they lack.
  void give_to(TrackColumns& rows) const;

 private:
  struct Attribute {
    std::string name;
    std::optional<bool> has_texts{};  ///< not known before there are rows
    NumberedTexts texts{};
  };

  [[nodiscard]] std::vector<Attribute>::const_iterator find(const std::string& name) const;
  void check(const TrackColumns& rows) const;
  void take_classes(TrackColumns& rows);
  void take_skeletons(TrackColumns& rows);
  void take_attributes(TrackColumns& rows);
  [[nodiscard]] std::size_t attribute_for(const AttributeColumn& column);

  NumberedTexts classes_;
  std::vector<Attribute> attributes_;
  std::vector<Skeleton> skeletons_;
  std::uint32_t embedding_size_ = 0;
};

/// Gives rows the names of their classes and no others, in the order of their rows. A class
/// without a name is named by its number.
void name_used_classes(TrackColumns& rows);

}  // namespace overlace
