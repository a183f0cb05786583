// SPDX-License-Identifier: Apache-2.0
// Wrong columns are refused with column and row, and change nothing.
#include <functional>
#include <limits>

#include "tests/api/columns_of.h"
#include "tests/api/expect_error.h"

namespace overlace::test {
namespace {

constexpr float nan = FullColumns::none, infinity = std::numeric_limits<float>::infinity();
constexpr std::uint32_t minus_one = 0xFFFFFFFF;

struct WrongColumns {
  const char* words;
  std::function<void(FullColumns&)> spoil;
};

std::uint32_t rows_in(const Handle<ovl_tracks>& tracks) {
  ovl_tracks_facts facts{};
  facts.struct_size = sizeof facts;
  EXPECT_EQ(ovl_tracks_get(tracks.get(), &facts, nullptr), OVL_OK);
  return facts.row_count;
}

const WrongColumns wrong_columns[] = {
    {"struct_size", [](auto& c) { c.columns.struct_size = 8; }},
    {"row_count is 4294967295", [](auto& c) { c.columns.row_count = minus_one; }},
    {"box is NULL", [](auto& c) { c.columns.box = nullptr; }},
    {"box[1]: the box is not finite", [](auto& c) { c.box[5] = nan; }},
    {"box[0]: the box is not finite", [](auto& c) { c.box[3] = infinity; }},
    {"box[1]: the box has a negative size", [](auto& c) { c.box[6] = -1; }},
    {"id[1]: -2", [](auto& c) { c.id[1] = -2; }},
    {"class_index[0]: 2", [](auto& c) { c.class_index[0] = 2; }},
    {"class_index[1]: -2", [](auto& c) { c.class_index[1] = -2; }},
    {"rotation[1]", [](auto& c) { c.rotation[1] = nan; }},
    {"points is NULL", [](auto& c) { c.columns.points = nullptr; }},
    {"point_offset is NULL", [](auto& c) { c.columns.point_offset = nullptr; }},
    {"point_offset[0]", [](auto& c) { c.point_offset[1] = 4; }},
    {"point_offset[1]", [](auto& c) { c.point_offset[2] = 4; }},
    {"point_offset[0]", [](auto& c) { c.point_offset[0] = ~std::uint64_t{0}; }},
    {"points[1]: a key point", [](auto& c) { c.points[1].x = nan; }},
    {"points[1]: there is no state 9", [](auto& c) { c.points[2].state = 9; }},
    {"skeleton[1]: 1", [](auto& c) { c.skeleton[1] = 1; }},
    {"skeletons is NULL", [](auto& c) { c.columns.skeletons = nullptr; }},
    {"skeletons[0].name is NULL", [](auto& c) { c.stick.name = nullptr; }},
    {"skeletons[0].points is NULL", [](auto& c) { c.stick.points = nullptr; }},
    {"bone_count is 4294967295", [](auto& c) { c.stick.bone_count = minus_one; }},
    {"corners[0]: a corner", [](auto& c) { c.corners[4].y = infinity; }},
    {"corners[0]: rings", [](auto& c) { c.corners[0].ring = 2; }},
    {"corners[0]: rings", [](auto& c) { c.corners[5].ring = 0; }},
    {"mask_width x mask_height is 0 x 4", [](auto& c) { c.columns.mask_width = 0; }},
    {"70000", [](auto& c) { c.columns.mask_height = 70000; }},
    {"mask_row_stride is 4", [](auto& c) { c.columns.mask_row_stride = 4; }},
    {"mask_stride is 0", [](auto& c) { c.columns.mask_stride = 0; }},
    {"both masks and mask_runs",
     [](auto& c) {
       static constexpr std::uint32_t run = 20;
       c.columns.mask_runs = &run;
     }},
    {"embedding is NULL", [](auto& c) { c.columns.embedding = nullptr; }},
    {"embedding_size is 0", [](auto& c) { c.columns.embedding_size = 0; }},
    {"embedding_size is 4294967295", [](auto& c) { c.columns.embedding_size = minus_one; }},
    {"attributes is NULL", [](auto& c) { c.columns.attributes = nullptr; }},
    {"attributes[1].name is NULL", [](auto& c) { c.attributes[1].name = nullptr; }},
    {"attributes[0].name is empty", [](auto& c) { c.attributes[0].name = ""; }},
    {"a second 'speed'", [](auto& c) { c.attributes[1].name = "speed"; }},
    {"values is NULL", [](auto& c) { c.attributes[0].values = nullptr; }},
    {"attributes[1]: 'plate' has no text 2", [](auto& c) { c.plate[1] = 2; }},
    {"attributes[1]: 'plate' has no text 0.5", [](auto& c) { c.plate[1] = 0.5F; }},
    {"is not UTF-8", [](auto& c) { c.plates[0] = "\xFF"; }},
    {"class_names is NULL", [](auto& c) { c.columns.class_names = nullptr; }},
    {"class_names[1] is NULL", [](auto& c) { c.class_names[1] = nullptr; }},
    {"class_count is 4294967295", [](auto& c) { c.columns.class_count = minus_one; }},
};

TEST(HostileColumns, AreRefusedWithColumnAndRow) {
  const auto tracks = no_tracks();
  const FullColumns right;
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 3, &right.columns, nullptr), OVL_OK);
  for (const WrongColumns& row : wrong_columns) {
    FullColumns columns;
    row.spoil(columns);
    ovl_error* error = nullptr;
    const int code = ovl_tracks_put(tracks.get(), 3, &columns.columns, &error);
    expect_error(code, error, OVL_USAGE, row.words);
    ASSERT_EQ(rows_in(tracks), 2U) << row.words;
  }
}

Handle<ovl_live> live_boxes() {
  ovl_clip clip{};
  clip.struct_size = sizeof clip;
  clip.width = 320;
  clip.height = 180;
  ovl_live_options options{};
  options.struct_size = sizeof options;
  options.graph = "boxes";
  options.clip = &clip;
  ovl_live* live = nullptr;
  EXPECT_EQ(ovl_live_create(&options, nullptr, &live, nullptr), OVL_OK);
  return Handle<ovl_live>(live);
}

TEST(HostileColumns, AreRefusedInAStream) {
  const auto live = live_boxes();
  for (const WrongColumns& row : wrong_columns) {
    FullColumns columns;
    row.spoil(columns);
    ovl_error* error = nullptr;
    const int code = ovl_live_put(live.get(), 3, &columns.columns, &error);
    expect_error(code, error, OVL_USAGE, row.words);
  }
}

TEST(HostileColumns, RunsMustCoverTheirGrid) {
  const auto tracks = no_tracks();
  FullColumns columns;
  columns.columns.masks = nullptr;
  const std::vector<std::uint64_t> offset{0, 2, 2};
  std::vector<std::int32_t> size{5, 4, 0, 0};
  std::vector<std::uint32_t> runs{8, 12};
  columns.columns.mask_runs = runs.data();
  columns.columns.mask_run_count = runs.size();
  columns.columns.mask_run_offset = offset.data();
  const auto put = [&](const char* words) {
    ovl_error* error = nullptr;
    const int code = ovl_tracks_put(tracks.get(), 0, &columns.columns, &error);
    expect_error(code, error, OVL_USAGE, words);
  };
  put("mask_size is NULL");
  columns.columns.mask_size = size.data();
  runs[1] = 13;
  put("mask_runs[0]: the mask does not cover");
  size[0] = -5;
  put("mask_runs[0]: the mask has an impossible size");
  size = {5, 4, 0, 0};
  runs[1] = 12;
  EXPECT_EQ(ovl_tracks_put(tracks.get(), 0, &columns.columns, nullptr), OVL_OK);
}

/// Expects that rows are refused which do not go with those of FullColumns. `put` puts rows later.
template <class Put>
void expect_one_kind(const Put& put_later) {
  const auto put = [&](const char* words, auto spoil) {
    FullColumns columns;
    spoil(columns);
    ovl_error* error = nullptr;
    const int code = put_later(&columns.columns, &error);
    expect_error(code, error, OVL_USAGE, words);
  };
  put("embedding_size is 2; earlier rows have 3", [](auto& c) { c.columns.embedding_size = 2; });
  put("'speed' has texts; earlier rows have numbers", [](auto& c) {
    c.attributes[0].texts = c.plates.data();
    c.attributes[0].text_count = 2;
    c.speed[0] = 1;
  });
  put("'plate' has numbers; earlier rows have texts", [](auto& c) {
    c.attributes[1].texts = nullptr;
    c.attributes[1].text_count = 0;
  });
  put("class_index[0]: 2", [](auto& c) {
    c.columns.class_names = nullptr;
    c.columns.class_count = 0;
    c.class_index[0] = 2;
  });
}

TEST(HostileColumns, LaterRowsMustGoWithEarlierOnes) {
  const FullColumns first;
  const auto tracks = no_tracks();
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 0, &first.columns, nullptr), OVL_OK);
  expect_one_kind([&](const ovl_columns* columns, ovl_error** error) {
    return ovl_tracks_put(tracks.get(), 1, columns, error);
  });
  const auto live = live_boxes();
  ASSERT_EQ(ovl_live_put(live.get(), 0, &first.columns, nullptr), OVL_OK);
  expect_one_kind([&](const ovl_columns* columns, ovl_error** error) {
    return ovl_live_put(live.get(), 1, columns, error);
  });
}

TEST(HostileColumns, FramesFarApart) {
  const auto tracks = no_tracks();
  const FullColumns columns;
  ASSERT_EQ(ovl_tracks_put(tracks.get(), 0, &columns.columns, nullptr), OVL_OK);
  const auto put = [&](std::int32_t frame, int expected, const char* words) {
    ovl_error* error = nullptr;
    const int code = ovl_tracks_put(tracks.get(), frame, &columns.columns, &error);
    expect_error(code, error, expected, words);
  };
  put(1 << 24, OVL_LIMIT, "16777217 frames");
  put(std::numeric_limits<std::int32_t>::min(), OVL_USAGE, "frame[0]: there can be no frame");
  put(std::numeric_limits<std::int32_t>::max(), OVL_USAGE, "frame[0]: there can be no frame");
  EXPECT_EQ(rows_in(tracks), 2U);
}

TEST(HostileColumns, WithoutHandles) {
  const FullColumns columns;
  ovl_columns out{};
  const auto tracks = no_tracks();
  EXPECT_EQ(ovl_tracks_create(nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_put(nullptr, 0, &columns.columns, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_put(tracks.get(), 0, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_columns(nullptr, 0, 1, &out, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_columns(tracks.get(), 0, 1, &out, nullptr), OVL_USAGE) << "struct_size is 0";
  EXPECT_EQ(ovl_tracks_columns(tracks.get(), 0, 1, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_get(tracks.get(), nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_write(tracks.get(), nullptr, nullptr, nullptr), OVL_USAGE);
  ovl_tracks* read = nullptr;
  EXPECT_EQ(ovl_tracks_read(nullptr, nullptr, &read, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_tracks_read("no.txt", nullptr, nullptr, nullptr), OVL_USAGE);
  out.struct_size = sizeof out;
  EXPECT_EQ(ovl_mask(&out, 0, nullptr, 1, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_mask(nullptr, 0, nullptr, 1, nullptr), OVL_USAGE);
}

}  // namespace
}  // namespace overlace::test
