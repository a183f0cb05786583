// SPDX-License-Identifier: Apache-2.0
// Written files read back as the same geometry.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iomanip>
#include <random>

#include "graph/core/json.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

const ClipInfo clip{{1920, 1080}, {30000, 1001}, 50};

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

ReadResult there_and_back(const TrackTable& table, std::string_view format) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "tracks";
  write_tracks(table, clip, path, {}, format);
  ReadResult result = folder.read({.format = std::string(format), .clip = clip}, "tracks");
  EXPECT_TRUE(result.report.lost.empty()) << result.report.lost.front().what;
  return result;
}

std::vector<std::string> losses(const TrackTable& table, std::string_view format) {
  return output_format({}, format).losses(table);
}

/// A table with everything a table can have. If `sparse`, some rows have no id, class or score.
TrackTable full_table(bool sparse = true) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(1, 1000), part(0, 1);
  TrackColumns rows;
  std::vector<std::int32_t> frames;
  AttributeColumn heat{"heat", {}}, make{"make", {}, {"audi & <co>", "\"škoda\""}};
  for (std::int32_t frame = 2; frame < 30; frame += frame % 7 == 0 ? 3 : 1)
    for (int object = 0; object < 6; ++object) {
      const auto row = static_cast<std::uint32_t>(frames.size());
      frames.push_back(frame);
      rows.id.push_back(sparse && object == 5 ? no_id : 10 + object);
      rows.box.push_back({place(random), place(random), 1 + place(random), 1 + place(random)});
      rows.class_index.push_back(sparse ? object % 3 - 1 : object % 2);
      rows.score.push_back(sparse && object == 1 ? std::nanf("") : part(random));
      rows.rotation.push_back(object == 2 ? 360 * part(random) : 0);
      heat.values.push_back(object == 3 ? std::nanf("") : part(random) * 1e-6F);
      make.values.push_back(object == 4 ? std::nanf("") : static_cast<float>(object % 2));
      rows.skeleton.push_back(object % 3 == 1 ? 0 : -1);
      rows.mask_size.push_back(object == 1 ? clip.size : Size{});
      if (object % 3 == 1)
        rows.key_points.put(
            row, std::vector<KeyPoint>{{{place(random), place(random)}, 0.5F, PointState::visible},
                                       {{0, 0}, 0, PointState::absent},
                                       {{place(random), 3}, 0.25F, PointState::hidden}});
      if (object == 0 || object == 1)
        rows.outlines.put(row, std::vector<OutlinePoint>{{{1, 2}, 0},
                                                         {{place(random), 2}, 0},
                                                         {{5, 9}, 0},
                                                         {{2, 3}, 1},
                                                         {{4, 3}, 1},
                                                         {{4, place(random)}, 1}});
      if (object == 1)
        rows.mask_runs.put(row, std::vector<std::uint32_t>{1000, 500, 300, 2, 1920 * 1080 - 1802});
      for (int i = 0; i < 3; ++i)
        rows.embedding.push_back(object == 2 ? std::nanf("") : part(random));
    }
  rows.embedding_size = 3;
  rows.attributes = {heat, make};
  rows.class_names = {"person", "a \"quoted\" & <odd> name"};
  rows.skeletons = {{"person", {"nose", "left", "right"}, {{0, 1}, {0, 2}}}};
  return sort_tracks(std::move(rows), frames);
}

/// What a format loses of a table.
class Lost {
 public:
  explicit Lost(std::vector<std::string> losses) : losses_(std::move(losses)) {}

  [[nodiscard]] bool kept(std::string_view what) const {
    return std::ranges::find(losses_, what) == losses_.end();
  }
  /// True if no loss contains `part`.
  [[nodiscard]] bool kept_all(std::string_view part) const {
    return std::ranges::none_of(
        losses_, [&](const std::string& lost) { return lost.find(part) != std::string::npos; });
  }
  [[nodiscard]] bool keeps_row(const TrackTable& table, std::uint32_t row) const {
    const auto points = table.key_points.of(row);
    return (kept("boxes without a mask") || !table.mask_runs.of(row).empty()) &&
           (kept("boxes without an outline") || !table.outlines.of(row).empty()) &&
           (kept("boxes without key points") || !points.empty());
  }

 private:
  std::vector<std::string> losses_;
};

/// The facts of a row that a format keeps, as text that can be sorted.
std::string facts(const TrackTable& table, std::uint32_t row, const Lost& lost) {
  const auto kept = [&](std::string_view what) { return lost.kept(what); };
  std::ostringstream out;
  out << std::setprecision(9);
  const Box& b = table.box[row];
  out << table.frame_of(row);
  if (!lost.kept("sizes of boxes"))
    out << " around " << b.x + b.width / 2 << " " << b.y + b.height / 2;
  else if (lost.kept_all("boxes that are not those around"))
    out << " at " << b.x << " " << b.y << " " << b.width << " " << b.height;
  const bool has_own_id = table.id[row] >= 0 && table.id[row] < 15;
  if (kept("ids") && kept("ids, as some boxes have none") &&
      (kept("that some boxes have no id") || has_own_id))
    out << " id " << table.id[row];
  if (lost.kept_all("names of classes") && kept("classes") && kept("that some boxes have no class"))
    out << " is " << class_text(table, row);
  if (kept("scores") && kept("that some boxes have no score")) out << " score " << table.score[row];
  if (kept("rotation of boxes"))
    out << " turned " << (table.rotation.empty() ? 0 : table.rotation[row]);
  const auto points = table.key_points.of(row);
  const bool shaped = !table.outlines.of(row).empty() || !table.mask_runs.of(row).empty();
  const bool pointed =
      kept("key points") &&
      (!shaped || kept("key points of objects that have an outline or a mask as well"));
  for (std::size_t i = 0; i < points.size() && pointed; ++i) {
    if (points[i].state == PointState::absent) continue;
    out << " point " << i << " " << points[i].at.x << " " << points[i].at.y;
    if (kept("that key points are hidden")) out << " " << static_cast<int>(points[i].state);
    if (kept("scores of key points")) out << " " << points[i].score;
  }
  const std::int32_t index = table.skeleton.empty() ? -1 : table.skeleton[row];
  if (pointed && kept("skeletons") && index >= 0) {
    const Skeleton& skeleton = table.skeletons.at(static_cast<std::size_t>(index));
    for (const std::string& name : skeleton.points) out << " of " << name;
    for (const Skeleton::Bone& bone : skeleton.bones) out << " bone " << bone.from << bone.to;
  }
  if (kept("outlines") &&
      (kept("outlines of objects that have a mask as well") || table.mask_runs.of(row).empty()))
    for (const OutlinePoint& p : table.outlines.of(row))
      if (p.ring == 0 || kept("rings of outlines past the first"))
        out << " corner " << p.at.x << " " << p.at.y << " " << p.ring;
  if (kept("masks"))
    for (const std::uint32_t run : table.mask_runs.of(row)) out << " run " << run;
  for (const char* name : {"heat", "make"})
    if (kept(std::string("attribute ") + name))
      out << " " << name << " " << attribute_text(table, name, row);
  if (kept("embeddings"))
    for (const float value : table.embedding_of(row)) out << " appears " << value;
  return out.str();
}

std::vector<std::string> all_facts(const TrackTable& table, const Lost& lost) {
  std::vector<std::string> all;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    if (lost.keeps_row(table, row)) all.push_back(facts(table, row, lost));
  std::ranges::sort(all);
  return all;
}

/// Four corners do not always give back the same sides and angle, nor centres the same edges.
double tolerance_of(const std::string& format) {
  const bool by_corners = format == "yolo_oriented" || format == "nuke_corner_pin";
  const bool by_centres = format == "nuke_tracker" || format == "after_effects";
  return by_corners || by_centres ? 1.3e-4 : 0;
}

/// Compares facts word by word; numbers may differ by `tolerance`, angles by whole turns.
void expect_same(const std::string& before, const std::string& after, double tolerance) {
  if (before == after) return;
  std::istringstream left(before), right(after);
  std::string a, b, name;
  while (left >> a && right >> b) {
    if (a == b) {
      name = a;
      continue;
    }
    char *end_a = nullptr, *end_b = nullptr;
    const double x = std::strtod(a.c_str(), &end_a), y = std::strtod(b.c_str(), &end_b);
    const double turns = name == "turned" ? std::remainder(x - y, 360) : x - y;
    ASSERT_TRUE(*end_a == 0 && *end_b == 0 && std::abs(turns) <= tolerance) << before << "\n"
                                                                            << after;
  }
  EXPECT_FALSE(left >> a) << before << "\n" << after;
  EXPECT_FALSE(right >> b) << before << "\n" << after;
}

class EveryWriter : public ::testing::TestWithParam<std::string> {
 protected:
  void expect_kept(const TrackTable& table, const TrackTable& back) const {
    const Lost lost(losses(table, GetParam()));
    const auto before = all_facts(table, lost), after = all_facts(back, lost);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      expect_same(before[i], after[i], tolerance_of(GetParam()));
      if (HasFailure()) return;
    }
  }
};

TEST_P(EveryWriter, KeepsAllThatItDoesNotSayItLoses) {
  for (const bool sparse : {true, false}) {
    const TrackTable table = full_table(sparse);
    expect_kept(table, there_and_back(table, GetParam()).table);
  }
}

TEST_P(EveryWriter, LosesNothingOfWhatItGaveBack) {
  const TrackTable once = there_and_back(full_table(), GetParam()).table;
  ASSERT_GT(once.row_count(), 0U);
  EXPECT_EQ(losses(once, GetParam()), std::vector<std::string>{});
  expect_kept(once, there_and_back(once, GetParam()).table);
}

TEST_P(EveryWriter, WritesAnEmptyTableThatReadsBack) {
  EXPECT_TRUE(losses({}, GetParam()).empty());
  EXPECT_EQ(there_and_back({}, GetParam()).table.row_count(), 0U);
}

std::vector<std::string> written_formats() {
  std::vector<std::string> names;
  for (const TrackFormat& format : track_formats())
    if (format.is_written()) names.emplace_back(format.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, EveryWriter, ::testing::ValuesIn(written_formats()),
                         [](const auto& format) { return format.param; });

TEST(TrackWriter, FormatsSayWhatTheyLose) {
  const TrackTable table = full_table();
  EXPECT_EQ(losses(table, "overlace_json"), std::vector<std::string>{});
  EXPECT_EQ(losses(table, "mot"),
            (std::vector<std::string>{"classes", "rotation of boxes", "key points", "outlines",
                                      "masks", "embeddings", "attribute heat", "attribute make"}));
  EXPECT_EQ(losses(table, "coco"),
            (std::vector<std::string>{"rotation of boxes", "scores of key points", "embeddings",
                                      "outlines of objects that have a mask as well"}));
}

TEST(TrackWriter, JsonKeepsEverything) {
  const TrackTable table = random_table();
  EXPECT_TRUE(losses(table, "overlace_json").empty());
  const ReadResult r = there_and_back(table, "overlace_json");
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
  write_tracks(random_table(), clip, out, "overlace_json");
  const Json json = parse_json(out.str(), "tracks.json");
  EXPECT_EQ(json.find("rows")->as_array().size(), random_table().row_count());
  std::ostringstream empty;
  write_tracks({}, {}, empty, "overlace_json");
  EXPECT_EQ(parse_json(empty.str(), "tracks.json").find("rows")->as_array().size(), 0U);
  EXPECT_EQ(read_text(empty.str()).table.row_count(), 0U);
}

TEST(TrackWriter, MotKeepsGeometryIdsAndScores) {
  const TrackTable table = random_table();
  const ReadResult r = there_and_back(table, "mot");
  EXPECT_EQ(losses(table, "mot"), (std::vector<std::string>{"classes", "attribute heat"}));
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
  const ReadResult r = there_and_back(table, "mot_gt");
  EXPECT_EQ(losses(table, "mot_gt"), (std::vector<std::string>{"names of classes", "scores"}));
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

TEST(TrackWriter, ListsOfAllFramesAreNotMadeForOneFarFrame) {
  const TrackTable far = make_track_table({{{16'777'215, 1, {1, 2, 3, 4}, 0, 1}}}, {"car"});
  for (const char* format : {"youtube_vis", "burst"}) {
    std::ostringstream out;
    EXPECT_THROW(write_tracks(far, clip, out, format), Error) << format;
    EXPECT_EQ(out.str(), "");
  }
}

TEST(TrackWriter, RefusesUnknownFormats) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_tracks({}, clip, folder.path() / "tracks.xyz", {}), Error);
  EXPECT_THROW(write_tracks({}, clip, folder.path() / "a.txt", {}, "nonsense"), Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(TrackWriter, AsManyAttributesAsAreReadAreWritten) {
  std::string text = "frame,x,y,w,h";
  for (int i = 0; i < 256; ++i) text += ",a" + std::to_string(i);
  text += "\n0,1,2,3,4";
  for (int i = 0; i < 256; ++i) text += "," + std::to_string(i);
  const TrackTable table = read_text(text + "\n").table;
  ASSERT_EQ(table.attributes.size(), 256U);
  const ReadResult back = there_and_back(table, "overlace_json");
  ASSERT_EQ(back.table.attributes.size(), 256U);
  EXPECT_EQ(back.table.attributes[255].values, (std::vector<float>{255}));
}

}  // namespace
}  // namespace overlace::test
