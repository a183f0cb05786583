// SPDX-License-Identifier: Apache-2.0
// VATIC, MOTS and CSV: expected boxes are worked out by hand from the formats' documentation.
#include <gtest/gtest.h>

#include <cmath>

#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/fields.h"
#include "read_text.h"

namespace overlace::test {
namespace {

TEST(Csv, ANameAmongNumbersOfClassesMakesNamesOfAll) {
  const ReadResult r =
      read_text("frame,x,y,w,h,class\n0,1,1,2,2,3\n0,5,5,2,2,person\n1,1,1,2,2,3\n");
  EXPECT_TRUE(r.report.oddities.empty());
  EXPECT_EQ(class_text(r.table, 0), "3");
  EXPECT_EQ(class_text(r.table, 1), "person");
  EXPECT_EQ(class_text(r.table, 2), "3");
  EXPECT_NE(r.table.class_index[0], r.table.class_index[1]);
}

TEST(Vatic, TheIdStandsFirstAndTheFrameSixth) {
  const ReadResult r = read_text(
      "3 10 20 40 80 0 0 0 1 \"Person\"\n"
      "3 11 20 41 80 1 0 1 0 \"Person\" \"Walking\" \"Left turn\"\n"
      "3 12 20 42 80 2 1 0 1 \"Person\"\n");
  EXPECT_EQ(r.report.format, "vatic");
  ASSERT_EQ(r.table.row_count(), 2U) << "lost rows are not shown";
  EXPECT_TRUE(r.assumes("1 rows are left out"));
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 60}));
  EXPECT_EQ(r.table.id[0], 3);
  EXPECT_EQ(r.table.frame_of(1), 1);
  EXPECT_EQ(r.class_name(0), "Person") << "without quotes";
  EXPECT_EQ(r.attribute("occluded")[1], 1);
  EXPECT_EQ(r.attribute("generated")[0], 1);
  EXPECT_EQ(r.attribute("Left turn")[1], 1);
  EXPECT_TRUE(std::isnan(r.attribute("Left turn")[0]));
}

// A 5 x 4 mask with the pixels x 2..3, y 1..2: see test_coco_rle.cpp.
constexpr const char* mots_rows =
    "0 1005 1 4 5 92203\n"
    "0 10000 10 4 5 92203\n"
    "1 2007 2 4 5 92203\n";

TEST(Mots, HeightStandsBeforeWidth) {
  const ReadResult r = read_text(mots_rows);
  EXPECT_EQ(r.report.format, "mots");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.mask_size[0], (Size{5, 4}));
  EXPECT_EQ(r.table.box[0], (Box{2, 1, 2, 2}));
  EXPECT_EQ(r.table.mask_runs.of(0).size(), 5U);
  EXPECT_EQ(r.class_name(0), "car");
  EXPECT_EQ(r.class_name(2), "pedestrian");
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{1005, no_id, 2007}));
  EXPECT_EQ(r.attribute("instance")[2], 7);
  EXPECT_TRUE(r.assumes("frames count from 0, because")) << "KITTI-MOTS; MOTS counts from 1";
}

TEST(Mots, MasksScaleWithTheirPicture) {
  TrackReadOptions options;
  options.clip.size = {50, 40};
  EXPECT_EQ(read_text(mots_rows, options).table.box[0], (Box{20, 10, 20, 20}));
}

TEST(Mots, RegionsToIgnoreGoOnRequest) {
  TrackReadOptions options;
  options.drop_ignored = true;
  EXPECT_EQ(read_text(mots_rows, options).table.row_count(), 2U);
}

TEST(Mots, MasksMayHoldPunctuation) {
  // ';' and ':' are digits of the encoding: '<' is a run of 12 pixels, ';' of 11, ':' of 10.
  const ReadResult r = read_text("1 1 1 4 4 ::J\n1 2 1 4 4 ;5\n", {.format = "mots"});
  EXPECT_EQ(r.lost("the mask").count + r.table.row_count(), 2U);
  EXPECT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{2, 0, 2, 4}));
}

TEST(Mots, BrokenMasksAreCounted) {
  const ReadResult r = read_text(
      std::string(mots_rows) + "2 1 1 4 5 9220\n2 1 1 4 5\n2 1 1 8 5 X1\n", {.format = "mots"});
  EXPECT_EQ(r.lost("does not cover").first_line, 4U);
  EXPECT_EQ(r.lost("not the sixth field").first_line, 5U);
  EXPECT_EQ(r.lost("another size").first_line, 6U);
}

TEST(Csv, EveryCustomarySpellingIsRead) {
  const Box box{10, 20, 30, 60};
  for (const char* text : {
           "frame,id,x,y,w,h\n4,7,10,20,30,60\n",
           "frame_number,track_id,left,top,width,height\n4,7,10,20,30,60\n",
           "Frame Index;Tracker ID;X Min;Y Min;X Max;Y Max\n4;7;10;20;40;80\n",
           "frame_idx\tobject_id\tx1\ty1\tx2\ty2\n4\t7\t10\t20\t40\t80\n",
           "frame_id,tid,xtl,ytl,xbr,ybr\n4,7,10,20,40,80\n",
           "frameNo,target_id,bbox_left,bbox_top,bbox_width,bbox_height\n4,7,10,20,30,60\n",
           "frame,id,cx,cy,width,height\n4,7,25,50,30,60\n",
           "frame,id,x_center,y_center,w,h\n4,7,25,50,30,60\n",
           "frame,id,x0,y0,x1,y1\n4,7,10,20,40,80\n",
           "frame,id,right,bottom,width,height\n4,7,40,80,30,60\n",
           "id,h,w,y,x,frame\n7,60,30,20,10,4\n",
           "\"frame\",\"id\",\"x\",\"y\",\"w\",\"h\"\r\n\"4\",\"7\",\"10\",\"20\",\"30\","
           "\"60\"\r\n",
       }) {
    TrackReadOptions options;
    if (std::string(text).find("right") != std::string::npos) options.format = "csv";
    const ReadResult r = read_text(text, options);
    EXPECT_EQ(r.report.format, "csv") << text;
    ASSERT_EQ(r.table.row_count(), 1U) << text;
    EXPECT_EQ(r.table.box[0], box) << text;
    EXPECT_EQ(r.table.id[0], 7) << text;
    EXPECT_EQ(r.table.first_frame, 4) << text;
  }
}

TEST(Csv, OtherColumnsBecomeAttributes) {
  const ReadResult r = read_text(
      "frame,id,x,y,w,h,class,conf,speed_kmh,team\n"
      "0,1,1,2,3,4,car,0.5,12.5,\"red, white\"\n"
      "1,1,1,2,3,4,bus,0.25,,blue\n");
  EXPECT_EQ(r.class_name(0), "car");
  EXPECT_EQ(r.class_name(1), "bus");
  EXPECT_EQ(r.table.score[1], 0.25F);
  EXPECT_EQ(r.attribute("speed_kmh")[0], 12.5F);
  EXPECT_TRUE(std::isnan(r.attribute("speed_kmh")[1]));
  ASSERT_EQ(r.table.attributes.back().name, "team");
  EXPECT_EQ(r.table.attributes.back().texts, (std::vector<std::string>{"red, white", "blue"}));
  EXPECT_TRUE(r.assumes("attributes: speed_kmh, team"));
}

TEST(Csv, ADataFramesIndexHasNoName) {
  const ReadResult r = read_text(",frame,x,y,w,h\n0,4,1,2,3,4\n1,5,1,2,3,4\n");
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 3, 4}));
  EXPECT_EQ(r.attribute("column_1")[1], 1);
}

TEST(Csv, AClassThatIsANumberStaysOne) {
  EXPECT_EQ(read_text("frame,x,y,w,h,class\n0,1,1,2,2,7\n").table.class_index[0], 7);
  EXPECT_EQ(read_text("frame,x,y,w,h,class_id\n0,1,1,2,2,7\n").table.class_index[0], 7);
}

constexpr const char* supervision =
    "x_min,y_min,x_max,y_max,class_id,confidence,tracker_id\n"
    "10,20,40,80,0,0.75,\n"
    "11,20,41,80,0,0.5,3\n";

TEST(Csv, SupervisionsSinkHasNoFrameAndIsRefusedWithWhatToDo) {
  const std::string message = refusal(supervision);
  EXPECT_NE(message.find("frame"), std::string::npos) << message;
  EXPECT_NE(message.find("--frame-column"), std::string::npos) << message;
  EXPECT_NE(message.find("sink.append"), std::string::npos) << message;
}

TEST(Csv, TheFrameColumnCanBeNamed) {
  const std::string text =
      "x_min,y_min,x_max,y_max,class_id,confidence,tracker_id,nth\n"
      "10,20,40,80,0,0.75,,0\n11,20,41,80,0,0.5,3,1\n";
  TrackReadOptions options;
  options.frame_column = "nth";
  const ReadResult r = read_text(text, options);
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 3})) << "missing values are empty";
  EXPECT_EQ(r.table.frame_of(1), 1);
  options.frame_column = "nht";
  EXPECT_NE(refusal(text, options).find("nth"), std::string::npos);
}

TEST(Csv, OddRowsAreCounted) {
  const ReadResult r = read_text(
      "frame,id,x,y,w,h\n0,1,1,2,3,4\n1,1,1,2\nx,1,1,2,3,4\n1,1.5,1,2,3,4\n1,1,,2,3,4\n"
      "1,1,1,2,-3,4\n",
      {.format = "csv"});
  EXPECT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.lost("fewer fields").first_line, 3U);
  EXPECT_EQ(r.lost("frame number is not an integer").first_line, 4U);
  EXPECT_EQ(r.lost("id is not an integer").first_line, 5U);
  EXPECT_EQ(r.lost("not made of numbers").first_line, 6U);
  EXPECT_EQ(r.lost("negative size").first_line, 7U);
}

TEST(Csv, AHeadingMayBeSeparatedByBlanks) {
  const ReadResult r =
      read_text("frame id  x1 y1 x2 y2 conf a b c\n0 7 10 20 40 80 0.5 -1 -1 -1\n");
  EXPECT_EQ(r.report.format, "csv") << "the names, not MOTChallenge's columns";
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 60}));
  EXPECT_EQ(r.table.score[0], 0.5F);
}

TEST(Csv, DigitsWithAZeroBeforeThemAreNames) {
  const ReadResult r = read_text(
      "frame,id,x,y,w,h,class,jersey,speed\n0,1,1,2,3,4,01,120,0.5\n0,2,1,2,3,4,02,007,0\n");
  EXPECT_EQ(attribute_text(r.table, "jersey", 0), "120");
  EXPECT_EQ(attribute_text(r.table, "jersey", 1), "007");
  EXPECT_EQ(class_text(r.table, 1), "02");
  EXPECT_EQ(r.attribute("speed"), (std::vector<float>{0.5F, 0}));
}

TEST(Csv, FractionsAreNoticedOrReadOnRequest) {
  const std::string text = "frame,id,cx,cy,w,h\n0,1,0.5,0.5,0.25,0.5\n1,1,0.25,0.5,0.5,1\n";
  TrackReadOptions options;
  options.clip.size = {200, 100};
  for (const bool said : {false, true}) {
    options.fractions = said;
    const ReadResult r = read_text(text, options);
    EXPECT_TRUE(r.assumes("fractions of the picture, of 200x100"));
    EXPECT_EQ(r.table.box[0], (Box{75, 25, 50, 50}));
    EXPECT_EQ(r.table.box[1], (Box{0, 0, 100, 100}));
  }
}

TEST(Fields, QuotesHoldSeparatorsAndQuotes) {
  FieldSplitter splitter;
  const auto split = [&](std::string_view line, Separator separator) {
    const auto fields = splitter.split(line, separator);
    return std::vector<std::string>(fields.begin(), fields.end());
  };
  using Fields = std::vector<std::string>;
  EXPECT_EQ(split("a,\"b, c\",d", Separator::comma), (Fields{"a", "b, c", "d"}));
  EXPECT_EQ(split("\"say \"\"no\"\"\",x", Separator::comma), (Fields{"say \"no\"", "x"}));
  EXPECT_EQ(split("a,,b,", Separator::comma), (Fields{"a", "", "b", ""}));
  EXPECT_EQ(split("  a \t b ", Separator::blanks), (Fields{"a", "b"}));
  EXPECT_EQ(split("a\t\tb", Separator::tab), (Fields{"a", "", "b"}));
  EXPECT_EQ(split("a,\"open", Separator::comma), (Fields{"a", "open"}));
  EXPECT_EQ(split("", Separator::comma), Fields{});
}

TEST(Columns, AreNamedInManyWays) {
  EXPECT_EQ(column_named("Bounding Box X-Min (px)"), NamedColumn::left);
  EXPECT_EQ(column_named("bb_width"), NamedColumn::width);
  EXPECT_EQ(column_named("box"), NamedColumn::attribute);
  EXPECT_EQ(column_named("tracker_id"), NamedColumn::id);
  EXPECT_EQ(column_named("velocity"), NamedColumn::attribute);
}

TEST(Rates, AFileThatCountsSlowerGoesToTheNearestFrame) {
  TrackReadOptions options;
  options.frame_rate = 5;
  options.clip.frame_rate = {30, 1};
  const ReadResult r = read_text("1,1,1,1,5,5,1,-1,-1,-1\n2,1,2,1,5,5,1,-1,-1,-1\n", options);
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(1), 6);
  EXPECT_TRUE(r.assumes("--tracks-fps"));
}

TEST(Rates, OfAFileThatCountsFasterTheNearestRowsStay) {
  TrackReadOptions options;
  options.frame_rate = 50;
  options.clip.frame_rate = {25, 1};
  std::string text;
  for (int i = 1; i <= 5; ++i) text += std::to_string(i) + ",1," + std::to_string(i) + ",1,5,5\n";
  const ReadResult r = read_text(text, options);
  ASSERT_EQ(r.table.row_count(), 3U);
  for (std::uint32_t row = 0; row < 3; ++row) {
    EXPECT_EQ(r.table.frame_of(row), static_cast<std::int32_t>(row));
    EXPECT_EQ(r.table.box[row].x, static_cast<float>(2 * row + 1));
  }
  EXPECT_TRUE(r.assumes("2 rows between"));
}

TEST(Csv, AnAttributeOfNumbersAndTextsIsMadeOfTexts) {
  const ReadResult r = read_text(
      "frame,x,y,w,h,plate\n0,1,1,2,2,17\n1,1,1,2,2,\n2,1,1,2,2,AB 1\n3,1,1,2,2,123456\n"
      "4,1,1,2,2,AB 1\n");
  const std::vector<std::string> plates = {"17", "none", "AB 1", "123456", "AB 1"};
  ASSERT_EQ(r.table.row_count(), plates.size());
  for (std::uint32_t row = 0; row < plates.size(); ++row)
    EXPECT_EQ(attribute_text(r.table, "plate", row), plates[row]);
}

TEST(Csv, TimesAndColoursAreNoEdges) {
  const ReadResult r = read_text("frame,t,x,y,w,h,r,g,b\n0,0.04,100,200,50,60,255,0,10\n");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{100, 200, 50, 60}));
  EXPECT_EQ(attribute_text(r.table, "r", 0), "255");
  EXPECT_EQ(read_text("frame,l,t,r,b\n0,10,20,40,60\n").table.box[0], (Box{10, 20, 30, 40}));
}

}  // namespace
}  // namespace overlace::test
