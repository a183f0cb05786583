// SPDX-License-Identifier: Apache-2.0
// What is written reads back as the same geometry.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>

#include "graph/core/json.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

constexpr ClipInfo clip{{1920, 1080}, {30000, 1001}, 50};

TrackTable random_table() {
  std::mt19937 random(17);
  std::uniform_real_distribution<float> place(-50, 2000), part(0, 1);
  std::vector<TrackRow> rows;
  std::vector<float> heat;
  for (int f = 3; f < 40; f += 1 + static_cast<int>(random() % 3))
    for (int i = 0; i < 20; ++i) {
      const bool tracked = i % 5 != 0;
      rows.push_back({f,
                      tracked ? i + 1 : no_id,
                      {place(random), place(random), 100 * part(random), 200 * part(random)},
                      i % 4 - 1,
                      i % 3 == 0 ? std::nanf("") : part(random)});
      heat.push_back(i % 2 == 0 ? std::nanf("") : part(random) * 1e-7F);
    }
  return make_track_table(rows, {"person", "a \"quoted\" name", "ünïcode"}, {{"heat", heat}});
}

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return std::ranges::equal(
      a, b, [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

ReadResult there_and_back(const TrackTable& table, const std::string& format,
                          std::vector<std::string>* lost = nullptr) {
  std::ostringstream out;
  auto missing = write_tracks(table, clip, out, format);
  if (lost != nullptr) *lost = std::move(missing);
  TrackReadOptions options;
  options.format = format;
  options.strict = true;
  return read_text(out.str(), options);
}

TEST(TrackWriter, JsonKeepsEverything) {
  const TrackTable table = random_table();
  std::vector<std::string> lost;
  const ReadResult r = there_and_back(table, "overlace_json", &lost);
  EXPECT_TRUE(lost.empty());
  EXPECT_EQ(r.table.first_frame, table.first_frame);
  EXPECT_EQ(r.table.frame_begin, table.frame_begin);
  EXPECT_EQ(r.table.box, table.box);
  EXPECT_EQ(r.table.id, table.id);
  EXPECT_EQ(r.table.class_index, table.class_index);
  EXPECT_EQ(r.table.class_names, table.class_names);
  EXPECT_TRUE(same(r.table.score, table.score));
  ASSERT_EQ(r.table.attributes.size(), 1U);
  EXPECT_EQ(r.table.attributes[0].name, "heat");
  EXPECT_TRUE(same(r.table.attributes[0].values, table.attributes[0].values));
  EXPECT_EQ(r.report.frame_rate, clip.frame_rate);
  EXPECT_EQ(r.report.size, clip.size);
}

TEST(TrackWriter, JsonIsStrictJson) {
  std::ostringstream out;
  (void)write_tracks(random_table(), clip, out, "overlace_json");
  const Json json = parse_json(out.str(), "tracks.json");
  EXPECT_EQ(json.find("rows")->as_array().size(), random_table().row_count());
  std::ostringstream empty;
  (void)write_tracks({}, {}, empty, "overlace_json");
  EXPECT_EQ(parse_json(empty.str(), "tracks.json").find("rows")->as_array().size(), 0U);
  EXPECT_EQ(read_text(empty.str()).table.row_count(), 0U);
}

TEST(TrackWriter, MotKeepsGeometryIdsAndScores) {
  const TrackTable table = random_table();
  std::vector<std::string> lost;
  const ReadResult r = there_and_back(table, "mot", &lost);
  EXPECT_EQ(lost, (std::vector<std::string>{"classes", "attribute heat"}));
  EXPECT_EQ(r.table.first_frame, table.first_frame);
  EXPECT_EQ(r.table.frame_begin, table.frame_begin);
  EXPECT_EQ(r.table.box, table.box);
  EXPECT_EQ(r.table.id, table.id);
  EXPECT_TRUE(same(r.table.score, table.score));
}

TEST(TrackWriter, GroundTruthKeepsGeometryAndClasses) {
  TrackTable table = random_table();
  table.attributes = {{"visibility", std::vector<float>(table.row_count(), 0.5F)},
                      {"consider", std::vector<float>(table.row_count(), 0)}};
  std::vector<std::string> lost;
  const ReadResult r = there_and_back(table, "mot_gt", &lost);
  EXPECT_EQ(lost, std::vector<std::string>{"scores"});
  EXPECT_EQ(r.table.box, table.box);
  EXPECT_EQ(r.table.class_index, table.class_index);
  EXPECT_EQ(r.table.attributes[0].values, table.attributes[1].values);
}

TEST(TrackWriter, FilesAppearWholeAndAreNotReplacedUnasked) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "tracks.json";
  const TrackTable table = random_table();
  write_tracks(table, clip, path, {.overwrite = false});
  TrackReport report;
  EXPECT_EQ(read_tracks(path, {}, report).box, table.box);
  EXPECT_THROW(write_tracks(table, clip, path, {.overwrite = false}), Error);
  write_tracks(table, clip, path, {.overwrite = true});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(TrackWriter, RefusesUnknownFormats) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_tracks({}, clip, folder.path() / "tracks.xyz", {}), Error);
  EXPECT_THROW(write_tracks({}, clip, folder.path() / "a.txt", {}, "visdrone"), Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace overlace::test
