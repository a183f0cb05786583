// SPDX-License-Identifier: Apache-2.0
// Live drawing through the C interface.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/api/columns_of.h"
#include "tests/api/expect_error.h"

namespace overlace::test {
namespace {

constexpr int memory = 50;

/// A stream of the host's rows.
struct Stream {
  Host host;
  ovl_live_options options{};
  Handle<ovl_live> live{};

  explicit Stream(const char* graph) : host(graph) {
    options.struct_size = sizeof options;
    options.graph = graph;
    options.clip = &host.clip;
  }

  int open(ovl_error** error = nullptr) {
    ovl_device_options device{};
    device.struct_size = sizeof device;
    device.device = OVL_DEVICE_CPU;
    device.threads = 1;
    ovl_live* made = nullptr;
    const int code = ovl_live_create(&options, &device, &made, error);
    live.reset(made);
    return code;
  }

  /// Puts the rows of a frame, with their ids or without.
  void put(int frame, bool ids = true) {
    std::vector<float> boxes, scores;
    std::vector<std::int64_t> id;
    for (const ovl_row& row : host.rows) {
      if (row.frame != frame) continue;
      boxes.insert(boxes.end(), {row.x, row.y, row.width, row.height});
      scores.push_back(row.score);
      id.push_back(row.id);
    }
    ovl_columns columns{};
    columns.struct_size = sizeof columns;
    columns.row_count = static_cast<std::uint32_t>(id.size());
    columns.box = boxes.data();
    columns.score = scores.data();
    if (ids) columns.id = id.data();
    ASSERT_EQ(ovl_live_put(live.get(), frame, &columns, nullptr), OVL_OK);
  }

  std::vector<std::byte> draw(int frame) {
    Picture picture(OVL_FORMAT_YUV420P, 320, 180);
    EXPECT_EQ(ovl_live_draw(live.get(), frame, &picture.image, nullptr, nullptr), OVL_OK);
    return picture.bytes;
  }
};

const std::vector<std::byte>& untouched() {
  static const std::vector<std::byte> bytes = Picture(OVL_FORMAT_YUV420P, 320, 180).bytes;
  return bytes;
}

// Of a look whose objects neither come nor go slowly: a program's would leave at its last frame.
TEST(LibovlLive, AFrameIsThatOfAProgramWithTheWindowsRows) {
  Stream stream("boxes");
  ASSERT_EQ(stream.open(), OVL_OK);
  constexpr int frame = 120;
  for (int f = 0; f < frame; ++f) stream.put(f);
  stream.put(frame);
  const std::vector<std::byte> live = stream.draw(frame);
  EXPECT_NE(live, untouched());

  Host host("boxes");
  std::erase_if(host.rows, [](const ovl_row& row) {
    return row.frame <= frame - memory || row.frame > frame;
  });
  host.options.rows = host.rows.data();
  host.options.row_count = host.rows.size();
  const auto renderer = renderer_of(program_of(host.options));
  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  ASSERT_EQ(ovl_draw(renderer.get(), frame, &picture.image, nullptr, nullptr), OVL_OK);
  EXPECT_EQ(picture.bytes, live);
}

// Only what has an id leaves a trail.
TEST(LibovlLive, RowsWithoutIdsGetThemUnlessToldOtherwise) {
  constexpr const char* trails = R"({"overlace": 1, "composite": ["trails"], "nodes": {
    "tracks": {"type": "track_input", "params": {"path": "$tracks"}},
    "trails": {"type": "draw_trails", "inputs": {"tracks": "tracks"}}}})";
  for (const std::uint32_t ids : {OVL_IDS_AUTO, OVL_IDS_GIVEN, OVL_IDS_ASSIGNED}) {
    Stream stream(trails);
    stream.options.ids = ids;
    ASSERT_EQ(stream.open(), OVL_OK);
    std::vector<std::byte> last;
    for (int frame = 0; frame < 30; ++frame) {
      stream.put(frame, ids == OVL_IDS_ASSIGNED);
      last = stream.draw(frame);
    }
    EXPECT_EQ(last == untouched(), ids == OVL_IDS_GIVEN) << ids;
  }
}

TEST(LibovlLive, LostRowsAreCounted) {
  Stream stream("boxes");
  stream.options.max_rows = 2;
  ASSERT_EQ(stream.open(), OVL_OK);
  stream.put(5);
  EXPECT_EQ(ovl_live_lost(stream.live.get()), 1U) << "of three";
  static_cast<void>(stream.draw(5));
  stream.put(4);
  EXPECT_EQ(ovl_live_lost(stream.live.get()), 4U) << "three came late";
  EXPECT_EQ(ovl_live_lost(nullptr), 0U);
}

TEST(LibovlLive, SettingsHoldFromTheNextFrameOn) {
  Stream stream("boxes");
  ASSERT_EQ(stream.open(), OVL_OK);
  stream.put(1);
  const std::vector<std::byte> before = stream.draw(1);
  const char* const invisible[] = {"boxes.opacity=0"};
  const char* const wrong[] = {"boxes.opacty=0"};
  ovl_error* error = nullptr;
  expect_error(ovl_live_set(stream.live.get(), wrong, 1, &error), error, OVL_USAGE, "opacity");
  EXPECT_EQ(stream.draw(1), before);
  ASSERT_EQ(ovl_live_set(stream.live.get(), invisible, 1, nullptr), OVL_OK);
  EXPECT_NE(stream.draw(1), before);
  ASSERT_EQ(ovl_live_set(stream.live.get(), nullptr, 0, nullptr), OVL_OK);
  EXPECT_EQ(stream.draw(1), before);
}

TEST(LibovlLive, AnotherStreamBeginsEmpty) {
  Stream stream("boxes");
  ASSERT_EQ(stream.open(), OVL_OK);
  stream.put(7);
  const std::vector<std::byte> drawn = stream.draw(7);
  ovl_rect rect{};
  ASSERT_EQ(ovl_live_bounds(stream.live.get(), 7, &rect, nullptr), OVL_OK);
  EXPECT_GT(rect.width, 0);
  ASSERT_EQ(ovl_live_restart(stream.live.get(), nullptr), OVL_OK);
  EXPECT_EQ(stream.draw(7), untouched());
  ASSERT_EQ(ovl_live_bounds(stream.live.get(), 7, &rect, nullptr), OVL_OK);
  EXPECT_EQ(rect.width, 0);
  ASSERT_EQ(ovl_live_restart(stream.live.get(), nullptr), OVL_OK);
  stream.put(7);
  EXPECT_EQ(stream.draw(7), drawn);
}

TEST(LibovlLive, WrongOptionsAreRefused) {
  const auto with = [](const char* graph, const char* words, auto spoil) {
    Stream stream(graph);
    spoil(stream.options);
    ovl_error* error = nullptr;
    const int code = stream.open(&error);
    expect_error(code, error, OVL_USAGE, words);
    EXPECT_EQ(stream.live, nullptr);
  };
  const auto nothing = [](ovl_live_options&) {};
  with("boxs", "boxes", nothing);
  with("sonogram", "sound", nothing);
  with("boxes", "ovl_live_options.struct_size", [](auto& o) { o.struct_size = 4; });
  with("boxes", "graph is NULL", [](auto& o) { o.graph = nullptr; });
  with("boxes", "ovl_clip is NULL", [](auto& o) { o.clip = nullptr; });
  with("boxes", "ids is unknown", [](auto& o) { o.ids = 3; });
  with("boxes", "memory is -1", [](auto& o) { o.memory = -1; });
  with("boxes", "delay is 2000000000", [](auto& o) { o.delay = 2'000'000'000; });
  with("boxes", "class_names is NULL", [](auto& o) { o.class_count = 1; });
  with("boxes", "settings is NULL", [](auto& o) { o.setting_count = 1; });
}

TEST(LibovlLive, WrongRowsAndPicturesAreRefused) {
  Stream stream("boxes");
  ASSERT_EQ(stream.open(), OVL_OK);
  ovl_live* const live = stream.live.get();
  FullColumns columns;
  columns.box[4] = FullColumns::none;
  ovl_error* error = nullptr;
  expect_error(ovl_live_put(live, 1, &columns.columns, &error), error, OVL_USAGE, "box[1]");
  columns.box[4] = 1;
  const std::vector<std::int32_t> frames{1, 2};
  columns.columns.frame = frames.data();
  expect_error(ovl_live_put(live, 1, &columns.columns, &error), error, OVL_USAGE, "frame");
  columns.columns.frame = nullptr;
  EXPECT_EQ(ovl_live_put(live, 1, &columns.columns, nullptr), OVL_OK);
  columns.columns.embedding_size = 2;
  expect_error(ovl_live_put(live, 2, &columns.columns, &error), error, OVL_USAGE,
               "embedding_size is 2; earlier rows have 3");

  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  picture.image.memory = OVL_MEMORY_CUDA;
  expect_error(ovl_live_draw(live, 1, &picture.image, nullptr, &error), error, OVL_UNAVAILABLE,
               "on a GPU");
  EXPECT_EQ(picture.bytes, untouched());
  EXPECT_EQ(ovl_live_draw(live, 1, nullptr, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_draw(nullptr, 1, &picture.image, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_put(nullptr, 1, &columns.columns, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_put(live, 1, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_bounds(live, 1, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_set(nullptr, nullptr, 0, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_restart(nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_live_create(&stream.options, nullptr, nullptr, nullptr), OVL_USAGE);
  ovl_live_free(nullptr);
}

}  // namespace
}  // namespace overlace::test
