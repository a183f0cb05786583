// SPDX-License-Identifier: Apache-2.0
// Writes lines of numbers, by the same columns as the reader.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/tracks/rows/number_rows.h"
#include "io/tracks/writing.h"

namespace overlace {
namespace {

/// The attribute written to a column of the file, if the table has it.
const AttributeColumn* find_numbers(const TrackTable& table, const NumberColumn& column) {
  return find_numbers(table, column.cell == Cell::consider ? "consider" : column.attribute);
}

/// Writes rows.
class RowWriter {
 public:
  RowWriter(const NumberRows& format, const TrackTable& table)
      : format_(format), table_(table), classes_(class_numbers(table, format.class_names)) {
    for (const NumberColumn& column : format.columns)
      attributes_.push_back(find_numbers(table, column));
  }

  void add(std::int32_t frame, std::uint32_t row) {
    for (std::size_t i = 0; i < format_.columns.size(); ++i) {
      if (i > 0) text_.push_back(',');
      add_cell(i, frame, row);
    }
    text_.push_back('\n');
  }
  void flush(std::ostream& out) {
    out.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

 private:
  void add_cell(std::size_t i, std::int32_t frame, std::uint32_t row) {
    const NumberColumn& column = format_.columns[i];
    const Box& box = table_.box[row];
    switch (column.cell) {
      case Cell::frame:
        return put(frame + format_.conventions.frame_base);
      case Cell::id:
        return put(table_.id[row]);
      case Cell::left:
        return put_place(box.x, format_.conventions.pixel_base.x);
      case Cell::top:
        return put_place(box.y, format_.conventions.pixel_base.y);
      case Cell::width:
        return put(box.width);
      case Cell::height:
        return put(box.height);
      case Cell::score:
        if (std::isnan(table_.score[row])) return put(column.missing);
        return column.present ? put(*column.present) : put(table_.score[row]);
      case Cell::class_index:
        if (table_.class_index[row] < 0) return put(column.missing);
        return put(classes_[static_cast<std::size_t>(table_.class_index[row])]);
      case Cell::consider:
      case Cell::attribute: {
        const AttributeColumn* const values = attributes_[i];
        const bool given = values != nullptr && std::isfinite(values->values[row]);
        return given ? put(values->values[row]) : put(column.missing);
      }
      case Cell::center_x:
      case Cell::center_y:
      case Cell::right:
      case Cell::bottom:
      case Cell::turn:  // in formats that are only read
      case Cell::unused:
        return put(column.missing);
    }
  }

  /// Adds the base, which the reader subtracts again.
  void put_place(float at, double base) {
    if (base == 0) return put(at);
    put(fewest_digits(decimal(at) + base, 0, [&](double from_base) {
      return static_cast<float>(from_base - base) == at;
    }));
  }
  template <class T>
  void put(T value) {
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }

  const NumberRows& format_;
  const TrackTable& table_;
  std::vector<std::int32_t> classes_;
  std::vector<const AttributeColumn*> attributes_;  ///< for each column of the file
  fmt::memory_buffer text_;
};

bool any_equal(std::span<const float> values, float value) {
  return std::ranges::find(values, value) != values.end();
}

/// Scores that the reader would take for none, and the reverse.
void add_score_losses(const TrackTable& table, std::vector<std::string>& lost) {
  const bool missing = std::ranges::any_of(table.score, [](float s) { return std::isnan(s); });
  const bool negative = std::ranges::any_of(table.score, [](float s) { return s < 0 && s != -1; });
  if (missing && negative) lost.emplace_back("that some boxes have no score");
  if (!negative && any_equal(table.score, -1)) lost.emplace_back("scores of -1");
}

void add_attribute_losses(const AttributeColumn& values, const NumberColumn& column,
                          std::vector<std::string>& lost) {
  const bool missing =
      std::ranges::any_of(values.values, [](float v) { return !std::isfinite(v); });
  if (missing && column.missing != -1)
    lost.push_back(fmt::format("that some boxes have no {}", values.name));
  if (column.cell == Cell::attribute && any_equal(values.values, -1))
    lost.push_back(fmt::format("values of -1 of attribute {}", values.name));
}

}  // namespace

void write_number_rows(const NumberRows& format, const TrackTable& table, std::ostream& out) {
  RowWriter rows(format, table);
  for_each_frame(table, [&](std::int32_t frame, RowRange range) {
    for (std::uint32_t row = range.begin; row < range.end; ++row) rows.add(frame, row);
    rows.flush(out);
  });
}

std::vector<std::string> losses_of_number_rows(const NumberRows& format, const TrackTable& table) {
  TrackAbilities can{.classes = false, .scores = false, .numbers = false, .texts = false};
  can.class_names = knows_classes(table, format.class_names);
  std::vector<std::string> of_columns;
  for (const NumberColumn& column : format.columns) {
    if (column.cell == Cell::class_index) {
      can.classes = true;
      can.missing_classes = column.missing == -1;
    }
    if (column.cell == Cell::score && !column.present) {
      can.scores = true;
      add_score_losses(table, of_columns);
    }
    if (const AttributeColumn* const values = find_numbers(table, column)) {
      can.attributes.push_back(values->name);
      add_attribute_losses(*values, column, of_columns);
    }
  }
  std::vector<std::string> lost = losses_of(table, can);
  lose_nameless_classes(table, format.class_names, lost);
  std::ranges::move(of_columns, std::back_inserter(lost));
  return lost;
}

}  // namespace overlace
