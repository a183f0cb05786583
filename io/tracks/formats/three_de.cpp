// SPDX-License-Identifier: Apache-2.0
// three_de: the 2D points exported by 3DEqualizer.
#include <fmt/format.h>

#include <sstream>

#include "graph/core/error.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/tracked_points.h"
#include "track_format_list.h"

namespace overlace {
namespace {

std::optional<std::int64_t> count_of(std::string_view line) {
  const auto number = parse_field(line);
  return number && number->is_whole && number->whole >= 0 ? std::optional(number->whole)
                                                          : std::nullopt;
}

/// "frame x y".
bool parse_row(std::string_view line, NumberLine& row) {
  return parse_numbers(line, row) == LineKind::numbers && row.count == 3 && row.field[0].is_whole;
}

TrackGuess sniff(const TrackSample& sample) {
  std::istringstream stream{std::string(sample.text)};
  LineReader lines(stream);
  std::string_view line;
  NumberLine row;
  const auto next_count = [&] { return lines.next(line) && count_of(line).value_or(0) > 0; };
  const bool head = next_count() && lines.next(line) && !line.empty() && lines.next(line) &&
                    count_of(line) && next_count();
  if (!head || !lines.next(line) || !parse_row(line, row)) return {};
  return {90, "a count, a name, a colour and a count stand above rows of frame, x and y"};
}

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : lines_(input.stream),
        file_(report.file),
        options_(options),
        builder_({.frame_base = 1,
                  .frame_reason = "as 3DEqualizer does",
                  .pixel_reason = "as 3DEqualizer does",
                  .by_track = true},
                 options, report),
        rows_({}, options, report.file) {}

  TrackTable read() {
    const std::int64_t points = count("points");
    for (std::int64_t i = 0; i < points; ++i) read_point();
    builder_.see_frame();
    return builder_.finish();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::input, what, "is it 3DEqualizer's export of 2D tracks, and complete?",
                {.file = file_, .line = static_cast<std::size_t>(lines_.number())});
  }
  std::string_view line(std::string_view what) {
    std::string_view text;
    if (!lines_.next(text)) refuse(fmt::format("the file ends before {}", what));
    return text;
  }
  std::int64_t count(std::string_view of) {
    const auto number = count_of(line(fmt::format("the number of {}", of)));
    if (!number) refuse(fmt::format("the line is not the number of {}", of));
    return *number;
  }
  void read_point() {
    const std::string name(line("a point's name"));
    (void)count("a point's colour");
    const std::int64_t rows = count("a point's rows");
    for (std::int64_t i = 0; i < rows; ++i) add_row(line("a point's last row"), name);
  }
  void add_row(std::string_view text, const std::string& name) {
    NumberLine row;
    if (!parse_row(text, row))
      return builder_.reject("the row is not frame, x and y", lines_.number());
    Detection point = tracked_point({row.field[1].value, rows_.down(row.field[2].value)}, options_);
    point.box.frame = row.field[0].whole;
    ids_.identify(point, name);
    add_detection(builder_, std::move(point), lines_.number());
  }

  LineReader lines_;
  std::string file_;
  const TrackReadOptions& options_;
  TrackBuilder builder_;
  UpwardRows rows_;
  TrackIds ids_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).read();
}

}  // namespace

TrackFormat three_de() {
  return {.name = "three_de",
          .title = "3DEqualizer 2D tracks",
          .doc =
              "The number of points; for each, its name, a colour, the number of its rows, and "
              "rows of frame, x, y. Points become boxes of --point-size, names become text ids. "
              "Frames count from 1, y from the bottom, so --source-size or the video must give the "
              "picture's height. Frames without a row stay empty.",
          .extensions = {".txt"},
          .rules = {"from 1", "from 0, upwards", "points", "names"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
