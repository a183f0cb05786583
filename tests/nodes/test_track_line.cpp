// SPDX-License-Identifier: Apache-2.0
// track_line: counts, series, attributes and names; the geometry is tested separately.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "tests/nodes/harness.h"
#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// 10 x 20 boxes with their bottoms at these heights, one per frame from `first` on.
std::vector<TrackRow> bottoms(TrackId id, std::int32_t first, const std::vector<float>& heights,
                              float x = 100, int class_index = 0) {
  std::vector<TrackRow> rows;
  for (const float y : heights) rows.push_back({first++, id, {x - 5, y - 20, 10, 20}, class_index});
  return rows;
}

/// 1 walks down across the line at height 50 and back, 2 walks up, 3 stands on it, 4 passes its end
/// at x = 150.
std::vector<TrackRow> street() {
  return bottoms(1, 0, {30, 40, 55, 60, 60, 60, 45, 30}) + bottoms(2, 4, {70, 60, 40, 30}) +
         bottoms(3, 0, {49, 51, 49, 51, 49, 51, 49, 51}) + bottoms(4, 0, {30, 70, 90}, 160, 1);
}

constexpr const char* plain =
    R"({"name": "door", "points": ["0 50", "150 50"], "margin": 2, "hold": 1,
                                  "again": 0, "max_gap": 1})";

TrackTable counted(const std::vector<TrackRow>& rows, const std::string& params = plain,
                   std::vector<std::string>* said = nullptr) {
  return made_of("track_line", rows, params, said);
}

TEST(TrackLine, CountsSoFarAreSeries) {
  std::vector<std::string> said;
  const TrackTable table = counted(street(), plain, &said);
  // Frames 0 to 7, and the end of the clip.
  EXPECT_EQ(values(table, "door.in"), (std::vector<double>{0, 0, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(values(table, "door.out"), (std::vector<double>{0, 0, 0, 0, 0, 0, 2, 2, 2}));
  EXPECT_EQ(values(table, "door.total"), (std::vector<double>{0, 0, 1, 1, 1, 1, 3, 3, 3}));
  EXPECT_EQ(table.row_count(), street().size());
  EXPECT_EQ(said, std::vector<std::string>{"door: 1 in, 2 out"});
  ASSERT_EQ(table.shapes.size(), 1U);
  EXPECT_EQ(table.shapes[0], (TrackShape{"door", {{0, 50}, {150, 50}}}));
}

TEST(TrackLine, CountsByClassAndMarks) {
  const auto rows = bottoms(1, 0, {40, 60}, 100, 0) + bottoms(2, 0, {60, 40}, 50, 1);
  const TrackTable table = counted(rows);
  EXPECT_EQ(values(table, "door.in.person"), (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(values(table, "door.in.car"), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(values(table, "door.out.car"), (std::vector<double>{0, 1, 1}));
  ASSERT_EQ(table.marks.size(), 2U);
  EXPECT_EQ(table.marks[0], (TrackMark{1, "door", "in", 1, "person", {100, 60}}));
  EXPECT_EQ(table.marks[1], (TrackMark{1, "door", "out", 2, "car", {50, 40}}));
}

TEST(TrackLine, ObjectsKnowWhenTheyWereCounted) {
  const TrackTable table = counted(street());
  ASSERT_EQ(table.attributes.back().name, "door_since");
  const std::vector<float>& since = table.attributes.back().values;
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (table.id[row] != 1 || frame[row] < 2) {
      if (table.id[row] != 2) EXPECT_TRUE(std::isnan(since[row])) << row;
    } else {  // counted in frames 2 and 6, at 10 frames per second
      EXPECT_FLOAT_EQ(since[row], static_cast<float>(frame[row] - (frame[row] < 6 ? 2 : 6)) / 10);
    }
  }
}

TEST(TrackLine, CountsOnlySomeClasses) {
  const auto rows = bottoms(1, 0, {40, 60}, 100, 0) + bottoms(2, 0, {40, 60}, 50, 1);
  EXPECT_EQ(values(counted(rows), "door.in").back(), 2);
  EXPECT_EQ(
      values(counted(rows, R"({"name": "door", "classes": ["car"], "hold": 1})"), "door.in").back(),
      1);
}

// The box's centre crosses the line 10 px later than its foot, and its top 20 px later.
TEST(TrackLine, AnchorsCross) {
  const auto rows = bottoms(1, 0, {45, 55, 65, 75});
  for (const auto& [anchor, frame] :
       {std::pair("bottom", 1U), std::pair("center", 2U), std::pair("top", 3U)}) {
    const TrackTable table =
        counted(rows, std::string(R"({"hold": 1, "anchor": ")") + anchor + "\"}");
    const std::vector<double> in = values(table, "line.in");
    EXPECT_EQ(in[frame], 1) << anchor;
    EXPECT_EQ(in[frame - 1], 0) << anchor;
  }
}

TEST(TrackLine, BentLinesAndPercentages) {
  // An L around the lower left quarter of 200 x 100: down the middle, then left.
  const char* corner = R"({"points": ["50% 50%", "100 100%"], "hold": 1, "anchor": "center"})";
  std::vector<TrackRow> rows;
  for (int f = 0; f < 4; ++f)
    rows.push_back({f, 1, {120.0F - 15.0F * static_cast<float>(f), 65, 10, 20}, 0});
  EXPECT_EQ(values(counted(rows, corner), "line.in").back(), 1);  // leftwards, at height 75
}

// TUD-Campus, ground truth: of eight people, ids 3, 4, 5 and 7 walk right past x = 320, and id 2
// left. Read from the file by hand.
TEST(TrackLine, RealPeople) {
  std::ifstream file(OVERLACE_TEST_DATA "/mot15/TUD-Campus-gt.txt");
  if (!file) GTEST_SKIP() << "no TUD-Campus-gt.txt";
  std::vector<TrackRow> rows;
  for (std::string line; std::getline(file, line);) {
    TrackRow row;
    long long id = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,%lld,%f,%f,%f,%f", &row.frame, &id, &row.box.x,
                          &row.box.y, &row.box.width, &row.box.height),
              6);
    --row.frame;
    row.box.x -= 1;  // the file's pixels count from 1
    row.box.y -= 1;
    row.id = id;
    rows.push_back(row);
  }
  const TrackTable table =
      counted(rows, R"({"points": ["320 480", "320 0"], "margin": 0, "hold": 1, "again": 0})");
  std::vector<double> in(72, 0), out(72, 1);
  for (const std::size_t frame : {18, 27, 35, 64})
    for (std::size_t f = frame; f < in.size(); ++f) ++in[f];
  out[0] = 0;
  EXPECT_EQ(values(table, "line.in"), in);
  EXPECT_EQ(values(table, "line.out"), out);
}

TEST(TrackLine, CountsNothingWithoutIds) {
  std::vector<std::string> said;
  const TrackTable table = counted({{0, no_id, {0, 0, 9, 9}}, {1, no_id, {0, 90, 9, 9}}},
                                   R"({"points": "0% 50%, 100% 50%"})", &said);
  EXPECT_EQ(values(table, "line.total").back(), 0);
  EXPECT_EQ(said.size(), 2U);
  EXPECT_EQ(values(counted({}), "door.in"), std::vector<double>{0});
}

// Its only attribute is NAME_since, so that nothing hides a line called "x".
TEST(TrackLine, MayBeCalledAsAnAttributeOfEveryObject) {
  TrackTable input;
  TrackNode node("track_line", R"({"name": "x"})");
  node.context.inputs = {&input};
  EXPECT_EQ(node.refusal(), "");
}

TEST(TrackLine, RefusesWhatIsNoLine) {
  const auto refusal = [](const std::string& params) { return refusal_of("track_line", params); };
  EXPECT_NE(refusal(R"({"name": "a b"})").find("'a b' cannot name a series"), std::string::npos);
  EXPECT_NE(refusal(R"({"points": ["5 5"]})").find("at least 2 points"), std::string::npos);
  EXPECT_NE(refusal(R"({"points": ["5 5", "5 5"]})").find("two different points"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"points": ["5 5", "5"]})").find("3 coordinates"), std::string::npos);
  EXPECT_NE(refusal(R"({"classes": ["cat"]})").find("no class 'cat'"), std::string::npos);
}

/// What compiling a graph over `street` throws, as "LOCATION: MESSAGE".
std::string refused(const std::string& nodes, const std::string& composite = R"(["text"])") {
  try {
    GraphRun run(nodes, composite, make_track_table(street(), {"person", "car"}));
  } catch (const Error& error) {
    return error.problems().front().text();
  }
  return {};
}

TEST(TrackLine, LabelsReadTheSeries) {
  constexpr const char* nodes = R"(
    "line": {"type": "track_line", "inputs": {"tracks": "tracks"},
             "params": {"name": "door", "points": ["0 50", "150 50"], "margin": 2, "hold": 1, "again": 0}},
    "text": {"type": "draw_text", "inputs": {"tracks": "line"},
             "params": {"text": "{door.total}", "size": 20, "plate": "#0000",
                        "opacity": {"series": "door.out", "from": [0, 2], "to": [1, 0.5]}}})";
  GraphRun run(nodes, R"(["text"])", make_track_table(street(), {"person", "car"}));
  const auto glyph = [&](std::int32_t frame) {
    run.draw(frame);
    return run.primitives().at(0);
  };
  EXPECT_FLOAT_EQ(glyph(1).fill.a, 1);
  EXPECT_FLOAT_EQ(glyph(7).fill.a, 0.5F);
  EXPECT_NE(glyph(1).glyph.offset, glyph(2).glyph.offset) << "a 0 and a 1";
  EXPECT_EQ(glyph(6).glyph.offset, glyph(99).glyph.offset) << "3 stays";
}

TEST(TrackLine, NamesAreCheckedBeforeTheFirstFrame) {
  const auto line = [](const std::string& node, const std::string& input, int hold = 1) {
    return '"' + node + R"(": {"type": "track_line", "inputs": {"tracks": ")" + input +
           R"("}, "params": {"name": "door", "hold": )" + std::to_string(hold) + "}},";
  };
  const std::string text = R"("text": {"type": "draw_text", "inputs": {"tracks": "all"},
                                       "params": {"text": "{door.inn}"}})";
  const std::string misspelt = refused(
      line("line", "tracks") + R"("text": {"type": "draw_text", "inputs": {"tracks": "line"},
                                           "params": {"text": "{door.inn}"}})");
  EXPECT_NE(misspelt.find("/nodes/text"), std::string::npos) << misspelt;
  EXPECT_NE(misspelt.find("did you mean 'door.in'?"), std::string::npos) << misspelt;

  // Two different lines with the same name, chained or in parallel.
  const std::string chained = refused(line("first", "tracks") + line("all", "first") + text);
  EXPECT_NE(chained.find("/nodes/all/params/name: the tracks already have an attribute"),
            std::string::npos)
      << chained;
  const std::string merged = refused(
      line("first", "tracks") + line("second", "tracks", 2) +
      R"("all": {"type": "track_merge", "inputs": {"tracks": ["first", "second"]}},)" + text);
  EXPECT_NE(merged.find("two series are called 'door.in'"), std::string::npos) << merged;
  EXPECT_NE(merged.find("/nodes/second"), std::string::npos) << merged;
}

TEST(TrackLine, ClassesWhoseNamesBecomeAlikeHaveSeriesOfTheirOwn) {
  const auto rows = bottoms(1, 0, {40, 60}, 100, 0) + bottoms(2, 0, {60, 40}, 50, 1) +
                    bottoms(3, 0, {40, 60}, 20, 2);
  TrackTable input = make_track_table(rows, {"big car", "big_car", "big car_2"});
  finish_tracks(input, {.frame_rate = {10}});
  TrackNode node("track_line", plain);
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  EXPECT_EQ(values(table, "door.in.big_car"), (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(values(table, "door.in.big_car_2"), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(values(table, "door.in.big_car_2_2"), (std::vector<double>{0, 1, 1}));
}

// A series is indexed by the clip's frames, so nodes that move tracks in time must come before it.
TEST(TrackLine, TracksKeepTheirTimeAfterwards) {
  const TrackTable input = counted(street());
  for (const char* type : {"track_place", "track_resample"}) {
    TrackNode node(type, std::string(type) == "track_place" ? R"({"frames": 3})" : "{}");
    node.context.inputs = {&input};
    EXPECT_NE(node.refusal().find("series 'door.in' would stay at its frames"), std::string::npos);
  }
  TrackNode still("track_place", R"({"x": 5})");
  still.context.inputs = {&input};
  EXPECT_EQ(still.refusal(), "");
}

}  // namespace
}  // namespace overlace::test
