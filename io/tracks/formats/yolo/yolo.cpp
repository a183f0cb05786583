// SPDX-License-Identifier: Apache-2.0
// Reads rows of YOLO's label files.
#include "io/tracks/formats/yolo/yolo.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/text_rows.h"

namespace overlace {
namespace {

constexpr std::size_t sampled_rows = 2000;

/// All numbers of a row, the class first; false if anything else occurs.
bool parse(std::span<const std::string_view> fields, std::vector<double>& numbers) {
  numbers.clear();
  for (const std::string_view field : fields) {
    const auto number = parse_field(field);
    if (!number) return false;
    numbers.push_back(number->value);
  }
  return true;
}

bool is_whole_from(double value, double low) {
  return value >= low && value == std::floor(value);
}

/// A class, then at least a box of fractions. Shapes at the edge may reach slightly outside.
bool is_label(std::span<const double> numbers) {
  if (numbers.size() < 5 || !is_whole_from(numbers[0], 0)) return false;
  return std::ranges::all_of(numbers.subspan(1, 4), [](double v) { return v > -1 && v < 2; });
}

}  // namespace

/// An id of -1 says that the object has none. Where there is a 0, only a number above 1 shows that
/// these are not scores.
YoloTail YoloProfile::tail(std::size_t count) const {
  if (count >= 2) return {true, true};
  double lowest = 1, highest = rows.empty() ? 1 : -1;
  for (const std::vector<double>& row : rows) {
    if (row.back() != -1) lowest = std::min(lowest, row.back());
    highest = std::max(highest, row.back());
  }
  const bool ids = rows_without_id() == 0 && highest >= 2 - lowest;
  return {count == 1 && !ids, count == 1 && ids};
}

std::size_t YoloProfile::rows_without_id() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [](const std::vector<double>& row) { return !is_whole_from(row.back(), -1); }));
}

std::array<YoloTail, 3> YoloProfile::tails(std::size_t numbers) const {
  YoloProfile with_one;
  for (const std::vector<double>& row : rows)
    if (row.size() == numbers + 1) with_one.rows.push_back(row);
  return {tail(0), with_one.tail(1), tail(2)};
}

YoloProfile profile_yolo(std::string_view sample) {
  YoloProfile profile;
  profile.possible = most_rows(sample, Separator::blanks, [&](const TextRow& row) {
    std::vector<double> numbers;
    if (!parse(row.fields, numbers) || !is_label(numbers)) return false;
    const std::size_t count = numbers.size() - 1;
    profile.fewest = profile.rows.empty() ? count : std::min(profile.fewest, count);
    profile.most = std::max(profile.most, count);
    numbers.erase(numbers.begin());
    if (profile.rows.size() < sampled_rows) profile.rows.push_back(std::move(numbers));
    return true;
  });
  return profile;
}

YoloProfile profile_yolo(const FrameFiles& files) {
  return profile_yolo(sample_of(files, sample_bytes));
}

TrackTable read_yolo(TrackInput& input, const TrackReadOptions& options, TrackReport& report,
                     const std::function<YoloTail(std::span<const double> numbers)>& tail,
                     const std::function<void(const YoloRow& row, TrackBuilder& builder)>& take) {
  TrackBuilder builder({.frame_base = 1,
                        .frame_reason = "as Ultralytics numbers the files of a video",
                        .fractions = true},
                       options, report);
  std::vector<double> numbers;
  for_each_frame(*input.files, builder, [&](const FrameFile& file, std::istream& text) {
    std::set<std::string, std::less<>> seen;
    for_each_row(text, Separator::blanks, [&](const TextRow& row) {
      if (!parse(row.fields, numbers) || numbers.size() < 5 || !is_whole_from(numbers[0], 0))
        return builder.reject("the row is not a class and its shape", row.line);
      if (!seen.emplace(row.text).second)
        return builder.drop("the row repeats an earlier one of its file, as a second run appends",
                            row.line);
      std::span<const double> shape(numbers);
      shape = shape.subspan(1);
      const YoloTail end = tail(shape);
      YoloRow taken{.shape = shape.first(shape.size() - end.size()), .box = {}, .line = row.line};
      taken.box.frame = file.frame;
      taken.box.class_index = builder.class_numbered(
          {numbers[0], std::llround(std::min(numbers[0], 1e15)), true}, row.line);
      if (end.score) taken.box.score = static_cast<float>(shape[taken.shape.size()]);
      if (end.id) {
        const auto id = parse_field(row.fields.back());
        if (!id || !id->is_whole || id->whole < no_id)
          return builder.reject("the id is not an integer", row.line);
        taken.box.id = id->whole;
      }
      take(taken, builder);
    });
  });
  return builder.finish(find_yolo_names(input.files->folder).classes);
}

FileBox box_centered(const YoloRow& row) {
  FileBox box = row.box;
  box.width = row.shape[2];
  box.height = row.shape[3];
  box.x = row.shape[0] - box.width / 2;
  box.y = row.shape[1] - box.height / 2;
  return box;
}

FileBox box_around(const YoloRow& row) {
  double left = row.shape[0], right = left, top = row.shape[1], bottom = top;
  for (std::size_t i = 0; i + 1 < row.shape.size(); i += 2) {
    left = std::min(left, row.shape[i]);
    right = std::max(right, row.shape[i]);
    top = std::min(top, row.shape[i + 1]);
    bottom = std::max(bottom, row.shape[i + 1]);
  }
  FileBox box = row.box;
  box.x = left;
  box.y = top;
  box.width = right - left;
  box.height = bottom - top;
  return box;
}

}  // namespace overlace
