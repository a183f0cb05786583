// SPDX-License-Identifier: Apache-2.0
// A session: what a changed value costs, which ones are refused, and frames in any order.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "render/session.h"

namespace overlace {
namespace {

constexpr Size size{64, 48};
constexpr int frames = 6;

/// A box that moves right by 4 px per frame.
TrackTable one_box() {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < frames; ++frame)
    rows.push_back({.frame = frame, .id = 1, .box = {4.0F + 4.0F * frame, 10, 16, 20}});
  return make_track_table(rows, {});
}

/// A clip in memory that counts reads and plays.
struct Clip {
  int reads = 0, plays = 0;
  std::vector<std::string> notes;

  ClipSources sources() {
    ClipSources sources{.clip = {.size = size, .frame_rate = {25}, .frame_count = frames}};
    sources.read_tracks = [this](const std::string&) {
      ++reads;
      return one_box();
    };
    sources.play_video = [this](const auto& visit) {
      ++plays;
      const std::vector<std::uint8_t> grey(std::size_t{size.width} * size.height * 3, 128);
      for (std::int32_t frame = 0; frame < frames; ++frame) visit({frame, size, grey});
    };
    sources.log = [this](const std::string& text) { notes.push_back(text); };
    return sources;
  }
};

SessionDocument document(const std::string& tracks) {
  return {parse_json(R"({"overlace": 1,
    "nodes": {"tracks": )" +
                         tracks + R"(,
              "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                        "params": {"color": "#ff0000", "fill": "#00ff0080"}}},
    "composite": ["boxes"]})",
                     "test"),
          "test"};
}

SessionDocument from_file() {
  return document(R"({"type": "track_file", "params": {"path": "any"}})");
}
SessionDocument from_pixels() {
  return document(R"({"type": "track_motion"})");
}

std::vector<std::uint8_t> drawn(Replay& replay, std::int32_t frame) {
  std::vector<std::uint8_t> pixels(std::size_t{size.width} * size.height * 3);
  const ClipInfo clip{.size = size, .frame_rate = {25}, .frame_count = frames};
  replay.draw(time_of(clip, frame), rgb_view(size, pixels));
  return pixels;
}

TEST(Session, AChangedLookReadsAndPlaysNothingAgain) {
  Clip clip;
  const Session session(from_file(), clip.sources());
  const SessionTables tables = session.analyse();
  EXPECT_EQ(clip.reads, 1);
  for (const char* width : {"1", "2", "3"}) {
    const PlanSettings settings{.values = {{"boxes.stroke_width", width}}};
    static_cast<void>(session.plan(tables, settings));
    static_cast<void>(session.analyse(settings.values));
  }
  EXPECT_EQ(clip.reads, 1);
  static_cast<void>(session.analyse({{"tracks.path", "another"}}));
  EXPECT_EQ(clip.reads, 2);
  EXPECT_EQ(clip.plays, 0);
}

TEST(Session, TablesOfOtherValuesAreRefused) {
  Clip clip;
  const Session session(from_file(), clip.sources());
  const SessionTables tables = session.analyse();
  try {
    static_cast<void>(session.plan(tables, {.values = {{"tracks.path", "another"}}}));
    FAIL() << "tables of one file served another";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.problems().front().hint, "make the tracks first");
  }
}

TEST(Session, AWrongValueIsRefusedWithTheNearestName) {
  Clip clip;
  const Session session(from_file(), clip.sources());
  const SessionTables tables = session.analyse();
  try {
    static_cast<void>(session.plan(tables, {.values = {{"boxes.stroke_widht", "2"}}}));
    FAIL() << "a parameter that is not there was set";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("stroke_width"), std::string::npos) << error.what();
  }
}

TEST(Session, ProgressHearsOfEveryFrameInOrder) {
  Clip clip;
  const Session session(from_pixels(), clip.sources());
  std::vector<std::int32_t> heard;
  static_cast<void>(session.analyse({}, [&](std::int32_t frame) { heard.push_back(frame); }));
  ASSERT_EQ(heard.size(), std::size_t{frames} * clip.plays);
  for (std::size_t i = 0; i < heard.size(); ++i)
    EXPECT_EQ(heard[i], static_cast<std::int32_t>(i % frames));
  EXPECT_GE(clip.plays, 1);
}

TEST(Session, ProgressCanEndAnAnalysis) {
  Clip clip;
  const Session session(from_pixels(), clip.sources());
  const auto stop = [](std::int32_t frame) {
    if (frame == 2) throw std::runtime_error("enough");
  };
  EXPECT_THROW(static_cast<void>(session.analyse({}, stop)), std::runtime_error);
  static_cast<void>(session.analyse());  // nothing incomplete was kept
  Clip whole;
  static_cast<void>(Session(from_pixels(), whole.sources()).analyse());
  EXPECT_EQ(clip.plays, 1 + whole.plays);
}

TEST(Session, NotesAreSaidOnce) {
  Clip clip;
  const Session session(from_pixels(), clip.sources());
  for (const char* width : {"1", "2"}) {
    const std::vector<Setting> values{{"boxes.stroke_width", width}};
    static_cast<void>(session.plan(session.analyse(values), {.values = values}));
  }
  std::ranges::sort(clip.notes);
  EXPECT_EQ(std::ranges::adjacent_find(clip.notes), clip.notes.end());
}

TEST(Session, ANoteThatStandsIsHandedOnOnce) {
  Clip clip;
  SessionDocument idle = from_file();
  idle.json.find("nodes")->set(
      "unused", parse_json(R"({"type": "draw_points", "inputs": {"tracks": "tracks"}})", "test"));
  const Session remarking(idle, clip.sources());
  for (int knob = 0; knob < 3; ++knob)
    static_cast<void>(remarking.plan(remarking.analyse(), {.layered = knob == 1}));
  EXPECT_EQ(clip.notes.size(), 1U) << "the unused node is reported once, not at every knob";
}

// The box covers columns 4 + 4n to 20 + 4n: green over black inside, black outside.
TEST(Session, FramesComeInAnyOrder) {
  Clip clip;
  const Session session(from_file(), clip.sources());
  const auto plan = session.plan(session.analyse());
  const auto forward = session.replay(plan, cpu_device({.threads = 1}));
  std::vector<std::vector<std::uint8_t>> all;
  for (int frame = 0; frame < frames; ++frame) all.push_back(drawn(*forward, frame));
  const auto backward = session.replay(plan, cpu_device({.threads = 2}));
  for (int frame = frames - 1; frame >= 0; --frame) {
    const std::vector<std::uint8_t> picture = drawn(*backward, frame);
    EXPECT_EQ(picture, all[static_cast<std::size_t>(frame)]) << frame;
    const auto green = [&](int x) {
      return picture[(std::size_t{20} * size.width + static_cast<std::size_t>(x)) * 3 + 1];
    };
    EXPECT_GT(green(12 + 4 * frame), 100) << frame;
    EXPECT_EQ(green(30 + 4 * frame), 0) << frame;
  }
}

// 64 x 48 pixels of four half floats are 24,576 bytes.
SessionDocument nodes(const std::string& painted) {
  return {parse_json(R"({"overlace": 1, "nodes": {
    "tracks": {"type": "track_file", "params": {"path": "any"}},
    "top": )" + painted + R"(}, "composite": ["top"]})",
                     "test"),
          "test"};
}

// A table at another scale, and one with the values of an expression, are copies: not one per plan.
TEST(Session, PlansShareTheTablesThatTheyChange) {
  Clip clip;
  ClipSources sources = clip.sources();
  sources.clip.scale = 0.5F;
  const Session session(nodes(R"({"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                                  "params": {"opacity": {"expr": "x / 100"}}})"),
                        sources);
  const SessionTables tables = session.analyse();
  const auto table = [&](const std::string& param, const std::string& value) {
    return session.plan(tables, {.values = {{"top." + param, value}}})->tracks.at(0);
  };
  const auto first = table("stroke_width", "1");
  EXPECT_EQ(table("stroke_width", "2"), first);
  EXPECT_NE(table("opacity", R"({"expr": "x / 50"})"), first);
  EXPECT_NE(table("opacity", "1"), first) << "without the column";
  EXPECT_EQ(table("stroke_width", "3"), first);
  // An object that fades in has other values where an expression reads its presence.
  const std::string present = R"({"expr": "presence"})";
  const auto column = [&](const std::string& enter) {
    const PlanSettings settings{.values = {{"top.opacity", present}, {"top.enter", enter}}};
    return session.plan(tables, settings)->tracks.at(0)->attributes.back().values;
  };
  EXPECT_NE(column("0"), column("3"));
}

// Whatever has been kept from earlier plans, a picture is that of its own parameters.
TEST(Session, KeptSumsOfHeatAreThoseOfTheParameters) {
  const std::vector<std::string> changes = {
      "opacity=0.9",  "radius=9",    "mode=window",
      "seconds=0.04", "mode=total",  "shape=box",
      "shape=point",  "anchor=top",  "weight=0.5",
      "radius=4",     "scale=frame", R"(weight={"map": "x", "from": [0, 40], "to": [0, 4]})",
      "weight=1",     "mode=fade"};
  const SessionDocument heat = nodes(
      R"({"type": "draw_heat", "inputs": {"tracks": "tracks"},
          "params": {"radius": 6, "scale": "number", "full": 0.1, "floor": 0}})");
  Clip clip;
  const Session session(heat, clip.sources());
  PlanSettings settings;
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const std::string& change : changes) {
    settings.values.push_back(parse_setting("top." + change));
    const auto of = [&](const Session& one) {
      const auto plan = one.plan(one.analyse(settings.values), settings);
      return drawn(*one.replay(plan, cpu_device({.threads = 1})), 4);
    };
    pictures.push_back(of(session));
    Clip fresh;
    EXPECT_EQ(pictures.back(), of(Session(heat, fresh.sources()))) << change;
  }
  const std::set<std::vector<std::uint8_t>> different(pictures.begin(), pictures.end());
  EXPECT_GT(different.size(), pictures.size() / 2) << "most changes are seen";
}

TEST(Session, ALayerCountsTowardsTheMemory) {
  Clip clip;
  ClipSources sources = clip.sources();
  sources.limits.drawing_bytes = 24'000;
  const Session session(from_file(), sources);
  const SessionTables tables = session.analyse();
  EXPECT_NE(session.plan(tables), nullptr);
  try {
    static_cast<void>(session.plan(tables, {.layered = true}));
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::limit);
  }
}

TEST(Session, LayersMakeThePictureOfTheFusedPass) {
  Clip clip;
  const Session session(from_file(), clip.sources());
  const SessionTables tables = session.analyse();
  const auto fused = session.replay(session.plan(tables), cpu_device());
  const auto layered = session.replay(session.plan(tables, {.layered = true}), cpu_device());
  const std::vector<std::uint8_t> a = drawn(*fused, 1), b = drawn(*layered, 1);
  EXPECT_GT(std::ranges::max(a), 100) << "something is drawn";
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1) << i;
}

}  // namespace
}  // namespace overlace
