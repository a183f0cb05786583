// SPDX-License-Identifier: Apache-2.0
// JSON rows with named members, and the streaming JSON and XML readers.
#include <fmt/format.h>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/xml/xml_parts.h"
#include "read_text.h"

namespace overlace::test {
namespace {

TEST(SupervisionJson, NumbersMayBeTextsAndMissingOnesEmpty) {
  const ReadResult r = read_conformance("supervision.json");
  EXPECT_EQ(r.report.format, "supervision_json");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(0), 3);
  EXPECT_EQ(r.table.box[0], (Box{10.5F, 20, 20, 40}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 7}));
  EXPECT_EQ(r.table.class_index, (std::vector<std::int32_t>{2, 0}));
  EXPECT_EQ(r.table.score[0], 0.5F);
  EXPECT_EQ(attribute_text(r.table, "zone", 1), "door");
}

TEST(SupervisionJson, HasNoFrameNumberOfItsOwn) {
  const std::string text =
      R"([{"x_min": 1, "y_min": 2, "x_max": 3, "y_max": 4, "class_id": 0, "confidence": 1,
           "tracker_id": 7, "n": 4}])";
  EXPECT_NE(refusal(text).find("--frame-column"), std::string::npos);
  TrackReadOptions options;
  options.frame_column = "n";
  EXPECT_EQ(read_text(text, options).table.frame_of(0), 4);
}

TEST(JsonLines, MembersAreNamedColumns) {
  const ReadResult r = read_conformance("rows.jsonl");
  EXPECT_EQ(r.report.format, "jsonl");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
  EXPECT_EQ(r.table.id[0], 3);
  EXPECT_EQ(class_text(r.table, 0), "car");
  EXPECT_EQ(attribute_text(r.table, "speed", 0), "none");
  EXPECT_EQ(attribute_text(r.table, "speed", 1), "4.5");
}

TEST(JsonLines, ABrokenLineIsLostAlone) {
  const ReadResult r = read_text(
      "{\"frame\": 0, \"x\": 1, \"y\": 2, \"w\": 3, \"h\": 4}\n\n{\"frame\": 1, \"x\": 1, \"y\n"
      "{\"frame\": 2, \"x\": 1, \"y\": 2, \"w\": 3, \"h\": 4}\n");
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.lost("not a JSON object").first_line, 3U);
}

// 2^64 and above, as in hashes of features.
TEST(JsonLines, LargeIntegersLoseNoLine) {
  const ReadResult r = read_text(
      R"({"frame": 0, "x": 1, "y": 2, "w": 3, "h": 4, "feature": 18446744073709551616})"
      "\n"
      R"({"frame": 1, "x": 1, "y": 2, "w": 3, "h": 4, "feature": -36893488147419103232})");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(attribute_text(r.table, "feature", 0), "1.84467e+19");
}

/// The values that match a pattern, as compact JSON with their line and key.
std::vector<std::string> parts(const std::string& text, std::string_view pattern) {
  std::istringstream stream(text);
  TrackInput input{stream, "file.json"};
  std::vector<std::string> found;
  visit_json(input, {pattern}, [&](const JsonPart& part) {
    found.push_back(fmt::format("{}:{} {}", part.value.line,
                                part.path.empty() ? "" : part.path.back(), part.value.dump()));
  });
  return found;
}

std::string json_refusal(const std::string& text) {
  try {
    (void)parts(text, "/a");
  } catch (const Error& error) {
    return error.problems().front().text();
  }
  return {};
}

using Texts = std::vector<std::string>;

TEST(JsonParts, OnlyWhatFitsIsHandedOver) {
  const std::string text = "{\"a\": [1,\n [2, 3]], \"b\": {\"c\": {\"d\":\n true}}}";
  EXPECT_EQ(parts(text, "/a/#"), (Texts{"1:0 1", "2:1 [2,3]"}));
  EXPECT_EQ(parts(text, "/b/*/d"), (Texts{"3:d true"}));
  EXPECT_EQ(parts(text, "/#"), Texts{}) << "the document is no list";
  EXPECT_EQ(parts("[4]", ""), (Texts{"1: [4]"}));
  EXPECT_EQ(parts("\xEF\xBB\xBF[18446744073709551615]", "/#").size(), 1U);
}

TEST(JsonParts, BrokenFilesAreRefusedWithTheirLine) {
  EXPECT_NE(json_refusal("{\"a\": [1,\n2").find("file.json:2"), std::string::npos);
  EXPECT_NE(json_refusal("").find("not valid JSON"), std::string::npos);
  EXPECT_NE(json_refusal("{\"a\": 1} x").find("not valid JSON"), std::string::npos);
  EXPECT_NE(json_refusal(std::string(100'000, '[')).find("nested deeper"), std::string::npos);
  EXPECT_NE(json_refusal("{\"a\": " + std::string(100'000, '[')).find("nested"), std::string::npos);
}

std::string xml_refusal(const std::string& text) {
  std::istringstream stream(text);
  TrackInput input{stream, "file.xml"};
  try {
    visit_xml(input, {"a/b"}, [](const XmlPart&) {});
  } catch (const Error& error) {
    return error.problems().front().text();
  }
  return {};
}

TEST(XmlParts, EntitiesAreRefusedBeforeTheyGrow) {
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n<!ENTITY e0 \"boom\">\n";
  for (int i = 1; i < 12; ++i)
    bomb += fmt::format("<!ENTITY e{} \"&e{};&e{};&e{};\">\n", i, i - 1, i - 1, i - 1);
  bomb += "]>\n<a><b>&e11;</b></a>";
  EXPECT_NE(xml_refusal(bomb).find("file.xml:3"), std::string::npos);
  EXPECT_NE(xml_refusal(bomb).find("declares entities"), std::string::npos);
  EXPECT_NE(refusal(bomb, {.format = "cvat_video"}).find("declares entities"), std::string::npos);
}

TEST(XmlParts, BrokenFilesAreRefusedWithTheirLine) {
  EXPECT_NE(xml_refusal("<a>\n<b></a>").find("file.xml:2"), std::string::npos);
  EXPECT_NE(xml_refusal("<a><b>").find("not valid XML"), std::string::npos);
  EXPECT_NE(xml_refusal("").find("not valid XML"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<a>";
  EXPECT_NE(xml_refusal(deep).find("nested deeper"), std::string::npos);
  EXPECT_TRUE(xml_refusal("<a><b x=\"1\">t</b></a>").empty());
}

TEST(JsonLines, ThePicturesSizeIsNotThatOfABoxInAList) {
  for (const char* text :
       {R"({"frame": 0, "width": 1920, "height": 1080, "bbox": [10, 20, 30, 40]})",
        R"({"frame": 0, "bbox": [10, 20, 30, 40], "width": 1920, "height": 1080})"}) {
    const ReadResult r = read_text(text, {}, "tracks.jsonl");
    ASSERT_EQ(r.table.row_count(), 1U);
    EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40})) << text;
  }
}

}  // namespace
}  // namespace overlace::test
