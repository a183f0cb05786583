// SPDX-License-Identifier: Apache-2.0
// Where long clips are cut, and that a plan keeps the cuts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "batch/clip_parts.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

using Texts = std::vector<std::string>;

TEST(Parts, AreAsLongAsAskedButForTheLast) {
  EXPECT_EQ(cut_into_parts(0, 1000, 250), (Texts{"0-249", "250-499", "500-749", "750-999"}));
  EXPECT_EQ(cut_into_parts(1001, 300, 100), (Texts{"1001-1100", "1101-1200", "1201-1300"}));
  EXPECT_EQ(cut_into_parts(0, 249, 100), (Texts{"0-99", "100-248"}));
  EXPECT_EQ(cut_into_parts(0, 250, 100), (Texts{"0-99", "100-199", "200-249"}));
  EXPECT_TRUE(cut_into_parts(0, 149, 100).empty());
  EXPECT_TRUE(cut_into_parts(0, 0, 100).empty());
}

TEST(Parts, HaveEveryFrameOnce) {
  for (std::int64_t frames = 1; frames < 200; ++frames) {
    for (std::int64_t each = 1; each < 60; ++each) {
      std::int64_t next = 0;
      for (const std::string& part : cut_into_parts(0, frames, each)) {
        char* end = nullptr;
        EXPECT_EQ(std::strtoll(part.c_str(), &end, 10), next);
        next = std::strtoll(end + 1, nullptr, 10) + 1;
      }
      const bool is_whole = 2 * frames < 3 * each;  // a clip of less than one and a half parts
      EXPECT_EQ(next, is_whole ? 0 : frames) << frames << " by " << each;
    }
  }
}

BatchClip long_clip() {
  return {.id = "cam/a.mp4",
          .input = "/in/a.mp4",
          .output = "/out/cam/a.mp4",
          .priority = 2,
          .options = {{"crf", "20"}},
          .parts = {"0-9", "10-19", "20-25"}};
}

TEST(Parts, AreClipsOfTheirOwn) {
  const BatchClip part = part_of(long_clip(), "10-19");
  EXPECT_EQ(part.id, "cam/a.mp4#10-19");
  EXPECT_EQ(part.part_of, "cam/a.mp4");
  EXPECT_EQ(part.output, "/out/cam/.overlace/a.mp4.parts/10-19.mp4");
  EXPECT_EQ(part.option("frames"), "10-19");
  EXPECT_EQ(part.option("crf"), "20");
  EXPECT_FALSE(part.is_joined());
  EXPECT_NEAR(part.share, 1.0 / 3, 1e-12);
}

std::string text_of(const BatchPlan& plan) {
  std::string text;
  write_plan(plan, [&text](std::string_view piece) { text += piece; });
  return text;
}

TEST(Parts, GoThroughAPlanAndItsShards) {
  BatchPlan plan{.root = "/out", .clips = {}};
  plan.add({.id = "b.mp4", .input = "/in/b.mp4", .output = "/out/b.mp4"});
  plan.add(long_clip());
  const test::TempFolder folder;
  const std::string path = folder / "plan.jsonl";
  std::ofstream(path) << text_of(plan);
  const BatchPlan read = read_plan(path);
  ASSERT_EQ(read.clips.size(), 5U);
  EXPECT_EQ(read.clips[1].id, "cam/a.mp4#0-9");
  EXPECT_TRUE(read.clips[4].is_joined());
  EXPECT_EQ(text_of(read), text_of(plan));

  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i)
    for (const BatchClip& clip : shard_of(read, {i, 3}).clips) ids.push_back(clip.id);
  std::ranges::sort(ids);
  EXPECT_EQ(ids, (Texts{"b.mp4", "cam/a.mp4#0-9", "cam/a.mp4#10-19", "cam/a.mp4#20-25"}));
  EXPECT_EQ(shard_of(read, {}).clips.size(), 5U);
}

TEST(Plan, IsNotReadFromWhatIsNone) {
  const test::TempFolder folder;
  const std::string path = folder / "plan.jsonl";
  EXPECT_THROW(static_cast<void>(read_plan(path)), Error) << "nothing is there";
  std::ofstream{path};
  EXPECT_THROW(static_cast<void>(read_plan(path)), Error) << "nothing is in it";
  EXPECT_THROW(static_cast<void>(read_plan(folder / "")), Error) << "a folder";
}

TEST(Plan, HasPrioritiesThatAreWholeNumbers) {
  const auto row = [](Json priority) {
    Json json = clip_json({.id = "a.mp4", .input = "/in/a.mp4", .output = "/out/a.mp4"});
    json.set("priority", std::move(priority));
    return json;
  };
  EXPECT_EQ(clip_of(row(-2147483648)).priority, -2147483648);
  for (const Json& wrong : {Json(std::int64_t{1} << 32U), Json("high"), Json(0.5)})
    EXPECT_THROW(static_cast<void>(clip_of(row(wrong))), Error) << wrong.dump();
}

}  // namespace
}  // namespace overlace
