// SPDX-License-Identifier: Apache-2.0
// One line of facts, or the whole report.
#include "io/tracks/track_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/core/quantity.h"

namespace overlace {
namespace {

bool is_doubtful(const TrackReport& report) {
  return !report.lost.empty() || !report.oddities.empty() || report.recognised_by.empty();
}

/// "det.txt: MOTChallenge results, 4650 boxes and 19 ids in frames 0 to 794, counted from 1 …"
std::string headline(const TrackReport& report) {
  const auto count = [](std::uint64_t n, std::string_view one, std::string_view many) {
    return count_text(static_cast<std::int64_t>(n), one, many);
  };
  std::string text = fmt::format("{}: {}, {}", report.file, report.format_title,
                                 count(report.boxes, "box", "boxes"));
  if (report.ids > 0) text += " and " + count(report.ids, "id", "ids");
  if (report.boxes == 0) return text;
  return text + fmt::format(" in frames {} to {}, counted from {} in the file", report.first_frame,
                            report.last_frame, report.frame_base);
}

}  // namespace

std::vector<std::string> notes_of(const TrackReport& report) {
  std::vector<std::string> lines = report.lines();
  if (is_doubtful(report)) return lines;
  return {fmt::format("{}\n{}", headline(report), fmt::join(lines, "\n"))};
}

}  // namespace overlace
