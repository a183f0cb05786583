// SPDX-License-Identifier: Apache-2.0
// Motion in clips with known truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "graph/core/error.h"
#include "tracking/associate.h"
#include "tracking/motion.h"

namespace overlace {
namespace {

TrackTable find_motion(const PlayVideo& play, const MotionOptions& options) {
  return watch(play, *motion_finder(options));
}

/// A textured, slightly noisy 320 x 240 scene with dark boxes on it.
class Clip {
 public:
  Clip(int frames, std::function<std::vector<Box>(int)> boxes, Size size = {320, 240})
      : frames_(frames), boxes_(std::move(boxes)), size_(size) {}

  [[nodiscard]] PlayVideo play() const {
    return [this](const std::function<void(const BgrFrame&)>& visit) {
      for (int f = 0; f < frames_; ++f) {
        const std::vector<std::uint8_t> pixels = draw(f);
        visit({f, size_, pixels});
      }
    };
  }

 private:
  [[nodiscard]] std::vector<std::uint8_t> draw(int frame) const {
    std::mt19937 random(static_cast<unsigned>(frame));
    std::vector<std::uint8_t> pixels;
    const std::vector<Box> boxes = boxes_(frame);
    for (int y = 0; y < size_.height; ++y)
      for (int x = 0; x < size_.width; ++x) {
        int value = 120 + 30 * ((x / 8 + y / 8) % 2);
        const auto inside = [px = static_cast<float>(x), py = static_cast<float>(y)](const Box& b) {
          return px >= b.x && px < b.x + b.width && py >= b.y && py < b.y + b.height;
        };
        if (std::ranges::any_of(boxes, inside)) value = 20;
        for (int c = 0; c < 3; ++c)
          pixels.push_back(static_cast<std::uint8_t>(value + static_cast<int>(random() % 5) - 2));
      }
    return pixels;
  }

  int frames_;
  std::function<std::vector<Box>(int)> boxes_;
  Size size_;
};

Box walker(int frame) {
  return {static_cast<float>(10 + 4 * frame), 100, 20, 50};
}

constexpr MotionOptions no_padding{.padding = 0};

TEST(Motion, BoxesAMovingThingFromTheFirstFrame) {
  const Clip clip(60, [](int f) { return std::vector{walker(f)}; });
  const TrackTable found = find_motion(clip.play(), no_padding);
  EXPECT_EQ(found.first_frame, 0);
  for (int f = 0; f < 60; ++f) {
    const RowRange rows = found.rows(f);
    ASSERT_EQ(rows.size(), 1U) << f;
    const Box& b = found.box[rows.begin];
    const Box truth = walker(f);
    EXPECT_NEAR(b.x, truth.x, 3) << f;
    EXPECT_NEAR(b.y, truth.y, 3) << f;
    EXPECT_NEAR(b.width, truth.width, 4) << f;
    EXPECT_NEAR(b.height, truth.height, 4) << f;
  }
  const TrackTable tracks = associate(found, {});
  EXPECT_TRUE(std::ranges::all_of(tracks.id, [](TrackId id) { return id == 1; }));
  EXPECT_EQ(tracks.row_count(), 60U);
}

TEST(Motion, AStillSceneHasNone) {
  const Clip clip(40, [](int) { return std::vector<Box>{{50, 50, 30, 60}}; });
  EXPECT_EQ(find_motion(clip.play(), {}).row_count(), 0U);
}

TEST(Motion, SmallThingsAndLightChangesDoNotCount) {
  const Clip speck(40, [](int f) {
    return std::vector<Box>{{static_cast<float>(10 + 5 * f), 100, 6, 6}};
  });
  EXPECT_EQ(find_motion(speck.play(), {}).row_count(), 0U);
  const Clip flash(40, [](int f) {
    return f == 20 ? std::vector<Box>{{0, 0, 320, 240}} : std::vector<Box>{};
  });
  EXPECT_EQ(find_motion(flash.play(), {}).row_count(), 0U);
}

TEST(Motion, PartsAboveEachOtherAreOneThing) {
  const Clip clip(60, [](int f) {
    const auto x = static_cast<float>(10 + 4 * f);
    return std::vector<Box>{{x, 80, 20, 30}, {x, 114, 20, 36}};
  });
  const TrackTable joined = find_motion(clip.play(), no_padding);
  EXPECT_EQ(joined.rows(30).size(), 1U);
  EXPECT_NEAR(joined.box[joined.rows(30).begin].height, 70, 4);
  const TrackTable apart = find_motion(clip.play(), {.join = 0, .padding = 0});
  EXPECT_EQ(apart.rows(30).size(), 2U);
}

TEST(Motion, LargePicturesGiveBoxesInFullPixels) {
  const Clip clip(20,
                  [](int f) {
                    return std::vector<Box>{{static_cast<float>(40 + 40 * f), 500, 120, 240}};
                  },
                  {1280, 1152});
  const TrackTable found = find_motion(clip.play(), no_padding);
  const RowRange rows = found.rows(10);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_NEAR(found.box[rows.begin].x, 440, 8);
  EXPECT_NEAR(found.box[rows.begin].height, 240, 12);
}

TEST(Motion, PaddingStaysInThePicture) {
  // From the top left to the bottom right, nearer to each side than the padding of 48 px.
  const Clip clip(60, [](int f) {
    return std::vector<Box>{
        {static_cast<float>(10 + 4 * f), static_cast<float>(10 + 3 * f), 40, 40}};
  });
  const TrackTable found = find_motion(clip.play(), {.padding = 0.2});
  float left = 320, top = 240, right = 0, bottom = 0;
  for (const Box& b : found.box) {
    left = std::min(left, b.x);
    top = std::min(top, b.y);
    right = std::max(right, b.x + b.width);
    bottom = std::max(bottom, b.y + b.height);
  }
  EXPECT_EQ(left, 0);
  EXPECT_EQ(top, 0);
  EXPECT_FLOAT_EQ(right, 320);
  EXPECT_FLOAT_EQ(bottom, 240);
}

TEST(Motion, SameClipSameBoxes) {
  const Clip clip(60, [](int f) { return std::vector{walker(f)}; });
  const TrackTable found = find_motion(clip.play(), {});
  EXPECT_GT(found.row_count(), 0U);
  EXPECT_EQ(found.box, find_motion(clip.play(), {}).box);
}

TEST(Motion, RefusesAChangeOfSize) {
  const PlayVideo play = [](const std::function<void(const BgrFrame&)>& visit) {
    const std::vector<std::uint8_t> pixels(64 * 64 * 3, 100);
    visit({0, {64, 64}, pixels});
    visit({1, {64, 32}, std::span(pixels).first(64 * 32 * 3)});
  };
  EXPECT_THROW((void)find_motion(play, {}), Error);
  EXPECT_EQ(find_motion([](const auto&) {}, {}).row_count(), 0U);
}

}  // namespace
}  // namespace overlace
