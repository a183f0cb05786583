// SPDX-License-Identifier: Apache-2.0
// A graph over tracks as sound: which objects sound, when and where, and parts of the clip.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "io/files/frame_list.h"
#include "render/graph_notes.h"
#include "render/graph_sound.h"
#include "render/session.h"

namespace overlace {
namespace {

constexpr int frames = 60;
constexpr int sample_rate = 48000;

/// Three objects at 25 frames per second; the third is present in frames 20 to 39, near the second.
TrackTable three() {
  std::vector<TrackRow> rows;
  for (int f = 0; f < frames; ++f) {
    const auto x = static_cast<float>(f);
    rows.push_back({.frame = f, .id = 1, .box = {10 + x, 40, 20, 20}, .class_index = 0});
    rows.push_back({.frame = f, .id = 2, .box = {300, 80, 20, 20}, .class_index = 1});
    if (f >= 20 && f < 40)
      rows.push_back({.frame = f, .id = 3, .box = {320, 100, 20, 20}, .class_index = 2});
    rows.push_back({.frame = f, .id = no_id, .box = {200, 100, 20, 20}});
  }
  return make_track_table(rows, {"a", "b", "c"});
}

SoundPlan plan_of(const std::string& sound, const std::string& params = "") {
  const std::string text = R"({"overlace": 1, "nodes": {
      "tracks": {"type": "track_file", "params": {"path": "given"}},
      "links": {"type": "link_knn", "inputs": {"points": "tracks"},
                "params": {"k": 1, "max_distance": 60, "fade_out": 3}},
      "voices": {"type": "sonify_voices", "inputs": {"tracks": "tracks"}, "params": {)" +
                           params + R"(}},
      "plucks": {"type": "sonify_plucks", "inputs": {"links": "links"}}},
      "composite": [], "sound": [)" +
                           sound + "]}";
  ClipSources sources{.clip = {.size = {400, 200}, .frame_rate = {25}, .frame_count = frames}};
  sources.read_tracks = [](const std::string&) { return three(); };
  const Session session({parse_json(text, "test"), "test"}, sources);
  return session.sound(session.analyse());
}

std::vector<Note> notes_in(const SoundPlan& plan, int frame) {
  GraphNotes graph(plan);
  std::vector<Note> notes;
  graph.append({frame, frame / 25.0}, notes);
  return notes;
}

TEST(GraphNotes, EveryObjectWithAnIdIsHeard) {
  const SoundPlan plan = plan_of("\"voices\"");
  EXPECT_EQ(notes_in(plan, 0).size(), 2U);
  EXPECT_EQ(notes_in(plan, 25).size(), 3U);
  EXPECT_EQ(notes_in(plan, 45).size(), 2U);
}

TEST(GraphNotes, IdsCarryKeysThroughFrames) {
  const SoundPlan plan = plan_of("\"voices\"");
  const auto early = notes_in(plan, 3), late = notes_in(plan, 50);
  ASSERT_EQ(early.size(), late.size());
  for (std::size_t i = 0; i < early.size(); ++i) EXPECT_EQ(early[i].key, late[i].key);
  EXPECT_NE(early[0].key, early[1].key);
}

TEST(GraphNotes, NumbersFollowTheObjects) {
  const auto notes = notes_in(plan_of("\"voices\""), 0);
  EXPECT_NEAR(static_cast<double>(notes[0].pan), 20.0 / 400, 1e-6);
  EXPECT_NEAR(static_cast<double>(notes[1].pan), 310.0 / 400, 1e-6);
  // Centres at 1/4 and 9/20 of the height: MIDI 75 and 67.8, snapped to A C D E G.
  EXPECT_EQ(notes[0].midi, 74) << "of 74 and 76, as far away, the lower one";
  EXPECT_EQ(notes[1].midi, 67);
  EXPECT_EQ(notes[0].instrument, Instrument::sine) << "by class";
  EXPECT_EQ(notes[1].instrument, Instrument::fm);
}

TEST(GraphNotes, LinksAreHeardWhileTheyLast) {
  const SoundPlan plan = plan_of("\"plucks\"");
  EXPECT_TRUE(notes_in(plan, 19).empty());
  const auto notes = notes_in(plan, 20);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes[0].once);
  EXPECT_NEAR(static_cast<double>(notes[0].pan), 320.0 / 400, 1e-6) << "between its ends";
}

std::vector<double> times() {
  std::vector<double> shown;
  for (int f = 0; f <= frames; ++f) shown.push_back(f / 25.0);
  return shown;
}

std::vector<float> played(const SoundPlan& plan, const FrameList& list) {
  const PlayPairs play = graph_sound(plan, times(), list, {}, nullptr, {});
  std::vector<float> all, pairs(2 * 1001);
  while (const std::size_t count = play(pairs))
    all.insert(all.end(), pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(2 * count));
  return all;
}

TEST(GraphSound, LastsAsLongAsTheClip) {
  EXPECT_EQ(played(plan_of("\"voices\", \"plucks\""), {}).size(), 2U * frames * sample_rate / 25);
}

TEST(GraphSound, APartIsACutOfTheWhole) {
  const SoundPlan plan = plan_of("\"voices\", \"plucks\"", R"("instrument": "fm")");
  const std::vector<float> whole = played(plan, {});
  const std::vector<float> part = played(plan, parse_frame_list("17-41"));
  const std::size_t per_frame = 2 * sample_rate / 25;
  ASSERT_EQ(part.size(), 25 * per_frame);
  EXPECT_EQ(std::memcmp(part.data(), whole.data() + 17 * per_frame, part.size() * sizeof(float)),
            0);
}

TEST(GraphSound, NothingIsHeardBeforeTheFirstLink) {
  const std::vector<float> sound = played(plan_of("\"plucks\""), {});
  const std::size_t begin = 2 * 20 * sample_rate / 25;
  for (std::size_t i = 0; i < begin; ++i) ASSERT_EQ(sound[i], 0) << i;
  double energy = 0;
  for (std::size_t i = begin; i < begin + 2 * 480; ++i)
    energy += static_cast<double>(sound[i] * sound[i]);
  EXPECT_GT(energy, 0.01) << "a string within 10 ms of its link";
}

TEST(GraphSound, AGraphThatPlaysNothingHasNoPlan) {
  EXPECT_TRUE(plan_of("").parts.empty());
}

}  // namespace
}  // namespace overlace
