// SPDX-License-Identifier: Apache-2.0
// Documents through the C interface: texts of the library, checks, edits.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/api/expect_error.h"
#include "tests/temp_folder.h"

namespace overlace::test {
namespace {

TEST(LibovlDocuments, PresetsAreDocuments) {
  for (std::size_t i = 0; ovl_preset(i) != nullptr; ++i) {
    const char* text = ovl_preset_text(ovl_preset(i));
    ASSERT_NE(text, nullptr) << ovl_preset(i);
    EXPECT_EQ(std::string(text).front(), '{');
    EXPECT_EQ(ovl_check(ovl_preset(i), nullptr, 0, nullptr), OVL_OK) << ovl_preset(i);
  }
}

TEST(LibovlDocuments, TextsDescribeTheLibrary) {
  const auto has = [](std::uint32_t which, const char* words) {
    const char* text = ovl_text(which);
    return text != nullptr && text == ovl_text(which) &&
           std::string(text).find(words) != std::string::npos;
  };
  EXPECT_TRUE(has(OVL_TEXT_NODES, "\"draw_boxes\""));
  EXPECT_TRUE(has(OVL_TEXT_SCHEMA, "\"corner_radius\""));
  EXPECT_TRUE(has(OVL_TEXT_FEATURES, "\"overlace_json\""));
  EXPECT_TRUE(has(OVL_TEXT_FEATURES, "\"yuv420p10\""));
  EXPECT_TRUE(has(OVL_TEXT_FEATURES, "\"version\": \"" OVERLACE_VERSION "\""));
}

TEST(LibovlDocuments, ChecksTellAllProblems) {
  const char* const settings[] = {"accent=#zzz", "neighbors=3"};
  ovl_error* error = nullptr;
  EXPECT_EQ(ovl_check("constellation", settings, 2, &error), OVL_USAGE);
  const Handle<ovl_error> of_settings(error);
  EXPECT_EQ(ovl_error_count(error), 2U);
  EXPECT_NE(std::string(ovl_error_hint(error, 1)).find("neighbours"), std::string::npos);

  const TempFolder folder;
  const std::string path = folder / "graph.json";
  std::ofstream(path) << "{\"overlace\": 1,\n \"nodes\": {\n  \"b\": {\"type\": \"draw_bxes\"}},\n"
                         " \"composite\": [\"c\"]}\n";
  EXPECT_EQ(ovl_check(path.c_str(), nullptr, 0, &error), OVL_USAGE);
  const Handle<ovl_error> of_document(error);
  ASSERT_GE(ovl_error_count(error), 2U);
  EXPECT_EQ(ovl_error_file(error, 0), path);
  EXPECT_STREQ(ovl_error_pointer(error, 0), "/nodes/b/type");
  EXPECT_EQ(ovl_error_line(error, 0), 3U);
  EXPECT_NE(std::string(ovl_error_hint(error, 0)).find("draw_boxes"), std::string::npos);
  EXPECT_EQ(ovl_check(nullptr, nullptr, 0, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_check("boxes", nullptr, 1, nullptr), OVL_USAGE);
}

std::string edited(const std::string& text, const char* file, const char* target,
                   const char* value) {
  char* out = nullptr;
  EXPECT_EQ(ovl_edit(text.c_str(), file, target, value, &out, nullptr), OVL_OK) << target;
  const Handle<char> owned(out);
  return out == nullptr ? "" : out;
}

TEST(LibovlDocuments, EditsChangeOneValue) {
  const std::string text = ovl_preset_text("constellation");
  const std::string wider = edited(text, nullptr, "lines.width", "4");
  const std::size_t at = text.find("\"width\": \"0.3%\"");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(wider, std::string(text).replace(at, 15, "\"width\": 4"));
  EXPECT_EQ(edited(wider, nullptr, "lines.width", "0.3%"), text);
  ovl_error* error = nullptr;
  char* out = nullptr;
  expect_error(ovl_edit(text.c_str(), nullptr, "lines.widht", "4", &out, &error), error, OVL_USAGE,
               "did you mean 'width'");
  EXPECT_EQ(out, nullptr);
  expect_error(ovl_edit(text.c_str(), nullptr, "lines.width", "-4", &out, &error), error, OVL_USAGE,
               "document");
  expect_error(ovl_edit(text.c_str(), "my.json", "/composite", "[\"no\"]", &out, &error), error,
               OVL_USAGE, "my.json");
  EXPECT_EQ(ovl_edit(nullptr, nullptr, "a", "b", &out, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_edit("{}", nullptr, nullptr, "b", &out, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_edit("{}", nullptr, "a", "b", nullptr, nullptr), OVL_USAGE);
}

TEST(LibovlDocuments, AGraphIsDrawn) {
  const auto drawn = [](const char* graph) {
    char* out = nullptr;
    EXPECT_EQ(ovl_graph_svg(graph, &out, nullptr), OVL_OK) << graph;
    const Handle<char> owned(out);
    return std::string(out == nullptr ? "" : out);
  };
  const std::string svg = drawn("constellation_warm");  // a patch
  EXPECT_EQ(svg.rfind("<svg", 0), 0U);
  EXPECT_NE(svg.find("link_knn"), std::string::npos) << "what it extends is drawn";
  EXPECT_NE(drawn("{\"overlace\": 1, \"nodes\": {}}").find("</svg>"), std::string::npos);
  ovl_error* error = nullptr;
  char* out = nullptr;
  expect_error(ovl_graph_svg("boxs", &out, &error), error, OVL_USAGE, "boxes");
  expect_error(ovl_graph_svg("{", &out, &error), error, OVL_USAGE, "document");
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(ovl_graph_svg(nullptr, &out, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_graph_svg("boxes", nullptr, nullptr), OVL_USAGE);
}

TEST(LibovlDocuments, ActsAreThoseOfAnEditor) {
  const std::string text = ovl_preset_text("constellation");
  char* out = nullptr;
  ASSERT_EQ(ovl_edit_acts(text.c_str(), nullptr,
                          R"([{"act": "rename", "node": "dim", "to": "shade"},
                              {"act": "remove", "node": "points"}])",
                          &out, nullptr),
            OVL_OK);
  const Handle<char> owned(out);
  const std::string edited = out;
  EXPECT_NE(edited.find("[\"shade\", \"lines\", \"boxes\", \"labels\"]"), std::string::npos);
  EXPECT_NE(edited.find("    \"shade\": { \"type\": \"draw_fill\""), std::string::npos);
  EXPECT_NE(edited.find("    \"dim\": { \"type\": \"color\""), std::string::npos);  // the knob
  ovl_error* error = nullptr;
  expect_error(
      ovl_edit_acts(text.c_str(), nullptr, R"({"act": "remove", "node": "steady"})", &out, &error),
      error, OVL_USAGE, "is missing");
  expect_error(ovl_edit_acts(text.c_str(), nullptr, R"({"act": "delete"})", &out, &error), error,
               OVL_USAGE, "unknown act");
  EXPECT_EQ(ovl_edit_acts(text.c_str(), nullptr, nullptr, &out, nullptr), OVL_USAGE);
}

// What a patch extends is found beside its file.
TEST(LibovlDocuments, APatchIsEditedWithWhatItExtends) {
  const TempFolder folder;
  std::ofstream(folder / "base.json") << ovl_preset_text("boxes");
  const std::string file = folder / "patch.json";
  const std::string patch = "{\n  \"overlace\": 1,\n  \"extends\": \"./base.json\"\n}\n";
  const std::string own = edited(patch, file.c_str(), "boxes.opacity", "0.25");
  EXPECT_EQ(own,
            "{\n  \"overlace\": 1,\n  \"extends\": \"./base.json\",\n  \"nodes\": { "
            "\"boxes\": { \"params\": { \"opacity\": 0.25 } } }\n}\n");
  EXPECT_EQ(ovl_edit(patch.c_str(), "/elsewhere/patch.json", "boxes.opacity", "1",
                     std::make_unique<char*>().get(), nullptr),
            OVL_USAGE);
}

}  // namespace
}  // namespace overlace::test
