// SPDX-License-Identifier: Apache-2.0
// Folders in which many files appear at once.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "batch/inputs.h"
#include "batch/watch.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A folder in memory if possible, else a temporary one.
class WatchedFolder : public ::testing::Test {
 protected:
  WatchedFolder() { fs::create_directories(folder_); }
  ~WatchedFolder() override { fs::remove_all(folder_); }

  void drop(const fs::path& name) const { std::ofstream(folder_ / name) << "a video"; }
  [[nodiscard]] Watch watch(const std::string& source, double rescan_s) {
    const PlanRequest request{.sources = {(folder_ / source).string()},
                              .output = folder_.string() + ".out/{rel}/{stem}.mkv",
                              .known_options = {},
                              .watches = true};
    return {request,
            {.settle_s = 0.2, .scan_s = 0.05, .rescan_s = rescan_s},
            [this](const auto& t) { notes_ += t; }};
  }
  /// How often each clip is taken, until `count` clips were taken and `seconds` have passed.
  static std::map<std::string, int> take(Watch& watch, std::size_t count, double seconds) {
    std::map<std::string, int> taken;
    const auto look = [&] {
      for (const BatchClip& clip : watch.ready()) ++taken[clip.id];
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    };
    const auto begin = Clock::now();
    const auto passed = [&begin] {
      return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    while (taken.size() < count && passed() < seconds) look();
    for (int more = 0; more < 50; ++more) look();
    return taken;
  }

  const fs::path folder_ =
      fs::path(fs::exists("/dev/shm") ? "/dev/shm" : fs::temp_directory_path()) /
      fmt::format("overlace-watch-{}", ::getpid());
  std::string notes_;
};

constexpr double never_s = 1e6, long_s = 60;

TEST_F(WatchedFolder, TakesTenThousandThatComeAtOnceOnceEach) {
  Watch watched = watch("", never_s);
  EXPECT_TRUE(watched.ready().empty());
  constexpr std::size_t count = 10'000;
  for (std::size_t i = 0; i < count; ++i) drop(fmt::format("{}.mp4", i));
  const auto taken = take(watched, count, long_s);
  EXPECT_EQ(taken.size(), count);
  for (const auto& [id, times] : taken) EXPECT_EQ(times, 1) << id;
  EXPECT_EQ(notes_, "");
}

TEST_F(WatchedFolder, FoldersThatGoWhileTheyAreSearchedAreNoError) {
  std::atomic<bool> done{false};
  {
    const std::jthread others([&] {
      std::error_code ignored;
      for (int i = 0; !done; ++i)
        if (const fs::path path = folder_ / std::to_string(i % 64); !fs::remove(path, ignored))
          fs::create_directory(path, ignored);
    });
    for (int i = 0; i < 2000; ++i)
      EXPECT_NO_THROW(static_cast<void>(find_inputs(folder_.string(), true))) << i;
    done = true;
  }
}

TEST_F(WatchedFolder, NoticesNewFoldersAndNames) {
  Watch watched = watch("", never_s);
  EXPECT_TRUE(watched.ready().empty());
  fs::create_directories(folder_ / "a/b");
  drop("a/b/deep.mp4");
  EXPECT_EQ(take(watched, 1, long_s), (std::map<std::string, int>{{"a/b/deep.mkv", 1}}));
  drop("a/b/later.mp4");
  drop("a/.half.part");
  fs::rename(folder_ / "a/.half.part", folder_ / "a/whole.mp4");
  EXPECT_EQ(take(watched, 2, long_s),
            (std::map<std::string, int>{{"a/b/later.mkv", 1}, {"a/whole.mkv", 1}}));
}

TEST_F(WatchedFolder, ASourceThatIsAwayForAMomentEndsNothing) {
  Watch watched = watch("", 0.05);
  EXPECT_TRUE(watched.ready().empty());
  fs::remove_all(folder_);
  EXPECT_TRUE(take(watched, 1, 0.5).empty());
  EXPECT_NE(notes_.find("does not exist"), std::string::npos) << notes_;
  fs::create_directories(folder_);
  EXPECT_TRUE(take(watched, 1, 0.5).empty());
  drop("a.mp4");
  EXPECT_EQ(take(watched, 1, long_s).size(), 1U);
  EXPECT_NE(notes_.find("there again"), std::string::npos) << notes_;
}

TEST_F(WatchedFolder, LooksNowAndThenWithoutReason) {
  fs::create_directories(folder_ / "cam1");
  Watch heard = watch("*.mp4", never_s), silent = watch("cam?/*.mp4", never_s);
  EXPECT_NE(notes_.find("a pattern of folders"), std::string::npos) << notes_;
  EXPECT_TRUE(heard.ready().empty());
  EXPECT_TRUE(silent.ready().empty());
  drop("a.mp4");
  drop("cam1/b.mp4");
  EXPECT_EQ(take(heard, 1, long_s).size(), 1U);
  EXPECT_EQ(take(silent, 1, long_s).size(), 1U);
}

}  // namespace
}  // namespace overlace
