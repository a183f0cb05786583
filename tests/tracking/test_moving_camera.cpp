// SPDX-License-Identifier: Apache-2.0
// Motion in painted clips whose camera moves, and which have cuts.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "tests/tracking/painted_clip.h"
#include "tracking/associate.h"
#include "tracking/motion.h"

namespace overlace::test {
namespace {

constexpr Size size{320, 240};

struct Found {
  TrackTable boxes;
  std::vector<Shot> shots;
};

Found found_in(const PlayVideo& play) {
  Found found;
  const auto finder = motion_finder({.padding = 0}, [&](std::span<const Shot> shots) {
    found.shots.assign(shots.begin(), shots.end());
  });
  found.boxes = watch(play, *finder);
  return found;
}

/// Two white discs, one that goes right and one that goes down.
Vec2 disc(int number, int frame) {
  const auto way = static_cast<float>(3 * frame);
  return number == 0 ? Vec2{30 + way, 60} : Vec2{250 - way / 2, 20 + way};
}

Bgr with_discs(int f, int x, int y, const Bgr& background) {
  for (const int number : {0, 1}) {
    const Vec2 at = disc(number, f);
    if (std::hypot(static_cast<float>(x) - at.x, static_cast<float>(y) - at.y) < 14)
      return {250, 250, 250};
  }
  return background;
}

/// The centre of every box lies in a disc. Returns in how many of the frames each disc has one.
std::array<int, 2> frames_with_discs(const TrackTable& boxes) {
  std::array<int, 2> frames{};
  for (std::int32_t f = boxes.first_frame; f < boxes.first_frame + boxes.frame_count(); ++f) {
    std::array<bool, 2> seen{};
    const RowRange rows = boxes.rows(f);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const Vec2 center = boxes.box[row].center();
      bool on_disc = false;
      for (const int number : {0, 1}) {
        const Vec2 way = center - disc(number, f);
        if (std::hypot(way.x, way.y) > 14) continue;
        on_disc = seen[static_cast<std::size_t>(number)] = true;
      }
      EXPECT_TRUE(on_disc) << "frame " << f << " at " << center.x << ", " << center.y;
    }
    for (std::size_t number = 0; number < 2; ++number) frames[number] += seen[number] ? 1 : 0;
  }
  return frames;
}

TEST(MovingCamera, OnlyWhatMovesByItselfIsFoundInAPan) {
  const Found found = found_in(painted_clip(60, size, [](int f, int x, int y) {
    return with_discs(f, x, y, block_texture(x + 2 * f, y + f / 2));
  }));
  ASSERT_EQ(found.shots.size(), 1U);
  EXPECT_EQ(found.shots[0].camera, CameraMotion::followed);
  for (const int frames : frames_with_discs(found.boxes)) EXPECT_GT(frames, 50);
}

TEST(MovingCamera, OnlyWhatMovesByItselfIsFoundInAZoomThatRolls) {
  const Found found = found_in(painted_clip(60, size, [](int f, int x, int y) {
    const double scale = 1 - 0.002 * f, turn = 0.002 * f;
    const double dx = x - 160, dy = y - 120;
    const double u = scale * (std::cos(turn) * dx - std::sin(turn) * dy);
    const double v = scale * (std::sin(turn) * dx + std::cos(turn) * dy);
    return with_discs(f, x, y, block_texture(static_cast<int>(u + 160), static_cast<int>(v + 120)));
  }));
  ASSERT_EQ(found.shots.size(), 1U);
  EXPECT_EQ(found.shots[0].camera, CameraMotion::followed);
  for (const int frames : frames_with_discs(found.boxes)) EXPECT_GT(frames, 45);
}

TEST(MovingCamera, NothingIsLookedForWhereItCannotBeFollowed) {
  const Found found = found_in(painted_clip(30, size, [](int f, int x, int y) {
    return block_texture(x + 800 * (f * 7919 % 101), y + 80 * (f * 31 % 17));
  }));
  ASSERT_EQ(found.shots.size(), 1U);
  EXPECT_EQ(found.shots[0].camera, CameraMotion::lost);
  EXPECT_EQ(found.boxes.row_count(), 0U);
}

TEST(MovingCamera, EachShotHasItsOwnScene) {
  const Found found = found_in(painted_clip(80, size, [](int f, int x, int y) {
    const bool second = f >= 40;
    return with_discs(f % 40, x, y,
                      block_texture((x + (second ? 4000 : 0)) / 2, (y + (second ? 900 : 0)) / 2));
  }));
  EXPECT_EQ(found.boxes.cuts, std::vector<std::int32_t>{40});
  ASSERT_EQ(found.shots.size(), 2U);
  for (const Shot& shot : found.shots) EXPECT_EQ(shot.camera, CameraMotion::still);
  // Both shots show the discs at the same places, so that only the cut parts their tracks.
  const TrackTable tracks = associate(found.boxes, {});
  EXPECT_EQ(tracks.cuts, found.boxes.cuts);
  std::set<TrackId> before, after;
  for (std::int32_t f = 0; f < 80; ++f) {
    const RowRange rows = tracks.rows(f);
    EXPECT_EQ(rows.size(), 2U) << f;
    (f < 40 ? before : after).insert(tracks.id.begin() + rows.begin, tracks.id.begin() + rows.end);
  }
  EXPECT_EQ(before, (std::set<TrackId>{1, 2}));
  EXPECT_EQ(after, (std::set<TrackId>{3, 4}));
}

}  // namespace
}  // namespace overlace::test
