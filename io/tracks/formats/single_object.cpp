// SPDX-License-Identifier: Apache-2.0
// single_object: one box a line and a line a frame, as benchmarks of single-object tracking have
// it.
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "io/tracks/line_reader.h"
#include "io/tracks/numbers.h"
#include "io/tracks/thing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t box_fields = 4, corner_fields = 8;

/// Whether four corners follow one another around a box, at least roughly: the diagonals halve each
/// other.
bool are_corners(const NumberLine& line) {
  std::array<double, corner_fields> n{};
  std::ranges::transform(std::span(line.field).first(corner_fields), n.begin(),
                         &ParsedNumber::value);
  const double across = std::abs(n[0] + n[4] - n[2] - n[6]);
  const double down = std::abs(n[1] + n[5] - n[3] - n[7]);
  const double size = std::hypot(n[4] - n[0], n[5] - n[1]);
  return size > 0 && across + down <= size / 10;
}

/// Whether four numbers are a box of pixels, or say that there is none.
bool is_box(const NumberLine& line) {
  const auto at = [&](std::size_t i) { return line.field[i].value; };
  return !(at(2) < 0) && !(at(3) < 0) && !(at(2) > 0 && at(2) < 1 && at(3) < 1);
}

TrackGuess sniff(const TrackSample& sample) {
  std::istringstream stream{std::string(sample.text)};
  LineReader lines(stream);
  NumberLine numbers;
  std::size_t boxes = 0, corners = 0, others = 0;
  for (std::string_view line; lines.next(line);) {
    const LineKind kind = parse_numbers(line, numbers);
    if (kind == LineKind::blank) continue;
    const bool box = kind == LineKind::numbers && numbers.count == box_fields && is_box(numbers);
    const bool four = kind == LineKind::numbers && numbers.count == corner_fields;
    boxes += box ? 1 : 0;
    corners += four && are_corners(numbers) ? 1 : 0;
    others += !box && !four ? 1 : 0;
  }
  if (others > 0) return {};
  if (boxes > 0 && corners == 0) return {88, "its lines are four numbers, a box of each frame"};
  // Lines of eight numbers could be MOTChallenge's, which do not halve each other's diagonals.
  if (corners >= 2 && boxes == 0) return {91, "its lines are the four corners of a box"};
  return {};
}

void add(const NumberLine& line, std::int64_t frame, std::uint64_t number, TrackBuilder& builder) {
  const auto at = [&](std::size_t i) { return line.field[i].value; };
  FileThing thing;
  thing.box.frame = frame;
  thing.box.id = 1;
  if (line.count == box_fields) {
    // What is out of view is 0,0,0,0 or not a number.
    const bool absent = std::isnan(at(0)) || (at(2) == 0 && at(3) == 0);
    if (absent) return builder.pass_over();
    thing.set_corners(at(0), at(1), at(0) + at(2), at(1) + at(3));
    add_thing(builder, std::move(thing), number);
    return;
  }
  if (line.count != corner_fields)
    return builder.lose("the line is neither a box nor its four corners", number);
  std::array<double, corner_fields> corners{};
  for (std::size_t i = 0; i < corner_fields; ++i) corners[i] = at(i);
  if (std::ranges::any_of(corners, [](double c) { return std::isnan(c); }))
    return builder.pass_over();
  thing.add_ring(corners);
  add_thing(builder, std::move(thing), number);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "as the lines do", .pixel_reason = "as trackers do"},
                       options, report);
  LineReader lines(input.stream);
  NumberLine numbers;
  std::int64_t frame = 0;
  for (std::string_view line; lines.next(line);) {
    const LineKind kind = parse_numbers(line, numbers);
    if (kind == LineKind::comment || kind == LineKind::blank) continue;
    if (kind == LineKind::words) {
      builder.lose("the line is neither a box nor its four corners", lines.number());
      ++frame;
      continue;
    }
    add(numbers, frame++, lines.number(), builder);
  }
  return builder.finish();
}

}  // namespace

TrackFormat single_object() {
  return {.name = "single_object",
          .title = "single-object tracking (OTB, LaSOT, GOT-10k, VOT)",
          .doc =
              "A line for every frame, without its number: left, top, width, height, or x and y of "
              "four corners, separated by commas or blanks. The thing has id 1; 0,0,0,0 and nan "
              "say that it is not in view. Pixels count from 0: --pixel-base 1 for OTB.",
          .extensions = {".txt"},
          .rules = {"the lines, from 0", "from 0", "left, top, width, height, or corners", "1"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
