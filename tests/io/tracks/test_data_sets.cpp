// SPDX-License-Identifier: Apache-2.0
// Folders of data sets and of runs, and single files from folders.
#include "read_text.h"

namespace overlace::test {
namespace {

const std::string box = "1 0.5 0.5 0.1 0.2\n";

/// Ultralytics' layout: images/train beside labels/train, described by data.yaml.
TEST(DataSets, UltralyticsKeepsLabelsBesideImages) {
  const TemporaryFolder folder;
  folder.write("data.yaml", "path: .\ntrain: images/train\nnames:\n  0: cat\n  1: dog\n")
      .write("images/train/7.jpg", "")
      .write("labels/train/7.txt", box)
      .write("labels/train/9.txt", box + "0 0.1 0.1 0.1 0.1\n");
  for (const char* name : {"", "data.yaml", "labels", "labels/train"}) {
    const ReadResult r = folder.read({}, name);
    EXPECT_EQ(r.report.format, "yolo_detect") << name;
    ASSERT_EQ(r.table.row_count(), 3U) << name;
    EXPECT_EQ(r.table.frame_of(0), 6) << name;
    EXPECT_EQ(r.class_name(0), "dog") << name;
  }
}

TEST(DataSets, OfSeveralPartsOneIsNamed) {
  // Roboflow's export: train/labels and valid/labels.
  const TemporaryFolder folder;
  folder.write("data.yaml", "names: ['cat', 'dog']\n")
      .write("README.roboflow.txt", "exported")
      .write("train/labels/clip-0001_jpg.rf.0a1b2c3d4e5f.txt", box)
      .write("train/labels/clip-0002_jpg.rf.ffee00112233.txt", box)
      .write("valid/labels/clip-0003_jpg.rf.00aa00aa00aa.txt", box);
  const std::string message = refusal_of([&] { (void)folder.read(); });
  EXPECT_NE(message.find("train, valid"), std::string::npos) << message;
  EXPECT_NE(message.find((folder.path() / "train").string()), std::string::npos) << message;
  const ReadResult r = folder.read({}, "train");
  EXPECT_EQ(r.table.frame_count(), 2);
  EXPECT_EQ(r.table.first_frame, 0) << "hashes behind .rf. are no numbers of frames";
}

/// As written by labelme's labelme2voc.
TEST(DataSets, FilesBesideTheLabelsAreNoFrames) {
  const TemporaryFolder folder;
  folder.write("class_names.txt", "cat\n")
      .write("Annotations/2011_000003.xml",
             "<annotation><object><name>cat</name><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3"
             "</xmax><ymax>4</ymax></bndbox></object></annotation>");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "pascal_voc");
  EXPECT_EQ(r.table.first_frame, 3);
}

TEST(DataSets, KptShapeTellsPointsFromOutlines) {
  const TemporaryFolder folder;
  folder.write("data.yaml", "kpt_shape: [3, 2]\nnames:\n  0: hand\n")
      .write("labels/train/1.txt", "0 0.13 0.3 0.26 0.2 0.1 0.2 0.3 0.4 0.5 0.6\n");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "yolo_pose");
  EXPECT_EQ(r.table.key_points.of(0).size(), 3U);
}

TEST(DataSets, HashesAreNumberedInTheirOrder) {
  const TemporaryFolder folder;
  folder.write("9f8e7d.txt", box).write("0a1b2c.txt", box).write("5c4d3e.txt", box);
  const ReadResult r = folder.read();
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.table.frame_count(), 3);
  EXPECT_TRUE(r.assumes("file names hold no frame numbers"));
}

TEST(DataSets, NamesWithoutNumbersToo) {
  const TemporaryFolder folder;
  folder.write("shore.txt", box).write("bridge.txt", box + "0 0.1 0.1 0.1 0.1\n");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.table.rows(0).size(), 2U) << "bridge comes before shore";
  EXPECT_EQ(r.table.rows(1).size(), 1U);
}

TEST(DataSets, ASingleFileIsAFrame) {
  const TemporaryFolder folder;
  folder.write("000012.txt", "Car 0 1 1.55 10 20 40 60 1.57 1.73 4.15 1 1.75 13.22 1.62\n")
      .write("other.txt", "nothing of it")
      .write("portrait_keypoints.json",
             R"({"people": [{"pose_keypoints_2d": [3, 4, 0.5, 0, 0, 0]}]})");
  const ReadResult kitti = folder.read({}, "000012.txt");
  EXPECT_EQ(kitti.report.format, "kitti_detection");
  EXPECT_EQ(kitti.table.first_frame, 12);
  const ReadResult openpose = folder.read({}, "portrait_keypoints.json");
  EXPECT_EQ(openpose.report.format, "openpose");
  EXPECT_EQ(openpose.table.first_frame, 0);
  EXPECT_TRUE(openpose.assumes("of frame 0"));
}

}  // namespace
}  // namespace overlace::test
