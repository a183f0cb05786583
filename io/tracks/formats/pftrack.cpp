// SPDX-License-Identifier: Apache-2.0
// pftrack: the 2D points exported by PFTrack.
#include <fmt/format.h>

#include <algorithm>

#include "graph/core/error.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/tracked_points.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  constexpr std::string_view sign = "# \"Name\"";
  const std::size_t at = sample.text.find(sign);
  const bool begins_line = at != std::string_view::npos && (at == 0 || sample.text[at - 1] == '\n');
  return begins_line ? TrackGuess{98, "its comment names PFTrack's lines"} : TrackGuess{};
}

bool is_name(std::string_view line) {
  return line.size() >= 2 && line.starts_with('"') && line.ends_with('"');
}

/// Lines except blank ones and comments.
class Lines {
 public:
  explicit Lines(std::istream& stream) : lines_(stream) {}
  bool next(std::string_view& line) {
    while (lines_.next(line)) {
      const std::size_t last = line.find_last_not_of(" \t");
      line = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
      if (!line.empty() && !line.starts_with('#')) return true;
    }
    return false;
  }
  [[nodiscard]] std::uint64_t number() const { return lines_.number(); }

 private:
  LineReader lines_;
};

class Reader {
 public:
  Reader(TrackInput& input, const TrackReadOptions& options, TrackReport& report)
      : input_(input), file_(report.file), options_(options), report_(report) {}

  TrackTable read() {
    const std::vector<std::string> clips = clips_of_file();
    const std::string clip = clips.empty() ? "" : clips[choose_sequence(clips, options_, report_)];
    rewind(input_);
    TrackBuilder builder({.frame_base = 1,
                          .frame_reason = "as PFTrack does",
                          .pixel_reason = "as PFTrack does",
                          .by_track = true},
                         options_, report_);
    const UpwardRows rows({}, options_, file_);
    builder.see_frame();
    TrackIds ids;
    for_each_point([&](const Point& point, std::string_view text, std::uint64_t line) {
      if (point.clip != clip) return;
      NumberLine row;
      const bool is_row = parse_numbers(text, row) == LineKind::numbers && row.count >= 3 &&
                          row.count <= 4 && row.field[0].is_whole;
      if (!is_row) return builder.reject("the row is not frame, x, y and a similarity", line);
      Detection at = tracked_point({row.field[1].value, rows.down(row.field[2].value)}, options_);
      at.box.frame = row.field[0].whole;
      if (row.count == 4) at.box.score = static_cast<float>(row.field[3].value);
      ids.identify(at, point.name);
      add_detection(builder, std::move(at), line);
    });
    return builder.finish();
  }

 private:
  struct Point {
    std::string name, clip;
  };

  [[noreturn]] void refuse(const std::string& what, std::uint64_t line) const {
    throw Error(ErrorCode::input, what, "is it PFTrack's export of 2D tracks, and complete?",
                {.file = file_, .line = static_cast<std::size_t>(line)});
  }

  /// Calls `use` for every row of every point.
  void for_each_point(
      const std::function<void(const Point&, std::string_view row, std::uint64_t line)>& use) {
    Lines lines(input_.stream);
    for (std::string_view line; lines.next(line);) {
      if (!is_name(line)) refuse("the line is not a name in quotes", lines.number());
      Point point{std::string(line.substr(1, line.size() - 2)), {}};
      if (!lines.next(line)) refuse("the file ends before a point's clip", lines.number());
      point.clip = line;
      const auto count = lines.next(line) ? parse_field(line) : std::nullopt;
      if (!count || !count->is_whole || count->whole < 0)
        refuse("the line is not the number of a point's rows", lines.number());
      for (std::int64_t i = 0; i < count->whole; ++i) {
        if (!lines.next(line)) refuse("the file ends before a point's last row", lines.number());
        use(point, line, lines.number());
      }
    }
  }

  std::vector<std::string> clips_of_file() {
    std::vector<std::string> clips;
    for_each_point([&](const Point& point, std::string_view, std::uint64_t) {
      constexpr std::size_t most_clips = 1000;
      if (clips.size() < most_clips && std::ranges::find(clips, point.clip) == clips.end())
        clips.push_back(point.clip);
    });
    return clips;
  }

  TrackInput& input_;
  std::string file_;
  const TrackReadOptions& options_;
  TrackReport& report_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return Reader(input, options, report).read();
}

}  // namespace

TrackFormat pftrack() {
  return {
      .name = "pftrack",
      .title = "PFTrack 2D tracks",
      .doc =
          "Points: a name in quotes, the clip, the number of rows, and rows of frame, x, y and a "
          "similarity, which becomes the score. Points become boxes of --point-size, names become "
          "text ids. Frames count from 1, y from the bottom, so --source-size or the video must "
          "give the picture's height; --tracks-sequence chooses one of several clips.",
      .extensions = {".txt"},
      .rules = {"from 1", "from 0, upwards", "points", "names"},
      .sniff = sniff,
      .read = read};
}

}  // namespace overlace
