// SPDX-License-Identifier: Apache-2.0
// track_camera: points of a scene seen by a known camera.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

constexpr int frames = 60;

/// Maps the scene, which is the picture of frame 0, to the picture of a frame: the camera pans
/// right and rolls, and distant parts on one side shrink.
Homography view(int frame, double perspective = 1e-5) {
  const double t = frame, angle = 0.002 * t, zoom = 1 + 0.002 * t;
  const double c = std::cos(angle) * zoom, s = std::sin(angle) * zoom;
  return {{c, -s, -5 * t, s, c, 0.5 * t, perspective * t, 0, 1}};
}

/// What the camera sees, 200 x 100 px at a time, of a scene with points 12 px apart.
std::vector<TrackRow> seen(double perspective, double noise) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> error(-noise, noise);
  std::vector<TrackRow> rows;
  for (int f = 0; f < frames; ++f) {
    TrackId id = 0;
    for (double x = 3; x < 700; x += 12) {
      for (double y = -150; y < 250; y += 12) {
        ++id;
        const auto at = view(f, perspective)({x, y});
        if (!at || at->x < 0 || at->x >= 200 || at->y < 0 || at->y >= 100) continue;
        rows.push_back({f,
                        id,
                        {static_cast<float>(at->x + error(random)) - 1,
                         static_cast<float>(at->y + error(random)) - 1, 2, 2}});
      }
    }
  }
  return rows;
}

/// Points that move independently of the scene, all in the same way.
std::vector<TrackRow> crowd(int count) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < frames; ++f)
    for (int i = 0; i < count; ++i)
      rows.push_back(
          {f,
           100000 + i,
           {static_cast<float>(30 + 7 * (i % 6) + f), static_cast<float>(20 + i % 60), 2, 2}});
  return rows;
}

CameraPath followed(const std::string& params, const std::vector<TrackRow>& points,
                    const std::vector<TrackRow>& objects = {},
                    std::vector<std::string>* said = nullptr) {
  TrackTable table = make_track_table(points, {}), boxes = make_track_table(objects, {});
  finish_tracks(table, {.frame_rate = {10}});
  TrackNode node("track_camera", params);
  node.context.inputs = {&boxes, &table};
  const TrackTable made = node.make();
  EXPECT_EQ(made.row_count(), boxes.row_count());
  if (said != nullptr) *said = node.said;
  return *made.camera;
}

/// The largest distance between the picture's corners mapped by `path` and by the true camera, in
/// px of the scene.
double worst_error(const CameraPath& path, double perspective) {
  double worst = 0;
  for (int f = 0; f < frames; ++f) {
    for (const PlanePoint corner : {PlanePoint{0, 0}, {200, 0}, {0, 100}, {200, 100}}) {
      const auto wanted = (*inverse(view(f, perspective)))(corner), got = path.at(f)(corner);
      if (!wanted || !got) return 1e9;
      worst = std::max(worst, std::hypot(wanted->x - got->x, wanted->y - got->y));
    }
  }
  return worst;
}

TEST(TrackCamera, FollowsATurningCameraExactly) {
  const CameraPath path = followed("{}", seen(1e-5, 0));
  EXPECT_EQ(path.to_scene.size(), static_cast<std::size_t>(frames));
  EXPECT_LT(worst_error(path, 1e-5), 0.01);
}

TEST(TrackCamera, ASimilarityNeedsNoPerspective) {
  EXPECT_LT(worst_error(followed(R"({"model": "similarity"})", seen(0, 0)), 0), 0.01);
}

TEST(TrackCamera, AShiftIsAllThatAShiftSays) {
  const CameraPath path = followed(R"({"model": "shift"})", seen(0, 0));
  const Homography& map = path.at(2);
  EXPECT_EQ(map.m[0], 1);
  EXPECT_EQ(map.m[1], 0);
  EXPECT_NEAR(map.m[2], 10, 1);
}

// The scene passes in 20 key frames: half a pixel in each would add up to ten.
TEST(TrackCamera, ErrorsOfPointsDoNotAddUp) {
  EXPECT_LT(worst_error(followed(R"({"model": "similarity"})", seen(0, 0.4)), 0), 2.5);
}

TEST(TrackCamera, PointsThatMoveByThemselvesDoNotCount) {
  const std::vector<TrackRow> still = seen(1e-5, 0);
  EXPECT_LT(worst_error(followed("{}", still + crowd(40)), 1e-5), 0.01);
}

TEST(TrackCamera, BoxesHideMovingPointsThatAreMore) {
  std::vector<TrackRow> boxes;
  for (int f = 0; f < frames; ++f)
    boxes.push_back({f, 1, {static_cast<float>(25 + f), 0, 60, 100}});
  const std::vector<TrackRow> points = seen(0, 0) + crowd(400);
  const std::string model = R"({"model": "similarity"})";
  EXPECT_LT(worst_error(followed(model, points, boxes), 0), 0.01);
}

TEST(TrackCamera, HoldsItsViewWhereNothingIsSeenAndSaysSo) {
  std::vector<TrackRow> points;
  for (const TrackRow& row : seen(0, 0))
    if (row.frame < 20 || row.frame >= 40) points.push_back(row);
  std::vector<std::string> said;
  const CameraPath path = followed("{}", points, {}, &said);
  EXPECT_EQ(path.at(30), path.at(19));
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said.front().find("in 21 of 60 frames"), std::string::npos) << said.front();
}

TEST(TrackCamera, TheSameSeedGivesTheSamePath) {
  const std::vector<TrackRow> points = seen(1e-5, 0.4) + crowd(40);
  const CameraPath path = followed(R"({"seed": 3})", points);
  EXPECT_EQ(path.to_scene.size(), static_cast<std::size_t>(frames));
  EXPECT_EQ(path.to_scene, followed(R"({"seed": 3})", points).to_scene);
}

TEST(TrackCamera, NeedsPixelsOrPoints) {
  const TrackTable none;
  TrackNode node("track_camera");
  node.context.inputs = {&none, nullptr};
  EXPECT_NE(node.refusal().find("needs the pixels of a clip"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
