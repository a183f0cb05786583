// SPDX-License-Identifier: Apache-2.0
// Words of commands, and folders for what they fetch. test_batch_store.py runs actual programs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "batch/store_transfer.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

TEST(Transfer, FillsInWordByWord) {
  EXPECT_EQ(
      fill_in({"cp", "{uri}", "to={path}", "{path}{uri}", "{other}", "{"}, "/a b", "s3://c;d"),
      (Words{"cp", "s3://c;d", "to=/a b", "/a bs3://c;d", "{other}", "{"}));
}

TEST(Transfer, LooksAtNothingThatWasFilledIn) {
  EXPECT_EQ(fill_in({"{uri}"}, "/p", "{path}"), Words{"{path}"});
  EXPECT_EQ(fill_in({"{path}{uri}"}, "", "{uri}"), Words{"{uri}"});
}

TEST(Transfer, KnowsUrisFromPaths) {
  for (const char* const uri : {"s3://b/a.txt", "https://a", "git+ssh://a"})
    EXPECT_TRUE(is_uri(uri)) << uri;
  for (const char* const path : {"a.txt", "/a/b", "C:\\a", "://a", "a b://c", "3d://a", ""})
    EXPECT_FALSE(is_uri(path)) << path;
}

TEST(ScratchFolder, KeepsVersionsApartAndNamesPlain) {
  const fs::path root =
      fs::temp_directory_path() / ("overlace-scratch-" + std::to_string(::getpid()));
  BatchClip clip{.id = "a", .input = "s3://b/x%04d y####.mov?sign=/a.b", .output = "/out/a.mp4"};
  clip.fetch = {"cp"};
  const ScratchFolder first(clip, root.string());
  const std::string name = fs::path(first.file(clip.input)).filename().string();
  EXPECT_EQ(name.find_first_of("%#?/ "), std::string::npos) << name;
  clip.version = "2";
  EXPECT_NE(ScratchFolder(clip, root.string()).file(clip.input), first.file(clip.input));

  first.clear({clip.input});
  std::ofstream(first.temporary(clip.input)) << "half";
  std::ofstream(first.file(clip.input)) << "whole";
  first.clear({clip.input});
  EXPECT_TRUE(fs::exists(first.file(clip.input)));
  EXPECT_FALSE(fs::exists(first.temporary(clip.input)));
  first.remove();
  EXPECT_TRUE(fs::is_empty(root));
  fs::remove_all(root);
}

}  // namespace
}  // namespace overlace
