// SPDX-License-Identifier: Apache-2.0
// Frame lists: parts joined by commas, each NUMBER, FIRST-LAST or FIRST-LASTxSTEP.
#include "io/files/frame_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "graph/core/error.h"

namespace overlace {
namespace {

[[noreturn]] void refuse(std::string_view part, const char* why) {
  throw Error(ErrorCode::usage, fmt::format("frame list: '{}' {}", part, why),
              "write it like 10, 10-20, 1,3,7-9 or 1-100x2");
}

// Removes a number from the front of `text`.
std::int32_t take_number(std::string_view& text, std::string_view part) {
  std::int32_t value = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9')
    refuse(part, "is not a frame number");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) refuse(part, "is too large");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

FrameRange parse_part(std::string_view part) {
  std::string_view rest = part;
  FrameRange range;
  range.first = range.last = take_number(rest, part);
  if (take(rest, '-')) {
    range.last = take_number(rest, part);
    if (take(rest, 'x')) range.step = take_number(rest, part);
  }
  if (!rest.empty()) refuse(part, "is not a frame or a range");
  if (range.last < range.first) refuse(part, "runs backwards");
  if (range.step == 0) refuse(part, "has a step of 0");
  return range;
}

std::int32_t last_of(const FrameRange& r) {
  return r.last - (r.last - r.first) % r.step;
}

/// The first frame of the range that is at least `from`; beyond its end where there is none.
std::int64_t frame_from(const FrameRange& r, std::int32_t from) {
  if (from <= r.first) return r.first;
  const std::int64_t steps = (std::int64_t{from} - r.first + r.step - 1) / r.step;
  return r.first + steps * r.step;
}

bool in_range(const FrameRange& r, std::int32_t frame) {
  return frame >= r.first && frame <= r.last && (frame - r.first) % r.step == 0;
}

}  // namespace

bool FrameList::contains(std::int32_t frame) const {
  return all() ||
         std::ranges::any_of(ranges_, [&](const FrameRange& r) { return in_range(r, frame); });
}

std::int32_t FrameList::first() const {
  return std::ranges::min(ranges_, {}, &FrameRange::first).first;
}

std::int32_t FrameList::last() const {
  return last_of(std::ranges::max(ranges_, {}, last_of));
}

std::optional<std::int32_t> FrameList::next(std::int32_t from) const {
  std::optional<std::int32_t> next;
  for (const FrameRange& r : ranges_) {
    if (from > last_of(r)) continue;
    const auto candidate = static_cast<std::int32_t>(frame_from(r, from));
    if (!next || candidate < *next) next = candidate;
  }
  return next;
}

std::int64_t FrameList::count_below(std::int32_t frame_count) const {
  if (all()) return frame_count;
  const std::int32_t end = std::min(frame_count - 1, last());
  std::int64_t count = 0;
  for (std::int32_t frame = first(); frame <= end; ++frame) count += contains(frame) ? 1 : 0;
  return count;
}

std::vector<FrameRange> FrameList::spans() const {
  std::vector<FrameRange> sorted = ranges_;
  std::ranges::sort(sorted, {}, &FrameRange::first);
  std::vector<FrameRange> spans;
  for (const FrameRange& range : sorted) {
    const std::int32_t last = last_of(range);
    if (!spans.empty() && range.first - 1 <= spans.back().last) {
      spans.back().last = std::max(spans.back().last, last);
    } else {
      spans.push_back({range.first, last, 1});
    }
  }
  return spans;
}

FrameList FrameList::counted_from(std::int32_t first) const {
  std::vector<FrameRange> ranges;
  for (const FrameRange& range : ranges_) {
    const std::int64_t begin = frame_from(range, first);
    if (begin > range.last) continue;
    ranges.push_back({static_cast<std::int32_t>(begin - first), range.last - first, range.step});
  }
  return FrameList(std::move(ranges));
}

FrameList parse_frame_list(std::string_view text) {
  std::vector<FrameRange> ranges;
  for (;;) {
    const std::size_t comma = text.find(',');
    ranges.push_back(parse_part(text.substr(0, comma)));
    if (comma == std::string_view::npos) return FrameList(std::move(ranges));
    text.remove_prefix(comma + 1);
  }
}

}  // namespace overlace
