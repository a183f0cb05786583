// SPDX-License-Identifier: Apache-2.0
// Labels in columns: sides, order, least squares, steadiness, frames alone, and crowds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "text/margin_layout.h"

namespace overlace::test {
namespace {

constexpr Size frame_size{640, 360};
constexpr QuarterVec label_size{4 * 80, 4 * 16};
constexpr float step = 16 * 1.25F;  ///< distance between labels

/// An object that moves from one point to another over 300 frames.
struct Walker {
  Vec2 from, to;
  float priority = 0;
};

LabelsOfFrame labels_of(const std::vector<Walker>& walkers) {
  return [walkers](std::int32_t frame, std::vector<LabelRequest>& labels) {
    labels.clear();
    const float share = std::clamp(static_cast<float>(frame) / 300, 0.0F, 1.0F);
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const Vec2 at = walkers[i].from + (walkers[i].to - walkers[i].from) * share;
      labels.push_back({.id = static_cast<TrackId>(i),
                        .box = {at.x - 10, at.y - 10, 20, 20},
                        .size = label_size,
                        .priority = walkers[i].priority});
    }
  };
}

std::vector<LabelPlace> placed(MarginLayout& layout, const LabelsOfFrame& others,
                               std::int32_t frame) {
  std::vector<LabelRequest> labels;
  others(frame, labels);
  std::vector<LabelPlace> places;
  layout.place(frame, labels, others, places);
  return places;
}

MarginLayoutRule rule(bool hides = false) {
  return {.window = 50, .slide = 2, .margin = 10, .hides = hides, .frame = frame_size};
}

std::vector<Walker> standing(const std::vector<Vec2>& points) {
  std::vector<Walker> walkers;
  for (const Vec2 at : points) walkers.push_back({at, at});
  return walkers;
}

TEST(MarginLayout, ColumnsAreNearTheirObjects) {
  MarginLayout layout(rule());
  const auto places = placed(layout, labels_of(standing({{100, 50}, {500, 200}, {200, 300}})), 20);
  EXPECT_FLOAT_EQ(places[0].corner.x, 10);
  EXPECT_FLOAT_EQ(places[1].corner.x, 640 - 10 - 80);
  EXPECT_FLOAT_EQ(places[2].corner.x, 10);
  const float above = step / 2;  // offset of a label's middle, including the space below it
  EXPECT_NEAR(places[0].corner.y, 50 - above, 1e-3);
  EXPECT_NEAR(places[1].corner.y, 200 - above, 1e-3);
  for (const LabelPlace& place : places) EXPECT_EQ(place.shown, 1);
}

TEST(MarginLayout, CrowdedSlotsAreTheLeastSquares) {
  std::mt19937 random(4);
  std::uniform_real_distribution<float> height(20, 340);
  std::normal_distribution<double> nudge(0, 3);
  for (int round = 0; round < 30; ++round) {
    std::vector<Vec2> points;
    for (int i = 0; i < 9; ++i) points.push_back({100, height(random)});
    std::ranges::sort(points, {}, &Vec2::y);
    MarginLayout layout(rule());
    const auto places = placed(layout, labels_of(standing(points)), 20);
    std::vector<double> tops, wanted;
    for (std::size_t i = 0; i < points.size(); ++i) {
      tops.push_back(places[i].corner.y);
      wanted.push_back(points[i].y - step / 2);
    }
    const auto cost = [&](const std::vector<double>& at) {
      double sum = 0;
      for (std::size_t i = 0; i < at.size(); ++i) sum += (at[i] - wanted[i]) * (at[i] - wanted[i]);
      return sum;
    };
    const auto is_allowed = [&](const std::vector<double>& at) {
      for (std::size_t i = 1; i < at.size(); ++i)
        if (at[i] < at[i - 1] + step - 1e-3) return false;
      return at.front() >= 10 - 1e-3 && at.back() + step <= 350 + 1e-3;
    };
    ASSERT_TRUE(is_allowed(tops)) << round;
    // The cost is convex: if no step lowers it, it is minimal.
    for (int t = 0; t < 3000; ++t) {
      std::vector<double> other = tops;
      for (double& top : other) top += nudge(random) * (t % 2);
      if (t % 2 == 0) other[static_cast<std::size_t>(t / 2) % other.size()] += nudge(random);
      if (is_allowed(other)) ASSERT_GE(cost(other), cost(tops) - 0.5) << round;
    }
  }
}

TEST(MarginLayout, StepsAreSmallAndFramesStandAlone) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> x(20, 300), y(20, 340);
  std::vector<Walker> walkers;
  for (int i = 0; i < 8; ++i)  // on the left side, passing each other
    walkers.push_back({{x(random), y(random)}, {x(random), y(random)}});
  const LabelsOfFrame others = labels_of(walkers);
  MarginLayout in_order(rule());
  std::vector<std::vector<LabelPlace>> all;
  for (std::int32_t frame = 0; frame < 300; ++frame) all.push_back(placed(in_order, others, frame));
  float largest = 0;
  for (std::size_t f = 1; f < all.size(); ++f)
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      const float move = std::abs(all[f][i].corner.y - all[f - 1][i].corner.y);
      // A label that passes another fades out meanwhile.
      if (std::min(all[f][i].shown, all[f - 1][i].shown) == 1) largest = std::max(largest, move);
      if (move > 7) EXPECT_LT(std::max(all[f][i].shown, all[f - 1][i].shown), 0.3F) << f;
    }
  EXPECT_LT(largest, 3 * 2 + 1);  // at the edge of a window without time for more
  EXPECT_GT(largest, 0.1F);
  MarginLayout jumping(rule());
  for (int i = 0; i < 100; ++i) {
    const auto frame = static_cast<std::int32_t>(random() % all.size());
    const auto alone = placed(jumping, others, frame);
    for (std::size_t k = 0; k < alone.size(); ++k) {
      ASSERT_EQ(alone[k].corner, all[static_cast<std::size_t>(frame)][k].corner);
      ASSERT_EQ(alone[k].shown, all[static_cast<std::size_t>(frame)][k].shown);
    }
  }
}

TEST(MarginLayout, FadesWhereItChangesColumns) {
  const LabelsOfFrame others = labels_of({{{100, 100}, {540, 100}}});
  MarginLayout layout(rule());
  float before = 1, least = 1;
  for (std::int32_t frame = 0; frame < 300; ++frame) {
    const LabelPlace place = placed(layout, others, frame).front();
    EXPECT_TRUE(place.corner.x == 10 || place.corner.x == 550);
    EXPECT_LT(std::abs(place.shown - before), 0.3F) << frame;
    before = place.shown;
    least = std::min(least, place.shown);
  }
  EXPECT_LT(least, 0.2F);
  EXPECT_EQ(placed(layout, others, 0).front().corner.x, 10);
  EXPECT_EQ(placed(layout, others, 299).front().corner.x, 550);
}

TEST(MarginLayout, HidesWhoComesLastWhereThereIsNoRoom) {
  std::vector<Walker> walkers;
  for (int i = 0; i < 20; ++i)  // there is room for 17
    walkers.push_back({{100, 180}, {100, 180}, static_cast<float>(i)});
  MarginLayout layout(rule(true));
  const auto places = placed(layout, labels_of(walkers), 20);
  for (std::size_t i = 0; i < places.size(); ++i)
    EXPECT_EQ(places[i].shown, i < 3 ? 0.0F : 1.0F) << i;
}

// Seventeen labels fill a column and leave; later seventeen others fill it again.
TEST(MarginLayout, WhoLeftLeavesTheSlot) {
  const LabelsOfFrame others = [](std::int32_t frame, std::vector<LabelRequest>& labels) {
    labels.clear();
    const auto add = [&](TrackId first) {
      for (TrackId i = 0; i < 17; ++i)
        labels.push_back(
            {.id = first + i, .box = {90, 20 * static_cast<float>(i), 20, 20}, .size = label_size});
    };
    if (frame >= 0 && frame < 20) add(100);
    if (frame >= 40 && frame < 100) add(200);
  };
  MarginLayout layout(rule(true));
  for (std::int32_t frame = 0; frame < 100; ++frame) {
    std::vector<LabelPlace> places = placed(layout, others, frame);
    std::ranges::sort(places, {}, [](const LabelPlace& p) { return p.corner.y; });
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_EQ(places[i].shown, 1) << frame;
      if (i > 0) EXPECT_GE(places[i].corner.y - places[i - 1].corner.y, step - 1e-3) << frame;
    }
  }
}

// An object that passes standing ones fades; those do not all fade together.
TEST(MarginLayout, OnlyWhoPassesFades) {
  std::vector<Walker> walkers = {{{100, 20}, {100, 340}}};
  for (int i = 0; i < 8; ++i) {
    const Vec2 at{100, 30 + 40 * static_cast<float>(i)};
    walkers.push_back({at, at});
  }
  const LabelsOfFrame others = labels_of(walkers);
  MarginLayout layout(rule());
  bool has_faded = false;
  for (std::int32_t frame = 0; frame < 300; ++frame) {
    const std::vector<LabelPlace> places = placed(layout, others, frame);
    const auto fading = std::ranges::count_if(places, [](const auto& p) { return p.shown < 1; });
    EXPECT_LE(fading, 1) << frame;
    has_faded |= fading == 1;
  }
  EXPECT_TRUE(has_faded);
}

}  // namespace
}  // namespace overlace::test
