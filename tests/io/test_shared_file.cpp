// SPDX-License-Identifier: Apache-2.0
// A file that several programs change at once: nobody's version is lost, and none is ever half
// there.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "graph/core/error.h"
#include "io/files/shared_file.h"
#include "tests/temp_folder.h"

namespace overlace::test {
namespace {

constexpr std::size_t limit = 1U << 20U;

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SharedFile, TheContentChangesAndNothingElse) {
  const TempFolder folder;
  const std::string path = folder / "graph.json", link = folder / "link.json";
  write(path, "\xEF\xBB\xBF{}\r\n");
  ::chmod(path.c_str(), 0640);
  std::filesystem::create_symlink("graph.json", link);
  SharedFile file(link, limit);
  EXPECT_TRUE(file.replace("new"));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(file.text(), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  EXPECT_EQ(folder.names().size(), 2U);
  EXPECT_FALSE(file.reload());
}

TEST(SharedFile, WhatOthersHaveWrittenStays) {
  const TempFolder folder;
  const std::string path = folder / "graph.json";
  write(path, "first");
  SharedFile file(path, limit);
  write(path, "theirs");
  EXPECT_FALSE(file.replace("mine"));
  EXPECT_EQ(content(path), "theirs");
  EXPECT_EQ(file.text(), "first");
  EXPECT_TRUE(file.reload());
  EXPECT_TRUE(file.replace("mine"));
  EXPECT_EQ(content(path), "mine");
}

// Who has opened the file to write into it would go on writing into what is no longer there.
TEST(SharedFile, AFileThatIsBeingWrittenIsLeftAlone) {
  const TempFolder folder;
  const std::string path = folder / "graph.json";
  write(path, "first");
  SharedFile file(path, limit);
  std::ofstream writer(path, std::ios::in | std::ios::out | std::ios::binary);
  EXPECT_FALSE(file.replace("mine"));
  writer << "FIRST";
  writer.close();
  EXPECT_EQ(content(path), "FIRST");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"graph.json"});
}

TEST(SharedFile, WhatCannotBeDoneIsSaid) {
  const TempFolder folder;
  EXPECT_THROW(SharedFile(folder / "no.json", limit), Error);
  EXPECT_THROW(SharedFile(folder.path().string(), limit), Error);
  const std::string path = folder / "graph.json";
  write(path, "123");
  EXPECT_THROW(SharedFile(path, 2), Error);
  if (::geteuid() == 0) return;  // may write everywhere
  SharedFile file(path, limit);
  ::chmod(path.c_str(), 0444);
  EXPECT_THROW((void)file.replace("mine"), Error);
  EXPECT_EQ(content(path), "123");
}

/// Runs `work` in a process of its own, which must end well.
class Child {
 public:
  template <class Work>
  explicit Child(Work work) : process_(::fork()) {
    if (process_ != 0) return;
    std::_Exit(work() ? 0 : 1);
  }
  [[nodiscard]] bool has_ended() {
    if (!ended_ && ::waitpid(process_, &status_, WNOHANG) == process_) ended_ = true;
    return ended_;
  }
  [[nodiscard]] bool did_well() {
    if (!ended_) ::waitpid(process_, &status_, 0);
    return WIFEXITED(status_) && WEXITSTATUS(status_) == 0;
  }

 private:
  pid_t process_;
  int status_ = 0;
  bool ended_ = false;
};

// Both count in one file: a version that was lost would be missing in the end.
TEST(SharedFile, TwoProgramsThatCountLoseNothing) {
  const TempFolder folder;
  const std::string path = folder / "counts";
  write(path, "0 0");
  const auto count = [&](int which) {
    SharedFile file(path, limit);
    for (int done = 0; done < 300;) {
      int counts[2] = {};
      if (std::sscanf(file.text().c_str(), "%d %d", &counts[0], &counts[1]) != 2) return false;
      ++counts[which];
      if (file.replace(fmt::format("{} {}", counts[0], counts[1])))
        ++done;
      else
        file.reload();
    }
    return true;
  };
  Child child([&] { return count(1); });
  EXPECT_TRUE(count(0));
  EXPECT_TRUE(child.did_well());
  EXPECT_EQ(content(path), "300 300");
}

/// A version of the file, long enough to be caught half written.
std::string version_text(int version, int saves) {
  return fmt::format("{} {} {} {}", version, saves, std::string(20'000, 'x'), version);
}

struct Version {
  int number = -1, saves = -1;
};

/// Nothing for a text that is no whole version.
Version version_of(const std::string& text) {
  Version version;
  if (std::sscanf(text.c_str(), "%d %d", &version.number, &version.saves) != 2) return {};
  return text == version_text(version.number, version.saves) ? version : Version{};
}

/// Writes 1,000 versions as other editors do, and looks after each whether it is still there, alone
/// or with a save on top.
bool write_versions(const std::string& path, bool in_place) {
  std::mt19937 random(in_place ? 1 : 2);
  for (int number = 1; number <= 1000; ++number) {
    const std::string text = version_text(number, 0), beside = path + ".theirs";
    if (in_place) {
      const int file = ::open(path.c_str(), O_WRONLY);
      const bool written = file >= 0 && ::ftruncate(file, 0) == 0 &&
                           ::write(file, text.data(), 9'000) == 9'000 &&
                           ::write(file, text.data() + 9'000, text.size() - 9'000) > 0;
      ::close(file);
      if (!written) return false;
    } else {
      write(beside, text);
      if (std::rename(beside.c_str(), path.c_str()) != 0) return false;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    if (number % 10 != 0) continue;
    // An exchange may be under way, which puts the version back if need be.
    Version there;
    for (int wait = 0; wait < 1000 && there.number != number; ++wait) {
      there = version_of(content(path));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (there.number != number) return false;
  }
  return true;
}

void save_while_others_write(bool in_place) {
  const TempFolder folder;
  const std::string path = folder / "graph.json";
  write(path, version_text(0, 0));
  Child others([&] { return write_versions(path, in_place); });
  SharedFile file(path, limit);
  int saves = 0, conflicts = 0, last = 0;
  while (!others.has_ended()) {
    const Version base = version_of(file.text());
    // What is written in place is seen half written; but it is never saved on top of.
    if (base.number >= 0) {
      EXPECT_GE(base.number, last);
      last = base.number;
      ++(file.replace(version_text(base.number, base.saves + 1)) ? saves : conflicts);
    } else {
      EXPECT_TRUE(in_place) << file.text().size();
    }
    file.reload();
  }
  EXPECT_TRUE(others.did_well());
  EXPECT_EQ(version_of(content(path)).number, 1000);
  EXPECT_GT(saves, 20);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"graph.json"});
  ::testing::Test::RecordProperty("conflicts", conflicts);
}

TEST(SharedFile, ThousandVersionsThatAreRenamedIntoPlaceSurvive) {
  save_while_others_write(false);
}

TEST(SharedFile, ThousandVersionsThatAreWrittenInPlaceSurvive) {
  save_while_others_write(true);
}

}  // namespace
}  // namespace overlace::test
