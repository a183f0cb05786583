// SPDX-License-Identifier: Apache-2.0
// Counts evidence and draws conclusions.
#include "io/tracks/rows/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <tuple>

namespace overlace {
namespace {

constexpr std::uint32_t sampled_boxes = 100'000;

/// Absent objects are often written as zeros.
bool is_nothing(const Box& box) {
  return box == Box{};
}

/// Boxes that are fractions of the picture do; they may reach slightly outside.
bool lies_within_a_pixel(const Box& box) {
  constexpr float slack = 0.25F;
  return box.x >= -slack && box.y >= -slack && box.x + box.width <= 1 + slack &&
         box.y + box.height <= 1 + slack;
}

/// No picture has pixels left of 0 or above it, even if its size is unknown.
bool has_centre_in(const Box& box, Size picture) {
  const float x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (x < 0 || y < 0) return false;
  return picture == Size{} ||
         (x <= static_cast<float>(picture.width) && y <= static_cast<float>(picture.height));
}

/// True of positions in metres, yards or per cent of a pitch; objects in pixels have a size.
bool is_point_near_corner(const Box& box) {
  constexpr float reach = 128;
  return box.width == 0 && box.height == 0 && std::abs(box.x) <= reach && std::abs(box.y) <= reach;
}

/// The number of boxes that equal an earlier one.
std::uint64_t count_equal(std::span<const Box> boxes, std::vector<Box>& sorted) {
  const auto before = [](const Box& a, const Box& b) {
    return std::tie(a.x, a.y, a.width, a.height) < std::tie(b.x, b.y, b.width, b.height);
  };
  sorted.assign(boxes.begin(), boxes.end());
  std::ranges::sort(sorted, before);
  return static_cast<std::uint64_t>(sorted.end() - std::unique(sorted.begin(), sorted.end()));
}

/// A count that is normal up to a fraction of the total.
struct Question {
  std::uint64_t TrackEvidence::*count;
  std::uint64_t TrackEvidence::*all;
  double usual;
  std::string_view finding;  ///< follows "12 of 30 "
};

constexpr Question questions[] = {
    {&TrackEvidence::lost, &TrackEvidence::rows, 0.1, "rows cannot be rows of this format"},
    {&TrackEvidence::repeated_ids, &TrackEvidence::rows, 0.1,
     "rows have the id of another box of their frame"},
    {&TrackEvidence::backwards, &TrackEvidence::rows, 0.1, "rows go back to an earlier frame"},
    {&TrackEvidence::outside, &TrackEvidence::boxes, 0.1,
     "boxes lie outside the picture (--source-size, if they were made on another one)"},
    {&TrackEvidence::near_corner, &TrackEvidence::boxes, 0.9,
     "boxes are points within 128 pixels of the corner, as positions in metres, yards or per cent "
     "are"},
    {&TrackEvidence::equal, &TrackEvidence::boxes, 0.5, "boxes equal another one of their frame"},
    {&TrackEvidence::at_corner, &TrackEvidence::boxes, 0.1,
     "boxes are points at 0, 0, as for what is not there"},
    {&TrackEvidence::beyond, &TrackEvidence::boxes, 0.02,
     "boxes reach past the right or lower edge, and none would if x and y were those of centres "
     "(--map cx=NAME,cy=NAME, or cxcywh=NAME for a list)"},
    {&TrackEvidence::within_a_pixel, &TrackEvidence::boxes, 0.5,
     "boxes lie within one pixel (--fractions, if they are fractions of the picture)"},
};

}  // namespace

void TrackEvidence::profile(const TrackTable& table, Size picture, bool fractions) {
  boxes = std::min(table.row_count(), sampled_boxes);
  for (const Box& box : std::span(table.box).first(boxes)) {
    if (!has_centre_in(box, picture)) ++outside;
    if (fractions) continue;
    if (is_point_near_corner(box)) ++near_corner;
    if (is_nothing(box)) ++at_corner;
    if (lies_within_a_pixel(box)) ++within_a_pixel;
  }
  std::vector<Box> sorted;
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange range = table.rows(table.first_frame + f);
    if (range.end > boxes) break;
    equal += count_equal(std::span(table.box).subspan(range.begin, range.size()), sorted);
  }
}

void TrackEvidence::profile_as_centres(const TrackTable& table, Size picture) {
  constexpr float slack = 2;  // px; detectors clip boxes to the picture, and round
  if (picture == Size{}) return;
  const auto width = static_cast<float>(picture.width), height = static_cast<float>(picture.height);
  std::uint64_t count = 0;
  for (const Box& box : std::span(table.box).first(std::min(table.row_count(), sampled_boxes))) {
    const bool fits = box.x - box.width / 2 >= -slack && box.y - box.height / 2 >= -slack &&
                      box.x + box.width / 2 <= width + slack &&
                      box.y + box.height / 2 <= height + slack;
    if (!fits) return;
    if (box.x + box.width > width + slack || box.y + box.height > height + slack) ++count;
  }
  beyond = count;
}

/// A single row beyond the usual count proves nothing: small files have odd rows, too.
std::vector<std::string> doubts_of(const TrackEvidence& evidence) {
  std::vector<std::string> doubts;
  for (const Question& question : questions) {
    const std::uint64_t count = evidence.*question.count, all = evidence.*question.all;
    if (static_cast<double>(count) > question.usual * static_cast<double>(all) + 1)
      doubts.push_back(fmt::format("{} of {} {}", count, all, question.finding));
  }
  return doubts;
}

}  // namespace overlace
