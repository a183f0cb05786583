// SPDX-License-Identifier: Apache-2.0
// Turns a report into sentences.
#include "io/tracks/track_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/core/quantity.h"

namespace overlace {
namespace {

std::string sentence(const TrackFinding& finding, std::string_view fate) {
  std::string text = fmt::format(
      "{}: {}", count_text(static_cast<std::int64_t>(finding.count), "row"), finding.what);
  if (!fate.empty()) text += fmt::format(" ({})", fate);
  if (finding.first_line > 0) text += fmt::format(", first at line {}", finding.first_line);
  if (!finding.first_file.empty()) text += fmt::format(" of {}", finding.first_file);
  return text;
}

std::string summary(const TrackReport& r) {
  if (r.boxes == 0) return "no boxes";
  const std::string ids =
      r.ids == 0   ? "no ids"
      : r.ids == 1 ? fmt::format("id {}", r.lowest_id)
                   : fmt::format("{} ids from {} to {}", r.ids, r.lowest_id, r.highest_id);
  return fmt::format("{} in frames {} to {} (counted from {}), {}",
                     count_text(static_cast<std::int64_t>(r.boxes), "box", "boxes"), r.first_frame,
                     r.last_frame, r.counted_from, ids);
}

}  // namespace

std::vector<std::string> TrackReport::lines() const {
  std::vector<std::string> out;
  out.push_back(fmt::format("{}: {} ({}){}{}", file, format_title, format,
                            recognised_by.empty() ? "" : ", because ", recognised_by));
  out.insert(out.end(), assumptions.begin(), assumptions.end());
  out.push_back(summary(*this));
  if (!contents.empty()) out.push_back(fmt::format("rows have {}", fmt::join(contents, "; ")));
  if (!first_boxes.empty())
    out.push_back(fmt::format("first boxes: {}", fmt::join(first_boxes, "; ")));
  for (const TrackFinding& f : lost) out.push_back(sentence(f, "left out"));
  for (const TrackFinding& f : oddities) out.push_back(sentence(f, ""));
  return out;
}

}  // namespace overlace
