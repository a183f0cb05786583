// SPDX-License-Identifier: Apache-2.0
// Files of trackers and benchmarks that are neither box tables nor annotated pictures.
#include "read_text.h"

namespace overlace::test {
namespace {

/// MMTracking's results: lists of frames, classes, objects.
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

/// SA-V: a mask for every object in every annotated frame, 6 per second.
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

/// VCD 3: frames are a list, counted from 1.
TEST(Vcd, Version3HasAListOfFrames) {
  const ReadResult r = read_conformance("vcd.json");
  EXPECT_EQ(r.report.format, "vcd");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 1);
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 4, 6}));
  EXPECT_EQ(r.class_name(0), "Adult");
  EXPECT_EQ(r.attribute("occluded")[0], 1);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{0, 3}));
  EXPECT_EQ(r.table.box[1], (Box{10, 20, 30, 40}));
}

/// From version 4.3 on, a box is given by its centre, as the KITTI files in VCD's repository show:
/// DontCare of sequence 0000 is 219.31 … 245.5 there.
TEST(Vcd, Version43HasCentres) {
  const ReadResult r = read_text(R"({"vcd": {"metadata": {"schema_version": "4.3.1"},
    "objects": {"a1": {"name": "x", "type": "Car"}},
    "frames": {"7": {"objects": {"a1": {"object_data":
      {"bbox": [{"name": "b", "val": [232.405, 203.52, 26.19, 30.06]}]}}}}}}})");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.first_frame, 7);
  EXPECT_NEAR(r.table.box[0].x, 219.31, 1e-3);
  EXPECT_NEAR(r.table.box[0].y, 188.49, 1e-3);
  EXPECT_EQ(r.class_name(0), "Car");
  EXPECT_EQ(attribute_text(r.table, "track", 0), "a1");
}

TEST(Vcd, ActionsAloneAreNothingToDraw) {
  EXPECT_NE(refusal(R"({"vcd": {"version": "4.2.0", "frames": {"0": {"actions": {"0": {}}}}}})")
                .find("nothing to draw"),
            std::string::npos);
}

/// The AI City Challenge, track 1: camera, id, frame, box, world position.
TEST(AiCity, CamerasAreSequences) {
  const std::string message = refusal_of([] { (void)read_conformance("ai_city.txt"); });
  EXPECT_NE(message.find("41, 42"), std::string::npos) << message;
  TrackReadOptions options;
  options.sequence = "41";
  const ReadResult r = read_conformance("ai_city.txt", options);
  EXPECT_EQ(r.report.format, "ai_city");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.first_frame, 4) << "frames count from 1";
  EXPECT_EQ(r.table.box[0], (Box{100, 200, 30, 40}));
  EXPECT_TRUE(std::isnan(r.attribute("world_x")[0])) << "-1 -1 is none";
  EXPECT_EQ(r.attribute("world_x")[1], 42.5F);
}

/// UAVDT's gt_whole.txt: out-of-view, occlusion, class 1 car, 2 truck, 3 bus.
TEST(Uavdt, ColumnsAfterTheBoxAreItsOwn) {
  const ReadResult r = read_conformance("uavdt.txt");
  EXPECT_EQ(r.report.format, "uavdt");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.class_name(1), "bus");
  EXPECT_EQ(r.attribute("occlusion")[1], 4);
  EXPECT_EQ(r.class_name(0), "car");
}

/// TrackMate: spots in physical units, and edges that join them into tracks.
TEST(TrackMate, SpotsAreCirclesInUnitsOfTheImage) {
  const ReadResult r = read_conformance("trackmate.xml");
  EXPECT_EQ(r.report.format, "trackmate");
  ASSERT_EQ(r.table.row_count(), 3U);
  // A pixel is half a unit, and its centre lies half a pixel from its edge.
  EXPECT_EQ(r.table.box[0], (Box{6.5F, 16.5F, 8, 8}));
  EXPECT_EQ(r.table.id[0], 7);
  EXPECT_EQ(r.table.id[1], no_id);
  EXPECT_EQ(r.table.id[2], 7);
  EXPECT_EQ(r.table.frame_of(2), 1);
  EXPECT_EQ(attribute_text(r.table, "track", 0), "Track_7");
  ASSERT_EQ(r.table.outlines.of(2).size(), 3U);
  EXPECT_EQ(r.table.outlines.of(2)[0].at, (Vec2{10.5F, 18.5F}));
}

/// ViPER: values hold for spans of frames, counted from 1.
TEST(Viper, SpansAreFilledIn) {
  const ReadResult r = read_conformance("viper.xml");
  EXPECT_EQ(r.report.format, "viper");
  ASSERT_EQ(r.table.row_count(), 6U);
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.table.box[0], (Box{881, 479, 39, 101}));
  const std::uint32_t last = row_in_frame(r.table, 3);
  EXPECT_EQ(r.table.box[last], (Box{879, 479, 37, 101}));
  EXPECT_EQ(r.class_name(last), "Person");
  const std::uint32_t bag = row_in_frame(r.table, 5);
  EXPECT_EQ(r.class_name(bag), "Bag");
  EXPECT_NE(r.table.id[bag], r.table.id[last]);
  EXPECT_EQ(r.lost("no box, point").count, 1U);
}

TEST(Viper, SpansDoNotFillAllMemory) {
  TrackReadOptions options;
  options.max_filled = 1 << 16;
  EXPECT_NE(refusal("<viper><data><sourcefile filename=\"a\"><object name=\"p\" id=\"1\" "
                    "framespan=\"1:9000000\"><attribute name=\"b\"><data:bbox "
                    "xmlns:data=\"d\" x=\"1\" y=\"2\" width=\"3\" height=\"4\"/></attribute>"
                    "</object></sourcefile></data></viper>",
                    options)
                .find("--max-filled"),
            std::string::npos);
}

}  // namespace
}  // namespace overlace::test
