// SPDX-License-Identifier: Apache-2.0
// Sums by section, and by multiprocessor.
#include "tools/bench/gpu/paint_profile.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace overlace {

std::string_view section_name(PaintSection section) {
  switch (section) {
    case PaintSection::deal:
      return "deal";
    case PaintSection::items:
      return "items";
    case PaintSection::segments:
      return "segments";
    case PaintSection::beside:
      return "beside";
    case PaintSection::nearest:
      return "nearest";
    case PaintSection::shapes:
      return "shapes";
    case PaintSection::resolve:
      return "resolve";
  }
  return "";
}

std::array<SectionCycles, paint_sections> sum_sections(std::span<const PaintNote> notes) {
  std::array<SectionCycles, paint_sections> sections;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    SectionCycles& section = sections[i];
    section.section = static_cast<PaintSection>(i);
    for (const PaintNote& note : notes) {
      section.sum += note.cycles[i];
      section.most = std::max(section.most, note.cycles[i]);
    }
    all += section.sum;
  }
  for (SectionCycles& section : sections)
    section.share = all > 0 ? static_cast<double>(section.sum) / static_cast<double>(all) : 0;
  return sections;
}

std::vector<MultiprocessorWork> sum_multiprocessors(std::span<const PaintNote> notes) {
  if (notes.empty()) return {};
  const std::uint64_t first = std::ranges::min(notes, {}, &PaintNote::begin_ns).begin_ns;
  const auto since_first_us = [&](std::uint64_t ns) {
    constexpr double ns_per_us = 1000;
    return static_cast<double>(ns - first) / ns_per_us;
  };
  std::map<std::uint32_t, MultiprocessorWork> by_number;
  for (const PaintNote& note : notes) {
    const double begin = since_first_us(note.begin_ns), end = since_first_us(note.end_ns);
    MultiprocessorWork& work = by_number[note.multiprocessor];
    work.number = note.multiprocessor;
    work.begin_us = work.warps == 0 ? begin : std::min(work.begin_us, begin);
    work.end_us = std::max(work.end_us, end);
    work.regions += note.regions;
    ++work.warps;
  }
  const auto values = std::views::values(by_number);
  return {values.begin(), values.end()};
}

Spread spread_of(std::span<const MultiprocessorWork> work) {
  Spread spread;
  if (work.empty()) return spread;
  const auto count = static_cast<double>(work.size());
  for (const MultiprocessorWork& one : work) {
    spread.mean_end_us += one.end_us / count;
    spread.mean_regions += static_cast<double>(one.regions) / count;
  }
  const auto [less, more] = std::ranges::minmax(work, {}, &MultiprocessorWork::regions);
  spread.least_regions = less.regions;
  spread.most_regions = more.regions;
  const auto [fewer, most] = std::ranges::minmax(work, {}, &MultiprocessorWork::warps);
  spread.least_warps = fewer.warps;
  spread.most_warps = most.warps;
  spread.last_end_us = std::ranges::max(work, {}, &MultiprocessorWork::end_us).end_us;
  spread.last_begin_us = std::ranges::max(work, {}, &MultiprocessorWork::begin_us).begin_us;
  return spread;
}

}  // namespace overlace
