// SPDX-License-Identifier: Apache-2.0
// Cuts in clips that were painted with known ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/tracking/painted_clip.h"
#include "tracking/shots.h"

namespace overlace::test {
namespace {

using Cuts = std::vector<std::int32_t>;

constexpr Size size{320, 180};

Cuts cuts_in(const PlayVideo& play) {
  ShotDetector detector;
  Cuts cuts;
  play([&](const BgrFrame& frame) {
    if (const auto cut = detector.see(frame)) cuts.push_back(*cut);
  });
  if (const auto cut = detector.finish()) cuts.push_back(*cut);
  return cuts;
}

/// Different places of a large world, in which details are larger than a picture's small parts.
Bgr scene(int number, int x, int y) {
  return block_texture((x + 3000 * number) / 4, (y + 1000 * number) / 4);
}

Bgr mixed(const Bgr& a, const Bgr& b, double share) {
  Bgr color;
  for (std::size_t i = 0; i < color.size(); ++i)
    color[i] = static_cast<std::uint8_t>((1 - share) * a[i] + share * b[i]);
  return color;
}

constexpr Bgr black{0, 0, 0}, white{255, 255, 255};

TEST(Shots, BeginAtCuts) {
  const auto clip = painted_clip(60, size, [](int f, int x, int y) {
    return scene(f < 20 ? 1 : f < 41 ? 2 : 3, x, y);
  });
  EXPECT_EQ(cuts_in(clip), (Cuts{20, 41}));
}

TEST(Shots, BeginInTheLastFrames) {
  const auto clip =
      painted_clip(12, size, [](int f, int x, int y) { return scene(f < 10 ? 1 : 2, x, y); });
  EXPECT_EQ(cuts_in(clip), Cuts{10});
}

TEST(Shots, BeginWhereTheCameraPans) {
  const auto clip = painted_clip(
      40, size, [](int f, int x, int y) { return scene(f < 20 ? 1 : 2, x + 6 * f, y); });
  EXPECT_EQ(cuts_in(clip), Cuts{20});
}

TEST(Shots, DoNotBeginInFades) {
  const auto through_black = painted_clip(50, size, [](int f, int x, int y) {
    return mixed(black, scene(f < 25 ? 1 : 2, x, y), std::min(1.0, std::abs(f - 25) / 12.0));
  });
  EXPECT_EQ(cuts_in(through_black), Cuts{});
  const auto dissolve = painted_clip(50, size, [](int f, int x, int y) {
    return mixed(scene(1, x, y), scene(2, x, y), std::clamp((f - 19) / 12.0, 0.0, 1.0));
  });
  EXPECT_EQ(cuts_in(dissolve), Cuts{});
}

TEST(Shots, DoNotBeginWithLight) {
  const auto flash = painted_clip(40, size, [](int f, int x, int y) {
    return mixed(scene(1, x, y), white, f >= 20 && f < 22 ? 0.9 : 0);
  });
  EXPECT_EQ(cuts_in(flash), Cuts{});
  const auto lamp = painted_clip(40, size, [](int f, int x, int y) {
    return mixed(scene(1, x, y), white, f >= 20 ? 0.4 : 0);
  });
  EXPECT_EQ(cuts_in(lamp), Cuts{});
}

TEST(Shots, DoNotBeginWithMotion) {
  const auto pan =
      painted_clip(40, size, [](int f, int x, int y) { return scene(1, x + 16 * f, y); });
  EXPECT_EQ(cuts_in(pan), Cuts{});
  const auto passer = painted_clip(40, size, [](int f, int x, int y) {
    const bool is_there = x >= 30 * (f - 15) && x < 30 * (f - 15) + 200;
    return is_there ? white : scene(1, x, y);
  });
  EXPECT_EQ(cuts_in(passer), Cuts{});
}

TEST(Shots, EndTracks) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < 9; ++f)
    for (const TrackId id : {1, 4, 7})
      if (id != 4 || f < 3) rows.push_back({f, id, {1, 1, 1, 1}});
  TrackTable table = make_track_table(rows, {});
  end_tracks_at(Cuts{3, 6}, table);
  EXPECT_EQ(table.cuts, (Cuts{3, 6}));
  EXPECT_EQ(table.id, (std::vector<TrackId>{1,  4,  7,  1,  4,  7, 1, 4, 7,  //
                                            8,  9,  8,  9,  8,  9,           //
                                            10, 11, 10, 11, 10, 11}));
}

}  // namespace
}  // namespace overlace::test
