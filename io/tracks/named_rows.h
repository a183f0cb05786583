// SPDX-License-Identifier: Apache-2.0
// Rows whose columns have names, from whatever file: CSV, lines of JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/builder.h"
#include "io/tracks/column_names.h"
#include "io/tracks/names.h"
#include "io/tracks/numbers.h"

namespace overlace {

/// Turns rows into boxes. Columns of no customary name become attributes: numbers where a value is
/// a number, else texts; so are digits with a 0 before them, as "007". Ids may be texts.
class NamedRows {
 public:
  /// Throws Error(input) with what to do when no column has the frame number or the place, and
  /// Error(usage) when one that `options` names is not among the names.
  NamedRows(std::vector<std::string> names, const TrackReadOptions& options,
            const std::string& file);

  /// Takes one row, with a value for every column; an empty one is missing.
  void take(std::span<const std::string_view> values, TrackBuilder& builder, std::uint64_t line);

  /// What was made of the columns, in a sentence.
  [[nodiscard]] std::string understood() const;

 private:
  /// How a box lies along one axis: from one column, and a second unless it is a point.
  struct Axis {
    double share = 0;  ///< of the size that lies before `place`: 0.5 for a centre
    NamedColumn place = NamedColumn::attribute, second = NamedColumn::attribute;
    bool second_is_size = true;  ///< or it is the far edge
  };
  struct Extent {
    double near = 0, size = 0;
  };

  [[nodiscard]] std::optional<std::size_t> find(NamedColumn meaning) const;
  void name_column(NamedColumn meaning, const std::string& wanted, const std::string& file);
  [[nodiscard]] Axis axis(NamedColumn near, NamedColumn far, NamedColumn center, NamedColumn size,
                          std::string_view what, const std::string& file) const;
  [[nodiscard]] std::optional<Extent> extent(const Axis& axis) const;
  [[nodiscard]] std::int32_t class_of_row(TrackBuilder& builder, std::uint64_t line);
  [[nodiscard]] std::optional<ParsedNumber> number(NamedColumn meaning) const;
  [[nodiscard]] bool is_invisible() const;
  [[nodiscard]] std::string_view text(NamedColumn meaning) const;
  void keep_attributes(TrackBuilder& builder);

  std::vector<std::string> names_;
  std::vector<NamedColumn> meanings_;
  std::array<std::optional<std::size_t>, static_cast<std::size_t>(NamedColumn::attribute)> at_;
  std::optional<std::size_t> visibility_;  ///< column that is 0 where the object is not seen
  Axis across_, down_;
  TrackIds ids_;
  std::optional<bool> classes_are_numbers_;   ///< as all classes are so far
  std::span<const std::string_view> values_;  ///< of the row being taken
};

}  // namespace overlace
