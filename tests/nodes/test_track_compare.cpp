// SPDX-License-Identifier: Apache-2.0
// track_compare: series, attributes and marks, on hand-made rows and against TrackEval's numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TrackTable compared(std::vector<TrackRow> truth, std::vector<TrackRow> guess,
                    const std::string& params = "{}", std::vector<std::string>* said = nullptr) {
  TrackTable tables[] = {make_track_table(truth, {"person", "car"}),
                         make_track_table(guess, {"car", "person"})};
  for (TrackTable& table : tables) finish_tracks(table, {.frame_rate = {10}});
  TrackNode node("track_compare", params);
  node.context.inputs = {&tables[0], &tables[1]};
  TrackTable table = node.make();
  if (said != nullptr) *said = node.said;
  return table;
}

/// "0 hit 1" for each row: frame, verdict and id.
std::string story_of(const TrackTable& table) {
  const auto column = std::ranges::find(table.attributes, "verdict", &AttributeColumn::name);
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  std::string story;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    story += std::to_string(frame[row]) + " " +
             column->texts[static_cast<std::size_t>(column->values[row])] + " " +
             std::to_string(table.id[row]) + "\n";
  return story;
}

float attribute(const TrackTable& table, const char* name, std::uint32_t row) {
  return std::ranges::find(table.attributes, name, &AttributeColumn::name)->values[row];
}

using Values = std::vector<double>;

// 1 is followed by 7, then by 8; in frame 2 there is a false box.
std::vector<TrackRow> walker() {
  return walk(1, 10, 3);
}
std::vector<TrackRow> followers() {
  std::vector<TrackRow> rows = walk(7, 10, 3);
  rows[2].id = 8;
  rows.push_back({2, 9, {150, 60, 10, 20}});
  return rows;
}

TEST(TrackCompare, VerdictsSeriesAndMarks) {
  std::vector<std::string> said;
  const TrackTable table = compared(walker(), followers(), R"({"name": "eval"})", &said);
  EXPECT_EQ(story_of(table), "0 hit 7\n1 hit 7\n2 switch 8\n2 false 9\n");
  EXPECT_EQ(values(table, "eval.tp"), (Values{1, 2, 3}));
  EXPECT_EQ(values(table, "eval.fp"), (Values{0, 0, 1}));
  EXPECT_EQ(values(table, "eval.switches"), (Values{0, 0, 1}));
  EXPECT_EQ(values(table, "eval.mota"), (Values{1, 1, 1.0 / 3}));
  EXPECT_EQ(values(table, "eval.objects"), Values{1});
  ASSERT_EQ(table.marks.size(), 1U);
  EXPECT_EQ(table.marks[0], (TrackMark{2, "eval", "switch", 8, "", table.box[2].center()}));
  EXPECT_EQ(attribute(table, "eval_since", 2), 0);
  EXPECT_TRUE(std::isnan(attribute(table, "eval_since", 1)));
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0],
            "eval: MOTA 0.333, IDF1 0.571, HOTA 0.645; 3 hits, 0 misses, 1 false box, 1 switch");
}

// The truth's 7 is missed in frame 0: it gets an id that no track has, also as a partner.
TEST(TrackCompare, MissesHaveIdsOfTheirOwn) {
  const TrackTable missed = compared(walk(7, 50, 1) + walk(2, 10, 1), walk(7, 10, 2));
  EXPECT_EQ(story_of(missed), "0 hit 7\n0 miss 1\n1 false 7\n");
  EXPECT_EQ(attribute(missed, "partner", 0), 2);
  EXPECT_EQ(attribute(missed, "overlap", 0), 1);
  EXPECT_TRUE(std::isnan(attribute(missed, "partner", 1)));
  const TrackTable all =
      compared(walk(7, 50, 1) + walk(2, 10, 1), walk(7, 10, 2), R"({"keep_found": true})");
  EXPECT_EQ(story_of(all), "0 hit 7\n0 miss 1\n0 found 2\n1 false 7\n");
  EXPECT_EQ(attribute(all, "partner", 2), 7);
}

TEST(TrackCompare, ClassesGoByName) {
  // Class 0 is "person" in the truth and "car" in the tracks.
  EXPECT_EQ(values(compared(walk(1, 0, 1, 0), walk(1, 0, 1, 1)), "score.tp"), Values{1});
  std::vector<std::string> said;
  EXPECT_EQ(values(compared(walk(1, 0, 1, 0), walk(1, 0, 1, 0), "{}", &said), "score.tp"),
            Values{0});
  EXPECT_NE(said[0].find("no class in common"), std::string::npos);
  EXPECT_EQ(values(compared(walk(1, 0, 1, 0), walk(1, 0, 1, -1)), "score.tp"), Values{1});
  EXPECT_EQ(
      values(compared(walk(1, 0, 1, 0), walk(1, 0, 1, 0), R"({"classes": false})"), "score.tp"),
      Values{1});
}

// 10 x 20 boxes that are 5 px apart share 100 of 300 px.
TEST(TrackCompare, LeastOverlap) {
  EXPECT_EQ(values(compared(walk(1, 0, 1), walk(1, 10, 1)), "score.tp"), Values{0});
  EXPECT_EQ(values(compared(walk(1, 0, 1), walk(1, 10, 1), R"({"min_overlap": 0.33})"), "score.tp"),
            Values{1});
}

TEST(TrackCompare, MasksOfEqualBoxesMayDiffer) {
  // Two triangles, the halves of one square, with equal bounding boxes.
  const TrackRow row{.frame = 0, .id = 1, .box = {10, 10, 40, 40}};
  TrackTable truth = make_track_table({&row, 1}, {}), guess = truth;
  truth.outlines.put(0, std::vector<OutlinePoint>{{{10, 10}, 0}, {{50, 10}, 0}, {{10, 50}, 0}});
  guess.outlines.put(0, std::vector<OutlinePoint>{{{50, 50}, 0}, {{50, 10}, 0}, {{10, 50}, 0}});
  for (const auto& [of, verdict] :
       {std::pair("box", "0 hit 1\n"), {"mask", "0 false 1\n0 miss 2\n"}}) {
    TrackNode node("track_compare", fmt::format(R"({{"of": "{}"}})", of));
    node.context.inputs = {&truth, &guess};
    EXPECT_EQ(story_of(node.make()), verdict) << of;
  }
}

TEST(TrackCompare, WithoutIdsOrTruth) {
  std::vector<std::string> said;
  const TrackTable loose = compared(walker(), walk(no_id, 10, 3), "{}", &said);
  EXPECT_EQ(values(loose, "score.tp"), (Values{1, 2, 3}));
  EXPECT_EQ(values(loose, "score.switches"), (Values{0, 0, 0}));
  EXPECT_NE(said[0].find("'guess' have no ids"), std::string::npos);
  const TrackTable alone = compared({}, followers());
  EXPECT_EQ(values(alone, "score.fp"), (Values{1, 2, 4}));
  EXPECT_EQ(values(alone, "score.objects"), Values{0});
  EXPECT_EQ(compared({}, {}).row_count(), 0U);
}

// A tracker that also passes on boxes without ids: 7 is followed except for one such box.
TEST(TrackCompare, ABoxWithoutAnIdTakesNobodysPlace) {
  std::vector<TrackRow> guess = walk(7, 10, 4);
  guess[2].id = no_id;
  const TrackTable table = compared(walk(1, 10, 4), guess);
  EXPECT_EQ(values(table, "score.tp"), (Values{1, 2, 3, 4}));
  EXPECT_EQ(values(table, "score.switches"), (Values{0, 0, 0, 0}));
  EXPECT_TRUE(table.marks.empty());
  // 3 of 4 boxes agree on each side.
  EXPECT_EQ(values(table, "score.idf1"), Values{0.75});
  guess[3].id = 8;
  EXPECT_EQ(values(compared(walk(1, 10, 4), guess), "score.switches"), (Values{0, 0, 0, 1}));
}

/// Boxes of a MOTChallenge file in frames up to `last`; ids are the file's or, for detections, the
/// box's rank from the left.
std::vector<TrackRow> read_boxes(const char* name, int last) {
  std::ifstream file(std::string(OVERLACE_TEST_DATA "/mot15/") + name);
  std::vector<TrackRow> rows;
  for (std::string line; std::getline(file, line);) {
    TrackRow row;
    long long id = 0;
    if (std::sscanf(line.c_str(), "%d,%lld,%f,%f,%f,%f", &row.frame, &id, &row.box.x, &row.box.y,
                    &row.box.width, &row.box.height) != 6 ||
        row.frame > last)
      continue;
    row.id = id;
    rows.push_back(row);
  }
  std::ranges::stable_sort(rows, [](const TrackRow& a, const TrackRow& b) {
    return std::pair(a.frame, a.box.x) < std::pair(b.frame, b.box.x);
  });
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].id < 0)
      rows[i].id = i > 0 && rows[i - 1].frame == rows[i].frame ? rows[i - 1].id + 1 : 1;
  return rows;
}

// From TrackEval 1.3.0 (PyPI; tests/tools/test_compare_peer.py runs it), threshold 0.5. The tracks
// are the detections of MOT15's TUD-Campus, numbered from the left in each frame, so switches
// abound.
TEST(TrackCompare, NumbersOfTrackEval) {
  if (read_boxes("TUD-Campus-gt.txt", 71).empty()) GTEST_SKIP() << "no TUD-Campus-gt.txt";
  struct Case {
    const char *truth, *guess;
    int frames;
    std::map<std::string, double> numbers;
  };
  const char *gt = "TUD-Campus-gt.txt", *det = "TUD-Campus-det.txt";
  const Case cases[] = {{gt,
                         det,
                         71,
                         {{"tp", 264},
                          {"fp", 57},
                          {"fn", 95},
                          {"switches", 78},
                          {"mota", 0.3593314763231198},
                          {"motp", 0.7357852530755938},
                          {"precision", 0.822429906542056},
                          {"recall", 0.7353760445682451},
                          {"idf1", 0.3382352941176471},
                          {"hota", 0.26567020354131093},
                          {"deta", 0.4600304405438455},
                          {"assa", 0.15458951917078087}}},
                        {gt,
                         det,
                         30,
                         {{"tp", 121},
                          {"fp", 29},
                          {"fn", 39},
                          {"switches", 40},
                          {"mota", 0.325},
                          {"motp", 0.7377891560233193},
                          {"precision", 0.8066666666666666},
                          {"recall", 0.75625},
                          {"idf1", 0.3096774193548387},
                          {"hota", 0.24944309243877208},
                          {"deta", 0.4715035210256298},
                          {"assa", 0.1333816934414885}}},
                        {det,
                         gt,
                         71,
                         {{"tp", 264},
                          {"fp", 95},
                          {"fn", 57},
                          {"switches", 70},
                          {"mota", 0.308411214953271},
                          {"motp", 0.7357852530755938},
                          {"idf1", 0.3382352941176471},
                          {"hota", 0.26567020354131093}}}};
  for (const Case& c : cases) {
    const TrackTable table = compared(read_boxes(c.truth, c.frames), read_boxes(c.guess, c.frames));
    for (const auto& [name, expected] : c.numbers)
      EXPECT_NEAR(values(table, "score." + name).back(), expected, 1e-6)
          << name << ", " << c.frames << " frames of " << c.guess;
  }
  // Running counts equal those of a clip that ends there.
  const TrackTable whole = compared(read_boxes(gt, 71), read_boxes(det, 71));
  for (const char* name : {"tp", "fp", "fn", "switches", "mota", "motp"})
    EXPECT_NEAR(values(whole, std::string("score.") + name)[29], cases[1].numbers.at(name), 1e-6);
}

/// Attributes of the same name, from a file or another track_compare, do not interfere.
TEST(TrackCompare, TheLastVerdictCounts) {
  TrackTable truth = make_track_table(walk(1, 10, 1), {});
  TrackTable guess =
      make_track_table(walk(7, 10, 1), {}, {{"overlap", {0.25F}}, {"verdict", {0}, {"unsure"}}});
  for (TrackTable* table : {&truth, &guess}) finish_tracks(*table, {.frame_rate = {10}});
  TrackNode node("track_compare");
  node.context.inputs = {&truth, &guess};
  const TrackTable table = node.make();
  EXPECT_EQ(story_of(table), "0 hit 7\n");
  EXPECT_EQ(attribute(table, "overlap", 0), 1);
}

TEST(TrackCompare, RefusesANameWhoseAttributeIsTaken) {
  const TrackTable truth = make_track_table(walk(1, 10, 1), {});
  const TrackTable guess = make_track_table(walk(7, 10, 1), {}, {{"score_since", {3}}});
  TrackNode node("track_compare");
  node.context.inputs = {&truth, &guess};
  EXPECT_NE(node.refusal().find("already have an attribute 'score_since'"), std::string::npos);
}

TEST(TrackCompare, RefusesABadName) {
  const TrackTable none;
  TrackNode node("track_compare", R"({"name": "a.b"})");
  node.context.inputs = {&none, &none};
  EXPECT_NE(node.refusal().find("'a.b' cannot name a series"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
