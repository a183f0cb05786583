// SPDX-License-Identifier: Apache-2.0
// Embeddings beside a track file: which row goes with which box.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "tests/io/tracks/read_text.h"

namespace overlace::test {
namespace {

/// A folder with e.npy, format 1.0: row i is (i, 10 i).
class WithEmbeddings {
 public:
  explicit WithEmbeddings(int rows) {
    std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", 2), }";
    header.resize(117, ' ');
    header += '\n';
    std::string data;
    for (int i = 0; i < rows; ++i)
      for (const float value : {static_cast<float>(i), 10 * static_cast<float>(i)}) {
        char bytes[sizeof(float)];
        std::memcpy(bytes, &value, sizeof(float));
        data.append(bytes, sizeof(float));
      }
    options.embeddings = folder_.path() / "e.npy";
    std::ofstream(options.embeddings, std::ios::binary)
        << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header
        << data;
  }
  TrackReadOptions options;

 private:
  TemporaryFolder folder_;
};

/// The first value of each row's embedding.
std::vector<float> firsts(const TrackTable& table) {
  std::vector<float> values;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    values.push_back(table.embedding_of(row)[0]);
  return values;
}

TEST(Embeddings, FollowTheirBoxesThroughTheSort) {
  const WithEmbeddings three(3);
  const ReadResult read = read_text(
      "2,-1,10,10,5,5,0.9,-1,-1,-1\n1,-1,20,10,5,5,0.9,-1,-1,-1\n1,-1,30,10,5,5,0.9,-1,-1,-1\n",
      three.options);
  EXPECT_EQ(read.table.embedding_size, 2U);
  EXPECT_EQ(firsts(read.table), (std::vector<float>{1, 2, 0}));
  EXPECT_EQ(read.table.embedding_of(0)[1], 10);
  EXPECT_TRUE(read.assumes("embeddings of 2"));
}

TEST(Embeddings, RowsThatAreLeftOutHaveOneAsWell) {
  const WithEmbeddings four(4);
  // The second row is not made of numbers, the third has a negative size.
  TrackReadOptions options = four.options;
  options.format = "mot";
  const ReadResult read = read_text(
      "1,-1,10,10,5,5,0.9,-1,-1,-1\nspoilt\n1,-1,10,10,-5,5,0.9,-1,-1,-1\n"
      "2,-1,30,10,5,5,0.9,-1,-1,-1\n",
      options);
  EXPECT_EQ(firsts(read.table), (std::vector<float>{0, 3}));
}

TEST(Embeddings, MustBeAsManyAsTheBoxes) {
  const std::string text = "1,-1,10,10,5,5,0.9,-1,-1,-1\n2,-1,10,10,5,5,0.9,-1,-1,-1\n";
  for (const int rows : {1, 3}) {
    const std::string message = refusal(text, WithEmbeddings(rows).options);
    EXPECT_NE(message.find(std::to_string(rows) + " embeddings for 2 boxes"), std::string::npos)
        << message;
  }
  TrackReadOptions nowhere;
  nowhere.embeddings = "/nowhere/e.npy";
  EXPECT_NE(refusal(text, nowhere).find("cannot be opened"), std::string::npos);
}

TEST(Embeddings, ATableOfOthersIsNotTakenFromTheCache) {
  TemporaryFolder folder;
  folder.write("t.txt", "1,-1,10,10,5,5,0.9,-1,-1,-1\n2,-1,10,10,5,5,0.9,-1,-1,-1\n");
  const WithEmbeddings two(2);
  TrackReadOptions options = two.options;
  options.cache = folder.path() / "cache";
  EXPECT_EQ(folder.read(options, "t.txt").table.embedding_size, 2U);
  EXPECT_EQ(folder.read(options, "t.txt").table.embedding_size, 2U);
  options.embeddings.clear();
  EXPECT_EQ(folder.read(options, "t.txt").table.embedding_size, 0U);
  options.embeddings = two.options.embeddings;
  const WithEmbeddings three(3);
  std::filesystem::copy_file(three.options.embeddings, options.embeddings,
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THROW((void)folder.read(options, "t.txt"), Error);
}

TEST(Embeddings, RowsOfThingsOutOfViewHaveOneAsWell) {
  const WithEmbeddings two(2);
  // VATIC's seventh field says that the object is lost.
  const ReadResult read =
      read_text("0 1 1 5 5 0 1 0 0 \"Car\"\n0 1 1 5 5 1 0 0 0 \"Car\"\n", two.options);
  EXPECT_EQ(firsts(read.table), (std::vector<float>{1}));
}

}  // namespace
}  // namespace overlace::test
