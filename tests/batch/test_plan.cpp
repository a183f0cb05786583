// SPDX-License-Identifier: Apache-2.0
// A plan may be a stranger's: it neither writes outside its root nor runs programs on its own.
#include <gtest/gtest.h>

#include <fstream>

#include "batch/batch_plan.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

class Plans : public testing::Test {
 protected:
  [[nodiscard]] BatchPlan plan_with(const std::string& row) const {
    std::ofstream(path_) << R"({"overlace_plan":1,"root":"/out","overwrite":true})" << '\n' << row;
    return read_plan(path_);
  }
  [[nodiscard]] std::string refusal_of(const std::string& row) const {
    try {
      static_cast<void>(plan_with(row));
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  const test::TempFolder folder_;
  const std::string path_ = folder_ / "plan.jsonl";
};

TEST_F(Plans, KeepOutputsBelowTheirRoot) {
  EXPECT_EQ(
      plan_with(R"({"id":"a","input":"/in/a","output":"/out/a.mp4","options":{}})").clips.size(),
      1U);
  for (const char* const output : {"/out/../victim.mp4", "../victim.mp4", "/victim.mp4"}) {
    const std::string refusal = refusal_of(
        std::string(R"({"id":"a","input":"/in/a","options":{},"output":")") + output + "\"}");
    EXPECT_NE(refusal.find("is not in '/out'"), std::string::npos) << output;
    EXPECT_NE(refusal.find(":2"), std::string::npos) << "the line: " << refusal;
  }
}

TEST_F(Plans, NameTheProgramThatTheyWouldRun) {
  const std::string row = R"({"id":"clip 7","input":"/in/a","output":"/out/a.mp4","options":{})";
  EXPECT_NO_THROW(refuse_programs(plan_with(row + "}")));
  for (const std::string command : {"fetch", "publish"}) {
    const BatchPlan plan =
        plan_with(row + ",\"" + command + R"(":["sh","-c","touch x","{path}"]})");
    try {
      refuse_programs(plan);
      FAIL() << command;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      for (const char* const word : {"clip 7", "sh -c touch x", "--allow-programs"})
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace overlace
