// SPDX-License-Identifier: Apache-2.0
// Errors for files that do not exist.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/files/named_file.h"

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

}  // namespace
}  // namespace overlace
