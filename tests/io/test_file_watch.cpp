// SPDX-License-Identifier: Apache-2.0
// What counts as a change of a file.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/files/file_watch.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
constexpr std::chrono::milliseconds soon{2000}, at_once{0};

class Watched : public ::testing::Test {
 protected:
  void SetUp() override { write("a", "one"); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  void replace(const std::string& name, const std::string& text) const {
    write(name + "~", text);
    fs::rename(folder_ / (name + "~"), folder_ / name);
  }
  /// Waits for changes, for longer than any event takes.
  [[nodiscard]] Names changes() {
    for (int i = 0; i < 20; ++i)
      if (Names names = watch_.wait(std::chrono::milliseconds(100)); !names.empty()) return names;
    return {};
  }

  test::TempFolder folder_;
  FileWatch watch_;
};

TEST_F(Watched, AFileThatIsReplacedOrWritten) {
  watch_.watch({folder_ / "a"});
  EXPECT_EQ(watch_.wait(at_once), Names());
  replace("a", "two");
  EXPECT_EQ(watch_.wait(soon), Names{folder_ / "a"});
  write("a", "three");
  EXPECT_EQ(changes(), Names{folder_ / "a"});
  EXPECT_EQ(watch_.wait(at_once), Names()) << "told once";
}

TEST_F(Watched, OthersInTheFolderDoNotMatter) {
  watch_.watch({folder_ / "a"});
  write("b", "one");
  EXPECT_EQ(watch_.wait(soon), Names());
}

TEST_F(Watched, AFileThatGoesAndComes) {
  watch_.watch({folder_ / "a", folder_ / "late"});
  fs::remove(folder_ / "a");
  EXPECT_EQ(watch_.wait(at_once), Names()) << "editors move the old file away first";
  write("a", "again");
  EXPECT_EQ(changes(), Names{folder_ / "a"});
  write("late", "new");
  EXPECT_EQ(changes(), Names{folder_ / "late"});
}

TEST_F(Watched, WhatALinkLeadsTo) {
  fs::create_directory(folder_ / "far");
  write("far/b", "one");
  fs::create_symlink("far/b", folder_ / "link");
  watch_.watch({folder_ / "link"});
  replace("far/b", "two");
  EXPECT_EQ(changes(), Names{folder_ / "link"});
}

TEST_F(Watched, FilesInAFolder) {
  fs::create_directory(folder_ / "far");
  watch_.watch({folder_ / "far"});
  write("far/b", "one");
  EXPECT_EQ(changes(), Names{folder_ / "far"});
}

TEST_F(Watched, ChangesBetweenListsAreNotLost) {
  watch_.watch({folder_ / "a"});
  replace("a", "two");
  watch_.watch({folder_ / "a", folder_ / "b"});
  EXPECT_EQ(changes(), Names{folder_ / "a"});
}

}  // namespace
}  // namespace overlace
