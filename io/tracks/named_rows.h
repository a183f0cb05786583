// SPDX-License-Identifier: Apache-2.0
// Rows with named columns, from any kind of file: CSV, JSON lines.
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

/// Turns rows into boxes. Columns with unknown names become attributes: numbers where a value is a
/// number, else texts; digits after a leading 0, as in "007", are texts. Ids may be texts.
class NamedRows {
 public:
  /// Throws Error(input) with advice when no column has the frame number or the position, and
  /// Error(usage) when a column that `options` names does not exist.
  NamedRows(std::vector<std::string> names, const TrackReadOptions& options,
            const std::string& file);

  /// Takes one row, with a value per column; an empty value is missing.
  void take(std::span<const std::string_view> values, TrackBuilder& builder, std::uint64_t line);

  /// How the columns were understood, in a sentence.
  [[nodiscard]] std::string understood() const;

 private:
  /// How a box is stated along one axis: by one column, and a second one unless it is a point.
  struct Axis {
    double share = 0;  ///< fraction of the size that lies before `place`: 0.5 for a centre
    NamedColumn place = NamedColumn::attribute, second = NamedColumn::attribute;
    bool second_is_size = true;  ///< else it is the far edge
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
  std::optional<std::size_t> visibility_;  ///< a column that is 0 where the object is not visible
  Axis across_, down_;
  TrackIds ids_;
  std::optional<bool> classes_are_numbers_;   ///< true as long as all classes are numbers
  std::span<const std::string_view> values_;  ///< of the current row
};

}  // namespace overlace
