// SPDX-License-Identifier: Apache-2.0
// Homographies, compared with known maps and OpenCV's findHomography.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "graph/core/error.h"
#include "tracking/homography_fit.h"

namespace overlace {
namespace {

std::string refusal(const std::vector<PlanePair>& pairs) {
  try {
    static_cast<void>(fit_homography(pairs));
  } catch (const Error& error) {
    return error.problems().front().message;
  }
  return {};
}

// A camera 6 m above the ground looks horizontally: focal length 800 px, horizon at y = 100. A
// place x to the side and z away appears at (640 + 800 x / z, 100 + 800 * 6 / z).
PlanePoint seen(double x, double z) {
  return {640 + 800 * x / z, 100 + 4800 / z};
}

TEST(Homography, FourPointsAreExact) {
  std::vector<PlanePair> pairs;
  for (const auto& [x, z] : {std::pair(-4.0, 10.0), {4.0, 10.0}, {9.0, 60.0}, {-9.0, 60.0}})
    pairs.push_back({seen(x, z), {x, z}});
  const Homography map = fit_homography(pairs);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> side(-20, 20), away(8, 150);
  for (int i = 0; i < 1000; ++i) {
    const PlanePoint at{side(random), away(random)};
    const auto found = map(seen(at.x, at.y));
    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(found->x, at.x, 1e-8);
    EXPECT_NEAR(found->y, at.y, 1e-8);
  }
  EXPECT_FALSE(map({640, 100}).has_value()) << "the horizon";
  EXPECT_FALSE(map({640, 50}).has_value()) << "the sky";
  EXPECT_TRUE(map({640, 110}).has_value()) << "480 m away";
}

// OpenCV 5.0.0, cv2.findHomography with method 0 and perspectiveTransform, on inexact points.
TEST(Homography, MorePointsAsOpenCv) {
  const std::vector<PlanePair> pairs = {{{120, 400}, {0, 20}},    {{640, 380}, {7, 20.3}},
                                        {{900, 700}, {7.1, 0}},   {{40, 690}, {0, -0.2}},
                                        {{380, 520}, {3.2, 8.9}}, {{520, 450}, {5.1, 14.2}}};
  const PlanePair expected[] = {{{300, 600}, {2.379007562456055, 4.239029777479933}},
                                {{500, 420}, {5.018025280622393, 16.78792619110665}},
                                {{700, 500}, {6.666976834411027, 10.11921995486536}}};
  const Homography map = fit_homography(pairs);
  for (const PlanePair& pair : expected) {
    EXPECT_NEAR(map(pair.from)->x, pair.to.x, 1e-6);
    EXPECT_NEAR(map(pair.from)->y, pair.to.y, 1e-6);
  }
}

/// A part of the ground, 8 m wide and 10 m to 30 m away, seen as a quadrilateral.
TEST(Homography, OfASquareItIsWhatACameraSees) {
  for (const bool mirrored : {false, true}) {
    const double left = mirrored ? 4 : -4, right = -left;
    const auto map =
        map_of_square({seen(left, 30), seen(right, 30), seen(right, 10), seen(left, 10)});
    ASSERT_TRUE(map.has_value());
    for (const double u : {0.0, 0.2, 0.7, 1.0})
      for (const double v : {0.0, 0.3, 0.9, 1.0}) {
        const PlanePoint wanted = seen(left + (right - left) * u, 30 - 20 * v);
        EXPECT_NEAR((*map)({u, v})->x, wanted.x, 1e-9);
        EXPECT_NEAR((*map)({u, v})->y, wanted.y, 1e-9);
      }
  }
}

TEST(Homography, OfASquareThereIsOneForConvexCornersOnly) {
  EXPECT_TRUE(map_of_square({{{0, 0}, {9, 1}, {8, 9}, {1, 7}}}).has_value());
  EXPECT_FALSE(map_of_square({{{0, 0}, {9, 1}, {1, 7}, {8, 9}}}).has_value()) << "crosses itself";
  EXPECT_FALSE(map_of_square({{{0, 0}, {9, 0}, {2, 2}, {0, 9}}}).has_value()) << "hollow";
  EXPECT_FALSE(map_of_square({{{0, 0}, {9, 0}, {18, 0}, {0, 9}}}).has_value()) << "a triangle";
  EXPECT_FALSE(map_of_square({{{5, 5}, {5, 5}, {5, 5}, {5, 5}}}).has_value()) << "a point";
}

TEST(Homography, RefusesWhatIsNoView) {
  const std::vector<PlanePair> square = {
      {{0, 0}, {0, 0}}, {{9, 0}, {1, 0}}, {{8, 9}, {1, 1}}, {{1, 9}, {0, 1}}};
  EXPECT_EQ(refusal(square), "");
  EXPECT_NE(refusal({square[0], square[1], square[2]}).find("four points"), std::string::npos);
  std::vector<PlanePair> line = square;
  line[2] = {{18, 0}, {2, 0}};
  EXPECT_NE(refusal(line).find("on a line"), std::string::npos) << "on both planes";
  line[2] = {{18, 0}, {1, 1}};
  EXPECT_NE(refusal(line), "") << "in the picture";
  line[2] = {{8, 9}, {2, 0}};
  EXPECT_NE(refusal(line), "") << "on the ground";
  std::vector<PlanePair> crossed = square;
  std::swap(crossed[2].to, crossed[3].to);
  EXPECT_NE(refusal(crossed).find("horizon"), std::string::npos);
}

}  // namespace
}  // namespace overlace
