// SPDX-License-Identifier: Apache-2.0
// Outputs appear whole or not at all, and never replace what they must not replace.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

#include "graph/core/error.h"
#include "io/files/atomic_output.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

using Names = std::vector<std::string>;

std::span<const std::byte> bytes(const char* text) {
  return {reinterpret_cast<const std::byte*>(text), std::strlen(text)};
}

void put(const std::string& path, const char* text) {
  std::ofstream(path) << text;
}

std::string get(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_whole(const std::string& path, const char* text, const OutputPolicy& policy) {
  AtomicOutput output(path, policy);
  output.write(bytes(text));
  output.commit();
}

ErrorCode refusal(const std::string& path, const OutputPolicy& policy) {
  try {
    const AtomicOutput output(path, policy);
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "not refused: " << path;
  return ErrorCode::internal;
}

/// Lowers the file size limit during its lifetime and ignores the limit's signal.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t limit) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit lowered{limit, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &lowered);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(AtomicOutput, AppearsOnCommitOnly) {
  const TempFolder folder;
  {
    AtomicOutput output(folder / "a.bin", {});
    output.write(bytes("hello"));
    output.seek(1);
    output.write(bytes("a"));
    EXPECT_EQ(folder.names().size(), 1U);
    EXPECT_NE(folder.names().front(), "a.bin");
    output.commit();
  }
  EXPECT_EQ(folder.names(), Names{"a.bin"});
  EXPECT_EQ(get(folder / "a.bin"), "hallo");
}

TEST(AtomicOutput, WithoutCommitLeavesNothing) {
  const TempFolder folder;
  {
    AtomicOutput output(folder / "a.bin", {});
    output.write(bytes("hello"));
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicOutput, ExistingFileNeedsOverwrite) {
  const TempFolder folder;
  put(folder / "a.bin", "old");
  EXPECT_EQ(refusal(folder / "a.bin", {}), ErrorCode::usage);
  EXPECT_EQ(get(folder / "a.bin"), "old");
  write_whole(folder / "a.bin", "new", {true, {}});
  EXPECT_EQ(get(folder / "a.bin"), "new");
}

TEST(AtomicOutput, FileThatAppearsMeanwhileIsKept) {
  const TempFolder folder;
  AtomicOutput output(folder / "a.bin", {});
  output.write(bytes("mine"));
  put(folder / "a.bin", "theirs");
  EXPECT_THROW(output.commit(), Error);
  EXPECT_EQ(get(folder / "a.bin"), "theirs");
  EXPECT_EQ(folder.names(), Names{"a.bin"});
}

TEST(AtomicOutput, InputIsNeverTheOutput) {
  const TempFolder folder;
  const std::string input = folder / "in.bin";
  put(input, "only copy");
  std::filesystem::create_symlink(input, folder / "symbolic.bin");
  std::filesystem::create_hard_link(input, folder / "hard.bin");
  for (const char* name : {"in.bin", "symbolic.bin", "hard.bin", "./in.bin"}) {
    EXPECT_EQ(refusal(folder / name, {true, {input}}), ErrorCode::usage) << name;
  }
  EXPECT_EQ(get(input), "only copy");
}

TEST(AtomicOutput, SymbolicLinkKeepsPointingToTheNewFile) {
  const TempFolder folder;
  put(folder / "target.bin", "old");
  std::filesystem::create_symlink(folder / "target.bin", folder / "link.bin");
  write_whole(folder / "link.bin", "new", {true, {}});
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.bin"));
  EXPECT_EQ(get(folder / "target.bin"), "new");
}

// Otherwise the error would appear only after everything has been written.
TEST(AtomicOutput, SymbolicLinkToNothingIsRefused) {
  const TempFolder folder;
  std::filesystem::create_symlink("absent", folder / "link");
  EXPECT_EQ(refusal(folder / "link", {}), ErrorCode::usage);
}

TEST(AtomicOutput, TwoOutputsThatAreNotThereYetAreToldApart) {
  const TempFolder folder;
  EXPECT_EQ(refusal(folder / "a", {true, {folder / "./a"}}), ErrorCode::usage);
  EXPECT_NO_THROW(check_output(folder / "a", {true, {folder / "b", ""}}));
}

TEST(AtomicOutput, OnlyRegularFilesAreReplaced) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "folder.bin");
  ASSERT_EQ(::mkfifo((folder / "pipe.bin").c_str(), 0600), 0);
  EXPECT_EQ(refusal(folder / "folder.bin", {true, {}}), ErrorCode::usage);
  EXPECT_EQ(refusal(folder / "pipe.bin", {true, {}}), ErrorCode::usage);
  EXPECT_EQ(refusal("/dev/full", {true, {}}), ErrorCode::usage);
}

TEST(AtomicOutput, MissingFolderIsAnOutputError) {
  const TempFolder folder;
  EXPECT_EQ(refusal(folder / "nowhere/a.bin", {}), ErrorCode::output);
}

TEST(AtomicOutput, FailedWriteIsKeptUntilCommit) {
  const TempFolder folder;
  {
    AtomicOutput output(folder / "a.bin", {});
    const FileSizeLimit limit(8);
    EXPECT_TRUE(output.write(bytes("12345678")));
    EXPECT_FALSE(output.write(bytes("9")));
    EXPECT_EQ(output.failure(), EFBIG);
    EXPECT_THROW(output.commit(), Error);
  }
  EXPECT_EQ(folder.names(), Names{});
}

// A killed process leaves a file without a lock.
TEST(AtomicOutput, NextRunRemovesWhatAKilledOneLeft) {
  const TempFolder folder;
  for (const char* name : {".a.bin.0.part", ".a.bin.1.part", ".b.bin.0.part"})
    put(folder / name, "half");
  write_whole(folder / "a.bin", "whole", {});
  EXPECT_EQ(folder.names(), (Names{".b.bin.0.part", "a.bin"}));
}

TEST(AtomicOutput, RunsAtTheSameTimeDoNotDisturbEachOther) {
  const TempFolder folder;
  AtomicOutput first(folder / "a.bin", {});
  AtomicOutput second(folder / "a.bin", {true, {}});
  first.write(bytes("first"));
  second.write(bytes("second"));
  EXPECT_EQ(folder.names().size(), 2U);
  first.commit();
  EXPECT_EQ(get(folder / "a.bin"), "first");
  second.commit();
  EXPECT_EQ(get(folder / "a.bin"), "second");
  EXPECT_EQ(folder.names(), Names{"a.bin"});
}

// Each thread repeatedly writes a text of a different length, so that any mixture is detected.
TEST(AtomicOutput, ManyRunsAtOnceLeaveOneOfThemWhole) {
  const TempFolder folder;
  constexpr int writers = 4, rounds = 100;
  std::vector<std::jthread> threads;
  for (int w = 0; w < writers; ++w)
    threads.emplace_back([&folder, w] {
      const std::string text(static_cast<std::size_t>(w + 1) * 1000, static_cast<char>('a' + w));
      for (int i = 0; i < rounds; ++i) write_whole(folder / "a.bin", text.c_str(), {true, {}});
    });
  threads.clear();
  const std::string text = get(folder / "a.bin");
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text, std::string(static_cast<std::size_t>(text[0] - 'a' + 1) * 1000, text[0]));
  EXPECT_EQ(folder.names(), Names{"a.bin"});
}

class TranscodeOutput : public ClipTest {};

TEST_F(TranscodeOutput, FullDiskIsAnOutputErrorAndLeavesNothing) {
  const std::string clip = make("in.mp4", "-f lavfi -i testsrc2=s=320x180:d=1 -c:v libx264");
  for (const char* name : {"out.mp4", "out.mkv"}) {
    const FileSizeLimit limit(4096);
    try {
      copy_frames(clip, {folder_ / name, {}, {}});
      ADD_FAILURE() << "wrote past the limit: " << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::output) << error.what();
    }
  }
  EXPECT_EQ(folder_.names(), Names{"in.mp4"});
}

}  // namespace
}  // namespace overlace::testing
