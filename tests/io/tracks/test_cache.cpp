// SPDX-License-Identifier: Apache-2.0
// Cached tables: the same as reading, never of other content, and harmless if damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "graph/core/digest.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/table_cache.h"
#include "read_text.h"

namespace overlace::test {
namespace {

class Cache : public ::testing::Test {
 protected:
  void SetUp() override {
    options.cache = folder.path() / "cache" / "deeper";
    folder.write("seq/t.csv",
                 "frame,id,x,y,w,h,label,team,speed\n"
                 "0,1,1,2,3,4,car,red,1.5\n2,1,5,6,7,8,bus,,2\n1,2,1,1,-1,1,car,blue,\n");
  }
  [[nodiscard]] ReadResult read() const { return folder.read(options, "seq/t.csv"); }
  [[nodiscard]] std::vector<std::filesystem::path> kept() const {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::exists(options.cache))
      for (const auto& entry : std::filesystem::directory_iterator(options.cache))
        files.push_back(entry.path());
    return files;
  }
  static bool from_cache(const ReadResult& r) { return r.assumes("were read before"); }

  TemporaryFolder folder;
  TrackReadOptions options;
};

TEST_F(Cache, ASecondReadingIsTheSame) {
  const ReadResult first = read();
  EXPECT_FALSE(from_cache(first));
  ASSERT_EQ(kept().size(), 1U);
  ReadResult second = read();
  EXPECT_TRUE(from_cache(second));
  EXPECT_EQ(second.table.box, first.table.box);
  EXPECT_EQ(second.table.id, first.table.id);
  EXPECT_EQ(second.table.class_index, first.table.class_index);
  EXPECT_EQ(second.table.class_names, first.table.class_names);
  EXPECT_EQ(second.table.first_frame, first.table.first_frame);
  EXPECT_EQ(second.table.frame_begin, first.table.frame_begin);
  ASSERT_EQ(second.table.attributes.size(), 2U);
  EXPECT_EQ(second.table.attributes[0].texts, first.table.attributes[0].texts);
  EXPECT_EQ(second.table.attributes[1].values, first.table.attributes[1].values);
  second.report.assumptions.pop_back();
  EXPECT_EQ(second.report.lines(), first.report.lines());
}

TEST_F(Cache, ShapesAreKept) {
  folder.write("m.txt", "0 1005 1 4 5 92203\n").write("y/1.txt", "0 0.1 0.1 0.3 0.1 0.3 0.5\n");
  for (const char* name : {"m.txt", "y"}) {
    const ReadResult first = folder.read(options, name), second = folder.read(options, name);
    ASSERT_TRUE(from_cache(second)) << name;
    EXPECT_EQ(second.table.mask_runs.items, first.table.mask_runs.items);
    EXPECT_EQ(second.table.mask_size, first.table.mask_size);
    EXPECT_EQ(second.table.outlines.items, first.table.outlines.items);
    EXPECT_EQ(second.table.outlines.end, first.table.outlines.end);
  }
}

TEST_F(Cache, AnotherContentCompanionOrOptionIsReadAgain) {
  (void)read();
  EXPECT_TRUE(from_cache(read()));
  folder.write("seqinfo.ini", "frameRate=30\n");
  EXPECT_FALSE(from_cache(read()));
  options.frame_base = 1;
  EXPECT_FALSE(from_cache(read()));
  options.clip.size = {640, 480};
  EXPECT_FALSE(from_cache(read()));
  folder.write("seq/t.csv", "frame,id,x,y,w,h\n3,1,1,2,3,4\n");
  const ReadResult changed = read();
  EXPECT_FALSE(from_cache(changed));
  EXPECT_EQ(changed.table.row_count(), 1U);
  EXPECT_TRUE(from_cache(read()));
}

TEST_F(Cache, AFileOfAFolderThatChangesCounts) {
  folder.write("y/1.txt", "0 0.5 0.5 0.1 0.1\n").write("y/2.txt", "0 0.5 0.5 0.1 0.1\n");
  (void)folder.read(options, "y");
  folder.write("y/2.txt", "0 0.5 0.5 0.1 0.2\n");
  EXPECT_FALSE(from_cache(folder.read(options, "y")));
}

TEST_F(Cache, CompanionsAreThoseOfTheFolderAndOfTwoAboveIt) {
  folder.write("a/b/c/t.txt", "").write("a/b/c/labels.txt", "").write("a/b/data.yaml", "");
  folder.write("a/seqinfo.ini", "").write("classes.txt", "too far above");
  const auto path = [&](const char* name) { return folder.path() / "a/b/c" / name; };
  TrackCompanions companions;
  const std::vector<std::filesystem::path> expected{
      path("t.txt"), path("labels.txt"), path("../data.yaml"), path("../../seqinfo.ini")};
  EXPECT_EQ(files_of_tracks(path("t.txt"), companions), expected);
  folder.write("a/b/c/classes.txt", "came later");
  EXPECT_EQ(files_of_tracks(path("t.txt"), companions), expected) << "one look sees a folder once";
  TrackCompanions anew;
  EXPECT_EQ(files_of_tracks(path("t.txt"), anew).size(), 5U) << "the next look sees what has come";
}

TEST_F(Cache, FractionsAreNoPixels) {
  options.format = "csv";  // as fractions, everything would lie outside the clip
  EXPECT_FALSE(from_cache(read()));
  options.fractions = true;
  EXPECT_FALSE(from_cache(read()));
}

TEST_F(Cache, DamageIsReadAroundWhereverItIs) {
  const ReadResult first = read();
  const std::filesystem::path file = kept().at(0);
  std::ifstream stream(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  const auto damaged = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    const ReadResult r = read();
    EXPECT_FALSE(from_cache(r));
    EXPECT_EQ(r.table.box, first.table.box);
  };
  for (std::size_t at = 0; at < whole.size(); at += 23) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    damaged(bytes);
  }
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 1})
    damaged(whole.substr(0, size));
  damaged(whole + "x");
  EXPECT_TRUE(from_cache(read())) << "and it was kept anew";
}

/// Reads everything that a table holds, as those who draw it do. Crashes, or shows under
/// AddressSanitizer, where an index leads outside.
std::uint64_t walk(const TrackTable& table) {
  std::uint64_t sum = 0;
  for (std::int32_t frame = 0; frame < table.frame_count(); ++frame) {
    const RowRange rows = table.rows(table.first_frame + frame);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      EXPECT_TRUE(std::isfinite(table.box[row].x + table.box[row].width));
      EXPECT_GE(std::min(table.box[row].width, table.box[row].height), 0);
      sum += table.class_index[row] >= 0 ? 1 : 0;
      for (const AttributeColumn& column : table.attributes) {
        const float value = column.values.at(row);
        if (!column.texts.empty() && value >= 0)
          sum += column.texts.at(static_cast<std::size_t>(value)).size();
      }
      for (const OutlinePoint& point : table.outlines.of(row)) sum += point.ring;
      for (const KeyPoint& point : table.key_points.of(row)) sum += point.at.x > 0 ? 1 : 0;
      if (const auto runs = table.mask_runs.of(row); !runs.empty())
        EXPECT_EQ(check_mask(table.mask_size.at(row), runs), "");
    }
  }
  return sum;
}

TEST_F(Cache, ForgedTablesLeadNowhere) {
  folder.write("y/1.txt", "0 0.1 0.1 0.3 0.1 0.3 0.5\n0 0.1 0.1 0.3 0.1 0.3 0.5\n");
  folder.write("m.txt", "0 1005 1 4 5 92203\n");
  for (const char* name : {"seq/t.csv", "y", "m.txt"}) {
    std::filesystem::remove_all(options.cache);
    const ReadResult first = folder.read(options, name);
    const std::filesystem::path file = kept().at(0);
    std::ifstream stream(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    constexpr std::size_t hash_at = 24, header = 48;
    int believed = 0;
    for (std::size_t at = header; at + 4 <= whole.size(); at += 3)
      for (const std::uint32_t word : {0x7ffffff0U, 0xffffffffU, 0x7fc00000U}) {
        std::string bytes = whole;
        std::memcpy(bytes.data() + at, &word, sizeof word);
        Digest digest;
        digest.add(bytes.data() + header, bytes.size() - header);
        const Digest::Value hash = digest.value();
        std::memcpy(bytes.data() + hash_at, hash.data(), sizeof hash);
        std::ofstream(file, std::ios::binary) << bytes;
        const ReadResult forged = folder.read(options, name);
        believed += from_cache(forged) ? 1 : 0;
        walk(forged.table);
      }
    EXPECT_GT(believed, 0) << name << ": the hash was not that of a forger";
  }
}

TEST_F(Cache, WhatOthersMayWriteIsNotBelieved) {
  (void)read();
  EXPECT_EQ(std::filesystem::status(options.cache).permissions(),
            std::filesystem::perms::owner_all);
  EXPECT_TRUE(from_cache(read()));
  std::filesystem::permissions(options.cache, std::filesystem::perms::all);
  const ReadResult open = read();
  EXPECT_FALSE(from_cache(open));
  EXPECT_TRUE(open.assumes("others may write to it"));
}

TEST_F(Cache, AFolderThatCannotBeWrittenIsNoError) {
  folder.write("file", "no folder");
  options.cache = folder.path() / "file" / "cache";
  const ReadResult r = read();
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.assumes("not kept in the cache"));
}

TEST_F(Cache, RefusalsAreNotKept) {
  options.strict = true;
  EXPECT_NE(refusal_of([&] { (void)read(); }), "");
  EXPECT_TRUE(kept().empty());
}

TEST_F(Cache, ATableUnderAKeyIsTheSame) {
  TrackTable table = make_track_table({{{.frame = 3, .id = 7, .box = {1, 2, 3, 4}}}}, {"car"});
  table.camera = std::make_shared<const CameraPath>(CameraPath{3, {Homography{}, Homography{{2}}}});
  const TrackCacheEntry entry(options.cache, Digest::Value{1, 2});
  ASSERT_EQ(entry.store(table, {}), "");
  TrackReport none;
  const auto found = TrackCacheEntry(options.cache, Digest::Value{1, 2}).load(none);
  ASSERT_TRUE(found);
  EXPECT_EQ(digest_of(*found), digest_of(table));
  ASSERT_NE(found->camera, nullptr);
  EXPECT_EQ(found->camera->to_scene, table.camera->to_scene);
  EXPECT_EQ(found->camera->first_frame, 3);
  EXPECT_FALSE(TrackCacheEntry(options.cache, Digest::Value{1, 3}).load(none));
}

TEST_F(Cache, WhatWasUsedLongestAgoGoesFirst) {
  namespace fs = std::filesystem;
  const auto now = fs::file_time_type::clock::now();
  for (const int age : {1, 2, 3, 4}) {
    const std::string name = "cache/deeper/" + std::to_string(age) + ".tracks";
    folder.write(name, std::string(100, 'x'));
    fs::last_write_time(folder.path() / name, now - std::chrono::hours(age));
  }
  folder.write("cache/deeper/mine.txt", std::string(1000, 'x'));
  trim_track_cache(options.cache, 250);
  std::vector<std::string> names;
  for (const fs::path& file : kept()) names.push_back(file.filename());
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"1.tracks", "2.tracks", "mine.txt"}));
}

}  // namespace
}  // namespace overlace::test
