// SPDX-License-Identifier: Apache-2.0
// Looks at a sample of number rows to tell formats apart.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "io/tracks/rows/box_lists.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/number_rows.h"

namespace overlace {
namespace {

void widen(NumberProfile& profile, const NumberLine& line) {
  const std::size_t count = std::min(line.count, max_fields);
  for (std::size_t i = 0; i < count; ++i) {
    NumberProfile::Column& column = profile.at[i];
    const ParsedNumber& field = line.field[i];
    if (profile.rows == 0) column.min = column.max = field.value;
    column.whole = column.whole && field.is_whole;
    column.min = std::min(column.min, field.value);
    column.max = std::max(column.max, field.value);
  }
}

/// Odd rows (a negative size, NaN) must not hide a format, but most have to look right.
bool is_box(const NumberLine& line) {
  const auto& f = line.field;
  return line.count >= 6 && f[0].is_whole && f[0].whole >= 0 && f[1].is_whole && f[1].whole >= -1 &&
         f[4].value >= 0 && f[5].value >= 0;
}

/// Whether a first line names columns other than those of a box that begins at the third.
bool names_other_columns(std::string_view sample) {
  FieldSplitter splitter;
  const auto names = heading_of(sample, splitter);
  if (names.size() < 3) return false;
  const NamedColumn third = column_named(names[2]);
  return third != NamedColumn::left && third != NamedColumn::center_x;
}

/// Whether rows are frame, arena, individual, x, y and a label, as ToxTrac writes them: the third
/// number is whole beside fractions, and the last one constant.
bool is_toxtrac(const NumberProfile& profile) {
  const auto& at = profile.at;
  return profile.columns == 6 && profile.rows > 1 && at[2].whole && !at[3].whole && !at[4].whole &&
         at[5].constant() && at[5].whole;
}

/// How often a box stays where it was, if one column has its object and another counts its frames.
class Continuity {
 public:
  void add(double object, double frame, const Box& box) {
    const auto [last, fresh] = last_.try_emplace(object, frame, box);
    if (!fresh && frame == last->second.first + 1) {
      ++steps_;
      if (holds_centre(last->second.second, box)) ++small_steps_;
    }
    last->second = {frame, box};
  }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] double share_of_small_steps() const {
    return steps_ > 0 ? static_cast<double>(small_steps_) / static_cast<double>(steps_) : 0;
  }

 private:
  static bool holds_centre(const Box& box, const Box& next) {
    const float x = next.x + next.width / 2, y = next.y + next.height / 2;
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  }

  std::map<double, std::pair<double, Box>> last_;
  std::size_t steps_ = 0, small_steps_ = 0;
};

/// Whether the columns are MOTChallenge's own, and the rows too few to tell sizes from corners:
/// boxes near the upper left corner have both.
bool is_short_mot(const NumberProfile& profile) {
  constexpr std::size_t few = 50, columns = 10;
  const auto& at = profile.at;
  return profile.rows < few && profile.columns == columns && at[7].always(-1) && at[8].always(-1) &&
         at[9].always(-1);
}

}  // namespace

void for_each_number_row(std::string_view sample,
                         const std::function<void(const NumberLine& line)>& use) {
  NumberLine line;
  for (bool first = true; !sample.empty();) {
    const std::size_t end = std::min(sample.find('\n'), sample.size());
    std::string_view text = sample.substr(0, end);
    sample.remove_prefix(std::min(end + 1, sample.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    const LineKind kind = parse_numbers(text, line);
    if (kind == LineKind::blank || kind == LineKind::comment) continue;
    if (kind == LineKind::words && first) continue;  // headings
    first = false;
    if (kind == LineKind::words) line.count = 0;
    use(line);
  }
}

NumberProfile profile_numbers(std::string_view sample) {
  std::map<std::size_t, NumberProfile> by_columns;
  std::size_t lines = 0, boxes = 0;
  BoxListProfile form;
  for_each_number_row(sample, [&](const NumberLine& line) {
    ++lines;
    if (!is_box(line)) return;
    ++boxes;
    form.add(std::array{line.field[2].value, line.field[3].value, line.field[4].value,
                        line.field[5].value});
    NumberProfile& profile = by_columns[line.count];
    const double frame = line.field[0].value;
    profile.columns = line.count;
    profile.frames_ascend =
        profile.frames_ascend && (profile.rows == 0 || frame >= profile.latest_frame);
    profile.latest_frame = frame;
    widen(profile, line);
    ++profile.rows;
  });
  if (by_columns.empty() || boxes * 2 < lines || names_other_columns(sample)) return {};
  const auto rows = [](const auto& entry) { return entry.second.rows; };
  NumberProfile most = std::ranges::max_element(by_columns, {}, rows)->second;
  if (most.rows * 2 < boxes) most.columns = 0;
  most.boxes = !is_toxtrac(most) && (is_short_mot(most) || form.form() != BoxList::corners);
  return most;
}

bool ids_come_first(std::string_view sample) {
  constexpr std::size_t fewest = 10;
  constexpr double nearly_all = 0.8, clearly = 2;
  Continuity usual, swapped;
  for_each_number_row(sample, [&](const NumberLine& line) {
    if (!is_box(line)) return;
    const auto number = [&](std::size_t i) { return static_cast<float>(line.field[i].value); };
    const Box box{number(2), number(3), number(4), number(5)};
    usual.add(line.field[1].value, line.field[0].value, box);
    swapped.add(line.field[0].value, line.field[1].value, box);
  });
  return swapped.steps() >= fewest && swapped.share_of_small_steps() >= nearly_all &&
         swapped.share_of_small_steps() > clearly * usual.share_of_small_steps();
}

bool nearly_all_rows(std::string_view sample,
                     const std::function<bool(const NumberLine& line)>& fits) {
  constexpr double nearly_all = 0.95;
  std::size_t rows = 0, fitting = 0;
  for_each_number_row(sample, [&](const NumberLine& line) {
    ++rows;
    if (line.count > 0 && fits(line)) ++fitting;
  });
  return fitting > 0 && static_cast<double>(fitting) >= nearly_all * static_cast<double>(rows);
}

bool could_be_visdrone(const NumberProfile& profile) {
  const auto& at = profile.at;
  return profile.columns == 10 && at[7].whole && at[8].whole && at[9].whole &&
         at[7].within(0, 11) && at[8].within(0, 1) && at[9].within(0, 2) && !at[7].always(0);
}

bool has_heading(std::string_view sample) {
  return find_heading(sample).has_value();
}

bool could_be_walkers(std::string_view sample) {
  if (has_heading(sample)) return false;
  bool fractions = false;
  // Rows are sorted by column `outer`, and for equal values by the other.
  const auto sorted_by = [&](std::size_t outer) {
    std::array<double, 2> before{-1, -1};
    std::size_t rows = 0, together = 0;
    const bool in_order = nearly_all_rows(sample, [&](const NumberLine& line) {
      const auto& f = line.field;
      if (line.count != 4 || !f[0].is_whole || !f[1].is_whole) return false;
      fractions = fractions || !f[2].is_whole || !f[3].is_whole;
      const std::array<double, 2> now{f[outer].value, f[1 - outer].value};
      ++rows;
      if (now[0] == before[0]) ++together;
      return std::exchange(before, now) < now;
    });
    return in_order && 2 * together >= rows;
  };
  return (sorted_by(0) || sorted_by(1)) && fractions;
}

bool named_ground_truth(const std::filesystem::path& path) {
  return path.filename() == "gt.txt" || path.parent_path().filename() == "gt";
}

}  // namespace overlace
