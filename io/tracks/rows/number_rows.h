// SPDX-License-Identifier: Apache-2.0
// Formats that are lines of numbers, one box per line: described by their columns, read by common
// code.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "io/tracks/builder/builder.h"
#include "io/tracks/format.h"
#include "io/tracks/rows/numbers.h"

namespace overlace {

/// What a column holds.
enum class Cell : std::uint8_t {
  frame,
  id,
  left,
  top,
  width,
  height,
  center_x,
  center_y,
  right,   ///< edge, instead of a width
  bottom,  ///< edge, instead of a height
  turn,    ///< about the centre, radians clockwise
  score,   ///< -1 may mean none; if there are several, the last that is not -1 counts
  class_index,
  consider,   ///< 0 marks a row that evaluation ignores; kept as attribute "consider"
  attribute,  ///< a number with its own name; -1 means none
  unused
};

struct NumberColumn {
  Cell cell = Cell::unused;
  std::string_view attribute{};     ///< name, for Cell::attribute
  double missing = -1;              ///< written where a row has no value
  std::optional<double> present{};  ///< written instead of a score that another column holds
};

/// A format of this kind. Columns past those described become attributes "column_N", from 1.
struct NumberRows {
  std::vector<NumberColumn> columns;
  std::size_t required = 6;  ///< fields that a row must have; later ones may become attributes
  TrackConventions conventions;
  std::optional<std::int32_t> ignored_class{};  ///< marks rows that evaluation ignores
  std::vector<std::string> class_names{};
};

/// Reads every line of a file, or of the files of a folder, into a table. seqinfo.ini beside a
/// ground truth gives size and frame rate. Where ids come first, ids and frames change places.
[[nodiscard]] TrackTable read_number_rows(const NumberRows& format, TrackInput& input,
                                          const TrackReadOptions& options, TrackReport& report);

/// Writes every row as a line of these columns.
void write_number_rows(const NumberRows& format, const TrackTable& table, std::ostream& out);
/// What these columns cannot hold of a table.
[[nodiscard]] std::vector<std::string> losses_of_number_rows(const NumberRows& format,
                                                             const TrackTable& table);

/// A format whose rows have the columns of layout(): `format` with its reader.
template <NumberRows (*layout)()>
[[nodiscard]] TrackFormat read_as_number_rows(TrackFormat format) {
  format.read = [](TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
    return read_number_rows(layout(), input, options, report);
  };
  return format;
}
/// The same with its writer and losses.
template <NumberRows (*layout)()>
[[nodiscard]] TrackFormat of_number_rows(TrackFormat format) {
  format = read_as_number_rows<layout>(std::move(format));
  format.write = [](const TrackTable& table, const ClipInfo&, std::ostream& out) {
    write_number_rows(layout(), table, out);
  };
  format.losses = [](const TrackTable& table) { return losses_of_number_rows(layout(), table); };
  return format;
}

/// Statistics of the numbers of a sample, column by column.
struct NumberProfile {
  struct Column {
    double min = 0, max = 0;
    bool whole = true;  ///< every value is an integer
    [[nodiscard]] bool always(double value) const { return min == value && max == value; }
    [[nodiscard]] bool constant() const { return min == max; }
    [[nodiscard]] bool within(double low, double high) const { return min >= low && max <= high; }
  };
  std::size_t rows = 0;
  std::size_t columns = 0;            ///< of most rows, to which the rest applies; 0 if they differ
  std::array<Column, max_fields> at;  ///< by column, from 0
  double latest_frame = 0;
  bool frames_ascend = true;
  bool boxes = false;  ///< frame, id, left, top, width, height come first, not corners
};
[[nodiscard]] NumberProfile profile_numbers(std::string_view sample);

/// Whether rows begin with id, frame instead of frame, id: boxes follow each other closely only
/// where the second number counts the frames of the first.
[[nodiscard]] bool ids_come_first(std::string_view sample);

/// Calls `use` for every line of a sample except blank lines, comments and the words above the
/// first row; a later line that is not a row of numbers has no fields.
void for_each_number_row(std::string_view sample,
                         const std::function<void(const NumberLine& line)>& use);

/// Whether `fits` holds for nearly all rows of a sample, and there is at least one.
[[nodiscard]] bool nearly_all_rows(std::string_view sample,
                                   const std::function<bool(const NumberLine& line)>& fits);

/// True when columns 8 to 10 could be VisDrone's class, truncation and occlusion; MOTChallenge has
/// world coordinates there.
[[nodiscard]] bool could_be_visdrone(const NumberProfile& profile);

/// Whether words stand above the rows of a sample, such as column names.
[[nodiscard]] bool has_heading(std::string_view sample);

/// Whether rows of four could be frame, id and a position, as ETH, UCY and TrajNet write
/// pedestrians in metres: whole numbers in order, then fractions. An object's corner does not
/// count.
[[nodiscard]] bool could_be_walkers(std::string_view sample);

/// True for the usual place of a ground truth: a file gt.txt, or one in a folder gt.
[[nodiscard]] bool named_ground_truth(const std::filesystem::path& path);

/// The columns that begin all formats of the MOTChallenge family, then `rest`.
[[nodiscard]] std::vector<NumberColumn> box_columns(std::initializer_list<NumberColumn> rest);

/// The classes of MOT16, MOT17 and MOT20; the first has number 1.
[[nodiscard]] std::vector<std::string> mot_class_names();

/// The classes of VisDrone; the first, 0, are regions to ignore.
[[nodiscard]] std::vector<std::string> visdrone_class_names();

}  // namespace overlace
