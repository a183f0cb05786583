// SPDX-License-Identifier: Apache-2.0
// A batch writes below its root, and links in an output folder take it nowhere else.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "batch/batch_lock.h"
#include "batch/output_root.h"
#include "batch/receipt.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

class OutputRoot : public testing::Test {
 protected:
  OutputRoot() {
    fs::create_directories(folder_.path() / "out");
    fs::create_directories(folder_.path() / "other");
    std::ofstream(folder_ / "other/victim") << "precious";
  }
  [[nodiscard]] std::string victim() const {
    std::ifstream file(folder_ / "other/victim");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  const test::TempFolder folder_;
  const std::string root_ = folder_ / "out";
};

TEST(OutputNames, AreBelowTheRootAsWritten) {
  EXPECT_NO_THROW(check_is_below("/out/a.mp4", "/out"));
  EXPECT_NO_THROW(check_is_below("/out/b/../a.mp4", "/out"));
  for (const char* const output : {"/out/../victim.mp4", "/outside/a.mp4", "out/a.mp4",
                                   "../victim.mp4", "/out", "/out/b/", ""})
    EXPECT_THROW(check_is_below(output, "/out"), Error) << output;
  EXPECT_EQ(common_folder("/a/b/c", "/a/bc/d.mp4"), "/a");
  EXPECT_EQ(common_folder("/a/b", "/a/b/c/d.mp4"), "/a/b");
}

TEST_F(OutputRoot, LinkedFoldersDoNotLeaveIt) {
  fs::create_directory_symlink(folder_.path() / "other", folder_ / "out/away");
  fs::create_directories(folder_.path() / "out/real");
  fs::create_directory_symlink("real", folder_ / "out/alias");
  EXPECT_THROW(check_stays_below(folder_ / "out/away/a.mp4", root_), Error);
  EXPECT_NO_THROW(check_stays_below(folder_ / "out/alias/a.mp4", root_));
  EXPECT_NO_THROW(check_stays_below(folder_ / "out/new/a.mp4", root_));
  fs::create_directory_symlink(root_, folder_ / "link");
  EXPECT_NO_THROW(check_stays_below(folder_ / "link/a.mp4", folder_ / "link"))
      << "the user named this link";
}

TEST_F(OutputRoot, LinkedLocksChangeNothing) {
  fs::create_directories(folder_.path() / "out/.overlace");
  fs::create_symlink("../../other/victim", folder_ / "out/.overlace/batch.lock");
  EXPECT_THROW(BatchLock(root_, Shard{}), Error);
  EXPECT_EQ(victim(), "precious");
}

TEST_F(OutputRoot, LinkedStateIsNeitherUsedNorEmptied) {
  fs::create_directories(folder_.path() / "other/a.mp4.part");
  std::ofstream(folder_ / "other/a.mp4.part/kept") << "precious";
  fs::create_directory_symlink(folder_.path() / "other", folder_ / "out/.overlace");
  const StagingFolder staging(folder_ / "out/a.mp4");
  EXPECT_THROW(BatchLock(root_, Shard{}), Error);
  EXPECT_THROW(staging.clear(), Error);
  staging.remove();
  EXPECT_TRUE(fs::exists(folder_ / "other/a.mp4.part/kept"));
}

}  // namespace
}  // namespace overlace
