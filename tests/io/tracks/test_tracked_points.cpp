// SPDX-License-Identifier: Apache-2.0
// Points and corner pins of compositing programs. The files are written by hand like the programs'
// own; each has a point 25 px below the top edge of a picture 100 px high, which is y = 75 in the
// formats that count upwards.
#include <sstream>

#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

constexpr Size picture{200, 100};
const ClipInfo small_clip{picture, {25, 1}, 20};

Vec2 centre(const Box& box) {
  return {box.x + box.width / 2, box.y + box.height / 2};
}

void expect_at(const ReadResult& r, std::uint32_t row, double x, double y) {
  ASSERT_LT(row, r.table.row_count());
  EXPECT_EQ(double{centre(r.table.box[row]).x}, x);
  EXPECT_EQ(double{centre(r.table.box[row]).y}, y);
}

std::string written(const TrackTable& table, std::string_view format, const ClipInfo& clip) {
  std::ostringstream out;
  write_tracks(table, clip, out, format);
  return out.str();
}

TEST(NukeTracker, PointsStandUprightWhereTheyAreEnabled) {
  const ReadResult r = read_conformance("nuke_tracker.nk");
  EXPECT_EQ(r.report.format, "nuke_tracker");
  EXPECT_TRUE(r.assumes("frames count from 1001"));
  EXPECT_TRUE(r.assumes("1 places between keys are interpolated"));
  // The first is enabled in frames 1001 to 1003, the second has keys in 1002 and 1004.
  ASSERT_EQ(r.table.row_count(), 6U);
  expect_at(r, 0, 50, 25);
  EXPECT_EQ(r.table.box[0].width, 32);
  EXPECT_EQ(attribute_text(r.table, "track", 0), "nose \"tip\"") << "escapes";
  expect_at(r, 1, 51, 26);
  expect_at(r, 2, 10, 10);
  expect_at(r, 3, 53, 28);
  expect_at(r, 4, 12, 10);
  expect_at(r, 5, 14, 10);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{1, 1, 2, 1, 2, 2}));
  EXPECT_EQ(r.table.frame_of(5), 3);
}

TEST(NukeTracker, PointsHaveTheSizeThatIsAskedFor) {
  TrackReadOptions options;
  options.point_size = 10;
  const ReadResult r = read_conformance("nuke_tracker.nk", options);
  EXPECT_EQ(r.table.box[0], (Box{45, 20, 10, 10}));
}

// A point a quarter of the way down a picture is so in any other picture, also with pixels twice as
// wide as high.
TEST(NukeTracker, APictureOfAnotherSizeOrShapeIsScaled) {
  for (const Size size : {Size{100, 50}, Size{100, 100}}) {
    const ReadResult r = read_conformance("nuke_tracker.nk", {.clip = {size, {25, 1}, 20}});
    expect_at(r, 0, size.width / 4.0, size.height / 4.0);
  }
}

TEST(NukeTracker, AShotKeepsItsNumbers) {
  const ReadResult r =
      read_conformance("nuke_tracker.nk", {.clip = {picture, {25, 1}, 20, {}, 1001}});
  EXPECT_EQ(r.table.first_frame, 1001);
}

TEST(NukeTracker, AHeightIsNeeded) {
  const std::string text =
      "Tracker4 {\n tracks { { 1 31 0 } { { 5 1 20 enable e 1 } { 3 1 75 name name 1 }"
      " { 2 1 58 track_x track_x 1 } { 2 1 58 track_y track_y 1 } } {\n"
      " { 1 \"a\" {curve x1 10} {curve x1 20} }\n} }\n}\n";
  EXPECT_NE(refusal(text).find("--source-size"), std::string::npos) << refusal(text);
  expect_at(read_text(text, {.source_size = picture}), 0, 10, 80);
}

/// A script with one tracker whose x is the curve `x`.
std::string script_with(const std::string& x) {
  return "Root {\n format \"200 100\"\n}\nTracker4 {\n tracks { { 1 31 0 }"
         " { { 5 1 20 enable e 1 } { 3 1 75 name name 1 } { 2 1 58 track_x track_x 1 }"
         " { 2 1 58 track_y track_y 1 } } {\n { 1 \"a\" " +
         x + " {curve x1 20} }\n} }\n}\n";
}

TEST(NukeTracker, TracksOfOneNameAreToldApart) {
  std::string text = script_with("{curve x1 5}");
  const std::string row = " { 1 \"a\" {curve x1 5} {curve x1 20} }\n";
  text.insert(text.find(row), row + " { 1 \"a (2)\" {curve x1 6} {curve x1 20} }\n");
  const ReadResult r = read_text(text);
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(attribute_text(r.table, "track", 0), "a");
  EXPECT_EQ(attribute_text(r.table, "track", 1), "a (2)");
  EXPECT_EQ(attribute_text(r.table, "track", 2), "a (3)");
}

TEST(NukeTracker, WhatCannotBeReadIsRefusedByLine) {
  for (const char* x : {"{frame*2}", "{curve+1}", "{parent.Tracker1.x}", "{curve x1 nan}",
                        "{curve x5 1 x2 3}", "{curve}", "{curve x1 sin(frame)}"}) {
    const std::string refused = refusal(script_with(x));
    EXPECT_NE(refused.find("tracks.txt:6"), std::string::npos) << x << ": " << refused;
  }
  EXPECT_NE(refusal(script_with("{curve x1 5")).find("not closed"), std::string::npos);
  EXPECT_NE(refusal("}\n" + script_with("5")).find("tracks.txt:1"), std::string::npos);
  EXPECT_NE(refusal(script_with("{curve x1 1 x1000000000 2}")), "");
  TrackReadOptions strict;
  strict.strict = true;
  EXPECT_NE(refusal(script_with("{curve x-10 5 x3 6}"), strict).find("negative"),
            std::string::npos);
}

TEST(NukeCornerPin, CornersAreAnOutlineFromTheTopLeft) {
  const ReadResult r = read_conformance("nuke_corner_pin.nk", {.clip = small_clip});
  EXPECT_EQ(r.report.format, "nuke_corner_pin");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{20, 40, 60, 30}));
  const auto outline = r.table.outlines.of(1);
  ASSERT_EQ(outline.size(), 4U);
  EXPECT_EQ(outline[0].at, (Vec2{21, 39}));
  EXPECT_EQ(outline[1].at, (Vec2{81, 39}));
  EXPECT_EQ(outline[2].at, (Vec2{81, 69}));
  EXPECT_EQ(outline[3].at, (Vec2{21, 69}));
  EXPECT_EQ(attribute_text(r.table, "track", 0), "CornerPin2D1");
}

TEST(NukeScripts, OnesOfBothKindsAreNotGuessed) {
  const std::string both = script_with("5") + "CornerPin2D {\n name a\n}\n";
  EXPECT_NE(refusal(both).find("--tracks-format"), std::string::npos) << refusal(both);
}

TEST(AfterEffects, PositionsAndPins) {
  const ReadResult r = read_conformance("after_effects.txt");
  EXPECT_EQ(r.report.format, "after_effects");
  EXPECT_TRUE(r.assumes("Scale is no place"));
  EXPECT_TRUE(r.assumes("1 boxes between key frames"));
  ASSERT_EQ(r.table.row_count(), 4U);
  expect_at(r, 0, 50, 25);
  EXPECT_EQ(r.table.box[1], (Box{10, 20, 30, 40}));
  expect_at(r, 2, 52, 27);
  expect_at(r, 3, 54, 29);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{1, 2, 1, 1})) << "the order of the objects";
  EXPECT_EQ(r.report.frame_rate->value(), 25);
}

// The numbers of the effect's properties: 2 to 5 are upper left, upper right, lower left, lower
// right.
TEST(AfterEffects, PowerPinsAreCornerPins) {
  std::string text = "Adobe After Effects 6.0 Keyframe Data\n\n\tUnits Per Second\t25\n\n";
  const std::pair<int, const char*> corners[] = {
      {2, "100\t200"}, {3, "300\t200"}, {4, "100\t400"}, {5, "300\t400"}};
  for (const auto& [number, place] : corners)
    text += "Effects\tCC Power Pin #1\tCC Power Pin-000" + std::to_string(number) +
            "\n\tFrame\tX pixels\tY pixels\n\t0\t" + place + "\n\n";
  const ReadResult r = read_text(text + "End of Keyframe Data\n");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{100, 200, 200, 200}));
  EXPECT_EQ(r.table.outlines.of(0).size(), 4U);
}

TEST(AfterEffects, AFileThatIsCutOffIsRefused) {
  EXPECT_NE(
      refusal("Adobe After Effects 8.0 Keyframe Data\r\n\r\nTransform\tPosition\r\n\tFrame\r\n"
              "\t0\t1\t2\r\n")
          .find("cut off"),
      std::string::npos);
}

TEST(ThreeDe, PointsCountUpwards) {
  const ReadResult r = read_conformance("three_de.txt", {.clip = small_clip});
  EXPECT_EQ(r.report.format, "three_de");
  ASSERT_EQ(r.table.row_count(), 3U);
  expect_at(r, 0, 50, 25);
  expect_at(r, 2, 10.5, 9.75);
  EXPECT_EQ(attribute_text(r.table, "track", 0), "nose");
  EXPECT_EQ(attribute_text(r.table, "track", 2), "02");
  EXPECT_EQ(r.table.frame_of(2), 1) << "frames count from 1";
  EXPECT_NE(refusal_of([] { read_conformance("three_de.txt"); }).find("--source-size"),
            std::string::npos);
  EXPECT_NE(refusal("2\na\n0\n1\n1 2 3\n", {.format = "three_de", .clip = small_clip})
                .find("tracks.txt:5"),
            std::string::npos);
}

TEST(PfTrack, SimilarityIsTheScore) {
  const ReadResult r = read_conformance("pftrack.txt", {.clip = small_clip});
  EXPECT_EQ(r.report.format, "pftrack");
  ASSERT_EQ(r.table.row_count(), 3U);
  expect_at(r, 0, 50, 25);
  EXPECT_EQ(r.table.score, (std::vector<float>{0.5F, 0.75F, 1}));
  EXPECT_EQ(attribute_text(r.table, "track", 2), "Auto0002");
}

/// Two tracks, the first with a gap, at positions that no decimal fraction represents exactly.
TrackTable points() {
  return make_track_table(std::vector<TrackRow>{{0, 7, {1 / 3.0F, 50, 32, 32}},
                                                {1, 7, {2 / 3.0F, 51.1F, 32, 32}},
                                                {3, 7, {100, 52, 32, 32}},
                                                {1, 9, {40, 20.123F, 32, 32}}},
                          {});
}

void expect_same_boxes(const TrackTable& a, const TrackTable& b) {
  ASSERT_EQ(a.row_count(), b.row_count());
  for (std::uint32_t row = 0; row < a.row_count(); ++row) {
    EXPECT_EQ(a.frame_of(row), b.frame_of(row));
    EXPECT_NEAR(a.box[row].x, b.box[row].x, 1e-6 * picture.width);
    EXPECT_NEAR(a.box[row].y, b.box[row].y, 1e-6 * picture.height);
    EXPECT_NEAR(a.box[row].width, b.box[row].width, 1e-4);
    EXPECT_NEAR(a.box[row].height, b.box[row].height, 1e-4);
  }
}

TEST(TrackedPointWriters, PlacesComeBack) {
  for (const char* format : {"nuke_tracker", "nuke_corner_pin", "after_effects"}) {
    SCOPED_TRACE(format);
    const std::string text = written(points(), format, small_clip);
    const ReadResult r = read_text(text, {.clip = small_clip});
    EXPECT_EQ(r.report.format, format);
    expect_same_boxes(points(), r.table);
    EXPECT_FALSE(r.assumes("are interpolated")) << "the gap stays one";
    if (format != std::string("after_effects")) EXPECT_EQ(r.table.id, points().id);
  }
}

// Compares the file's numbers with the exact positions, so that no float rounding interferes.
TEST(TrackedPointWriters, NumbersAreExactToAMillionth) {
  const std::string text = written(points(), "nuke_tracker", small_clip);
  const std::size_t at = text.find("{curve x1 16");
  ASSERT_NE(at, std::string::npos);
  EXPECT_NEAR(std::stod(text.substr(at + 10)), double{1 / 3.0F} + 16, 1e-6);
  EXPECT_NE(text.find("{curve K x1 1 x3 0 1 0}"), std::string::npos) << text;
  EXPECT_NE(text.find("format \"200 100 "), std::string::npos);
}

TEST(TrackedPointWriters, ShotsKeepTheirNumbers) {
  ClipInfo shot = small_clip;
  shot.first_frame = 1001;
  TrackTable table = points();
  table.first_frame += 1001;
  const std::string text = written(table, "nuke_corner_pin", shot);
  EXPECT_NE(text.find("first_frame 1001\n"), std::string::npos) << text;
  EXPECT_NE(text.find("{curve x1001 "), std::string::npos) << text;
  EXPECT_EQ(read_text(text, {.clip = shot}).table.first_frame, 1001);
}

TEST(TrackedPointWriters, CornersOfAfterEffectsHaveItsNames) {
  const TrackTable pins = read_conformance("nuke_corner_pin.nk", {.clip = small_clip}).table;
  const std::string text = written(pins, "after_effects", small_clip);
  EXPECT_NE(text.find("Effects\tCorner Pin #1\tLower Left #4\r\n\tFrame\tX pixels\tY pixels\t\r\n"
                      "\t0\t20\t70\t\r\n\t1\t21\t69\t\r\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(output_format({}, "after_effects").losses(pins),
            std::vector<std::string>{"attribute track"});
}

}  // namespace
}  // namespace overlace::test
