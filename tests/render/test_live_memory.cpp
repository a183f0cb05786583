// SPDX-License-Identifier: Apache-2.0
// What goes on beyond a live clip's window: ages, lives of links, counts, marks, and places.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/render/live_clip.h"

namespace overlace::test {
namespace {

constexpr std::int32_t frames = 60;

LiveClip long_tracks() {
  LiveClip clip;
  clip.add(1, 0, 60);
  clip.add(2, 3, 60);
  clip.add(3, 20, 60);
  clip.add(4, 20, 45);
  return clip;
}

/// Expects that live frames with a narrow window have the bytes of the whole clip's.
void expect_as_whole(const LiveClip& clip, const SessionDocument& document, LiveOptions options) {
  const Session session(document, clip.sources());
  const auto replay = session.replay(session.plan(session.analyse()), one_thread());
  LiveSession live(document, {.clip = clip.clip}, one_thread(), options);
  std::vector<std::uint8_t> first;
  bool changes = false;
  for (std::int32_t frame = 0; frame < frames; ++frame) {
    for (std::int32_t put = frame == 0 ? 0 : frame + options.delay; put <= frame + options.delay;
         ++put)
      if (clip.rows.contains(put)) live.put(put, clip.rows.at(put));
    Picture picture(clip.clip.size);
    replay->draw(time_of(clip.clip, frame), picture.view());
    ASSERT_EQ(live_frame(live, frame), picture.pixels) << "frame " << frame;
    if (frame == 0) first = picture.pixels;
    changes = changes || picture.pixels != first;
  }
  EXPECT_TRUE(changes) << "nothing was drawn";
}

TEST(LiveMemory, AgesAreThoseOfTheWholeClip) {
  expect_as_whole(long_tracks(),
                  graph(R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"},
                          "params": {"text": "{age:.2f}", "size": 14}})",
                        R"(["labels"])"),
                  {.memory = 6});
}

TEST(LiveMemory, LinksLiveAsInTheWholeClip) {
  // Slow fades, and a distance at which links survive: their strengths depend on 30 frames.
  expect_as_whole(long_tracks(),
                  graph(R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {
              "k": 1, "max_distance": 70, "leave_distance": 110, "fade_in": 30, "fade_out": 4}},
            "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
            "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": {
              "width": 4, "color": {"map": "link_age", "from": [0, 50], "to": ["#ff0000", "#00ff00"]}}})",
                        R"(["lines"])"),
                  {.memory = 8});
}

/// Objects that walk back and forth over x = 96.
LiveClip crossings() {
  LiveClip clip;
  for (std::int32_t frame = 0; frame < frames; ++frame)
    for (TrackId id = 1; id <= 3; ++id) {
      const double phase = 0.21 * frame * static_cast<double>(id) + static_cast<double>(id);
      clip.add(
          frame, id,
          {static_cast<float>(86 + 60 * std::sin(phase)), 20.0F * static_cast<float>(id), 20, 16});
    }
  return clip;
}
// It decides in the frame of a crossing.
constexpr const char* line = R"("line": {"type": "track_line", "inputs": {"tracks": "tracks"},
  "params": {"name": "door", "points": ["50% 0%", "50% 100%"], "anchor": "center", "margin": 0,
             "hold": 1, "again": 0}},)";

TEST(LiveMemory, CountsAreThoseOfTheWholeClip) {
  expect_as_whole(crossings(),
                  graph(std::string(line) + R"("text": {"type": "draw_text", "inputs": {}, "params":
    {"text": "{door.in} {door.out} {door.total} {door.in.car}", "size": 14}})",
                        R"(["text"])"),
                  {.memory = 6});
}

TEST(LiveMemory, EventsAreListedAfterTheyHaveLeftTheWindow) {
  expect_as_whole(crossings(),
                  graph(std::string(line) + R"("log": {"type": "draw_log", "inputs": {"tracks":
    "line"}, "params": {"text": "{frame} {id} {event}", "size": 8, "hold": 60, "rows": 8}})",
                        R"(["log"])"),
                  {.memory = 6});
}

// A visit is known three frames after it has begun, when its count has long been shown.
TEST(LiveMemory, AVisitThatIsKnownLaterIsCountedOnce) {
  expect_as_whole(crossings(),
                  graph(R"("zone": {"type": "track_zone", "inputs": {"tracks": "tracks"}, "params":
    {"name": "room", "corners": ["50% 0%", "100% 0%", "100% 100%", "50% 100%"], "anchor": "center",
     "enter_frames": 3, "gap": 1}},
    "text": {"type": "draw_text", "params": {"text": "{room.in} {room.out} {room.now} {room.peak}",
     "size": 14}})",
                        R"(["text"])"),
                  {.memory = 16, .delay = 4});
}

/// Remembers the replays that a session makes.
struct SeenReplays {
  std::vector<InspectableReplay*> made;

  [[nodiscard]] Device device() {
    return [this](std::shared_ptr<const Plan> plan) {
      auto replay = make_cpu_replay(std::move(plan), {.threads = 1});
      made.push_back(replay.get());
      return replay;
    };
  }
  /// The corners of the plates of the last frame.
  [[nodiscard]] std::vector<Vec2> plates() const {
    std::vector<Vec2> corners;
    for (const Primitive& primitive : made.back()->display_list().primitives)
      if (primitive.kind == PrimitiveKind::shape)
        corners.push_back(primitive.shape.center - primitive.shape.half_size);
    return corners;
  }
};

// Objects stand still, and a new one appears beside them every ten frames: labels must make room,
// but none may go faster than the slide.
TEST(LiveMemory, NoLabelMovesFasterThanItsSlide) {
  for (const char* layout : {"avoid", "margin"}) {
    SeenReplays seen;
    LiveClip clip;
    LiveSession live(
        graph(R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"}, "params": {
                "text": "object", "size": 12, "layout": ")" +
                  std::string(layout) + R"(", "window": 20, "slide": 1.5, "crowd": "overlap",
                "offset": 2, "keep_inside": false}})",
              R"(["labels"])"),
        {.clip = clip.clip}, seen.device(), {.memory = 12});
    std::vector<Vec2> before;
    double longest = 0;
    for (std::int32_t frame = 0; frame < 120; ++frame) {
      TrackColumns rows = LiveClip::names();
      for (TrackId id = 1; id <= std::min(frame / 10 + 1, 6); ++id) {
        rows.box.push_back({60 + 9.0F * static_cast<float>(id), 40, 24, 24});
        rows.id.push_back(id);
        rows.class_index.push_back(0);
        rows.score.push_back(1);
      }
      for (AttributeColumn& column : rows.attributes) column.values.resize(rows.box.size());
      live.put(frame, rows);
      static_cast<void>(live_frame(live, frame));
      const std::vector<Vec2> now = seen.plates();
      for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i)
        longest = std::max(
            longest, std::hypot(double{now[i].x} - before[i].x, double{now[i].y} - before[i].y));
      before = now;
    }
    EXPECT_EQ(before.size(), 6U);
    EXPECT_GT(longest, 0) << layout << ": they never moved";
    EXPECT_LE(longest, 1.5 + 0.25) << layout << ": places are multiples of a quarter";
    EXPECT_EQ(seen.made.size(), 1U) << "one replay adopted all plans";
  }
}

// Three seats: object 1 leaves, and 4 takes its seat; when the window forgets 1, nobody moves.
TEST(LiveMemory, InsetsKeepTheirSeats) {
  SeenReplays seen;
  LiveClip clip;
  clip.add(1, 0, 10);
  clip.add(2, 0, 60);
  clip.add(3, 0, 60);
  clip.add(4, 12, 60);
  LiveSession live(graph(R"("insets": {"type": "picture_insets", "inputs": {"tracks": "tracks"},
      "params": {"place": "strip", "position": "bottom", "slots": 3, "size": 20, "leader": false,
                 "corner_radius": 0}})",
                         R"(["insets"])"),
                   {.clip = clip.clip}, seen.device(), {.memory = 5});
  std::vector<float> left;
  for (std::int32_t frame = 0; frame < frames; ++frame) {
    live.put(frame, clip.rows.at(frame));
    static_cast<void>(live_frame(live, frame));
    if (frame < 12) continue;
    std::vector<float> now;
    for (const Vec2 corner : seen.plates()) now.push_back(corner.x);
    if (left.empty()) left = now;
    ASSERT_EQ(now, left) << frame;
  }
  EXPECT_GE(left.size(), 3U);
}

// A stream of 20,000 frames: what is allocated after 2,000 frames is all that ever is.
TEST(LiveMemory, AStreamTakesNoMoreMemoryWithTime) {
  LiveClip clip(Size{64, 36});
  LiveSession live(preset("constellation"), {.clip = clip.clip}, one_thread(), {.memory = 12});
  Picture picture(clip.clip.size);
  std::size_t early = 0;
  for (std::int32_t frame = 0; frame < 20'000; ++frame) {
    TrackColumns rows = LiveClip::names();
    for (TrackId id = frame / 20; id < frame / 20 + 3; ++id) {
      rows.box.push_back(
          {static_cast<float>((id * 17) % 50), static_cast<float>((id * 7) % 25), 10, 10});
      rows.id.push_back(id);
      rows.class_index.push_back(static_cast<std::int32_t>(id % 2));
      rows.score.push_back(1);
    }
    for (AttributeColumn& column : rows.attributes) column.values.resize(rows.box.size());
    live.put(frame, rows);
    live.draw(time_of(clip.clip, frame), picture.view());
    if (frame == 2'000) early = mallinfo2().uordblks;
  }
  EXPECT_LT(mallinfo2().uordblks, early + (std::size_t{256} << 10U));
}

// As with labels that contain a number.
TEST(LiveMemory, ClassesThatAreEverNewDoNotPileUp) {
  LiveClip clip(Size{96, 54});
  const auto labels = [](const std::string& text) {
    return graph(R"("labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"}, "params": {
           "text": ")" +
                     text + R"(", "size": 12}})",
                 R"(["labels"])");
  };
  LiveSession live(labels("{class}"), {.clip = clip.clip}, one_thread(), {.memory = 2});
  LiveSession literal(labels("car 4999"), {.clip = clip.clip}, one_thread(), {.memory = 2});
  for (std::int32_t frame = 0; frame < 5'000; ++frame) {
    TrackColumns rows;
    rows.box = {{20, 20, 20, 20}};
    rows.id = {1};
    rows.class_index = {0};
    rows.score = {1};
    rows.class_names = {"car " + std::to_string(frame)};
    for (LiveSession* session : {&live, &literal}) session->put(frame, rows);
    ASSERT_LE(live.class_names().size(), 1001U);
    if (frame % 500 == 499) static_cast<void>(live_frame(live, frame));
  }
  EXPECT_EQ(live_frame(live, 4'999), live_frame(literal, 4'999));
}

}  // namespace
}  // namespace overlace::test
