// SPDX-License-Identifier: Apache-2.0
// draw_trails: paths of hand-made tracks, in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A 10 x 10 px object with this `center` in each frame.
TrackTable path(const std::vector<Vec2>& centers) {
  std::vector<std::vector<TrackRow>> frames;
  for (const Vec2 c : centers) frames.push_back({{.id = 3, .box = {c.x - 5, c.y - 5, 10, 10}}});
  return tracks_of(frames);
}

/// 8 px per frame to the right, frames 0 to 19.
TrackTable straight_path() {
  std::vector<Vec2> centers;
  for (int i = 0; i < 20; ++i) centers.push_back({10 + 8.0F * static_cast<float>(i), 50});
  return path(centers);
}

GraphRun drawn(const std::string& params, TrackTable tracks, std::int32_t frame) {
  GraphRun run(R"("trails": {"type": "draw_trails", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["trails"])", std::move(tracks));
  run.draw(frame);
  return run;
}

constexpr const char* plain =
    R"({"frames": 10, "step": 2, "anchor": "center", "width": 4, "width_end": 4, "opacity": 1, "fade": false})";

TEST(DrawTrails, ReachesBackAsFarAsItsLength) {
  const GraphRun run = drawn(plain, straight_path(), 15);
  ASSERT_FALSE(run.primitives().empty());
  EXPECT_EQ(run.primitives().front().curve.p0, (Vec2{130, 50}));  // frame 15
  EXPECT_EQ(run.primitives().back().curve.p1, (Vec2{50, 50}));    // frame 5
  EXPECT_GT(run.picture().at(100, 50, 1), 200);
  EXPECT_EQ(run.picture().at(40, 50, 1), 0);
  EXPECT_EQ(run.picture().at(140, 50, 1), 0);
}

TEST(DrawTrails, ThoseWhoLeftAreGoneWithTheirShot) {
  for (const char* const after_end : {"fade", "stay"}) {
    const std::string params = R"({"frames": 10, "after_end": ")" + std::string(after_end) + "\"}";
    TrackTable tracks = tracks_of({{{.id = 3, .box = {20, 40, 10, 10}}},
                                   {{.id = 3, .box = {60, 40, 10, 10}}},
                                   {{.id = 4, .box = {90, 40, 10, 10}}},
                                   {{.id = 4, .box = {90, 40, 10, 10}}}});
    EXPECT_FALSE(drawn(params, tracks, 2).primitives().empty()) << after_end;
    tracks.cuts = {2};
    EXPECT_TRUE(drawn(params, tracks, 2).primitives().empty()) << after_end;
  }
}

TEST(DrawTrails, ThePathToComeIsDrawnAlike) {
  const GraphRun run = drawn(
      R"({"frames": 1, "ahead": 6, "step": 2, "anchor": "center", "width": 4, "opacity": 1,
          "width_end": 4, "fade": false, "color": "#ff0000", "color_end": "#0000ff",
          "gradient": true})",
      straight_path(), 5);
  EXPECT_GT(run.picture().at(51, 50, 0), 200) << "red at the object, frame 5";
  EXPECT_NEAR(run.picture().at(74, 50, 0), 127, 30) << "frame 8, half way";
  EXPECT_NEAR(run.picture().at(74, 50, 2), 127, 30);
  EXPECT_GT(run.picture().at(96, 50, 2), 200) << "blue at frame 11";
  EXPECT_EQ(run.picture().at(102, 50, 2), 0);
}

TEST(DrawTrails, DotsToComeStandWherePastOnesWill) {
  const auto dots = [](std::int32_t frame, const std::string& length) {
    std::vector<Vec2> places;
    for (const Primitive& p :
         drawn(R"({"style": "dots", "spacing": 11, "anchor": "center", "step": 1, )" + length + "}",
               straight_path(), frame)
             .primitives())
      places.push_back(p.shape.center);
    return places;
  };
  const auto before = dots(6, R"("frames": 1, "ahead": 8)"), after = dots(14, R"("frames": 8)");
  std::size_t common = 0;
  for (const Vec2 place : before)
    common += std::ranges::count_if(after, [place](Vec2 other) {
      return std::abs(place.x - other.x) + std::abs(place.y - other.y) < 1e-3F;
    });
  EXPECT_GE(common, 5U);
}

TEST(DrawTrails, SegmentsAreJoinedIntoOneSmoothLine) {
  std::vector<Vec2> circle;
  for (int i = 0; i < 12; ++i) {
    const float angle = 0.25F * static_cast<float>(i);
    circle.push_back({100 + 30 * std::cos(angle), 50 + 30 * std::sin(angle)});
  }
  const GraphRun run = drawn(plain, path(circle), 11);
  const std::vector<Primitive>& segments = run.primitives();
  ASSERT_GT(segments.size(), 3U);
  EXPECT_FALSE(segments.front().joined);
  for (std::size_t i = 1; i < segments.size(); ++i) {
    EXPECT_TRUE(segments[i].joined);
    const Curve &a = segments[i - 1].curve, &b = segments[i].curve;
    EXPECT_EQ(a.p1, b.p0);
    EXPECT_EQ(segments[i - 1].width_end, segments[i].width);
    EXPECT_EQ(segments[i - 1].stroke_end, segments[i].stroke);
    const Vec2 in = a.p1 - a.hc, out = b.hc - b.p0;  // tangents; w is 1
    EXPECT_NEAR(in.x * out.y - in.y * out.x, 0, 1e-2) << "no corner at joint " << i;
    EXPECT_GT(in.x * out.x + in.y * out.y, 0);
    EXPECT_NEAR(std::hypot(b.p0.x - 100, b.p0.y - 50), 30, 1.0) << "on the circle";
  }
}

TEST(DrawTrails, FadesAndTapersWithAge) {
  const GraphRun run =
      drawn(R"({"frames": 10, "anchor": "center", "width": 6, "width_end": 1, "opacity": 0.8})",
            straight_path(), 15);
  const Primitive &first = run.primitives().front(), &last = run.primitives().back();
  EXPECT_FLOAT_EQ(first.width, 6);
  EXPECT_FLOAT_EQ(last.width_end, 1);
  EXPECT_FLOAT_EQ(first.stroke.a, 0.8F);
  EXPECT_NEAR(last.stroke_end.a, 0, 1e-6);
  for (const Primitive& p : run.primitives()) {
    EXPECT_GT(p.stroke.a, p.stroke_end.a);
    EXPECT_GT(p.width, p.width_end);
  }
}

TEST(DrawTrails, StandsStillWhileTheThingMovesOn) {
  const GraphRun before = drawn(plain, straight_path(), 14),
                 after = drawn(plain, straight_path(), 15);
  // Frames 6, 8 and 10 are in both trails; the line bends at the same points.
  for (const float x : {58.0F, 74.0F, 90.0F})
    for (const GraphRun* run : {&before, &after}) {
      int found = 0;
      for (const Primitive& p : run->primitives()) found += p.curve.hc == Vec2{x, 50} ? 1 : 0;
      EXPECT_EQ(found, 1) << x;
    }
}

TEST(DrawTrails, OutlivesItsThing) {
  EXPECT_FALSE(drawn(plain, straight_path(), 24).primitives().empty());
  EXPECT_EQ(drawn(plain, straight_path(), 24).primitives().back().curve.p1, (Vec2{122, 50}));
  EXPECT_TRUE(drawn(plain, straight_path(), 29).primitives().empty());
}

TEST(DrawTrails, NeedsAnIdAndAPast) {
  EXPECT_TRUE(drawn(plain, straight_path(), 0).primitives().empty());
  TrackTable nameless = path({{10, 10}, {20, 10}});
  nameless.id = {no_id, no_id};
  EXPECT_TRUE(drawn(plain, std::move(nameless), 1).primitives().empty());
}

TEST(DrawTrails, AThingAtRestHasNone) {
  EXPECT_TRUE(drawn(plain, path({{50, 50}, {50, 50}, {50, 50}}), 2).primitives().empty());
}

/// Parameters of trails with marks, where every second frame is a stop.
std::string marked(const std::string& style, const std::string& more = R"("color": "#fff")") {
  return R"({"frames": 10, "step": 2, "anchor": "center", "width": 4, "width_end": 4, "opacity": 1,
             "fade": false, "spacing": 20, "style": ")" +
         style + "\", " + more + "}";
}

/// Centres of all shapes of a frame, from left to right.
std::vector<float> middles(const GraphRun& run) {
  std::vector<float> x;
  for (const Primitive& p : run.primitives())
    if (p.kind == PrimitiveKind::shape) x.push_back(p.shape.center.x);
  std::ranges::sort(x);
  return x;
}

TEST(DrawTrails, MarksStandAtMultiplesOfTheWayFromBirth) {
  // From x = 10 on; frame 14 is a stop, at 122; frame 4, at 42, is as old as a trail is long.
  EXPECT_EQ(middles(drawn(marked("dots"), straight_path(), 14)),
            (std::vector<float>{50, 70, 90, 110}));
  EXPECT_EQ(middles(drawn(marked("dots"), straight_path(), 15)).back(), 110) << "not yet a stop";
  EXPECT_EQ(middles(drawn(marked("dots"), straight_path(), 16)),
            (std::vector<float>{70, 90, 110, 130}));
  EXPECT_EQ(middles(drawn(marked("boxes"), straight_path(), 14)),
            (std::vector<float>{50, 70, 90, 110}));
}

TEST(DrawTrails, DotsAreTwiceAsWideAsLines) {
  const GraphRun run = drawn(marked("dots"), straight_path(), 14);
  ASSERT_FALSE(run.primitives().empty());
  EXPECT_FLOAT_EQ(run.primitives().back().shape.half_size.x, 4) << "a line is 4 px wide";
}

TEST(DrawTrails, DashesAreEveryOtherHalfOfTheSpacing) {
  const GraphRun run = drawn(marked("dashes"), straight_path(), 14);
  // [0, 10) + 20 k px from x = 10: from 50 to 60, not from 60 to 70.
  EXPECT_GT(run.picture().at(55, 50, 0), 200);
  EXPECT_EQ(run.picture().at(65, 50, 0), 0);
  EXPECT_GT(run.picture().at(75, 50, 0), 200);
  EXPECT_EQ(run.picture().at(125, 50, 0), 0) << "beyond the last stop";
}

TEST(DrawTrails, ARibbonIsAsHighAsTheBox) {
  const GraphRun run = drawn(marked("ribbon", R"("color": "#ffffff80")"), straight_path(), 15);
  for (const int y : {46, 50, 53}) EXPECT_NEAR(run.picture().at(90, y, 0), 128, 1) << y;
  EXPECT_EQ(run.picture().at(90, 43, 0), 0);
  EXPECT_EQ(run.picture().at(90, 56, 0), 0);
  for (int x = 55; x < 125; ++x)
    EXPECT_NEAR(run.picture().at(x, 50, 0), 128, 1) << "no seam at " << x;
}

/// Like `path`, with boxes of these heights.
TrackTable path_of_heights(const std::vector<float>& heights, float step) {
  std::vector<std::vector<TrackRow>> frames;
  for (std::size_t i = 0; i < heights.size(); ++i)
    frames.push_back(
        {{.id = 3,
          .box = {5 + step * static_cast<float>(i), 50 - heights[i] / 2, 10, heights[i]}}});
  return tracks_of(frames);
}
/// The painted length of a column, px.
double painted_height(const GraphRun& run, int x) {
  double sum = 0;
  for (int y = 0; y < 100; ++y) sum += run.picture().at(x, y, 0) / 255.0;
  return sum;
}
constexpr const char* ribbon = R"({"style": "ribbon", "frames": 40, "step": 1, "anchor": "center",
    "width": 4, "width_end": 4, "opacity": 1, "fade": false, "color": "#fff"})";

/// Parabolas through values on a line form that line.
TEST(DrawTrails, ARibbonOfBoxesThatGrowHasStraightEdges) {
  std::vector<float> heights;
  for (int i = 0; i < 12; ++i) heights.push_back(10 + 6 * static_cast<float>(i));
  const GraphRun run = drawn(ribbon, path_of_heights(heights, 12), 11);
  for (int x = 12; x < 140; ++x)
    EXPECT_NEAR(painted_height(run, x), 10 + (x + 0.5 - 10) / 2, 0.02) << x;
}

/// Boxes alternate between 20 and 40 px: the middle of a parabola is half of its control point and
/// a quarter of each neighbour, so 25 and 35 px, and 30 px halfway between two of them.
TEST(DrawTrails, ARibbonIsSmoothWhereBoxesJump) {
  std::vector<float> heights;
  for (int i = 0; i < 12; ++i) heights.push_back(i % 2 == 0 ? 20.0F : 40.0F);
  const GraphRun run = drawn(ribbon, path_of_heights(heights, 16), 11);
  for (int i = 2; i < 10; ++i) {
    const int x = 10 + 16 * i;
    EXPECT_NEAR(painted_height(run, x), i % 2 == 0 ? 25 : 35, 0.5) << i;
    EXPECT_NEAR(painted_height(run, x + 8), 30, 1) << i;
  }
  for (int x = 20; x < 180; ++x)
    EXPECT_LT(std::abs(painted_height(run, x + 1) - painted_height(run, x)), 1.3)
        << "10 px in 8, and a curve of it: " << x;
}

/// A band that turns in less room than its width is painted nowhere twice. Each piece is rounded to
/// bytes by itself, and several meet in the middle of a turn.
TEST(DrawTrails, ABandIsBlendedOnce) {
  std::vector<Vec2> back, around, loop;
  for (int i = 0; i < 20; ++i) {
    const auto t = static_cast<float>(i);
    back.push_back({i < 10 ? 40 + 10 * t : 230 - 10 * t, 50 + t});
    around.push_back({100 + 4 * std::cos(0.6F * t), 50 + 4 * std::sin(0.6F * t)});
    loop.push_back({40 + 6 * t + 30 * std::sin(0.5F * t), 50 + 25 * std::cos(0.5F * t)});
  }
  for (const auto& way : {back, around, loop})
    for (const char* style : {R"("style": "ribbon")", R"("paint": "point", "width": 16)"}) {
      const GraphRun run =
          drawn(std::string("{") + style +
                    R"(, "frames": 40, "step": 1, "anchor": "center", "width_end": 16,
                       "opacity": 0.5, "fade": false, "color": "#fff"})",
                path(way), 19);
      int painted = 0;
      for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 200; ++x) {
          painted += run.picture().at(x, y, 0) > 120 ? 1 : 0;
          EXPECT_LE(run.picture().at(x, y, 0), 131) << style << " at " << x << ", " << y;
        }
      EXPECT_GT(painted, 100) << style;
    }
}

/// Dense points of a band's path: parabolas from the middle of one leg to that of the next,
/// straight at both ends.
std::vector<Vec2> walked(const std::vector<Vec2>& stops) {
  constexpr int steps = 400;
  std::vector<Vec2> way;
  const auto add = [&](Vec2 from, Vec2 control, Vec2 to) {
    for (int k = 0; k <= steps; ++k) {
      const float t = static_cast<float>(k) / steps;
      way.push_back(from * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + to * (t * t));
    }
  };
  const auto middle = [&](std::size_t i) { return (stops[i] + stops[i + 1]) * 0.5F; };
  const std::size_t last = stops.size() - 1;
  add(stops[0], (stops[0] + middle(0)) * 0.5F, middle(0));
  for (std::size_t i = 1; i < last; ++i) add(middle(i - 1), stops[i], middle(i));
  add(middle(last - 1), (middle(last - 1) + stops[last]) * 0.5F, stops[last]);
  return way;
}
/// A hairpin, a spiral and a knot, each in less room than the width of a 28 px band.
std::vector<std::vector<Vec2>> tight_ways() {
  std::vector<Vec2> hairpin, spiral, knot;
  for (int i = 0; i < 20; ++i) {
    const auto t = static_cast<float>(i);
    hairpin.push_back({i < 10 ? 40 + 10 * t : 230 - 10 * t, i < 10 ? 45.0F : 53.0F});
    spiral.push_back({100 + (4 + t) * std::cos(0.6F * t), 50 + (4 + t) * std::sin(0.6F * t)});
    knot.push_back({40 + 6 * t + 20 * std::sin(0.9F * t), 50 + 12 * std::cos(0.9F * t)});
  }
  return {hairpin, spiral, knot};
}

/// Whether a pixel is near the line at which a band begins or ends.
bool is_cut(Vec2 pixel, Vec2 end, Vec2 inwards) {
  const Vec2 way = inwards - end, there = pixel - end;
  return std::abs(way.x * there.x + way.y * there.y) < 1.5F * std::hypot(way.x, way.y) &&
         std::hypot(there.x, there.y) < 16;
}

/// Pixels near the dense points of the path are 1: no seams, whatever overlaps. Edges may deviate
/// by the sagitta of chords between the path's points.
TEST(DrawTrails, ABandInATightTurnHasNoSeams) {
  constexpr double half = 14, chords = 1.5;
  for (const auto& stops : tight_ways()) {
    const GraphRun run = drawn(R"({"paint": "point", "width": 28, "width_end": 28, "frames": 40,
        "step": 1, "anchor": "center", "opacity": 1, "fade": false, "color": "#fff"})",
                               path(stops), 19);
    const std::vector<Vec2> way = walked(stops);
    int inside = 0;
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 200; ++x) {
        double least = 1e9;
        std::size_t nearest = 0;
        for (std::size_t i = 0; i < way.size(); ++i) {
          const double distance = std::hypot(x + 0.5 - way[i].x, y + 0.5 - way[i].y);
          if (distance < least) nearest = i;
          least = std::min(least, distance);
        }
        const Vec2 pixel{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
        if (nearest == 0 || nearest + 1 == way.size() || is_cut(pixel, way[0], way[9]) ||
            is_cut(pixel, way.back(), way[way.size() - 10]))
          continue;
        if (least < half - chords - 0.75) {
          ++inside;
          EXPECT_NEAR(run.picture().at(x, y, 0), 255, 3) << x << ", " << y;
        }
        if (least > half + 0.75) EXPECT_EQ(run.picture().at(x, y, 0), 0) << x << ", " << y;
      }
    EXPECT_GT(inside, 2000);
  }
}

/// The same for an upright band, whose columns are painted from half its height above the path to
/// half its height below.
TEST(DrawTrails, ARibbonThatTurnsBackHasNoSeams) {
  for (const auto& stops : tight_ways()) {
    std::vector<std::vector<TrackRow>> frames;
    for (const Vec2 c : stops) frames.push_back({{.id = 3, .box = {c.x - 5, c.y - 14, 10, 28}}});
    const GraphRun run = drawn(ribbon, tracks_of(frames), 19);
    const std::vector<Vec2> way = walked(stops);
    int inside = 0;
    for (int y = 0; y < 100; ++y)
      for (int x = 1; x < 199; ++x) {
        int columns = 0;  // of the three around the pixel: those near the path
        for (int side = 0; side < 3; ++side)
          columns += std::ranges::any_of(
                         way,
                         [&](Vec2 p) {
                           return std::abs(p.x - static_cast<float>(x + side) + 0.5F) < 0.25F &&
                                  std::abs(p.y - static_cast<float>(y) - 0.5F) < 14 - 1;
                         })
                         ? 1
                         : 0;
        if (columns < 3) continue;
        ++inside;
        EXPECT_NEAR(run.picture().at(x, y, 0), 255, 3) << x << ", " << y;
      }
    EXPECT_GT(inside, 1500);
  }
}

TEST(DrawTrails, PointsMayHaveTheColoursOfTheirTime) {
  TrackTable table = straight_path();
  table.attributes.push_back({"heat", {}});
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    table.attributes.back().values.push_back(row < 10 ? 0.0F : 1.0F);
  const std::string color =
      R"("color": {"map": "heat", "ramp": [[0, "#f00"], [1, "#0f0"]]}, "paint": )";
  for (const char* style : {"line", "ribbon"}) {
    const GraphRun run = drawn(marked(style, color + R"("point")"), table, 15);
    EXPECT_GT(run.picture().at(125, 50, 1), 200) << style;
    EXPECT_LT(run.picture().at(125, 50, 0), 50);
    EXPECT_GT(run.picture().at(60, 50, 0), 200) << style;
    EXPECT_LT(run.picture().at(60, 50, 1), 50);
  }
  const GraphRun now = drawn(marked("line", color + R"("object")"), table, 15);
  EXPECT_GT(now.picture().at(60, 50, 1), 200);
}

TEST(DrawTrails, StepsAreLeftAndRightInTurn) {
  const GraphRun run =
      drawn(marked("steps", R"("color": "#fff", "size": 10, "tilt": 1)"), straight_path(), 14);
  // Moving right, the left foot is above the path. Marks 2 to 5 are at 50 to 110.
  const auto painted = [&](int x, int top) {
    int sum = 0;
    for (int y = top; y < top + 5; ++y) sum += run.picture().at(x, y, 0);
    return sum;
  };
  EXPECT_GT(painted(52, 45), 200);
  EXPECT_EQ(painted(52, 51), 0);
  EXPECT_GT(painted(72, 50), 200);
  EXPECT_EQ(painted(72, 44), 0);
}

TEST(DrawTrails, StampsPointForward) {
  // The picture is 8 x 4 px: red on the left, green on the right; its top points forwards.
  const GraphRun run =
      drawn(marked("stamps", R"("size": 8, "tilt": 1, "path": "icon")"), straight_path(), 14);
  // Moving right, the picture's left side is above, its right side below.
  EXPECT_GT(run.picture().at(91, 44, 0), 100);
  EXPECT_LT(run.picture().at(91, 44, 1), 50);
  EXPECT_GT(run.picture().at(91, 55, 1), 100);
  EXPECT_LT(run.picture().at(91, 55, 0), 50);
}

TEST(DrawTrails, OfThoseWhoLeftTrailsFadeOrGoOrStay) {
  const auto pieces = [](const std::string& after_end, std::int32_t frame) {
    return drawn(marked("line", R"("after_end": ")" + after_end + "\""), straight_path(), frame)
        .primitives()
        .size();
  };
  EXPECT_GT(pieces("hide", 19), 0U);
  EXPECT_EQ(pieces("hide", 20), 0U);
  EXPECT_EQ(pieces("fade", 40), 0U);
  EXPECT_EQ(pieces("stay", 40), pieces("stay", 19));
  EXPECT_GT(pieces("stay", 40), 0U);
}

TEST(DrawTrails, BreaksWhereTheWayIsTooLong) {
  std::vector<Vec2> centers;
  for (int i = 0; i < 12; ++i)
    centers.push_back({(i < 6 ? 20.0F : 120.0F) + 6 * static_cast<float>(i), 50});
  const GraphRun whole = drawn(marked("line"), path(centers), 9);
  EXPECT_GT(whole.picture().at(110, 50, 0), 200);
  for (const char* style : {"line", "ribbon", "dashes", "dots"}) {
    const GraphRun broken =
        drawn(marked(style, R"("color": "#fff", "max_jump": 40)"), path(centers), 9);
    for (int x = 60; x < 150; ++x) EXPECT_EQ(broken.picture().at(x, 50, 0), 0) << style << x;
    EXPECT_FALSE(broken.primitives().empty()) << style;
  }
}

TEST(DrawTrails, StampsNeedAPicture) {
  EXPECT_THROW(drawn(marked("stamps"), straight_path(), 5), Error);
}

/// The camera pans right by 5 px per frame: what stands still moves left in the picture.
TrackTable under_a_panning_camera(TrackTable tracks) {
  CameraPath camera{0, {}};
  for (int f = 0; f < 20; ++f) camera.to_scene.push_back({{1, 0, 5.0 * f, 0, 1, 0, 0, 0, 1}});
  tracks.camera = std::make_shared<const CameraPath>(camera);
  return tracks;
}

TEST(DrawTrails, StayWithTheSceneUnderAMovingCamera) {
  // It keeps its place in the picture, so it has moved 50 px in the scene in 10 frames.
  const GraphRun run = drawn(
      R"({"frames": 10, "step": 2, "anchor": "center", "width": 4, "width_end": 4, "opacity": 1,
          "fade": false, "frame_of": "scene"})",
      under_a_panning_camera(path(std::vector<Vec2>(20, {100, 50}))), 15);
  ASSERT_FALSE(run.primitives().empty());
  EXPECT_EQ(run.primitives().front().curve.p0, (Vec2{100, 50}));
  EXPECT_EQ(run.primitives().back().curve.p1, (Vec2{50, 50}));
}

TEST(DrawTrails, WhatStandsInTheSceneHasNoTrail) {
  std::vector<Vec2> centers;
  for (int i = 0; i < 20; ++i) centers.push_back({150 - 5.0F * static_cast<float>(i), 50});
  const GraphRun run = drawn(R"({"frames": 10, "frame_of": "scene", "anchor": "center"})",
                             under_a_panning_camera(path(centers)), 15);
  EXPECT_TRUE(run.primitives().empty());
}

TEST(DrawTrails, DotsStandInTheScene) {
  const auto dots_at = [](std::int32_t frame) {
    const GraphRun run = drawn(
        R"({"style": "dots", "frames": 12, "step": 1, "anchor": "center", "width": 4,
            "spacing": 10, "frame_of": "scene"})",
        under_a_panning_camera(straight_path()), frame);
    std::vector<float> scene;
    for (const Primitive& p : run.primitives())
      scene.push_back(p.shape.center.x + 5.0F * static_cast<float>(frame));
    return scene;
  };
  const std::vector<float> earlier = dots_at(10), later = dots_at(12);
  ASSERT_GT(earlier.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_TRUE(std::ranges::any_of(later, [&](float x) {
      return std::abs(x - earlier[i]) < 1e-3F;
    })) << earlier[i];
}

TEST(DrawTrails, TheSceneNeedsACamera) {
  try {
    (void)drawn(R"({"frame_of": "scene"})", straight_path(), 5);
    FAIL() << "drawn without a camera";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("track_camera"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace overlace::test
