// SPDX-License-Identifier: Apache-2.0
// Counts of damage, in words.
#include "io/read/damage.h"

#include <fmt/format.h>

namespace overlace {
namespace {

// Many spans would make a long line; a report lists them all.
std::string spans_text(const std::vector<FrameSpan>& spans) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < spans.size() && i < most; ++i) {
    const auto [first, last] = spans[i];
    if (!text.empty()) text += ", ";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return spans.size() > most ? text + " …" : text;
}

}  // namespace

void Damage::add_frame(std::int32_t number) {
  if (!spans.empty() && number <= spans.back().last + 1) {
    spans.back().last = number;
  } else {
    spans.push_back({number, number});
  }
}

std::string Damage::text() const {
  std::string text;
  const auto add = [&text](std::int64_t count, const char* one, const char* many) {
    const char* what = count == 1 ? one : many;
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(corrupt_packets, "damaged packet", "damaged packets");
  add(corrupt_frames, "damaged frame", "damaged frames");
  add(missing_frames, "frame missing", "frames missing");
  add(sound_packets, "damaged packet of sound", "damaged packets of sound");
  if (ended_early) text += text.empty() ? "ends early" : ", ends early";
  if (!spans.empty()) text += fmt::format(" (frames {})", spans_text(spans));
  return text;
}

}  // namespace overlace
