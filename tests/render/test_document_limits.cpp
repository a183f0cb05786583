// SPDX-License-Identifier: Apache-2.0
// What a document of a stranger may read: nothing outside of the folder that its user names.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "../temp_folder.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// A folder that a stranger has filled, and one beside it that is none of the stranger's business.
struct Folders {
  test::TempFolder all;
  fs::path job = all.path() / "job", secret = all.path() / "secret";

  Folders() {
    for (const fs::path& folder : {job, job / "sub", secret, secret / "rows"})
      fs::create_directory(folder);
    for (const fs::path& file :
         {job / "sub" / "a.txt", secret / "a.txt", secret / "rows" / "0.txt"})
      std::ofstream(file) << "1,1,2,3,4,5,1,-1,-1,-1\n";
    for (const fs::path& file : {job / "sub" / "base.json", secret / "base.json"})
      std::ofstream(file) << R"({"overlace": 1, "extends": "boxes"})";
    fs::create_symlink(secret / "a.txt", job / "link.txt");
    fs::create_symlink(secret, job / "linked");
    fs::create_symlink(secret / "base.json", job / "link.json");
  }
};

/// A graph that names `path` in one of the ways in which graphs name files.
std::string naming(const std::string& way, const std::string& path) {
  if (way == "extends") return fmt::format(R"({{"overlace": 1, "extends": "{}"}})", path);
  const std::string node =
      way == "font" ? R"("type": "draw_labels", "params": {"font": "PATH"})"
      : way == "lut"
          ? R"("type": "picture_grade", "inputs": {"region": "area"}, "params": {"lut": "PATH"})"
      : way == "picture" ? R"("type": "draw_image", "params": {"path": "PATH"})"
                         : R"("type": "draw_boxes", "inputs": {"tracks": "named"})";
  const std::string tracks = way == "tracks" ? "PATH" : "$tracks";
  std::string text = R"({"overlace": 1, "nodes": {
    "area": {"type": "draw_fill"},
    "named": {"type": "track_file", "params": {"path": ")" +
                     tracks + R"("}}, "drawn": {)" + node + R"(}}, "composite": ["drawn"]})";
  if (way == "font")
    text.replace(text.find(R"("params": {"font)"), 0, R"("inputs": {"tracks": "named"}, )");
  text.replace(text.find("PATH"), 4, path);
  return text;
}

GraphSettings settings_of(const std::string& document, const Folders& folders) {
  GraphSettings settings;
  settings.document = document;
  settings.tracks = (folders.secret / "mine.txt").string();  // the user's own
  settings.files_below = {folders.job.string()};
  return settings;
}

std::optional<Error> failure_of(const GraphSettings& settings) {
  try {
    static_cast<void>(load_graph(settings));
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

class FilesOfADocument : public testing::TestWithParam<std::string> {};

TEST_P(FilesOfADocument, LieBelowTheFolder) {
  const Folders folders;
  const std::string end = GetParam() == "extends" ? "base.json" : "a.txt";
  const std::string link = GetParam() == "extends" ? "link.json" : "link.txt";
  for (const fs::path& inside :
       {folders.job / "sub" / end, folders.job / "sub" / ".." / "sub" / end}) {
    const auto failure = failure_of(settings_of(naming(GetParam(), inside.string()), folders));
    EXPECT_FALSE(failure) << inside << ": " << failure->what();
  }
  for (const fs::path& outside :
       {folders.secret / end, folders.job / ".." / "secret" / end, folders.job / link,
        folders.job / "linked" / end, fs::path("/etc/passwd.json")}) {
    const auto failure = failure_of(settings_of(naming(GetParam(), outside.string()), folders));
    ASSERT_TRUE(failure) << outside;
    EXPECT_EQ(failure->code(), ErrorCode::usage);
    EXPECT_EQ(failure->problems().front().hint, "files must lie below " + folders.job.string());
  }
}

INSTANTIATE_TEST_SUITE_P(All, FilesOfADocument,
                         testing::Values("extends", "tracks", "picture", "lut", "font"),
                         [](const auto& each) { return each.param; });

TEST(FilesOfADocuments, NobodyLearnsWhatIsOutside) {
  const Folders folders;
  const auto text_for = [&](const std::string& name) {
    const std::string path = (folders.secret / name).string();
    std::string text = failure_of(settings_of(naming("picture", path), folders))->what();
    text.replace(text.find(path), path.size(), "PATH");
    return text;
  };
  EXPECT_EQ(text_for("a.txt"), text_for("is_not_there.png"));
}

TEST(FilesOfADocuments, AFolderOfTracksHoldsNoLinks) {
  const Folders folders;
  fs::create_directory(folders.job / "rows");
  std::ofstream(folders.job / "rows" / "0.txt") << "0 0.5 0.5 0.1 0.1\n";
  const GraphSettings settings =
      settings_of(naming("tracks", (folders.job / "rows").string()), folders);
  EXPECT_FALSE(failure_of(settings));
  fs::create_symlink(folders.secret / "rows" / "0.txt", folders.job / "rows" / "1.txt");
  EXPECT_TRUE(failure_of(settings));
}

TEST(FilesOfADocuments, LieAnywhereWithoutALimit) {
  const Folders folders;
  GraphSettings settings =
      settings_of(naming("picture", (folders.job / "link.txt").string()), folders);
  settings.files_below.clear();
  EXPECT_FALSE(failure_of(settings));
}

}  // namespace
}  // namespace overlace
