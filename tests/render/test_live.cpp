// SPDX-License-Identifier: Apache-2.0
// Live drawing: the same pictures as a session's, which graphs are refused, and which rows.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/render/live_clip.h"

namespace overlace::test {
namespace {

constexpr std::int32_t frames = 30;

LiveClip crowd() {
  LiveClip clip;
  clip.add(1, 0, 30);
  clip.add(2, 0, 17);
  clip.add(3, 5, 30);
  clip.add(4, 9, 14);
  clip.add(4, 17, 26);  // after a gap
  clip.add(5, 11, 30);
  return clip;
}

LiveSession live_of(const SessionDocument& document, const LiveClip& clip, LiveOptions options) {
  return {document, ClipSources{.clip = clip.clip}, one_thread(), std::move(options)};
}

/// The names of the presets that can be drawn live.
std::vector<std::string> live_presets() {
  std::vector<std::string> names;
  for (const std::string& name : preset_names()) {
    try {
      static_cast<void>(live_of(preset(name), LiveClip(), {}));
      names.push_back(name);
    } catch (const Error&) {
    }
  }
  return names;
}

class LivePreset : public testing::TestWithParam<std::string> {};

TEST_P(LivePreset, DrawsWhatASessionDrawsIfItKnowsTheWholeClip) {
  const LiveClip clip = crowd();
  const SessionDocument document = preset(GetParam());
  const Session session(document, clip.sources());
  const auto replay = session.replay(session.plan(session.analyse()), one_thread());
  LiveSession live = live_of(document, clip, {.memory = frames, .delay = frames});
  for (const auto& [frame, rows] : clip.rows) live.put(frame, rows);
  for (std::int32_t frame = 0; frame < frames; ++frame) {
    Picture picture(clip.clip.size);
    replay->draw(time_of(clip.clip, frame), picture.view());
    ASSERT_EQ(live_frame(live, frame), picture.pixels) << "frame " << frame;
  }
  EXPECT_EQ(live.lost(), 0U);
}

TEST_P(LivePreset, DrawsEveryFrameOfAStream) {
  const LiveClip clip = crowd();
  LiveSession live = live_of(preset(GetParam()), clip, {.memory = 8, .delay = 2});
  for (std::int32_t frame = 0; frame < frames + 10; ++frame) {
    if (const auto rows = clip.rows.find(frame); rows != clip.rows.end())
      live.put(frame, rows->second);
    if (frame >= 2) static_cast<void>(live_frame(live, frame - 2));
  }
}

INSTANTIATE_TEST_SUITE_P(All, LivePreset, testing::ValuesIn(live_presets()),
                         [](const auto& tested) { return tested.param; });

// What is drawn of a frame, or of the frames of a window, without ages, lives and counts.
TEST(Live, AWindowIsAClipOfItsOwn) {
  const LiveClip clip = crowd();
  for (const char* name : {"boxes", "minimal", "brackets", "heat_total", "outlines"}) {
    const SessionDocument document = preset(name);
    LiveSession live = live_of(document, clip, {.memory = 7, .delay = 3});
    for (std::int32_t frame = 0; frame < frames; ++frame) {
      for (std::int32_t put = frame == 0 ? 0 : frame + 3; put <= frame + 3; ++put)
        if (clip.rows.contains(put)) live.put(put, clip.rows.at(put));
      EXPECT_EQ(live_frame(live, frame),
                session_frame(document, clip, frame, {frame - 6, frame + 4}))
          << name << ", frame " << frame;
    }
  }
}

// The end of a window is no end of a track: without a delay, a box that leaves slowly is drawn like
// one that never leaves.
TEST(Live, WhatIsThereHasNotLeft) {
  LiveClip clip;
  for (std::int32_t frame = 0; frame < frames; ++frame) clip.add(frame, 1, {20, 20, 40, 30});
  const auto boxes = [&](const std::string& leave) {
    return live_of(graph(R"("people": {"type": "track_input", "params": {"path": "$tracks"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"leave": )" +
                             leave + "}}",
                         R"(["boxes"])"),
                   clip, {.memory = 10});
  };
  LiveSession slow = boxes("8"), never = boxes("0");
  for (std::int32_t frame = 0; frame < frames; ++frame) {
    slow.put(frame, clip.rows.at(frame));
    never.put(frame, clip.rows.at(frame));
    EXPECT_EQ(live_frame(slow, frame), live_frame(never, frame)) << "frame " << frame;
  }
}

TEST(Live, OnlyGraphsThatNeedSoundOrPixelsAreRefused) {
  // All presets with a node that reads sound; none needs pixels if there are tracks.
  const std::set<std::string> refused = {"pulse",         "sonogram", "sound_brush",
                                         "spectrum_ring", "vu_boxes", "waveform_lower_third"};
  const std::vector<std::string> live = live_presets();
  EXPECT_EQ(live.size() + refused.size(), preset_names().size());
  for (const std::string& name : live) EXPECT_FALSE(refused.contains(name)) << name;
}

TEST(Live, ARefusalSaysWhereAndWhatToDo) {
  try {
    static_cast<void>(live_of(graph(R"("moving": {"type": "track_motion"},
      "sound": {"type": "audio_input"},
      "levels": {"type": "audio_levels", "inputs": {"audio": "sound"}},
      "meter": {"type": "draw_meter", "inputs": {"audio": "levels"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "moving"}})",
                                    R"(["boxes", "meter"])"),
                              LiveClip(), {}));
    FAIL() << "there are neither pixels nor sound";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    std::set<std::string> pointers;
    for (const Diagnostic& problem : error.problems()) {
      pointers.insert(problem.location.pointer);
      EXPECT_FALSE(problem.hint.empty()) << problem.message;
    }
    EXPECT_EQ(pointers, (std::set<std::string>{"/nodes/moving", "/nodes/sound"}));
  }
}

TEST(Live, OptionsOutOfRangeAreRefused) {
  const SessionDocument document = preset("boxes");
  for (const LiveOptions& wrong : {LiveOptions{.memory = 0}, LiveOptions{.memory = 1'000'000},
                                   LiveOptions{.delay = -1}, LiveOptions{.max_rows = 0}})
    EXPECT_THROW(static_cast<void>(live_of(document, LiveClip(), wrong)), Error);
}

TEST(Live, RowsBeyondTheMostAndLateOnesAreLost) {
  LiveClip clip;
  for (TrackId id = 1; id <= 5; ++id) clip.add(0, id, {10.0F * static_cast<float>(id), 10, 8, 8});
  LiveSession live = live_of(preset("boxes"), clip, {.max_rows = 3});
  live.put(0, clip.rows.at(0));
  EXPECT_EQ(live.lost(), 2U);
  static_cast<void>(live_frame(live, 0));
  live.put(0, clip.rows.at(0));
  EXPECT_EQ(live.lost(), 7U);
}

TEST(Live, RowsOfAnotherKindAreRefusedAndNotTaken) {
  LiveClip clip;
  clip.add(0, 1, {20, 20, 10, 10});
  const TrackColumns good = clip.rows.at(0);
  const SessionDocument document =
      graph(R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"}, "params": {
           "text": "{heat}", "size": 12}})",
            R"(["labels"])");
  LiveSession live = live_of(document, clip, {}), never_refused = live_of(document, clip, {});
  live.put(0, good);
  never_refused.put(0, good);
  TrackColumns texts = good;
  texts.class_names.emplace_back("never taken");
  texts.attributes[0] = {"heat", {0}, {"hot"}};
  try {
    live.put(1, texts);
    FAIL() << "numbers have become texts";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
  }
  EXPECT_EQ(live.class_names(), LiveClip::names().class_names);
  EXPECT_EQ(live_frame(live, 1), live_frame(never_refused, 1));
}

// Whoever finds nothing in the first frames cannot know that the colours will be texts.
TEST(Live, AColumnWithoutRowsIsOfNoKind) {
  LiveClip clip;
  clip.add(1, 1, {20, 20, 90, 60});
  const SessionDocument document =
      graph(R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"}, "params": {
           "text": "{colour}", "size": 12}})",
            R"(["labels"])");
  TrackColumns nobody, somebody = clip.rows.at(1);
  nobody.attributes = {{"colour", {}, {}}};
  somebody.attributes = {{"colour", {0}, {"blue"}}};
  LiveSession live = live_of(document, clip, {}), known = live_of(document, clip, {});
  live.put(0, nobody);
  static_cast<void>(live_frame(live, 0));
  for (LiveSession* one : {&live, &known}) one->put(1, somebody);
  const std::vector<std::uint8_t> drawn = live_frame(live, 1);
  EXPECT_EQ(drawn, live_frame(known, 1));
  EXPECT_NE(drawn, Picture(clip.clip.size).pixels);
}

// Numbers that were there before any name are no places in a list of names that comes later.
TEST(Live, ClassesThatWereNumbersAreNamedByThem) {
  LiveClip clip;
  clip.add(0, 1, {20, 20, 40, 30});
  TrackColumns numbered = clip.rows.at(0), named = clip.rows.at(0);
  numbered.class_names.clear();
  numbered.class_index = {7};
  LiveSession live = live_of(preset("boxes"), clip, {});
  live.put(0, numbered);
  EXPECT_TRUE(live.class_names().empty());
  live.put(1, named);
  EXPECT_EQ(live.class_names(), (std::vector<std::string>{"car", "person", "7"}));
}

TEST(Live, ASetValueIsDrawnFromTheNextFrameOn) {
  const LiveClip clip = crowd();
  LiveSession live = live_of(preset("boxes"), clip, {});
  live.put(0, clip.rows.at(0));
  live.set({{"boxes.color", "#ff0000"}});
  EXPECT_THROW(live.set({{"boxes.colour", "#ff0000"}}), Error);
  LiveSession other(preset("boxes"), ClipSources{.clip = clip.clip}, one_thread(), {},
                    {{"boxes.color", "#ff0000"}});
  other.put(0, clip.rows.at(0));
  EXPECT_EQ(live_frame(live, 0), live_frame(other, 0));
}

TEST(Live, AnotherStreamKnowsNothingOfTheFirst) {
  const LiveClip clip = crowd();
  const SessionDocument document = preset("constellation");
  LiveSession live = live_of(document, clip, {.memory = 10});
  std::vector<std::vector<std::uint8_t>> first, second;
  for (auto* stream : {&first, &second}) {
    live.restart();
    for (std::int32_t frame = 0; frame < 12; ++frame) {
      live.put(frame, clip.rows.at(frame));
      stream->push_back(live_frame(live, frame));
    }
  }
  EXPECT_EQ(first, second);
}

TEST(Live, BoxesWithoutIdsGetThemAndKeepThem) {
  LiveClip clip;
  for (std::int32_t frame = 0; frame < 60; ++frame) {
    const auto x = static_cast<float>(2 * frame);
    clip.add(frame, no_id, {x, 20, 20, 20});
    clip.add(frame, no_id, {150 - x, 70, 20, 20});
  }
  // Every id is written at its box: with a window of 5 frames, as with one of 60.
  const SessionDocument document = graph(
      R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"}, "params": {
           "text": "{id?}", "size": 12}})",
      R"(["labels"])");
  LiveSession narrow = live_of(document, clip, {.memory = 5});
  LiveSession wide = live_of(document, clip, {.memory = 60});
  LiveSession none = live_of(document, clip, {.assign_ids = false});
  const std::vector<std::uint8_t> empty = Picture(clip.clip.size).pixels;
  for (std::int32_t frame = 0; frame < 60; ++frame) {
    for (LiveSession* live : {&narrow, &wide, &none}) live->put(frame, clip.rows.at(frame));
    const std::vector<std::uint8_t> drawn = live_frame(narrow, frame);
    EXPECT_EQ(drawn, live_frame(wide, frame)) << frame;
    EXPECT_EQ(drawn == empty, frame < 2) << frame;  // three detections make a track
    EXPECT_EQ(live_frame(none, frame), empty) << frame;
  }
}

}  // namespace
}  // namespace overlace::test
