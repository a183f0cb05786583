// SPDX-License-Identifier: Apache-2.0
// picture_insets: what each inset shows, its position, seats, and what is drawn over it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "nodes/parts/inset_places.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

constexpr const char* bare = R"("border_width": 0, "leader": false, "corner_radius": 0)";

/// Insets over white boxes on black, in a 200 x 100 px picture.
GraphRun insets(const std::string& params, TrackTable tracks, std::int32_t frame = 0) {
  GraphRun run(R"("white": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
      "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
    "insets": {"type": "picture_insets", "inputs": {"tracks": "tracks"}, "params": {)" +
                   params + "}}",
               R"(["white", "insets"])", std::move(tracks));
  run.draw(frame);
  return run;
}
TrackTable one_box(const Box& box) {
  return tracks_of({{{.box = box}}});
}

/// "x 20 to 79, y …": the white columns of `row`, and the white rows of `column`.
std::string white(const GraphRun& run, int column, int row) {
  const auto extent = [](int length, auto is_white) {
    int first = -1, last = -1;
    for (int i = 0; i < length; ++i)
      if (is_white(i)) {
        if (first < 0) first = i;
        last = i;
      }
    return std::to_string(first) + " to " + std::to_string(last);
  };
  const auto at = [&](int x, int y) { return run.picture().at(x, y, 0) > 127; };
  return "x " + extent(200, [&](int x) { return at(x, row); }) + ", y " +
         extent(100, [&](int y) { return at(column, y); });
}

/// A 10 x 8 px box enlarged three times, 4 px to its right: from 34 to 64, 50 - 12 to 50 + 12.
TEST(PictureInsets, AreAsLargeAsTheirObjectsTimesZoom) {
  const GraphRun run =
      insets(std::string(R"("size": 0, "zoom": 3, "gap": 4, )") + bare, one_box({20, 46, 10, 8}));
  EXPECT_EQ(run.picture().at(32, 50, 0), 0) << "the gap";
  EXPECT_EQ(white(run, 49, 50), "x 20 to 63, y 38 to 61");
}

/// A 40 x 40 px seat shows 20 x 20 px around the object: its 10 px at twice the size, centred.
TEST(PictureInsets, SeatsShowWhatLiesAroundTheObject) {
  const std::string strip =
      std::string(R"("place": "strip", "position": "bottom_left", "slots": 3, "size": 40,
                     "gap": 5, "zoom": 2, )") +
      bare;
  const GraphRun run = insets(strip, one_box({100, 20, 10, 10}));
  EXPECT_EQ(white(run, 25, 75), "x 15 to 34, y 65 to 84");
}

/// At zoom 0 the box fills its seat, from the top if that is the anchor.
TEST(PictureInsets, BoxesFillTheirSeats) {
  const GraphRun run = insets(
      std::string(
          R"("place": "corner", "position": "top_right", "size": 40, "gap": 5, "zoom": 0, )") +
          bare,
      one_box({20, 20, 10, 30}));
  EXPECT_EQ(white(run, 170, 25), "x 20 to 194, y 5 to 44");
  for (const char* anchor : {"top", "bottom"}) {
    GraphRun half(std::string(R"("part": {"type": "draw_text", "params": {"text": ""}},
      "insets": {"type": "picture_insets", "inputs": {"tracks": "tracks"}, "params": {
      "place": "corner", "position": "top_right", "size": 40, "gap": 5, "zoom": 0, "anchor": ")") +
                      anchor + "\", " + bare + "}}, " +
                      R"("head": {"type": "draw_boxes", "inputs": {"tracks": "heads"}, "params":
      {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
      "heads": {"type": "track_place", "inputs": {"tracks": "tracks"}, "params": {"y": -20}})",
                  R"(["head", "insets"])", one_box({20, 40, 10, 30}));
    half.draw();
    EXPECT_EQ(half.picture().at(175, 25, 0), std::string(anchor) == "top" ? 255 : 0) << anchor;
  }
}

/// A red box in a corner seat and at its own place. The seat shows it ungraded.
TEST(PictureInsets, TheRestIsGraded) {
  const auto red = [](const std::string& around, int x) {
    GraphRun run(R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
        "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ff0000"}},
      "insets": {"type": "picture_insets", "inputs": {"tracks": "tracks"}, "params": {
        "place": "corner", "position": "top_right", "size": 40, "gap": 5, "zoom": 0, )" +
                     around + ", " + bare + "}}",
                 R"(["box", "insets"])", one_box({20, 20, 20, 30}));
    run.draw();
    return std::array{run.picture().at(x, 30, 0), run.picture().at(x, 30, 1)};
  };
  constexpr int seat = 175, itself = 30;
  for (const char* around : {R"("around_gain": 0.5)", R"("around_saturation": 0)"})
    EXPECT_EQ(red(around, seat), (std::array{255, 0})) << around;
  EXPECT_NEAR(red(R"("around_gain": 0.5)", itself)[0], 127.5, 1);
  const auto grey = red(R"("around_saturation": 0)", itself);
  EXPECT_EQ(grey[0], grey[1]);
  EXPECT_GT(grey[0], 0.2 * 255) << "the luma of red: 0.2126 or 0.299";
  EXPECT_LT(grey[0], 0.31 * 255);
}

/// Only a circle of radius 20 around (175, 25) changes: it is all white, like its source.
TEST(PictureInsets, CirclesAreRound) {
  const GraphRun run = insets(
      std::string(
          R"("place": "corner", "position": "top_right", "size": 40, "gap": 5, "shape": "circle",
             "zoom": 2, )") +
          bare,
      one_box({20, 20, 30, 30}));
  int count = 0;
  for (int y = 0; y < 50; ++y)
    for (int x = 150; x < 200; ++x) count += run.picture().at(x, y, 0);
  EXPECT_NEAR(count / 255.0, M_PI * 400, 3);
  EXPECT_EQ(run.picture().at(157, 7, 0), 0) << "the corner of the square around it";
}

/// With nearest, each sample is a square of its own; with bilinear, neighbours blend.
TEST(PictureInsets, NearestKeepsSamples) {
  for (const bool nearest : {true, false}) {
    const GraphRun run = insets(std::string(R"("place": "corner", "position": "top_right",
        "size": 40, "gap": 0, "zoom": 8, "filter": ")") +
                                    (nearest ? "nearest" : "bilinear") + "\", " + bare,
                                one_box({20, 20, 3, 3}));
    int grey = 0;
    for (int y = 0; y < 40; ++y)
      for (int x = 160; x < 200; ++x) {
        const int value = run.picture().at(x, y, 0);
        grey += value > 0 && value < 255 ? 1 : 0;
      }
    EXPECT_EQ(grey > 0, !nearest);
  }
}

/// 20 x 20 px copies, 4 px to the right of the object or to its left. They show only the picture,
/// so an object at the picture's edge is off-centre in the copy.
TEST(PictureInsets, NearTheEdgeTheySwingToTheOtherSide) {
  const std::string params = std::string(R"("size": 20, "zoom": 1, "gap": 4, )") + bare;
  EXPECT_EQ(white(insets(params, one_box({100, 40, 10, 10})), 124, 45), "x 100 to 128, y 40 to 49");
  EXPECT_EQ(white(insets(params, one_box({190, 40, 10, 10})), 176, 45), "x 176 to 199, y 40 to 49");
}

/// Between the two sides it moves at most a constant times as far as the object: it never jumps.
TEST(PictureInsets, SwingsWithoutAJump) {
  const auto left_edge = [](float x) {
    const GraphRun run = insets(R"("size": 20, "zoom": 1, "gap": 4, "border_width": 0,
        "corner_radius": 0, "leader": false)",
                                one_box({x, 40, 10, 10}));
    double sum = 0, moment = 0;  // of the copy of the box
    for (int y = 0; y < 100; ++y)
      for (int px = 0; px < 200; ++px) {
        const bool own =
            px >= static_cast<int>(x) - 1 && px <= static_cast<int>(x) + 11 && y >= 39 && y <= 51;
        if (own) continue;
        sum += run.picture().at(px, y, 0);
        moment += run.picture().at(px, y, 0) * double(px);
      }
    return moment / sum;
  };
  double before = left_edge(150);
  for (float x = 150.5F; x < 190; x += 0.5F) {
    const double now = left_edge(x);
    EXPECT_LT(std::abs(now - before), 4) << x;
    before = now;
  }
}

/// Four objects, two seats: the third takes the seat that the first leaves; nobody changes seats.
TEST(PictureInsets, SeatsAreKeptAndTheFirstFreeOneIsTaken) {
  std::vector<TrackRow> rows;
  const auto there = [&](TrackId id, std::int32_t from, std::int32_t to) {
    for (std::int32_t frame = from; frame <= to; ++frame)
      rows.push_back({.frame = frame, .id = id, .box = {0, 0, 10, 10}});
  };
  there(7, 0, 4);
  there(3, 1, 9);
  there(5, 2, 9);  // waits until 7 leaves
  there(9, 3, 9);  // never gets a seat
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {10}});
  const SeatPlan plan = seat_objects(table, 2);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::int32_t frame = table.frame_of(row);
    const std::int32_t want = table.id[row] == 7   ? 0
                              : table.id[row] == 3 ? 1
                              : table.id[row] == 5 ? (frame < 5 ? no_seat : 0)
                                                   : no_seat;
    EXPECT_EQ(plan.seat[row], want) << "object " << table.id[row] << " in frame " << frame;
    if (table.id[row] == 5 && frame >= 5) EXPECT_EQ(plan.age[row], static_cast<float>(frame - 5));
  }
}

/// `count` objects without a size, in the first frame of a clip.
TrackTable objects(int count) {
  std::vector<TrackRow> rows;
  for (int id = 0; id < count; ++id) rows.push_back({.frame = 0, .id = id, .box = {50, 50, 0, 0}});
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {1}});
  return table;
}

/// Six 40 px seats with gaps of 5 px fit into 300 px in one line. In 100 px, a line holds two
/// seats, so there are three lines.
TEST(PictureInsets, SeatsFormLinesWhereThePictureIsShort) {
  const TrackTable six = objects(6);
  const auto centers = [&](Size picture, BoxPosition position, InsetPlace place) {
    const InsetLayout layout{
        .place = place, .position = position, .slots = 6, .size = 40, .gap = 5, .zoom = 1};
    std::string text;
    for (const PlacedInset& inset : InsetPlaces(six, 6, picture, nullptr).at(0, layout, {}).all())
      text += fmt::format("{},{} ", inset.shown.center.x, inset.shown.center.y);
    return text;
  };
  using enum BoxPosition;
  EXPECT_EQ(centers({300, 100}, bottom, InsetPlace::strip),
            "37.5,75 82.5,75 127.5,75 172.5,75 217.5,75 262.5,75 ");
  EXPECT_EQ(centers({100, 300}, bottom, InsetPlace::strip),
            "27.5,275 72.5,275 27.5,230 72.5,230 27.5,185 72.5,185 ");
  EXPECT_EQ(centers({100, 300}, top, InsetPlace::strip),
            "27.5,25 72.5,25 27.5,70 72.5,70 27.5,115 72.5,115 ");
  EXPECT_EQ(centers({300, 100}, right, InsetPlace::strip),
            "275,27.5 275,72.5 230,27.5 230,72.5 185,27.5 185,72.5 ");
  EXPECT_EQ(centers({300, 100}, bottom_left, InsetPlace::corner),
            "25,75 25,30 70,75 70,30 115,75 115,30 ");
}

/// A lens over a 20 x 40 px box at the right edge has a radius of 40 px: it is moved inwards until
/// it is inside the picture and shows all of the box. While it is small, it fits over the box
/// itself.
TEST(PictureInsets, OverObjectsTheyMoveOnlyAsFarAsTheyNeed) {
  constexpr Box box{180, 30, 20, 40};
  TrackTable table = tracks_of(std::vector<std::vector<TrackRow>>(20, {{.id = 1, .box = box}}));
  finish_tracks(table, {.frame_rate = {10}});
  const InsetPlaces places(table, 1, {200, 100}, nullptr);
  const InsetLayout layout{.position = BoxPosition::center, .round = true, .zoom = 2};
  const PresenceOp presence{.enter = 8, .motion = PresenceMotion::grow};
  const Inset young = places.at(0, layout, presence).all().front().shown;
  EXPECT_LT(young.half_size.x, 10);
  EXPECT_EQ(young.center, box.center());
  EXPECT_EQ(young.source, box.center());
  const Inset grown = places.at(15, layout, presence).all().front().shown;
  EXPECT_EQ(grown.half_size, (Vec2{40, 40}));
  EXPECT_EQ(grown.center, (Vec2{160, 50}));
  EXPECT_EQ(grown.center.x + (box.x + box.width - grown.source.x) * grown.zoom, 200);
}

/// With the anchor top, a lens of 30 px that doubles shows the upper 15 px of a box, and lies
/// there.
TEST(PictureInsets, OverObjectsTheyLieOverWhatTheyShow) {
  TrackTable table = tracks_of({{{.id = 1, .box = {60, 10, 40, 80}}}});
  finish_tracks(table, {.frame_rate = {10}});
  const InsetPlaces places(table, 1, {200, 100}, nullptr);
  const Inset shown = places
                          .at(0,
                              {.position = BoxPosition::center,
                               .round = true,
                               .size = 30,
                               .zoom = 2,
                               .anchor = Anchor::top},
                              {})
                          .all()
                          .front()
                          .shown;
  EXPECT_EQ(shown.source, (Vec2{80, 17.5F}));
  EXPECT_EQ(shown.center, shown.source);
}

/// For every picture shape, seats are inside the picture with their gaps and do not overlap.
TEST(PictureInsets, SeatsNeverLeaveThePicture) {
  using enum BoxPosition;
  for (const Size picture : {Size{1920, 1080}, Size{1080, 1920}, Size{240, 426}, Size{64, 64}})
    for (const int slots : {1, 2, 3, 5, 6, 7, 24, 64})
      for (const auto& [place, position] : {std::pair{InsetPlace::strip, bottom},
                                            {InsetPlace::strip, left},
                                            {InsetPlace::strip, center},
                                            {InsetPlace::corner, top_right}}) {
        const TrackTable table = objects(slots);
        const auto height = static_cast<float>(picture.height);
        const float gap = height * 0.016F;
        const InsetLayout layout{.place = place,
                                 .position = position,
                                 .slots = slots,
                                 .size = height * 0.17F,
                                 .aspect = 0.9F,
                                 .gap = gap,
                                 .zoom = 1};
        const PlacedInsets placed = InsetPlaces(table, slots, picture, nullptr).at(0, layout, {});
        ASSERT_EQ(placed.count, slots);
        const auto all = placed.all();
        for (auto a = all.begin(); a != all.end(); ++a) {
          const Vec2 center = a->shown.center, half = a->shown.half_size;
          const float slack = gap * 0.99F;
          EXPECT_GE(std::min(center.x - half.x, center.y - half.y), slack) << slots;
          EXPECT_LE(center.x + half.x, static_cast<float>(picture.width) - slack) << slots;
          EXPECT_LE(center.y + half.y, height - slack) << slots;
          for (auto b = all.begin(); b != a; ++b) {
            const Vec2 way = b->shown.center - center;
            EXPECT_GE(std::max(std::abs(way.x) - 2 * half.x, std::abs(way.y) - 2 * half.y), slack);
          }
        }
      }
}

/// A gap in a track does not free its seat.
TEST(PictureInsets, SeatsOutlastGaps) {
  TrackTable table = make_track_table({{{.frame = 0, .id = 1, .box = {0, 0, 9, 9}},
                                        {.frame = 3, .id = 1, .box = {0, 0, 9, 9}},
                                        {.frame = 1, .id = 2, .box = {0, 0, 9, 9}}}},
                                      {});
  finish_tracks(table, {.frame_rate = {10}});
  const SeatPlan plan = seat_objects(table, 1);
  EXPECT_EQ(plan.seat, (std::vector<std::int32_t>{0, no_seat, 0}));
}

/// An upper inset hides the border and leader of the insets below it.
TEST(PictureInsets, UpperInsetsCoverTheTrimmingsOfLowerOnes) {
  const TrackTable two = tracks_of({{{.box = {20, 40, 4, 4}}, {.box = {40, 40, 4, 4}}}});
  GraphRun run(R"("insets": {"type": "picture_insets", "inputs": {"tracks": "tracks"}, "params": {
      "size": 60, "zoom": 1, "gap": 0, "border_width": 3, "border_color": "#ff0000",
      "leader": false, "corner_radius": 0, "position": "center"}})",
               R"(["insets"])", two);
  run.draw();
  EXPECT_GT(run.picture().at(0, 42, 0), 200) << "the lower one's left side";
  EXPECT_EQ(run.picture().at(60, 42, 0), 0) << "its right side, below the upper one";
  EXPECT_GT(run.picture().at(71, 42, 0), 200) << "the upper one's right side";
}

/// Two of three objects have insets, wherever those are.
TEST(PictureInsets, ThereAreNoMoreThanSlots) {
  const TrackTable three =
      tracks_of({{{.box = {10, 10, 4, 4}}, {.box = {10, 40, 4, 4}}, {.box = {10, 70, 4, 4}}}});
  const GraphRun run =
      insets(std::string(R"("size": 0, "zoom": 3, "gap": 4, "slots": 2, )") + bare, three);
  EXPECT_EQ(run.picture().at(24, 12, 0), 255);
  EXPECT_EQ(run.picture().at(24, 42, 0), 255);
  EXPECT_EQ(run.picture().at(24, 72, 0), 0);
}

}  // namespace
}  // namespace overlace::test
