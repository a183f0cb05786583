// SPDX-License-Identifier: Apache-2.0
// Clips come back as they were added, in little memory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "batch/clip_list.h"

namespace overlace {
namespace {

/// Random texts, some very similar and some not at all.
class Chance {
 public:
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  std::string text() {
    std::string text(static_cast<std::size_t>(below(300)), 'a');
    for (char& c : text) c = static_cast<char>(below(4) > 0 ? 'a' : below(256));
    return text;
  }
  BatchClip clip() {
    BatchClip clip{.id = text(), .input = text(), .output = text()};
    clip.priority = below(2000) - 1000;
    clip.share = 1.0 / (1 + below(7));
    for (int i = below(4); i > 0; --i) clip.options.emplace_back(text(), text());
    for (int i = below(4); i > 0; --i) clip.parts.push_back(text());
    for (int i = below(4); i > 0; --i) clip.fetch.push_back(text());
    for (int i = below(4); i > 0; --i) clip.publish.push_back(text());
    clip.version = text();
    clip.part_of = text();
    return clip;
  }

 private:
  std::mt19937 random_{7};
};

TEST(ClipList, GivesBackWhatItTook) {
  Chance chance;
  std::vector<BatchClip> clips;
  ClipList list;
  for (int i = 0; i < 500; ++i) {
    clips.push_back(chance.below(3) > 0 || clips.empty() ? chance.clip() : clips.back());
    list.push_back(clips.back());
  }
  ASSERT_EQ(list.size(), clips.size());
  for (std::size_t row = 0; row < clips.size(); ++row) EXPECT_EQ(list[row], clips[row]) << row;
  std::size_t row = 0;
  for (const BatchClip& clip : list) EXPECT_EQ(clip, clips[row++]);
  EXPECT_EQ(row, clips.size());
  for (auto place = list.from(333); place != list.end(); ++place)
    EXPECT_EQ(*place, clips[place.row()]);
}

TEST(ClipList, MayBeEmpty) {
  const ClipList list;
  EXPECT_TRUE(list.empty());
  EXPECT_TRUE(list.begin() == list.end());
}

TEST(ClipList, GrowsBehindAPlaceThatIsRead) {
  ClipList list;
  for (int i = 0; i < 100; ++i) {
    list.push_back({.id = std::to_string(i), .input = "/in", .output = "/out"});
    EXPECT_EQ(list[static_cast<std::size_t>(i / 2)].id, std::to_string(i / 2));
  }
}

}  // namespace
}  // namespace overlace
