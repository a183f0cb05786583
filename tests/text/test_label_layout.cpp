// SPDX-License-Identifier: Apache-2.0
// Labels that avoid each other: no overlap where an exhaustive search finds a layout without, small
// steps between frames, and any frame alone as in the whole run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "text/label_layout.h"

namespace overlace {
namespace {

constexpr Size picture{1920, 1080};

/// Boxes that move in straight lines; `at(i, frame)` is the box of label i.
struct Scene {
  struct Mover {
    Box start;
    Vec2 step;
    std::int32_t born = 0, dead = 1 << 20;
  };
  std::vector<Mover> movers;

  [[nodiscard]] std::vector<LabelRequest> labels(std::int32_t frame) const {
    std::vector<LabelRequest> all;
    for (std::size_t i = 0; i < movers.size(); ++i) {
      const Mover& m = movers[i];
      if (frame < m.born || frame >= m.dead) continue;
      const auto f = static_cast<float>(frame);
      all.push_back({.id = static_cast<TrackId>(i),
                     .box = {m.start.x + f * m.step.x, m.start.y + f * m.step.y, m.start.width,
                             m.start.height},
                     .size = {4 * 110, 4 * 26},
                     .gap = 4});
    }
    return all;
  }
  [[nodiscard]] LabelsOfFrame source() const {
    return [this](std::int32_t frame, std::vector<LabelRequest>& out) { out = labels(frame); };
  }
};

/// A hundred boxes that cross the picture from left to right and from right to left.
Scene crossing(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> x(0, 1800), y(60, 950), speed(0.5F, 4);
  Scene scene;
  for (int i = 0; i < 100; ++i) {
    const float v = i % 2 == 0 ? speed(random) : -speed(random);
    scene.movers.push_back({{x(random), y(random), 50, 100}, {v, 0}});
  }
  return scene;
}

std::vector<LabelPlace> places_of(LabelLayout& layout, const Scene& scene, std::int32_t frame) {
  std::vector<LabelPlace> places;
  layout.place(frame, scene.labels(frame), scene.source(), places);
  return places;
}

double overlap(Vec2 a, Vec2 b) {
  return std::max(0.0F, 110 - std::abs(a.x - b.x)) * std::max(0.0F, 26 - std::abs(a.y - b.y));
}

/// Total area of overlap between the labels of a frame, in areas of one label.
double overlap_of(const std::vector<LabelPlace>& places) {
  double sum = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = i + 1; k < places.size(); ++k)
      sum += overlap(places[i].corner, places[k].corner);
  return sum / (110.0 * 26);
}

TEST(LabelLayout, AnyFrameAloneIsAsInTheWholeRun) {
  Scene scene = crossing(1);
  for (std::size_t i = 0; i < scene.movers.size(); i += 3) {
    scene.movers[i].born = static_cast<std::int32_t>(i);
    scene.movers[i].dead = static_cast<std::int32_t>(80 + i);
  }
  LabelLayout run({.slide = 2.7F, .frame = picture});
  for (std::int32_t frame = 0; frame < 200; ++frame) {
    const auto in_run = places_of(run, scene, frame);
    if (frame % 7 != 3) continue;
    LabelLayout alone({.slide = 2.7F, .frame = picture});
    const auto by_itself = places_of(alone, scene, frame);
    ASSERT_EQ(in_run.size(), by_itself.size());
    for (std::size_t i = 0; i < in_run.size(); ++i) {
      EXPECT_EQ(in_run[i].corner, by_itself[i].corner) << frame << " " << i;
      EXPECT_EQ(in_run[i].shown, by_itself[i].shown);
    }
  }
}

TEST(LabelLayout, StandsWhereItIsWantedWhileNothingIsInItsWay) {
  const Scene scene{{{{400, 400, 50, 100}, {1, 0}}}};
  LabelLayout layout({.wanted = BoxPosition::bottom_right, .slide = 2.7F, .frame = picture});
  const auto places = places_of(layout, scene, 10);
  EXPECT_EQ(places[0].corner, (Vec2{410 + 50 - 110, 400 + 100 + 4}));
}

/// Largest movement of a label relative to its box between frames, in picture heights.
double largest_step(const Scene& scene, std::int32_t frames) {
  LabelLayout layout({.slide = 2.7F, .frame = picture});
  std::vector<Vec2> before;
  double largest = 0;
  for (std::int32_t frame = 0; frame < frames; ++frame) {
    const auto places = places_of(layout, scene, frame);
    const auto labels = scene.labels(frame);
    std::vector<Vec2> now;
    for (std::size_t i = 0; i < places.size(); ++i)
      now.push_back(places[i].corner - Vec2{labels[i].box.x, labels[i].box.y});
    for (std::size_t i = 0; i < before.size(); ++i)
      largest =
          std::max(largest, double(std::hypot(now[i].x - before[i].x, now[i].y - before[i].y)));
    before = now;
  }
  return largest / picture.height;
}

TEST(LabelLayout, MovesLittleFromFrameToFrame) {
  for (const unsigned seed : {1U, 2U, 3U})
    EXPECT_LE(largest_step(crossing(seed), 200), 0.005) << seed;
}

TEST(LabelLayout, AHundredCrossingBoxesOverlapLess) {
  const Scene scene = crossing(4);
  LabelLayout layout({.slide = 2.7F, .frame = picture});
  double avoided = 0, fixed = 0;
  for (std::int32_t frame = 0; frame < 200; frame += 5) {
    avoided += overlap_of(places_of(layout, scene, frame));
    std::vector<LabelPlace> wanted;
    for (const LabelRequest& label : scene.labels(frame)) {
      const QuarterVec at = place_block(BoxPosition::top_left, label.box, label.size, 4, false);
      wanted.push_back({Vec2{float(at.x), float(at.y)} * 0.25F});
    }
    fixed += overlap_of(wanted);
  }
  EXPECT_LE(avoided, fixed / 5);
}

/// Whether the nine places of each label allow a layout without overlap, by trying all.
bool can_be_placed(const std::vector<LabelRequest>& labels, std::vector<Vec2>& chosen) {
  if (chosen.size() == labels.size()) return true;
  const LabelRequest& label = labels[chosen.size()];
  for (int place = 0; place < 9; ++place) {
    const QuarterVec at =
        place_block(static_cast<BoxPosition>(place), label.box, label.size, label.gap, false);
    const Vec2 corner = Vec2{float(at.x), float(at.y)} * 0.25F;
    if (std::ranges::any_of(chosen, [&](Vec2 other) { return overlap(corner, other) > 0; }))
      continue;
    chosen.push_back(corner);
    if (can_be_placed(labels, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

TEST(LabelLayout, NothingOverlapsWherePlacesExist) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> at(300, 520);
  int solvable = 0, failed = 0;
  for (int round = 0; round < 500; ++round) {
    Scene scene;
    for (int i = 0; i < 5; ++i) scene.movers.push_back({{at(random), at(random), 50, 100}, {0, 0}});
    std::vector<Vec2> chosen;
    if (!can_be_placed(scene.labels(0), chosen)) continue;
    ++solvable;
    LabelLayout layout({.slide = 2.7F, .frame = picture});
    if (overlap_of(places_of(layout, scene, 25)) > 0) ++failed;
  }
  EXPECT_GT(solvable, 300);
  EXPECT_EQ(failed, 0) << "of " << solvable;
}

}  // namespace
}  // namespace overlace
