// SPDX-License-Identifier: Apache-2.0
// Files of trackers and benchmarks that are neither tables of boxes nor annotated pictures.
#include "read_text.h"

namespace overlace::test {
namespace {

/// MMTracking's results: lists of frames, classes, things.
TEST(MmTracking, ListsAreFramesAndClasses) {
  const ReadResult r = read_conformance("mmtracking.json");
  EXPECT_EQ(r.report.format, "mmtracking");
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.table.rows(1).size(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
  EXPECT_EQ(r.table.id[0], 3);
  EXPECT_EQ(r.table.class_index, (std::vector<std::int32_t>{0, 1, 1, 1}));
  EXPECT_EQ(r.table.mask_runs.of(0).size(), 3U);
  EXPECT_TRUE(r.table.mask_runs.of(1).empty());
}

/// SA-V's description: a mask of every object in every annotated frame, 6 a second.
TEST(SaV, MasksSayWhereThingsAre) {
  const ReadResult r = read_conformance("sa_v.json");
  EXPECT_EQ(r.report.format, "sa_v");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{1, 0, 1, 2}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{0, 5}));
  EXPECT_EQ(r.table.frame_of(1), 1);
  EXPECT_TRUE(r.report.lost.empty()) << "an empty mask is no loss";
  ASSERT_TRUE(r.report.frame_rate);
  EXPECT_EQ(r.report.frame_rate->value(), 6);
}

}  // namespace
}  // namespace overlace::test
