// SPDX-License-Identifier: Apache-2.0
// Folders appear whole or not at all, and never replace what they must not replace.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "graph/core/error.h"
#include "io/files/atomic_folder.h"
#include "tests/io/clips.h"

namespace overlace::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

bool is_text(const std::string& name) {
  return name.ends_with(".txt");
}

void put(const std::string& path, const char* text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

std::string get(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_whole(const std::string& path, const OutputPolicy& policy = {}) {
  AtomicFolder output(path, policy, is_text);
  output.write("1.txt", "new");
  output.commit();
}

/// The code of the error that writing throws; none if it succeeds.
std::optional<ErrorCode> refusal(const std::string& path, const OutputPolicy& policy = {}) {
  try {
    write_whole(path, policy);
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

TEST(AtomicFolder, AppearsOnCommitOnly) {
  const TempFolder folder;
  {
    AtomicFolder output(folder / "out/", {}, is_text);
    output.write("1.txt", "one");
    EXPECT_THROW(output.write("1.txt", "twice"), Error);
    EXPECT_FALSE(fs::exists(folder / "out"));
    output.commit();
  }
  EXPECT_EQ(folder.names(), Names{"out"});
  EXPECT_EQ(get(folder / "out/1.txt"), "one");
}

TEST(AtomicFolder, WithoutCommitLeavesNothing) {
  const TempFolder folder;
  { AtomicFolder(folder / "out", {}, is_text).write("1.txt", "one"); }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicFolder, AnEmptyFolderGivesWayAndAFullOneNeedsOverwrite) {
  const TempFolder folder;
  fs::create_directory(folder / "out");
  EXPECT_EQ(refusal(folder / "out"), std::nullopt);
  put(folder / "out/old.txt", "old");
  EXPECT_EQ(refusal(folder / "out"), ErrorCode::usage);
  EXPECT_TRUE(fs::exists(folder / "out/old.txt"));
  EXPECT_EQ(refusal(folder / "out", {true, {}}), std::nullopt);
  EXPECT_FALSE(fs::exists(folder / "out/old.txt"));
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(AtomicFolder, OverwriteTakesNothingButItsLike) {
  const TempFolder folder;
  put(folder / "photos/1.txt", "mine");
  put(folder / "photos/1.jpg", "mine");
  put(folder / "home/inner.txt/1.txt", "mine");
  put(folder / "linked/1.txt", "mine");
  fs::create_symlink(folder / "photos/1.jpg", folder / "linked/2.txt");
  for (const char* name : {"photos", "home", "linked"})
    EXPECT_EQ(refusal(folder / name, {true, {}}), ErrorCode::usage) << name;
  EXPECT_EQ(get(folder / "photos/1.jpg"), "mine");
  EXPECT_EQ(get(folder / "home/inner.txt/1.txt"), "mine");
}

TEST(AtomicFolder, WhatAppearsMeanwhileIsKept) {
  const TempFolder folder;
  AtomicFolder output(folder / "out", {}, is_text);
  output.write("1.txt", "mine");
  put(folder / "out/1.txt", "theirs");
  EXPECT_THROW(output.commit(), Error);
  EXPECT_EQ(get(folder / "out/1.txt"), "theirs");
}

TEST(AtomicFolder, InputsAreNeverReplaced) {
  const TempFolder folder;
  put(folder / "in/1.txt", "only copy");
  fs::create_symlink(folder / "in", folder / "link");
  for (const char* input : {"in", "in/1.txt", "in/*.txt", "link/1.txt"})
    for (const char* output : {"in", "in/", "link"})
      EXPECT_EQ(refusal(folder / output, {true, {folder / input}}), ErrorCode::usage)
          << input << " " << output;
  EXPECT_EQ(get(folder / "in/1.txt"), "only copy");
}

TEST(AtomicFolder, FilesAndMissingFoldersAreRefused) {
  const TempFolder folder;
  put(folder / "file", "");
  fs::create_symlink("absent", folder / "link");
  EXPECT_EQ(refusal(folder / "file", {true, {}}), ErrorCode::usage);
  EXPECT_EQ(refusal(folder / "link", {true, {}}), ErrorCode::usage);
  EXPECT_EQ(refusal(folder / "nowhere/out"), ErrorCode::output);
}

TEST(AtomicFolder, TheCurrentFolderIsNotTakenFromUnderTheCaller) {
  const TempFolder folder;
  const fs::path before = fs::current_path();
  fs::create_directory(folder / "here");
  fs::current_path(folder / "here");
  const auto refused = {refusal("."), refusal("./"), refusal("../here"), refusal("")};
  const bool still_there = fs::exists("../here");
  fs::current_path(before);
  for (const auto& code : refused) EXPECT_EQ(code, ErrorCode::usage);
  EXPECT_TRUE(still_there);
}

TEST(AtomicFolder, ALinkKeepsPointingToTheNewFolder) {
  const TempFolder folder;
  put(folder / "target/old.txt", "old");
  fs::create_symlink(folder / "target", folder / "link");
  EXPECT_EQ(refusal(folder / "link", {true, {}}), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(get(folder / "target/1.txt"), "new");
}

TEST(AtomicFolder, LeavesNothingWhereNoFileCanBeOpened) {
  const TempFolder folder;
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlimit none = limit;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const std::optional<ErrorCode> code = refusal(folder / "out");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(code, ErrorCode::output);
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicFolder, NextRunRemovesWhatAKilledOneLeft) {
  const TempFolder folder;
  put(folder / ".out.0.part/1.txt", "half");
  put(folder / ".out.1.part/1.txt", "half");
  write_whole(folder / "out");
  EXPECT_EQ(folder.names(), Names{"out"});
}

TEST(AtomicFolder, RunsAtTheSameTimeDoNotDisturbEachOther) {
  const TempFolder folder;
  AtomicFolder first(folder / "out", {}, is_text);
  AtomicFolder second(folder / "out", {true, {}}, is_text);
  first.write("1.txt", "first");
  second.write("2.txt", "second");
  first.commit();
  EXPECT_TRUE(fs::exists(folder / "out/1.txt"));
  second.commit();
  EXPECT_FALSE(fs::exists(folder / "out/1.txt"));
  EXPECT_EQ(get(folder / "out/2.txt"), "second");
  EXPECT_EQ(folder.names(), Names{"out"});
}

}  // namespace
}  // namespace overlace::testing
