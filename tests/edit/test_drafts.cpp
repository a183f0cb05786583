// SPDX-License-Identifier: Apache-2.0
// Texts that were not saved are found by the next editor of the same document, and by nobody else.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "edit/drafts.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

class DraftsOfADocument : public testing::Test {
 protected:
  [[nodiscard]] Drafts opened(const std::string& document = "/a/mine.json") const {
    return {folder_, document};
  }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  test::TempFolder above_;
  fs::path folder_ = above_.path() / "state" / "drafts";
};

TEST_F(DraftsOfADocument, AreFoundOnceTheirEditorHasEnded) {
  const Draft draft{"new \"text\" ü", "old", 1'700'000'000};
  {
    Drafts drafts = opened();
    EXPECT_FALSE(drafts.left());
    drafts.keep({"first", "old", 1});
    drafts.keep(draft);
    EXPECT_EQ(drafts.own(), draft);
    EXPECT_FALSE(opened().left());  // it is still being edited
  }
  EXPECT_FALSE(opened("/a/other.json").left());
  Drafts next = opened();
  EXPECT_EQ(next.left(), draft);
  next.drop_left();
  EXPECT_FALSE(opened().left());
  EXPECT_EQ(count(), 0U);
}

TEST_F(DraftsOfADocument, AreDroppedWhenTheTextIsSaved) {
  Drafts drafts = opened();
  drafts.keep({"text", "", 1});
  drafts.drop_own();
  EXPECT_FALSE(drafts.own());
  EXPECT_EQ(count(), 0U);
}

TEST_F(DraftsOfADocument, AreForThisUserAlone) {
  Drafts drafts = opened();
  drafts.keep({"text", "", 1});
  struct stat status {};
  ASSERT_EQ(::stat(folder_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  ASSERT_EQ(::stat(fs::directory_iterator(folder_)->path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(DraftsOfADocument, AFolderThatOthersMayWriteToIsNotUsed) {
  { opened().keep({"text", "", 1}); }
  fs::permissions(folder_, fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(opened().left());
  Drafts drafts = opened();
  EXPECT_THROW(drafts.keep({"text", "", 1}), Error);
}

TEST_F(DraftsOfADocument, TenAreKept) {
  for (int i = 0; i < 14; ++i) opened("/a/" + std::to_string(i) + ".json").keep({"text", "", i});
  EXPECT_EQ(count(), 10U);
  EXPECT_TRUE(opened("/a/13.json").left());
  EXPECT_FALSE(opened("/a/0.json").left());
}

TEST_F(DraftsOfADocument, OtherFilesAreNone) {
  { opened().keep({"text", "", 1}); }
  std::ofstream(fs::directory_iterator(folder_)->path()) << "{\"file\": 3";
  EXPECT_FALSE(opened().left());
}

TEST_F(DraftsOfADocument, WhatStandsInTheWayIsSaid) {
  fs::create_directories(folder_.parent_path());
  std::ofstream{folder_} << "a file";
  Drafts drafts = opened();
  try {
    drafts.keep({"text", "", 1});
    FAIL() << "kept";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("is not a folder"), std::string::npos);
  }
}

}  // namespace
}  // namespace overlace
