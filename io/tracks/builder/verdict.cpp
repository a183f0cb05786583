// SPDX-License-Identifier: Apache-2.0
// From doubts to a verdict.
#include "io/tracks/builder/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/core/error.h"
#include "graph/core/quantity.h"

namespace overlace {
namespace {

constexpr int says_so_itself = 100;
constexpr std::size_t most_runners_up = 3;

/// What the user can do about a refused guess.
std::string ways_out(const TrackChoice& choice) {
  std::string hint =
      fmt::format("--tracks-format {} reads it as one all the same", choice.format->name);
  for (std::size_t i = 0; i < std::min(choice.others.size(), most_runners_up); ++i)
    hint +=
        fmt::format(", --tracks-format {} as {}", choice.others[i]->name, choice.others[i]->title);
  return hint + "; overlace tracks formats lists all formats";
}

/// Whether a file without boxes states that there are none: it lists frames or rows without boxes,
/// the user left its rows out, or the user named its format.
bool says_none(const TrackChoice& choice, const TrackReport& report) {
  const TrackEvidence& evidence = report.evidence;
  return evidence.lost == 0 && (choice.certainty == 0 || evidence.frames > 0 || evidence.rows > 0);
}

/// "; 2 rows: the box has a negative size, first in line 7", for each kind of lost rows.
std::string losses_in(const TrackReport& report) {
  std::string text;
  for (const TrackFinding& finding : report.lost) {
    text += fmt::format("; {}: {}", count_text(static_cast<std::int64_t>(finding.count), "row"),
                        finding.what);
    if (finding.first_line > 0) text += fmt::format(", first in line {}", finding.first_line);
  }
  return text;
}

[[noreturn]] void refuse_empty(const TrackChoice& choice, const TrackReport& report) {
  throw Error(ErrorCode::input,
              fmt::format("{} ({}), and no boxes in it: there is nothing to draw{}",
                          choice.format->title, choice.format->name, losses_in(report)),
              "is it a file of tracks? overlace tracks formats describes each format",
              {.file = report.file});
}

}  // namespace

void judge(const TrackChoice& choice, TrackReport& report) {
  if (report.boxes == 0) {
    if (!says_none(choice, report)) refuse_empty(choice, report);
    return;
  }
  if (choice.certainty >= says_so_itself) return;
  const std::vector<std::string> doubts = doubts_of(report.evidence);
  if (doubts.empty()) return;
  if (choice.certainty == 0) {
    for (const std::string& doubt : doubts)
      report.assumptions.push_back(fmt::format("is this {}? {}", choice.format->title, doubt));
    return;
  }
  std::string nearly;
  for (const std::string& miss : choice.near_misses) nearly += "; it is not quite " + miss;
  throw Error(ErrorCode::input,
              fmt::format("the file looks like {} ({}), because {}; but {}{}{}",
                          choice.format->title, choice.format->name, report.recognised_by,
                          fmt::join(doubts, "; "), losses_in(report), nearly),
              ways_out(choice), {.file = report.file});
}

}  // namespace overlace
