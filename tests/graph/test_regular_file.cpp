// SPDX-License-Identifier: Apache-2.0
// Only regular files are opened, nothing waits, and a root is not left.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "graph/core/regular_file.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

class RegularFiles : public testing::Test {
 protected:
  RegularFiles() {
    fs::create_directories(folder_.path() / "root/below");
    std::ofstream(folder_ / "root/below/file") << "inside";
    std::ofstream(folder_ / "secret") << "outside";
  }
  [[nodiscard]] std::string problem_below_root(const std::string& path) const {
    return RegularFile(path, {.root = folder_ / "root"}).problem();
  }
  const test::TempFolder folder_;
};

TEST_F(RegularFiles, OtherThingsAreRefusedAtOnce) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(RegularFile(pipe).problem(), "is a pipe; a regular file is needed") << "and nobody writes to it";
  EXPECT_EQ(RegularFile("/dev/zero").problem(), "is a device or socket; a regular file is needed");
  EXPECT_EQ(RegularFile(folder_ / "root").problem(), "is a folder, not a file");
  const RegularFile missing(folder_ / "missing");
  EXPECT_TRUE(missing.is_missing());
  EXPECT_FALSE(missing);
}

TEST_F(RegularFiles, PipesAreTakenOnlyFromWriters) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const OpenRule rule{.takes_pipes = true};
  EXPECT_EQ(RegularFile(pipe, rule).problem(), "is a pipe to which nobody writes");
  std::thread writer([&pipe] {
    std::ofstream out(pipe);  // waits for the reader
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    out << "late";
  });
  RegularFileStream stream(pipe, rule);
  std::string word;
  EXPECT_TRUE(stream >> word) << stream.file().problem();
  EXPECT_EQ(word, "late");
  writer.join();
}

TEST_F(RegularFiles, ContentAndSize) {
  const RegularFile file(folder_ / "secret");
  ASSERT_TRUE(file) << file.problem();
  EXPECT_EQ(file.size(), 7U);
  EXPECT_EQ(file.read(3), "out");
  EXPECT_EQ(file.read(100), "side");
  EXPECT_NE(RegularFile("/proc/self/stat").read(1U << 20U), "") << "its size is given as 0";
}

TEST_F(RegularFiles, StreamsMoveToAnyPlace) {
  RegularFileStream stream(folder_ / "secret");
  std::string word;
  EXPECT_TRUE(stream >> word);
  EXPECT_EQ(word, "outside");
  stream.clear();
  EXPECT_EQ(stream.seekg(-4, std::ios::end).tellg(), 3);
  EXPECT_EQ(stream.get(), 's');
  EXPECT_EQ(stream.tellg(), 4);
  EXPECT_EQ(stream.seekg(1, std::ios::cur).get(), 'd');
  EXPECT_FALSE(RegularFileStream(folder_ / "missing"));
}

TEST_F(RegularFiles, NothingOutsideARootIsOpened) {
  EXPECT_EQ(problem_below_root("below/file"), "");
  EXPECT_EQ(problem_below_root(folder_ / "root/below/file"), "");
  EXPECT_EQ(problem_below_root("below/../below/file"), "");
  const std::vector<std::string> outside{"../secret", "below/../../secret", folder_ / "secret",
                                         "/etc/passwd"};
  for (const std::string& path : outside)
    EXPECT_NE(problem_below_root(path).find("lies outside of"), std::string::npos) << path;
}

TEST_F(RegularFiles, NoLinkIsFollowedBelowARoot) {
  fs::create_symlink("../secret", folder_ / "root/link");
  fs::create_symlink(".", folder_ / "root/here");
  EXPECT_EQ(problem_below_root("link"), "is reached through a symbolic link");
  EXPECT_NE(problem_below_root("here/below/file"), "");
  EXPECT_TRUE(RegularFile(folder_ / "root/link")) << "without a root, links are the user's own";
}

TEST_F(RegularFiles, AnotherUsersFilesAreNotTrusted) {
  const std::string file = folder_ / "root/below/file", root = folder_ / "root";
  constexpr uid_t somebody = 4711, somebody_else = 4712;
  if (::chown(file.c_str(), somebody, static_cast<gid_t>(-1)) != 0)
    GTEST_SKIP() << "only root can give files away";
  const OpenRule rule{.root = root, .needs_trusted_owner = true};
  EXPECT_EQ(RegularFile(file, rule).problem(), "belongs to another user");
  EXPECT_EQ(RegularFile(file, {.root = root}).problem(), "");
  ASSERT_EQ(::chown(root.c_str(), somebody, static_cast<gid_t>(-1)), 0);
  EXPECT_EQ(RegularFile(file, rule).problem(), "") << "the root's owner could replace it anyway";
  ASSERT_EQ(::chown(root.c_str(), somebody_else, static_cast<gid_t>(-1)), 0);
  EXPECT_EQ(RegularFile(file, rule).problem(), "belongs to another user");
}

}  // namespace
}  // namespace overlace
