// SPDX-License-Identifier: Apache-2.0
// track_ground: places and speeds under a camera with a known view.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <random>

#include "nodes/parts/ground_points.h"
#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

// A camera 5 m above the ground looks horizontally, with a focal length of 100 px and the horizon
// at y = 20. A place x to the side and z away appears at (100 + 100 x / z, 20 + 500 / z).
Vec2 seen(double x, double z) {
  return {static_cast<float>(100 + 100 * x / z), static_cast<float>(20 + 500 / z)};
}

/// An object whose bottom is at these places, frame by frame.
std::vector<TrackRow> path(TrackId id, const std::vector<std::pair<double, double>>& places) {
  std::vector<TrackRow> rows;
  for (const auto& [x, z] : places) {
    const Vec2 at = seen(x, z);
    rows.push_back({static_cast<std::int32_t>(rows.size()), id, {at.x - 2, at.y - 8, 4, 8}});
  }
  return rows;
}

std::string ground(const std::string& more = "") {
  std::string image, metres;
  for (const auto& [x, z] : {std::pair(-5.0, 10.0), {5.0, 10.0}, {10.0, 50.0}, {-10.0, 50.0}}) {
    const Vec2 at = seen(x, z);
    image += fmt::format("{}\"{} {}\"", image.empty() ? "" : ", ", at.x, at.y);
    metres += fmt::format("{}\"{} {}\"", metres.empty() ? "" : ", ", x, z);
  }
  return fmt::format(R"({{"image": [{}], "ground": [{}]{}}})", image, metres, more);
}

float value(const TrackTable& table, const char* name, std::uint32_t row) {
  return std::ranges::find(table.attributes, name, &AttributeColumn::name)->values[row];
}

// 0.5 m to the right and 1.2 m away from the camera every tenth of a second: 13 m/s.
std::vector<TrackRow> runner() {
  std::vector<std::pair<double, double>> places;
  for (int f = 0; f < 30; ++f) places.emplace_back(-6 + 0.5 * f, 12 + 1.2 * f);
  return path(1, places);
}

TEST(TrackGround, PlacesSpeedsAndDistances) {
  const TrackTable table = made_of("track_ground", runner(), ground());
  for (std::uint32_t row = 0; row < 30; ++row) {
    EXPECT_NEAR(value(table, "ground_x", row), -6 + 0.5 * row, 1e-3) << row;
    EXPECT_NEAR(value(table, "ground_y", row), 12 + 1.2 * row, 1e-3) << row;
    EXPECT_NEAR(value(table, "ground_speed", row), 13 * 3.6, 0.01) << row;
    EXPECT_NEAR(value(table, "ground_distance", row), 1.3 * row, 0.01) << row;
  }
  EXPECT_EQ(values(table, "ground.known"), std::vector<double>{1});
  ASSERT_EQ(table.shapes.size(), 1U);
  EXPECT_EQ(table.shapes[0].points.size(), 4U);
}

TEST(TrackGround, TheAnchorStandsOnTheGround) {
  std::vector<TrackRow> rows = runner();
  for (TrackRow& row : rows) row.box.y += row.box.height;  // its top is where its bottom was
  const TrackTable table = made_of("track_ground", rows, ground(R"(, "anchor": "top")"));
  EXPECT_NEAR(value(table, "ground_x", 10), -1, 1e-3);
  EXPECT_NEAR(value(table, "ground_y", 10), 24, 1e-3);
}

TEST(TrackGround, Units) {
  const auto speed = [](const char* unit) {
    return value(made_of("track_ground", runner(), ground(fmt::format(R"(, "unit": "{}")", unit))),
                 "ground_speed", 10);
  };
  EXPECT_NEAR(speed("m/s"), 13, 0.01);
  EXPECT_NEAR(speed("mph"), 29.08, 0.01);
}

// Someone stands still 20 m away, while the detector jitters by half a pixel.
TEST(TrackGround, AWindowStillsJitter) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> jitter(-0.5F, 0.5F);
  std::vector<TrackRow> rows =
      path(1, std::vector<std::pair<double, double>>(60, std::pair(1.0, 20.0)));
  for (TrackRow& row : rows) row.box.x += jitter(random);
  const auto most = [&](const char* window) {
    const TrackTable table = made_of("track_ground", rows, ground(window));
    float all = 0;
    for (std::uint32_t row = 0; row < 60; ++row)
      all = std::max(all, value(table, "ground_speed", row));
    return all;
  };
  EXPECT_GT(most(R"(, "window": 2)"), 1.5F);
  EXPECT_LT(most(R"(, "window": 24)"), 0.5F);
}

TEST(TrackGround, NothingBeyondTheHorizonAndAlone) {
  std::vector<TrackRow> rows = path(1, {{0, 20}});
  rows.push_back({0, 2, {100, 0, 4, 8}});  // its bottom is at y = 8
  const TrackTable table = made_of("track_ground", rows, ground());
  EXPECT_NEAR(value(table, "ground_y", 0), 20, 1e-3);
  EXPECT_TRUE(std::isnan(value(table, "ground_speed", 0))) << "one moment has no speed";
  EXPECT_TRUE(std::isnan(value(table, "ground_x", 1)));
}

TEST(TrackGround, WithoutAGroundItSaysWhatItNeeds) {
  std::vector<std::string> said;
  const TrackTable table = made_of("track_ground", runner(), "{}", &said);
  EXPECT_TRUE(std::isnan(value(table, "ground_speed", 10)));
  EXPECT_EQ(values(table, "ground.known"), std::vector<double>{0});
  EXPECT_EQ(table.shapes.size(), 1U) << "the points, to be seen and moved";
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("set 'ground'"), std::string::npos);
}

/// Switches to a locale with decimal commas, as a host may.
class CommaLocale {
 public:
  CommaLocale() : before_(std::setlocale(LC_NUMERIC, nullptr)) {
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "pl_PL.UTF-8"})
      if (!is_set_) is_set_ = std::setlocale(LC_NUMERIC, name) != nullptr;
  }
  ~CommaLocale() { std::setlocale(LC_NUMERIC, before_.c_str()); }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

  [[nodiscard]] bool is_set() const { return is_set_; }

 private:
  std::string before_;
  bool is_set_ = false;
};

TEST(TrackGround, PointsAreWrittenWithAPointInAnyLocale) {
  const CommaLocale locale;
  if (!locale.is_set()) GTEST_SKIP() << "no locale with a decimal comma is installed";
  EXPECT_EQ(parse_ground_point("3.5 -12.25"), (PlanePoint{3.5, -12.25}));
}

TEST(TrackGround, PointsAreTwoNumbers) {
  for (const char* text : {"3.5 -12", "  +3.5\t-12 ", "3.5-12", "35e-1 -1.2e1"})
    EXPECT_EQ(parse_ground_point(text), (PlanePoint{3.5, -12})) << text;
  for (const char* text :
       {"", "3.5", "3.5 -12 1", "3,5 -12", "inf 0", "0 nan", "1e999 0", "+-1 0", "a b"})
    EXPECT_FALSE(parse_ground_point(text)) << text;
}

TEST(TrackGround, RefusesWhatDoesNotFit) {
  const auto refusal = [](const std::string& params) { return refusal_of("track_ground", params); };
  EXPECT_NE(refusal(R"({"ground": ["0 0", "1 0", "1 1"]})").find("4 points of the picture and 3"),
            std::string::npos);
  EXPECT_NE(
      refusal(R"({"ground": ["0 0", "1 0", "1 1", "0 1 m"]})").find("'m' is not a coordinate"),
      std::string::npos);
  EXPECT_NE(refusal(R"({"ground": ["0 0", "1 1", "1 0", "0 1"]})").find("same order"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"name": "a b"})").find("'a b'"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
