// SPDX-License-Identifier: Apache-2.0
// Receipts survive their files, and other files are not mistaken for receipts.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "batch/receipt.h"
#include "graph/core/error.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

class ReceiptTest : public testing::Test {
 protected:
  ReceiptTest() { fs::create_directories(folder_.path() / ".overlace"); }

  /// The receipt of the output after replacing `from` with `to` in its file.
  [[nodiscard]] std::optional<Receipt> read_with(const std::string& from, const std::string& to) {
    write_receipt(receipt_, output_);
    std::ifstream file(receipt_path(output_));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    std::ofstream(receipt_path(output_)) << text.replace(place, from.size(), to);
    return read_receipt(output_);
  }

  const test::TempFolder folder_;
  const std::string output_ = folder_ / "a.mp4";
  Receipt receipt_{.id = "a.mp4",
                   .fingerprint = {Json(Json::Object{}), "00ff"},
                   .files = {},
                   .made = {{"a.mp4", 7, "0a0b"}}};
};

TEST_F(ReceiptTest, SaysWhatWasMade) {
  const std::optional<Receipt> read = read_with("00ff", "00fe");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->fingerprint.digest, "00fe");
  ASSERT_EQ(read->made.size(), 1U);
  EXPECT_EQ(read->made[0].name, "a.mp4");
  EXPECT_EQ(read->made[0].bytes, 7);
  EXPECT_EQ(read->made[0].hash, "0a0b");
}

TEST_F(ReceiptTest, WithoutAMemberIsNone) {
  for (const char* member : {"id", "fingerprint", "exit", "made", "files", "name", "bytes", "hash"})
    EXPECT_FALSE(read_with(std::string("\"") + member + "\":", "\"other\":")) << member;
  EXPECT_FALSE(read_with("[{\"name\"", "[null,{\"name\""));
}

TEST_F(ReceiptTest, FilesElsewhereAreNotOurs) {
  EXPECT_TRUE(read_with("\"a.mp4\",\"bytes\"", "\"b.mp4\",\"bytes\""));
  for (const char* const name : {"../a.mp4", "b/a.mp4", "/tmp/a.mp4", "..", "."})
    EXPECT_FALSE(read_with("\"a.mp4\",\"bytes\"", std::string("\"") + name + "\",\"bytes\""))
        << name;
}

TEST_F(ReceiptTest, LinksAndPipesAreNone) {
  write_receipt(receipt_, output_);
  const fs::path receipt = receipt_path(output_), elsewhere = folder_ / "elsewhere.json";
  fs::rename(receipt, elsewhere);
  fs::create_symlink(elsewhere, receipt);
  EXPECT_FALSE(read_receipt(output_));
  fs::remove(receipt);
  ASSERT_EQ(::mkfifo(receipt.c_str(), 0600), 0);
  EXPECT_FALSE(read_receipt(output_)) << "and nothing waits for a writer";
}

TEST_F(ReceiptTest, WhatStandsInTheWayIsNeverTakenForOurs) {
  const StagingFolder staging(output_);
  for (int attempt = 0; attempt < 2; ++attempt) {
    staging.clear();
    std::ofstream(staging.output()) << "drawn";
    receipt_.made = staging.made();
    std::ofstream(output_) << "of somebody else";  // appeared while the clip was rendered
    try {
      staging.publish(receipt_, false);
      ADD_FAILURE() << "replaced in attempt " << attempt;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::output);
    }
    EXPECT_FALSE(read_receipt(output_)) << attempt;
  }
  staging.publish(receipt_, true);
  EXPECT_TRUE(read_receipt(output_));
  EXPECT_TRUE(is_in_place(receipt_, output_, true));
}

TEST_F(ReceiptTest, OfASequenceThatIsRefusedNothingStays) {
  const StagingFolder staging(output_);
  const auto make = [&] {
    staging.clear();
    const fs::path folder = fs::path(staging.output()).parent_path();
    for (const char* name : {"a.1.png", "a.2.png", "a.3.png"}) std::ofstream(folder / name) << name;
    receipt_.made = staging.made();
  };
  make();
  std::ofstream(folder_ / "a.3.png") << "of somebody else";
  EXPECT_THROW(staging.publish(receipt_, false), Error);
  EXPECT_FALSE(fs::exists(folder_ / "a.1.png"));
  fs::remove(folder_ / "a.3.png");
  make();
  EXPECT_NO_THROW(staging.publish(receipt_, false));
  EXPECT_TRUE(is_in_place(receipt_, output_, true));
}

}  // namespace
}  // namespace overlace
