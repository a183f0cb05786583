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

#include "graph/core/error.h"
#include "io/tracks/builder/builder.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/id_fit.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/numbers.h"

namespace overlace {

/// Turns rows into boxes. Where no column has the frame number, times give the frames at the clip's
/// rate. Columns with unknown names become attributes: numbers where a value is a
/// number, else texts; digits after a leading 0, as in "007", are texts. Ids may be texts.
class NamedRows {
 public:
  /// `heading` is where the names are. Throws Error(input) with advice when no column has the frame
  /// number or the position, and Error(usage) when a column that `options` names does not exist.
  NamedRows(std::vector<std::string> names, const TrackReadOptions& options,
            SourceLocation heading);

  /// Learns from a row, before the first one is taken.
  void profile(std::span<const std::string_view> values);
  /// Determines which of several columns has the ids, and checks what the rows learnt from need:
  /// the clip's rate for times. Throws Error(usage), and Error(input) when several columns could.
  void settle();
  /// The options for the builder of these rows. Frames that are times count milliseconds.
  [[nodiscard]] TrackReadOptions reading() const;
  /// Whether all boxes learnt from have places and sizes within 0 to 1, as fractions of a picture.
  [[nodiscard]] bool in_fractions() const;

  /// Takes one row, with a value per column; an empty value is missing.
  void take(std::span<const std::string_view> values, TrackBuilder& builder, std::uint64_t line);

  /// Whether the boxes are in columns called x and y, beside sizes.
  [[nodiscard]] bool could_be_centres() const;

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
  void name_column(NamedColumn meaning, const std::string& wanted);
  void name_user_columns();
  void find_id_columns();
  void settle_ids();
  void check_times() const;
  void place_columns();
  [[noreturn]] void refuse(std::string_view message, std::string_view advice = {}) const;
  [[nodiscard]] std::optional<Axis> axis(NamedColumn near, NamedColumn far, NamedColumn center,
                                         NamedColumn size) const;
  [[nodiscard]] bool is_absent() const;
  [[nodiscard]] std::optional<std::int64_t> frame() const;
  [[nodiscard]] std::optional<Extent> extent(const Axis& axis) const;
  [[nodiscard]] std::int32_t class_of_row(TrackBuilder& builder, std::uint64_t line);
  [[nodiscard]] std::optional<ParsedNumber> number(NamedColumn meaning) const;
  [[nodiscard]] bool is_invisible() const;
  [[nodiscard]] std::string_view text(NamedColumn meaning) const;
  void keep_attributes(TrackBuilder& builder);

  /// What rows before the first one show.
  struct Profile {
    std::uint64_t boxes = 0, within_one = 0;
    bool whole_places = true, whole_times = true;
  };

  const TrackReadOptions& options_;
  SourceLocation heading_;
  std::vector<std::string> names_;
  std::vector<NamedColumn> meanings_;
  Profile profile_;
  std::vector<std::size_t> id_columns_;  ///< those that could have ids, usual names first
  IdFit id_fit_;
  std::array<std::optional<std::size_t>, static_cast<std::size_t>(NamedColumn::attribute)> at_;
  std::optional<std::size_t> visibility_;  ///< a column that is 0 where the object is not visible
  Axis across_, down_;
  TrackIds ids_;
  std::optional<bool> classes_are_numbers_;   ///< true as long as all classes are numbers
  std::span<const std::string_view> values_;  ///< of the current row
};

}  // namespace overlace
