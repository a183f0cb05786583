// SPDX-License-Identifier: Apache-2.0
// Names of outputs.
#include <gtest/gtest.h>

#include "batch/output_template.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

TemplateFields fields() {
  return {.input = "/videos/cam1/walk.day.mp4",
          .rel = "cam1",
          .index = 7,
          .graph = "boxes",
          .id = "w7",
          .columns = {{"camera", "north"}}};
}

std::string expand(const std::string& text) {
  return OutputTemplate(text).expand(fields());
}

std::string problem(const std::string& text) {
  try {
    return expand(text);
  } catch (const Error& error) {
    return error.problems().front().text();
  }
}

TEST(OutputTemplate, FillsInEveryField) {
  EXPECT_EQ(expand("out/{rel}/{stem}.{ext}"), "out/cam1/walk.day.mp4");
  EXPECT_EQ(expand("{dir}/{stem}-{graph}.mkv"), "/videos/cam1/walk.day-boxes.mkv");
  EXPECT_EQ(expand("{index:06} {index} {id}"), "000007 7 w7");
  EXPECT_EQ(expand("{col.camera}.mp4"), "north.mp4");
  EXPECT_EQ(expand("{hash:8}").size(), 8U);
  EXPECT_EQ(expand("{{{stem}}}"), "{walk.day}");
  EXPECT_EQ(expand("plain.mp4"), "plain.mp4");
}

TEST(OutputTemplate, HashIsOfThePath) {
  TemplateFields other = fields();
  EXPECT_EQ(OutputTemplate("{hash}").expand(other), expand("{hash}"));
  other.input += "x";
  EXPECT_NE(OutputTemplate("{hash}").expand(other), expand("{hash}"));
}

TEST(OutputTemplate, RootIsBeforeTheFirstField) {
  EXPECT_EQ(OutputTemplate("out/all/{rel}/{stem}.mp4").root(), "out/all");
  EXPECT_EQ(OutputTemplate("/{stem}.mp4").root(), "/");
  EXPECT_EQ(OutputTemplate("{dir}/{stem}.mp4").root(), "");
  EXPECT_TRUE(OutputTemplate("out/").is_plain());
  EXPECT_FALSE(OutputTemplate("{stem}").is_plain());
}

TEST(OutputTemplate, RefusesWhatIsNoField) {
  EXPECT_NE(problem("{stm}.mp4").find("did you mean 'stem'"), std::string::npos);
  EXPECT_NE(problem("{stem").find("not closed"), std::string::npos);
  EXPECT_NE(problem("{stem:3}").find("{index:06}"), std::string::npos);
  EXPECT_NE(problem("{index:x}").find("{index:06}"), std::string::npos);
  EXPECT_NE(problem("{col.camra}").find("did you mean 'camera'"), std::string::npos);
}

}  // namespace
}  // namespace overlace
