// SPDX-License-Identifier: Apache-2.0
// Visits to a zone, compared with their definition, evaluated frame by frame.
#include <gtest/gtest.h>

#include <random>

#include "tracking/zone_visits.h"

namespace overlace {
namespace {

/// A path from text: "..##.#" is inside at '#', outside at '.', not seen at ' '.
std::vector<ZonePoint> path(std::string_view frames) {
  std::vector<ZonePoint> points;
  for (std::size_t f = 0; f < frames.size(); ++f)
    if (frames[f] != ' ') points.push_back({static_cast<std::int32_t>(f), frames[f] == '#'});
  return points;
}

std::string visits(std::string_view frames, VisitRules rules) {
  std::string text(frames.size(), '.');
  for (const auto& [begin, end] : find_visits(path(frames), rules))
    for (std::int32_t f = begin; f < end; ++f) text[static_cast<std::size_t>(f)] = 'v';
  return text;
}

TEST(ZoneVisits, BeginAndEnd) {
  EXPECT_EQ(visits("..###..", {1, 0}), "..vvv..");
  EXPECT_EQ(visits("###", {1, 0}), "vvv");
  EXPECT_EQ(visits("..##.#.", {1, 0}), "..vv.v.");
  EXPECT_EQ(visits("", {1, 0}), "");
}

TEST(ZoneVisits, TouchingIsNoVisit) {
  EXPECT_EQ(visits("..##..###..", {3, 0}), "......vvv..");
  EXPECT_EQ(visits("#.#.#.#", {2, 9}), ".......");
}

// Two frames outside or unseen are forgiven; three are not.
TEST(ZoneVisits, AbsenceIsForgiven) {
  EXPECT_EQ(visits("##..##...##", {1, 2}), "vvvvvv...vv");
  EXPECT_EQ(visits("##  ##   ##", {1, 2}), "vvvvvv...vv");
  EXPECT_EQ(visits("## .##", {1, 2}), "vvvvvv");
  EXPECT_EQ(visits("#  #  #", {3, 2}), "vvvvvvv") << "in a row, as far as it is seen";
  EXPECT_EQ(visits("#   #  #", {3, 2}), "........");
}

// Jitter of less than `gap` frames around the edge counts as one visit, whatever its pattern.
TEST(ZoneVisits, JitterCountsOnce) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    std::string frames = "......";
    for (int f = 0; f < 20; ++f) frames += random() % 3 != 0 ? '#' : '.';
    const std::size_t edge = frames.find("###");
    if (edge == frames.npos) continue;
    frames += "####......................";
    EXPECT_EQ(find_visits(path(frames), {3, 19}).size(), 1U) << frames;
  }
}

/// The literal definition: a frame is in a visit if a run of `enter` seen frames inside began at or
/// before it, and no absence of more than `gap` frames lies in between, nor between it and a later
/// frame inside.
std::string by_definition(std::string_view frames, VisitRules rules) {
  const auto n = static_cast<std::int32_t>(frames.size());
  const auto inside = [&](std::int32_t f) { return frames[static_cast<std::size_t>(f)] == '#'; };
  std::string text(frames.size(), '.');
  std::int32_t busy_until = -1;
  for (std::int32_t start = 0; start < n; ++start) {
    if (start <= busy_until || !inside(start)) continue;
    int row = 0;
    for (std::int32_t f = start, unseen = 0; f < n && row < rules.enter_frames; ++f) {
      const char c = frames[static_cast<std::size_t>(f)];
      if (c == '.' || unseen > rules.gap) break;
      unseen = c == ' ' ? unseen + 1 : 0;
      if (c == '#') ++row;
      if (unseen > rules.gap) break;
    }
    if (row < rules.enter_frames) continue;
    std::int32_t last = start;
    for (std::int32_t f = start; f < n && f - last <= rules.gap + 1; ++f)
      if (inside(f)) last = f;
    for (std::int32_t f = start; f <= last; ++f) text[static_cast<std::size_t>(f)] = 'v';
    busy_until = last;
  }
  return text;
}

TEST(ZoneVisits, AreWhatTheirDefinitionSays) {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    std::string frames;
    for (int f = 0; f < 24; ++f) frames += "##.. "[random() % 5];
    const VisitRules rules{1 + static_cast<std::int32_t>(random() % 4),
                           static_cast<std::int32_t>(random() % 4)};
    ASSERT_EQ(visits(frames, rules), by_definition(frames, rules))
        << '"' << frames << "\", enter " << rules.enter_frames << ", gap " << rules.gap;
  }
}

}  // namespace
}  // namespace overlace
