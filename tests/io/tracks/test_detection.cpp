// SPDX-License-Identifier: Apache-2.0
// Formats are recognised by content; ambiguous content is refused.
#include <gtest/gtest.h>

#include <set>

#include "io/tracks/format.h"
#include "read_text.h"

namespace overlace::test {
namespace {

TEST(Detection, TiesAreRefusedWithTheOptionToAdd) {
  // One class, flags of 1: ground truth or BoxMOT results.
  const std::string nine = "1,1,10,20,30,40,1,1,0.8\n2,1,10,20,30,40,1,1,0.7\n";
  const std::string message = refusal(nine);
  EXPECT_NE(message.find("--tracks-format mot_gt"), std::string::npos) << message;
  EXPECT_NE(message.find("--tracks-format boxmot"), std::string::npos) << message;
  for (const char* name : {"mot_gt", "boxmot"}) {
    TrackReadOptions options;
    options.format = name;
    EXPECT_EQ(read_text(nine, options).report.format, name);
  }
  // One class, no truncation: VisDrone, or results with world coordinates.
  const std::string ten = "1,1,10,20,30,40,1,4,0,0\n2,1,10,20,30,40,1,4,0,0\n";
  EXPECT_NE(refusal(ten).find("--tracks-format visdrone"), std::string::npos) << refusal(ten);
  EXPECT_NE(refusal(ten).find("--tracks-format mot"), std::string::npos);
}

TEST(Detection, ANameOfAGroundTruthSettlesATie) {
  const std::string nine = "1,1,10,20,30,40,1,1,0.8\n2,1,10,20,30,40,1,1,0.7\n";
  EXPECT_EQ(read_text(nine, {}, "seq/gt/gt.txt").report.format, "mot_gt");
}

TEST(Detection, GoingTrackByTrackIsAGroundTruth) {
  const std::string text =
      "1,1,10,20,30,40,1,1,0.8\n2,1,10,20,30,40,1,1,0.7\n1,2,10,20,30,40,1,1,0.7\n";
  EXPECT_EQ(read_text(text).report.format, "mot_gt");
}

TEST(Detection, OddRowsAndHeadingsDoNotHideAFormat) {
  const ReadResult r = read_text(
      "\xEF\xBB\xBF"
      "frame,id,left,top,width,height,score,x,y,z\r\n"
      "# a comment\r\n\r\n"
      "1,1,10,20,-30,40,0.5,-1,-1,-1\r\n"
      "1,2,10,20,30,40,0.5,-1,-1,-1,\r\n"
      "1,3,10,20,30,40,0.5,-1,-1,-1\r\n");
  EXPECT_EQ(r.report.format, "mot");
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.assumes("line 1 is a heading"));
  EXPECT_EQ(r.lost("negative size").first_line, 4U);
}

TEST(Detection, UnsupportedFilesAreRefusedWithAReason) {
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal("hello, world\n").find("not in a known track format"), std::string::npos);
  EXPECT_NE(refusal("PK\x03\x04zip").find("zip"), std::string::npos);
  EXPECT_NE(refusal("\x1F\x8B").find("gzip"), std::string::npos);
  EXPECT_NE(refusal("{\"a\": 1}").find("--tracks-format"), std::string::npos);
}

TEST(Detection, UnknownNamesGetTheNearest) {
  TrackReadOptions options;
  options.format = "mot_g";
  EXPECT_NE(refusal("1,1,1,1,1,1\n", options).find("mot_gt"), std::string::npos);
}

TEST(Detection, FilesThatCannotBeOpened) {
  TrackReport report;
  EXPECT_THROW((void)read_tracks("/nonexistent/tracks.txt", {}, report), Error);
  EXPECT_THROW((void)read_tracks("/tmp", {}, report), Error);
}

TEST(Formats, EachIsDescribedAndNamedOnce) {
  std::set<std::string_view> names;
  for (const TrackFormat& format : track_formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_FALSE(format.title.empty()) << format.name;
    EXPECT_TRUE(format.doc.ends_with('.')) << format.name;
    EXPECT_FALSE(format.extensions.empty()) << format.name;
    EXPECT_NE(format.sniff, nullptr);
    EXPECT_NE(format.read, nullptr);
    EXPECT_EQ(format.sniff({"", ""}).certainty, 0) << format.name;
    for (const std::string_view rule :
         {format.rules.frames, format.rules.pixels, format.rules.boxes, format.rules.ids})
      EXPECT_FALSE(rule.empty()) << format.name;
  }
}

}  // namespace
}  // namespace overlace::test
