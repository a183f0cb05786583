// SPDX-License-Identifier: Apache-2.0
// What lies in a state folder is believed, so nobody else may have put it there.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "batch/state_folder.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

TEST(StateFolders, OnlyTheirOwnerMayEnter) {
  const test::TempFolder folder;
  const StateFolder state = StateFolder::of("/out", folder / "new/state", {0, 2});
  state.make();
  for (const char* const name : {"new/state", "new/state/shard-0-of-2"})
    EXPECT_EQ(fs::status(folder / name).permissions(), fs::perms::owner_all) << name;
  EXPECT_NO_THROW(state.make()) << "a second run";
}

TEST(StateFolders, PreparedByOthersAreRefused) {
  const test::TempFolder folder;
  const std::string named = folder / "state";
  fs::create_directory(named);
  fs::permissions(named, fs::perms::all);
  EXPECT_THROW(StateFolder::of("/out", named).make(), Error) << "others may write to it";
  fs::permissions(named, fs::perms::owner_all);
  EXPECT_NO_THROW(StateFolder::of("/out", named).make());
  fs::create_directory_symlink(named, folder / "link");
  EXPECT_THROW(StateFolder::of("/out", folder / "link").make(), Error);
  constexpr uid_t somebody = 4711;
  if (::chown(named.c_str(), somebody, static_cast<gid_t>(-1)) != 0)
    GTEST_SKIP() << "only root can give folders away";
  EXPECT_THROW(StateFolder::of("/out", named).make(), Error) << "another user's";
}

}  // namespace
}  // namespace overlace
