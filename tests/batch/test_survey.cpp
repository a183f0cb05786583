// SPDX-License-Identifier: Apache-2.0
// Which clips the next run renders, given what the journal says.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>

#include "batch/survey.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

class SurveyTest : public testing::Test {
 protected:
  SurveyTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    put("graph.json",
        R"({"overlace": 1, "nodes": {"f": {"type": "draw_fill"}}, "composite": ["f"]})");
    put("a.mp4", "a video");
  }
  ~SurveyTest() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] Survey survey() const {
    return Survey([this](const BatchClip& /*clip*/) {
      RenderSettings settings;
      settings.graph.document = (folder_ / "graph.json").string();
      return settings;
    });
  }
  /// Assesses the clip as a run that begins now.
  void assess(ClipRecord& record) const {
    TrackCompanions companions;
    survey().assess(clip_, record, companions);
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string("survey_") + testing::UnitTest::GetInstance()->current_test_info()->name());
  BatchClip clip_{
      .id = "a.mkv", .input = (folder_ / "a.mp4").string(), .output = (folder_ / "a.mkv").string()};
};

/// A clip after its third crash of the machine. Earlier refusals by a GPU do not count.
ClipRecord danger() {
  return {.id = "a.mkv",
          .state = ClipState::poison,
          .history = {.attempts = 3, .unfinished = 3},
          .exit_code = 75};
}

TEST_F(SurveyTest, WhatTookTheMachineDownIsLeftAlone) {
  ClipRecord record = danger();
  for (int run = 0; run < 3; ++run) {
    assess(record);
    EXPECT_EQ(record.state, ClipState::poison);
    EXPECT_TRUE(takes_machine_down(record.history));
  }
  fs::remove(folder_ / "a.mp4");
  assess(record);
  EXPECT_EQ(record.state, ClipState::poison);
}

TEST_F(SurveyTest, ChangedItIsTriedOnceMoreAndAlone) {
  const std::function<void()> changes[] = {
      [this] { put("a.mp4", "another video"); },
      [this] { clip_.options.emplace_back("width", "640"); },
      [this] {
        put("graph.json", R"({"overlace": 1, "nodes": {"g": {"type": "draw_fill"}},
                              "composite": ["g"]})");
      }};
  for (const std::function<void()>& change : changes) {
    ClipRecord record = danger();
    assess(record);
    change();
    assess(record);
    EXPECT_EQ(record.state, ClipState::waiting);
    EXPECT_TRUE(runs_alone(record.history));
    record.state = ClipState::poison;  // the machine went down once more
    ++record.history.unfinished;
    for (int run = 0; run < 2; ++run) assess(record);
    EXPECT_EQ(record.state, ClipState::poison);
  }
}

// A join removes the receipts of parts that do not fit the others, so that they are rendered again.
TEST_F(SurveyTest, WhatLostItsReceiptIsRenderedAgain) {
  fs::create_directory(folder_ / ".overlace");
  put("a.mkv", "a rendered video");
  put(".overlace/a.mkv.json", "{}");
  const fs::file_time_type long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const char* const name : {"graph.json", "a.mp4", "a.mkv", ".overlace/a.mkv.json"})
    fs::last_write_time(folder_ / name, long_ago);
  ClipRecord record{.id = "a.mkv", .state = ClipState::done, .basis = survey().basis(clip_)};
  ASSERT_FALSE(record.basis.empty());
  assess(record);
  EXPECT_EQ(record.state, ClipState::done);
  fs::remove(folder_ / ".overlace/a.mkv.json");
  assess(record);
  EXPECT_EQ(record.state, ClipState::waiting);
}

}  // namespace
}  // namespace overlace
