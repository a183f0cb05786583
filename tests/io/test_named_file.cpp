// SPDX-License-Identifier: Apache-2.0
// Errors for files that do not exist.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "graph/core/utf8.h"
#include "io/files/named_file.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

class NamedFile : public testing::Test {
 protected:
  NamedFile() { std::filesystem::create_directory(folder_); }
  ~NamedFile() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string in_folder(const std::string& name) const {
    return (folder_ / name).string();
  }
  /// The error for a file that cannot be read.
  static std::string problem(const std::string& path) {
    try {
      static_cast<void>(read_named_file(
          path, [](const std::string&) -> int { throw Error(ErrorCode::input, "is damaged"); }));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::input);
      return error.what();
    }
    return "nothing";
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("named_file_" + std::to_string(getpid()));
};

TEST_F(NamedFile, SaysTheNearestName) {
  std::ofstream(in_folder("film.cube")) << "x";
  EXPECT_EQ(
      problem(in_folder("flim.cube")),
      in_folder("flim.cube") + ": does not exist; did you mean '" + in_folder("film.cube") + "'?");
  EXPECT_EQ(problem(in_folder("something.else")), in_folder("something.else") + ": does not exist");
}

TEST_F(NamedFile, SaysWhereRelativePathsBegin) {
  EXPECT_EQ(problem("no/such/folder/x.cube"),
            "no/such/folder/x.cube: does not exist; relative paths begin in the working folder, " +
                std::filesystem::current_path().string());
}

TEST_F(NamedFile, OfPatternsTheReaderSpeaks) {
  for (const char* name : {"00_001_*.txt", "frame_??.json"})
    EXPECT_EQ(problem(in_folder(name)), "is damaged");
}

TEST_F(NamedFile, OfFilesThatAreThereTheReaderSpeaks) {
  std::ofstream(in_folder("film.cube")) << "x";
  EXPECT_EQ(problem(in_folder("film.cube")), "is damaged");
  EXPECT_EQ(read_named_file(in_folder("film.cube"), [](const std::string&) { return 7; }), 7);
}

TEST_F(NamedFile, AddressesAreToldFromNames) {
  for (const char* address : {"http://h/a.mp4", "rtsp://h:1/x", "s3://bucket/k", "file:///x/a.mp4"})
    EXPECT_NE(problem(address).find("is an address"), std::string::npos) << problem(address);
  EXPECT_NE(problem("file:///x/a.mp4").find("give the path: /x/a.mp4"), std::string::npos);
  EXPECT_NE(problem("no/http:a.mp4").find("does not exist"), std::string::npos);
}

TEST_F(NamedFile, SaysWhatStandsThereInsteadOfAFile) {
  const auto why = [](const std::string& path) -> std::string {
    try {
      static_cast<void>(
          open_regular_file(path, {.what = "a graph", .for_pipe = "save it"}, ErrorCode::usage));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return error.problems().front().text().substr(path.size() + 2);
    }
    return "";
  };
  std::ofstream(in_folder("graph.json")) << "x";
  std::ofstream(in_folder("empty.json")).flush();
  ASSERT_EQ(::mkfifo(in_folder("pipe.json").c_str(), 0666), 0);
  EXPECT_EQ(why(in_folder("graph.json")), "");
  EXPECT_EQ(why(in_folder("")), "is a folder, not a graph");
  EXPECT_EQ(why(in_folder("empty.json")), "is empty");
  EXPECT_NE(why(in_folder("*.png")).find("%04d.png"), std::string::npos);
  EXPECT_EQ(why(in_folder("pipe.json")), "is a pipe; a regular file is needed; save it");
  EXPECT_EQ(why("/dev/null"), "is a device or socket; a regular file is needed");
}

TEST(LongNames, FitAndStayApart) {
  const std::string suffix = ".json";
  for (const std::string& letter : {"x", "\xC3\xA9", "\xE6\x98\xA0", "\xF0\x9F\x98\x80"})
    for (std::size_t size = 230; size <= 255; ++size) {
      std::string name;
      while (name.size() + letter.size() <= size) name += letter;
      const std::string with = name_with(name, suffix);
      EXPECT_LE(with.size(), 255U);
      EXPECT_TRUE(is_utf8(with)) << with;
      EXPECT_TRUE(with.ends_with(suffix));
      if (name.size() + suffix.size() <= 255) EXPECT_EQ(with, name + suffix);
    }
  EXPECT_NE(name_with(std::string(250, 'a') + "b", suffix),
            name_with(std::string(250, 'a') + "c", suffix));
  EXPECT_NO_THROW(check_name_lengths("/a/" + std::string(255, 'a') + "/b"));
  EXPECT_THROW(check_name_lengths("/a/" + std::string(256, 'a') + "/b"), Error);
}

}  // namespace
}  // namespace overlace
