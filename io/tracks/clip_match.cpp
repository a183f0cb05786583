// SPDX-License-Identifier: Apache-2.0
// Compares tracks with a clip.
#include "io/tracks/clip_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

/// Tolerance beyond the edges: detectors' boxes may reach slightly past the picture.
constexpr double slack_px = 2;
constexpr std::uint64_t telling_boxes = 50;  // fewer may well all be in one corner

std::string frames_text(const TrackReport& report, const ClipInfo& clip) {
  const std::int32_t count = clip.frame_count, first = report.first_frame, last = report.last_frame;
  if (count <= 0)
    return fmt::format("frames {} to {}; the clip does not say how many it has", first, last);
  const std::int32_t end = clip.first_frame + count;
  std::string text =
      fmt::format("frames {} to {} of the clip's {} to {}", first, last, clip.first_frame, end - 1);
  if (last < end) return text + ": they fit";
  const std::int32_t past = last - (end - 1);
  if (first - clip.first_frame >= past)
    return fmt::format("{}: {} too late; does the file count from {}? (--frame-base {})", text,
                       past, report.frame_base + past, report.frame_base + past);
  return text +
         ": is this the right clip, uncut? (--tracks-fps if the file counts at another rate)";
}

/// The area that contains all boxes.
struct Extent {
  double left = 0, top = 0, right = 0, bottom = 0;
  std::uint64_t inside = 0;  ///< boxes inside the picture
};

Extent extent_of(const TrackTable& table, Size size) {
  Extent all;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const Box& box = table.box[row];
    const double right = double{box.x} + box.width, bottom = double{box.y} + box.height;
    if (row == 0) all = {box.x, box.y, right, bottom, 0};
    all.left = std::min(all.left, double{box.x});
    all.top = std::min(all.top, double{box.y});
    all.right = std::max(all.right, right);
    all.bottom = std::max(all.bottom, bottom);
    if (box.x >= -slack_px && box.y >= -slack_px && right <= size.width + slack_px &&
        bottom <= size.height + slack_px)
      ++all.inside;
  }
  return all;
}

/// A hint about sizes and edges, or "".
std::string place_hint(const Extent& e, std::uint64_t boxes, const TrackReport& report, Size size) {
  const double wide = e.right / size.width, high = e.bottom / size.height;
  if (wide > 1.25 && high > 1.25)
    return "; the boxes were made on a larger picture (--source-size)";
  if (e.right <= 1.5 && e.bottom <= 1.5)
    return "; are they fractions of the picture? (--source-size 1x1)";
  // Everything is clipped to the edges, but off by one.
  const auto at = [](double value, double edge) { return std::abs(value - edge) < 0.01; };
  if (report.pixel_base == PixelBase(0) && at(e.left, 1) && at(e.top, 1) &&
      (at(e.right, size.width + 1) || at(e.bottom, size.height + 1)))
    return "; does the file count pixels from 1? (--pixel-base 1)";
  if (report.pixel_base == PixelBase(1) && at(e.left, -1) && at(e.top, -1))
    return "; does the file count pixels from 0? (--pixel-base 0)";
  if (boxes >= telling_boxes && wide < 0.7 && high < 0.7)
    return "; none lies to the right or at the bottom: were they made on a smaller picture? "
           "(--source-size)";
  return {};
}

std::string place_text(const TrackTable& table, const TrackReport& report, Size size) {
  const Extent e = extent_of(table, size);
  return fmt::format(
      "{} of {} boxes lie in the picture of {}x{}; together they reach from {:.1f}, {:.1f} to "
      "{:.1f}, {:.1f}{}",
      e.inside, table.row_count(), size.width, size.height, e.left, e.top, e.right, e.bottom,
      place_hint(e, table.row_count(), report, size));
}

}  // namespace

std::vector<std::string> describe_clip_match(const TrackTable& table, const TrackReport& report,
                                             const ClipInfo& clip) {
  std::vector<std::string> lines;
  if (table.row_count() == 0) return lines;
  lines.push_back(frames_text(report, clip));
  if (clip.size != Size{}) lines.push_back(place_text(table, report, clip.size));
  if (report.frame_rate && clip.frame_rate.num > 0 &&
      std::abs(report.frame_rate->value() / clip.frame_rate.value() - 1) > 0.01)
    lines.push_back(fmt::format(
        "the file is of {:.6g} frames/s and the clip has {:.6g} (--tracks-fps {:.6g})",
        report.frame_rate->value(), clip.frame_rate.value(), report.frame_rate->value()));
  return lines;
}

}  // namespace overlace
