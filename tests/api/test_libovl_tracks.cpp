// SPDX-License-Identifier: Apache-2.0
// Tracks of a caller: what is put is there again, in memory, in files and in pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "tests/api/columns_of.h"
#include "tests/api/expect_error.h"
#include "tests/temp_folder.h"

namespace overlace::test {
namespace {

/// The rows of the frames [first, end).
ovl_columns rows_of(const Handle<ovl_tracks>& tracks, std::int32_t first, std::int32_t end) {
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  EXPECT_EQ(ovl_tracks_columns(tracks.get(), first, end, &columns, nullptr), OVL_OK);
  return columns;
}

ovl_tracks_facts facts_of(const Handle<ovl_tracks>& tracks) {
  ovl_tracks_facts facts{};
  facts.struct_size = sizeof facts;
  EXPECT_EQ(ovl_tracks_get(tracks.get(), &facts, nullptr), OVL_OK);
  return facts;
}

Handle<ovl_tracks> full_tracks(std::int32_t frame) {
  auto tracks = no_tracks();
  const FullColumns full;
  EXPECT_EQ(ovl_tracks_put(tracks.get(), frame, &full.columns, nullptr), OVL_OK);
  return tracks;
}

/// Expects the rows of FullColumns.
void expect_full(const ovl_columns& rows) {
  ASSERT_EQ(rows.row_count, 2U);
  EXPECT_EQ(rows.box[1], 20);
  EXPECT_EQ(rows.box[6], 7.5F);
  EXPECT_EQ(rows.id[0], 7);
  EXPECT_EQ(rows.id[1], -1);
  EXPECT_STREQ(rows.class_names[rows.class_index[0]], "car");
  EXPECT_EQ(rows.class_index[1], -1);
  EXPECT_EQ(rows.score[0], 0.5F);
  EXPECT_TRUE(std::isnan(rows.score[1]));
  EXPECT_EQ(rows.rotation[1], 30);

  ASSERT_EQ(rows.point_offset[2] - rows.point_offset[1], 2U);
  const ovl_point& hidden = rows.points[rows.point_offset[1]];
  EXPECT_EQ(hidden.y, 4);
  EXPECT_EQ(hidden.state, OVL_POINT_HIDDEN);
  EXPECT_TRUE(std::isnan(hidden.score));
  ASSERT_EQ(rows.skeleton[1], 0);
  EXPECT_STREQ(rows.skeletons[0].points[1], "right_end");
  EXPECT_EQ(rows.skeletons[0].bones[0].to, 1);

  ASSERT_EQ(rows.corner_offset[1] - rows.corner_offset[0], 6U);
  EXPECT_EQ(rows.corners[rows.corner_offset[0] + 3].ring, 1U);

  EXPECT_EQ(rows.embedding_size, 3U);
  EXPECT_EQ(rows.embedding[2], 3);
  EXPECT_TRUE(std::isnan(rows.embedding[3]));
  ASSERT_EQ(rows.attribute_count, 2U);
  EXPECT_STREQ(rows.attributes[0].name, "speed");
  EXPECT_EQ(rows.attributes[0].values[0], 3.5F);
  const ovl_attribute& plate = rows.attributes[1];
  EXPECT_STREQ(plate.texts[static_cast<int>(plate.values[1])], "B 2");
}

TEST(LibovlTracks, EveryColumnIsThereAgain) {
  const auto tracks = full_tracks(12);
  const ovl_columns rows = rows_of(tracks, 0, 100);
  expect_full(rows);
  EXPECT_EQ(rows.frame[1], 12);
  EXPECT_EQ(rows_of(tracks, 13, 100).row_count, 0U);
}

// The mask has two pixels, in column 2 and lines 0 and 1 of a grid of 5 x 4.
TEST(LibovlTracks, MasksAreRunsDownTheColumns) {
  const auto tracks = full_tracks(0);
  const ovl_columns rows = rows_of(tracks, 0, 1);
  const std::vector<std::uint32_t> runs(rows.mask_runs + rows.mask_run_offset[0],
                                        rows.mask_runs + rows.mask_run_offset[1]);
  EXPECT_EQ(runs, (std::vector<std::uint32_t>{8, 2, 10}));
  EXPECT_EQ(rows.mask_size[0], 5);
  EXPECT_EQ(rows.mask_size[1], 4);
  constexpr std::int64_t stride = 7;
  std::vector<std::uint8_t> pixels(stride * 4, 9);
  ASSERT_EQ(ovl_mask(&rows, 0, pixels.data(), stride, nullptr), OVL_OK);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    EXPECT_EQ(pixels[i], i % stride >= 5 ? 9 : i == 2 || i == stride + 2 ? 1 : 0) << i;
  EXPECT_EQ(ovl_mask(&rows, 0, pixels.data(), 4, nullptr), OVL_USAGE) << "lines overlap";
  EXPECT_EQ(ovl_mask(&rows, 2, pixels.data(), stride, nullptr), OVL_USAGE) << "no such row";
}

TEST(LibovlTracks, MasksOfAnyShapeAndStride) {
  constexpr int width = 37, height = 23, stride = 64;
  std::vector<std::uint8_t> memory(stride * height, 0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      memory[static_cast<std::size_t>(y * stride + x)] = (x * 7 + y * 3) % 5 == 0 ? 255 : 0;
  const std::vector<float> box{1, 2, 3, 4};
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  columns.row_count = 1;
  columns.box = box.data();
  columns.masks = memory.data() + stride * (height - 1);  // upside down
  columns.mask_row_stride = -stride;
  columns.mask_width = width;
  columns.mask_height = height;
  const auto tracks = no_tracks();
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 0, &columns, nullptr), OVL_OK);
  const ovl_columns rows = rows_of(tracks, 0, 1);
  std::vector<std::uint8_t> pixels(width * height);
  ASSERT_EQ(ovl_mask(&rows, 0, pixels.data(), width, nullptr), OVL_OK);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      ASSERT_EQ(pixels[static_cast<std::size_t>(y * width + x)],
                memory[static_cast<std::size_t>((height - 1 - y) * stride + x)] != 0 ? 1 : 0)
          << x << " " << y;
}

TEST(LibovlTracks, AFrameIsReplacedAndEmptied) {
  const auto tracks = no_tracks();
  const std::vector<float> boxes{1, 1, 2, 2, 3, 3, 2, 2, 5, 5, 2, 2};
  const std::vector<std::int32_t> frames{9, 4, 9};
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  columns.row_count = 3;
  columns.box = boxes.data();
  columns.frame = frames.data();
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 0, &columns, nullptr), OVL_OK);
  const ovl_columns all = rows_of(tracks, 4, 10);
  ASSERT_EQ(all.row_count, 3U);
  EXPECT_EQ(all.box[0], 3) << "of frame 4";
  EXPECT_EQ(all.box[8], 5) << "of frame 9, in the order in which they were put";
  EXPECT_EQ(facts_of(tracks).first, 4);
  EXPECT_EQ(facts_of(tracks).end, 10);

  columns.frame = nullptr;
  columns.row_count = 1;
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 9, &columns, nullptr), OVL_OK);
  EXPECT_EQ(rows_of(tracks, 9, 10).row_count, 1U);
  EXPECT_EQ(facts_of(tracks).row_count, 2U);
  columns.row_count = 0;
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 9, &columns, nullptr), OVL_OK);
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 4, &columns, nullptr), OVL_OK);
  EXPECT_EQ(facts_of(tracks).row_count, 0U);
  EXPECT_EQ(facts_of(tracks).end, 0);
}

TEST(LibovlTracks, ClassesGoByNameFromPutToPut) {
  const auto tracks = no_tracks();
  const std::vector<float> box{1, 1, 2, 2};
  const auto put = [&](std::int32_t frame, std::int32_t index, std::vector<const char*> names) {
    ovl_columns columns{};
    columns.struct_size = sizeof columns;
    columns.row_count = 1;
    columns.box = box.data();
    columns.class_index = &index;
    columns.class_names = names.data();
    columns.class_count = static_cast<std::uint32_t>(names.size());
    ASSERT_EQ(ovl_tracks_put(tracks.get(), frame, &columns, nullptr), OVL_OK);
  };
  put(0, 1, {"person", "car"});
  put(1, 0, {"car", "dog"});
  put(2, 0, {});
  const ovl_columns rows = rows_of(tracks, 0, 3);
  ASSERT_EQ(rows.class_count, 3U);
  EXPECT_STREQ(rows.class_names[rows.class_index[0]], "car");
  EXPECT_STREQ(rows.class_names[rows.class_index[1]], "car");
  EXPECT_STREQ(rows.class_names[rows.class_index[2]], "person");
  EXPECT_STREQ(rows.class_names[2], "dog") << "with no row";
}

// Numbers that were there before any name are no places in a list of names that comes later.
TEST(LibovlTracks, ClassesThatWereNumbersAreNamedByThem) {
  const auto tracks = no_tracks();
  const std::vector<float> boxes{1, 1, 2, 2, 3, 3, 4, 4};
  const std::vector<std::int32_t> numbers{0, 3};
  const char* const car = "car";
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  columns.row_count = 2;
  columns.box = boxes.data();
  columns.class_index = numbers.data();
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 0, &columns, nullptr), OVL_OK);
  ASSERT_EQ(rows_of(tracks, 0, 1).class_index[1], 3);
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 1, &columns, nullptr), OVL_OK);
  columns.row_count = 1;
  columns.class_names = &car;
  columns.class_count = 1;
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 2, &columns, nullptr), OVL_OK);
  const ovl_columns rows = rows_of(tracks, 0, 3);
  ASSERT_EQ(rows.row_count, 5U);
  const char* const names[] = {"0", "3", "0", "3", "car"};
  for (std::uint32_t row = 0; row < rows.row_count; ++row)
    EXPECT_STREQ(rows.class_names[rows.class_index[row]], names[row]) << row;
}

TEST(LibovlTracks, APutFrameByFrameIsAPutAtOnce) {
  const auto together = no_tracks(), apart = no_tracks();
  std::vector<float> boxes, speed;
  std::vector<std::int32_t> frames;
  for (int i = 0; i < 300; ++i) {
    boxes.insert(boxes.end(), {static_cast<float>(i), 1, 2, 3});
    speed.push_back(static_cast<float>(i) / 2);
    frames.push_back(i / 3);
  }
  ovl_attribute attribute{"speed", speed.data(), nullptr, 0};
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  columns.box = boxes.data();
  columns.frame = frames.data();
  columns.row_count = 300;
  columns.attributes = &attribute;
  columns.attribute_count = 1;
  ASSERT_EQ(ovl_tracks_put(together.get(), 0, &columns, nullptr), OVL_OK);
  columns.frame = nullptr;
  columns.row_count = 3;
  for (int frame = 0; frame < 100; ++frame) {
    columns.box = boxes.data() + 12 * frame;
    attribute.values = speed.data() + 3 * frame;
    ASSERT_EQ(ovl_tracks_put(apart.get(), frame, &columns, nullptr), OVL_OK);
    if (frame % 10 == 0) ASSERT_EQ(facts_of(apart).row_count, 3U * (frame + 1));
  }
  const ovl_columns a = rows_of(together, 0, 100), b = rows_of(apart, 0, 100);
  ASSERT_EQ(a.row_count, b.row_count);
  EXPECT_EQ(std::memcmp(a.box, b.box, 300 * 4 * sizeof(float)), 0);
  EXPECT_EQ(std::memcmp(a.frame, b.frame, 300 * sizeof(std::int32_t)), 0);
  EXPECT_EQ(std::memcmp(a.attributes[0].values, b.attributes[0].values, 300 * sizeof(float)), 0);
}

TEST(LibovlTracks, ReadsWhatItWrites) {
  const TempFolder folder;
  const std::string path = folder / "tracks.json";
  const auto tracks = full_tracks(3);
  ASSERT_EQ(ovl_tracks_write(tracks.get(), path.c_str(), nullptr, nullptr), OVL_OK);
  ovl_error* error = nullptr;
  expect_error(ovl_tracks_write(tracks.get(), path.c_str(), nullptr, &error), error, OVL_USAGE,
               "exists");
  ovl_tracks* read = nullptr;
  ASSERT_EQ(ovl_tracks_read(path.c_str(), nullptr, &read, nullptr), OVL_OK);
  const Handle<ovl_tracks> again(read);
  const ovl_columns rows = rows_of(again, 0, 10);
  expect_full(rows);
  EXPECT_EQ(rows.frame[0], 3);
}

TEST(LibovlTracks, RowsAreAddedToThoseOfAFile) {
  const TempFolder folder;
  const std::string path = folder / "tracks.json";
  ASSERT_EQ(ovl_tracks_write(full_tracks(3).get(), path.c_str(), nullptr, nullptr), OVL_OK);
  ovl_tracks* read = nullptr;
  ASSERT_EQ(ovl_tracks_read(path.c_str(), nullptr, &read, nullptr), OVL_OK);
  const Handle<ovl_tracks> tracks(read);
  FullColumns more;
  more.class_names = {"dog", "car"};  // of the second row, none; of the first, the second name
  more.plates[1] = "C 3";
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 5, &more.columns, nullptr), OVL_OK);
  expect_full(rows_of(tracks, 3, 4));
  const ovl_columns rows = rows_of(tracks, 5, 6);
  ASSERT_EQ(rows.row_count, 2U);
  EXPECT_STREQ(rows.class_names[rows.class_index[0]], "car");
  EXPECT_STREQ(rows.attributes[1].texts[static_cast<int>(rows.attributes[1].values[1])], "C 3");
  EXPECT_EQ(rows.skeleton_count, 1U) << "it is the same one";
  ovl_error* error = nullptr;
  more.columns.embedding_size = 2;
  expect_error(ovl_tracks_put(tracks.get(), 6, &more.columns, &error), error, OVL_USAGE,
               "embedding_size is 2; earlier rows have 3");
}

TEST(LibovlTracks, NotesTellWhatAFormatLoses) {
  const TempFolder folder;
  const std::string path = folder / "tracks.txt";
  const auto tracks = full_tracks(3);
  std::vector<std::string> notes;
  ovl_write_options options{};
  options.struct_size = sizeof options;
  options.log_data = &notes;
  options.log = [](void* data, const char* text) {
    static_cast<std::vector<std::string>*>(data)->emplace_back(text);
  };
  ASSERT_EQ(ovl_tracks_write(tracks.get(), path.c_str(), &options, nullptr), OVL_OK);
  const std::string all = std::accumulate(notes.begin(), notes.end(), std::string());
  EXPECT_NE(all.find("embeddings"), std::string::npos) << all;
  std::string line;
  std::getline(std::ifstream(path) >> std::ws, line);
  EXPECT_EQ(line.substr(0, 14), "4,7,10,20,30,4") << "MOTChallenge counts frames from 1";
}

// A box of the file's 640 x 360 px lies at twice its place in pictures of 1280 x 720 px.
TEST(LibovlTracks, FilesAreReadForAClip) {
  const TempFolder folder;
  const std::string path = folder / "det.txt";
  std::ofstream(path) << "1,3,20,30,40,50,0.9,-1,-1,-1\n";
  ovl_clip clip{};
  clip.struct_size = sizeof clip;
  clip.width = 1280;
  clip.height = 720;
  clip.first_frame = 1001;
  ovl_read_options options{};
  options.struct_size = sizeof options;
  options.clip = &clip;
  options.width = 640;
  options.height = 360;
  options.format = "mot";
  ovl_tracks* read = nullptr;
  ASSERT_EQ(ovl_tracks_read(path.c_str(), &options, &read, nullptr), OVL_OK);
  const Handle<ovl_tracks> tracks(read);
  const ovl_columns rows = rows_of(tracks, 1001, 1002);
  ASSERT_EQ(rows.row_count, 1U);
  EXPECT_EQ(rows.box[0], 40);
  EXPECT_EQ(rows.box[2], 80);
  ovl_error* error = nullptr;
  options.format = "mott";
  expect_error(ovl_tracks_read(path.c_str(), &options, &read, &error), error, OVL_USAGE, "mot");
  EXPECT_EQ(read, nullptr);
  expect_error(ovl_tracks_read((folder / "no.txt").c_str(), nullptr, &read, &error), error,
               OVL_INPUT, "no.txt");
}

/// A frame drawn by a program.
std::vector<std::byte> drawn(const ovl_program_options& options, int frame) {
  const auto renderer = renderer_of(program_of(options));
  Picture picture(OVL_FORMAT_RGB24, 320, 180);
  EXPECT_EQ(ovl_draw(renderer.get(), frame, &picture.image, nullptr, nullptr), OVL_OK);
  return picture.bytes;
}

TEST(LibovlTracks, AProgramDrawsWhatTheyHeldWhenItWasMade) {
  Host host("constellation");
  const std::vector<std::byte> expected = drawn(host.options, 7);
  const auto tracks = no_tracks();
  std::vector<float> boxes, scores;
  std::vector<std::int64_t> ids;
  std::vector<std::int32_t> frames;
  for (const ovl_row& row : host.rows) {
    boxes.insert(boxes.end(), {row.x, row.y, row.width, row.height});
    ids.push_back(row.id);
    frames.push_back(row.frame);
    scores.push_back(row.score);
  }
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  columns.row_count = static_cast<std::uint32_t>(ids.size());
  columns.box = boxes.data();
  columns.id = ids.data();
  columns.frame = frames.data();
  columns.score = scores.data();
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 0, &columns, nullptr), OVL_OK);
  host.options.rows = nullptr;
  host.options.row_count = 0;
  host.options.table = tracks.get();
  EXPECT_EQ(drawn(host.options, 7), expected);

  const auto program = program_of(host.options);
  columns.frame = nullptr;
  columns.row_count = 0;
  for (int frame = 0; frame < 1000; ++frame)
    ASSERT_EQ(ovl_tracks_put(tracks.get(), frame, &columns, nullptr), OVL_OK);
  EXPECT_NE(drawn(host.options, 7), expected) << "the tracks are other ones now";
  const auto renderer = renderer_of(program);
  Picture picture(OVL_FORMAT_RGB24, 320, 180);
  ASSERT_EQ(ovl_draw(renderer.get(), 7, &picture.image, nullptr, nullptr), OVL_OK);
  EXPECT_EQ(picture.bytes, expected) << "the program's stay";
}

}  // namespace
}  // namespace overlace::test
