// SPDX-License-Identifier: Apache-2.0
// Properties: reading every form, binding to a clip, and values at given times.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/core/frame_clock.h"
#include "graph/types/node.h"
#include "graph/values/colors.h"

namespace overlace {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

const ParamRow& number_row() {
  static const ParamRow row =
      detail::number_row("width", {-100, 100, Unit::px}, detail::Varies::with_object, "");
  return row;
}
const ParamRow& color_row() {
  static const ParamRow row = detail::color_row("color", detail::Varies::with_object, "");
  return row;
}

Number number(std::string_view json) {
  Number out;
  detail::read_number(out, parse_json(json, ""), number_row());
  return out;
}
Paint paint(std::string_view json) {
  Paint out;
  detail::read_paint(out, parse_json(json, ""), color_row());
  return out;
}

/// The problems of reading, one per line, as "POINTER MESSAGE".
std::string problems_of(std::string_view json, bool is_color) {
  try {
    if (is_color)
      (void)paint(json);
    else
      (void)number(json);
  } catch (const Error& error) {
    std::string text;
    for (const Diagnostic& problem : error.problems()) text += problem.text() + "\n";
    return text;
  }
  return {};
}

/// One frame with one track and one row, as the element that maps read.
class Property : public ::testing::Test {
 protected:
  Property() {
    table_.attributes.push_back({"heat", {0.0F}});
    context_ = {{{1920, 1080}, {30000, 1001}, 100}, &table_};
    view_.id = &id_;
    view_.box = &box_;
    column_ = &heat_;
    view_.columns = &column_;
    view_.rows = {0, 1};
  }

  float at(std::string_view json, std::int32_t frame) {
    Number value = number(json);
    value.bind(context_);
    return value.at({frame, 0}).at(view_, {});
  }
  /// The value of a map at this heat.
  float mapped(std::string_view json, float heat) {
    heat_ = heat;
    return at(json, 0);
  }
  Color color_of(std::string_view json, float heat, TrackId id = 0) {
    heat_ = heat;
    id_ = id;
    Paint value = paint(json);
    value.bind(context_);
    return value.at({0, 0}).at(view_, {});
  }

  TrackTable table_;
  BindContext context_;
  TrackView view_;
  TrackId id_ = 0;
  std::int32_t class_index_ = 0;
  Box box_{};
  float heat_ = 0;
  const float* column_ = nullptr;
};

TEST_F(Property, Constants) {
  EXPECT_EQ(at("2", 0), 2);
  EXPECT_EQ(at("-2.5", 7), -2.5F);
  EXPECT_EQ(at("\"20%\"", 0), 216);
  EXPECT_EQ(at("\"-.5%\"", 0), -5.4F);
}

TEST_F(Property, PercentagesStayWithinTheLimits) {
  Number value = number("\"50%\"");
  value.bind(context_, {0, 64});
  EXPECT_EQ(value.at({}).constant, 64);
}

TEST_F(Property, EasingsAtKnownPoints) {
  const struct {
    const char* ease;
    float quarter, half, three_quarters;
  } cases[] = {{"linear", 0.25F, 0.5F, 0.75F},
               {"hold", 0, 0, 0},
               {"in", 0.0625F, 0.25F, 0.5625F},
               {"out", 0.4375F, 0.75F, 0.9375F},
               {"in_out", 0.15625F, 0.5F, 0.84375F}};
  for (const auto& c : cases) {
    const std::string json = std::string(R"({"keyframes": [{"frame": 8, "value": 10, "ease": ")") +
                             c.ease + R"("}, {"frame": 16, "value": 14}]})";
    EXPECT_EQ(at(json, 0), 10) << c.ease;
    EXPECT_EQ(at(json, 8), 10) << c.ease;
    EXPECT_EQ(at(json, 10), 10 + 4 * c.quarter) << c.ease;
    EXPECT_EQ(at(json, 12), 10 + 4 * c.half) << c.ease;
    EXPECT_EQ(at(json, 14), 10 + 4 * c.three_quarters) << c.ease;
    EXPECT_EQ(at(json, 16), 14) << c.ease;
    EXPECT_EQ(at(json, 99), 14) << c.ease;
  }
}

TEST_F(Property, SecondsAndFramesMeet) {
  // At 30000/1001 frames per second, frame 30 is at exactly 1.001 s: a hold changes there.
  const char* json =
      R"({"keyframes": [{"time": 0, "value": 1, "ease": "hold"}, {"time": 1.001, "value": 2}]})";
  EXPECT_EQ(at(json, 29), 1);
  EXPECT_EQ(at(json, 30), 2);
  EXPECT_EQ(at(R"({"keyframes": [{"time": 1.001, "value": 0}, {"frame": 40, "value": "3%"}]})", 35),
            16.2F);
}

TEST_F(Property, KeyframesMustAscendOnceTheRateIsKnown) {
  EXPECT_THROW(at(R"({"keyframes": [{"time": 2, "value": 0}, {"frame": 5, "value": 1}]})", 0),
               Error);
}

TEST_F(Property, MapsInterpolateAndHoldTheirEnds) {
  const char* json = R"({"map": "heat", "stops": [[0, 1], [100, 3], [200, 2]], "missing": 9})";
  EXPECT_EQ(mapped(json, -5), 1);
  EXPECT_EQ(mapped(json, 0), 1);
  EXPECT_EQ(mapped(json, 25), 1.5F);
  EXPECT_EQ(mapped(json, 100), 3);
  EXPECT_EQ(mapped(json, 150), 2.5F);
  EXPECT_EQ(mapped(json, 1e30F), 2);
  EXPECT_EQ(mapped(json, std::numeric_limits<float>::infinity()), 2);
  EXPECT_EQ(mapped(json, nan), 9);
  EXPECT_EQ(mapped(R"({"map": "heat", "from": [0, 10], "to": [4, 6]})", 5), 5);
  EXPECT_EQ(mapped(R"({"map": "heat", "from": [0, 10], "to": [4, 6]})", nan), 4);
  EXPECT_EQ(mapped(R"({"map": "heat", "from": [0, 10], "to": ["0%", "2%"]})", 5), 10.8F);
  // 10 % of 1080 px is 108 px, so 54 px is halfway.
  EXPECT_EQ(mapped(R"({"map": "heat", "from": ["0%", "10%"], "to": [4, 6]})", 54), 5);
}

TEST_F(Property, CategoriesAreToldApartByTheirText) {
  table_.attributes[0].texts = {"red", "blue", "10%"};
  const char* json = R"({"map": "heat", "from": ["blue", "grey", "red"], "to": [1, 2, 3],
                         "missing": 9})";
  EXPECT_EQ(mapped(json, 0), 3);
  EXPECT_EQ(mapped(json, 1), 1);
  EXPECT_EQ(mapped(json, 2), 9);
  EXPECT_EQ(mapped(json, nan), 9);
  table_.class_names = {"car", "bus"};
  class_index_ = 1;
  view_.class_index = &class_index_;
  EXPECT_EQ(at(R"({"map": "class", "from": ["bus"], "to": [7], "missing": 0})", 0), 7);
  Number of_numbers = number(R"({"map": "width", "from": ["wide"], "to": [1]})");
  EXPECT_THROW(of_numbers.bind(context_), Error);
}

TEST_F(Property, EqualInputsMakeAStep) {
  const char* json = R"({"map": "heat", "stops": [[0, 1], [5, 1], [5, 2], [9, 2]]})";
  EXPECT_EQ(mapped(json, 4.999F), 1);
  EXPECT_EQ(mapped(json, 5), 2);
}

TEST_F(Property, PalettesGoByTheNearestWholeNumber) {
  const char* json = R"({"map": "heat", "palette": ["#f00", "#0f0", "#00f"], "missing": "#fff"})";
  const Color red{1, 0, 0, 1}, green{0, 1, 0, 1}, blue{0, 0, 1, 1};
  EXPECT_EQ(color_of(json, 0), red);
  EXPECT_EQ(color_of(json, 1.4F), green);
  EXPECT_EQ(color_of(json, 5), blue);
  EXPECT_EQ(color_of(json, -1), blue);
  EXPECT_EQ(color_of(json, -3), red);
  EXPECT_EQ(color_of(json, nan), (Color{1, 1, 1, 1}));
  for (const float extreme : {1e30F, -1e30F, std::numeric_limits<float>::infinity()})
    EXPECT_EQ(color_of(json, extreme).a, 1);
}

TEST_F(Property, RampsBlendStraightComponents) {
  const Color half = color_of(R"({"map": "heat", "ramp": [[0, "#f000"], [2, "#00ff"]]})", 1);
  EXPECT_EQ(half, (Color{0.5F, 0, 0.5F, 0.5F}));
  const char* turbo = R"({"map": "heat", "ramp": "turbo", "from": [0, 15]})";
  EXPECT_EQ(color_text(color_of(turbo, 0)), "#30123b");
  EXPECT_EQ(color_text(color_of(turbo, 8)), "#b9f635");
  EXPECT_EQ(color_text(color_of(turbo, 99)), "#7a0403");
}

TEST_F(Property, UnknownAttributesAreNamed) {
  Number value = number(R"({"map": "haet", "from": [0, 1], "to": [0, 1]})");
  try {
    value.bind(context_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown attribute 'haet'; did you mean 'heat'?");
  }
  EXPECT_THROW(value.bind({context_.clip, nullptr}), Error);
}

TEST_F(Property, SeriesGiveEachFrameOneValue) {
  const SeriesList list = {std::make_shared<const Series>(
      Series{.name = "door.in", .values = {0, 0, 4, nan}, .first_frame = 10})};
  context_.series = &list;
  context_.tracks = nullptr;  // nodes without tracks also read series
  Number value = number(R"({"series": "door.in", "from": [0, 8], "to": [0, 50], "missing": 7})");
  value.bind(context_);
  for (const auto& [frame, expected] : {std::pair(0, 0.0F), {11, 0}, {12, 25}, {13, 7}, {99, 7}}) {
    EXPECT_FALSE(value.at({frame, 0}).mapped);
    EXPECT_EQ(value.at({frame, 0}).constant, expected) << frame;
  }
  Paint color = paint(R"({"series": "door.in", "ramp": [[0, "#f00"], [4, "#00f"]]})");
  color.bind(context_);
  EXPECT_EQ(color_text(color.at({10, 0}).constant), "#ff0000");
  EXPECT_EQ(color_text(color.at({12, 0}).constant), "#0000ff");
}

TEST_F(Property, UnknownSeriesAreNamed) {
  const SeriesList list = {std::make_shared<const Series>(Series{.name = "door.in"})};
  context_.series = &list;
  Number value = number(R"({"series": "door.inn", "from": [0, 1], "to": [0, 1]})");
  try {
    value.bind(context_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown series 'door.inn'; did you mean 'door.in'?");
  }
}

TEST(PropertyJson, RefusesBadForms) {
  const struct {
    bool color;
    const char* json;
    const char* expected;
  } cases[] = {
      {false, "101", "expected a number from -100 to 100 px"},
      {false, "\"1001%\"", "got '1001%'"},
      {false, "\"nan%\"", "got 'nan%'"},
      {false, "\"5\"", "got '5'"},
      {false, "{}", "needs a \"keyframes\", \"series\", \"expr\" or \"map\" key"},
      {false, R"({"keyframes": [], "series": "a.b"})", "both keyframes and a series"},
      {false, R"({"map": "id", "series": "a.b"})", "both a map and a series"},
      {false, R"({"series": "door"})", "/series: expected the name of a series such as"},
      {false, R"({"series": 4, "from": [0, 1], "to": [0, 1]})", "/series: expected the name"},
      {false, R"({"series": "a.b"})", "a series needs \"stops\", or \"from\" and \"to\""},
      {false, R"({"series": "a.b", "from": ["x", "y"], "to": [0, 1]})",
       "/from/0: expected a number"},
      {false, R"({"series": "a.b", "stops": [[0, 101]]})", "/stops/0/1: expected a number"},
      {false, R"({"series": "a.b", "stops": [[0, 1]], "pallette": 1})", "unknown key 'pallette'"},
      {true, R"({"series": "a.b", "ramp": "turbo"})", "a named ramp needs \"from\""},
      {false, R"({"keyframes": [], "map": "id"})", "both keyframes and a map"},
      {false, R"({"expr": "1", "map": "id"})", "both a map and an expression"},
      {false, R"({"keyframes": []})", "/keyframes: expected a list of keyframes"},
      {false, R"({"keyframes": [3]})", "/keyframes/0: expected a keyframe object, got 3"},
      {false, R"({"keyframes": [{"value": 3}]})", "either \"time\" in seconds or \"frame\""},
      {false, R"({"keyframes": [{"time": 1, "frame": 1, "value": 3}]})", "/keyframes/0: expected"},
      {false, R"({"keyframes": [{"time": 1}]})", "missing key 'value'"},
      {false, R"({"keyframes": [{"time": -1, "value": 1}]})",
       "/keyframes/0/time: expected a number of seconds"},
      {false, R"({"keyframes": [{"time": 1, "value": 500}]})", "/keyframes/0/value: expected"},
      {false, R"({"keyframes": [{"time": 1, "value": 1, "eas": 1}]})", "did you mean 'ease'?"},
      {false, R"({"keyframes": [{"time": 1, "value": 1, "ease": "in-out"}]})",
       "in_out, got 'in-out'"},
      {false, R"({"keyframes": [{"time": 1, "value": 1}, {"time": 1, "value": 2}]})",
       "/keyframes/1/time: not after"},
      {false, R"({"map": 4, "stops": [[0, 1]]})", "/map: expected the name of an attribute, got 4"},
      {false, R"({"map": "id"})", "a map needs \"stops\", or \"from\" and \"to\""},
      {false, R"({"map": "id", "stops": []})", "/stops: expected a list of 1 to 16 stops, got 0"},
      {false, R"({"map": "id", "stops": [[0]]})", "/stops/0: expected a list of 2 values"},
      {false, R"({"map": "id", "stops": [[0, 1], [-1, 1]]})", "/stops/1/0: less than"},
      {false, R"({"map": "id", "stops": [[0, 101]]})", "/stops/0/1: expected a number"},
      {false, R"({"map": "id", "from": ["1%", 5], "to": [1, 2]})",
       "/from/1: numbers and percentages do not mix"},
      {false, R"({"map": "id", "stops": [[1e39, 1]]})",
       "/stops/0/0: expected a number, or a percentage of the frame height, got 1e+39"},
      {false, R"({"map": "id", "from": [0, 1], "to": [1]})", "/to: expected a list of 2 outputs"},
      {false, R"({"map": "id", "from": [0], "to": [1]})", "/from: expected a list of 2 to 16"},
      {false, R"({"map": "class", "from": ["car", 1], "to": [1, 2]})", "/from/1: expected a text"},
      {false, R"({"map": "class", "from": ["car"], "to": [1, 2]})", "/to: expected a list of 1"},
      {false, R"({"map": "id", "palette": "bright"})", "a map needs"},
      {false, R"({"map": "id", "stops": [[0, 1]], "missing": 101})", "/missing: expected"},
      {true, "\"#12345\"", "expected a colour such as \"#5ce1e6\", got '#12345'"},
      {true, "\"#ggg\"", "got '#ggg'"},
      {true, "\"rde\"", "got 'rde'"},
      {true, "16711680", "got 16711680"},
      {true, R"({"map": "id", "palette": "brigth"})", "/palette: unknown name 'brigth'; did you"},
      {true, R"({"map": "id", "palette": []})", "/palette: expected a list of 1 to 16 colours"},
      {true, R"({"map": "id", "ramp": "turbo"})", "a named ramp needs \"from\""},
      {true, R"({"map": "id", "ramp": "turbo", "from": [0, 1, 2]})", "/from: expected a list of 2"},
      {true, R"({"map": "id", "ramp": [[0, "x"]]})", "/ramp/0/1: expected a colour"},
  };
  for (const auto& c : cases) {
    const std::string problems = problems_of(c.json, c.color);
    EXPECT_NE(problems.find(c.expected), std::string::npos)
        << c.json << "\nexpected " << c.expected << "\ngot " << problems;
  }
}

TEST(PropertyJson, RefusesWhatTheParameterCannotDo) {
  ParamRow fixed = number_row();
  fixed.animatable = fixed.mappable = false;
  Number out;
  EXPECT_THROW(detail::read_number(
                   out, parse_json(R"({"keyframes": [{"time": 0, "value": 1}]})", ""), fixed),
               Error);
  EXPECT_THROW(
      detail::read_number(out, parse_json(R"({"map": "id", "stops": [[0, 1]]})", ""), fixed),
      Error);
  EXPECT_THROW(
      detail::read_number(out, parse_json(R"({"series": "a.b", "stops": [[0, 1]]})", ""), fixed),
      Error);
}

TEST(PropertyJson, AllProblemsOfAValueAreReported) {
  const std::string problems = problems_of(
      R"({"keyframes": [{"time": 1, "value": 500}, {"time": 2, "value": "x", "ease": 1}]})", false);
  EXPECT_EQ(std::count(problems.begin(), problems.end(), '\n'), 3) << problems;
}

TEST(PropertyJson, WritesWhatItReads) {
  for (const char* json :
       {"2", "0.3", "-0.1", "\"12.5%\"", "\"0.0000001%\"",
        R"({"keyframes":[{"time":0.5,"value":2,"ease":"in_out"},{"frame":30,"value":"3%"}]})",
        R"({"map":"speed","from":[0,12.5],"to":[1,"2%"],"missing":0.25})",
        R"({"series":"door.in","from":[0,9],"to":[0,"5%"],"missing":1})",
        R"({"expr":"speed / 40","missing":"2%"})",
        R"({"map":{"expr":"door.in + 1"},"from":[0,9],"to":[0,1],"missing":1})"})
    EXPECT_EQ(detail::write_number(number(json)).dump(), json);
  for (const char* json : {"\"#5ce1e6\"", "\"#01020304\"",
                           R"({"map":"id","palette":["#ff0000","#00ff00"],"missing":"#00000000"})"})
    EXPECT_EQ(detail::write_paint(paint(json)).dump(), json);
  EXPECT_EQ(detail::write_paint(paint("\"orange\"")).dump(), "\"#ffa500\"");
}

TEST(Colors, AreReadInEveryForm) {
  EXPECT_EQ(parse_color("#f80"), (Color{1, 136 / 255.0F, 0, 1}));
  EXPECT_EQ(parse_color("#F808"), (Color{1, 136 / 255.0F, 0, 136 / 255.0F}));
  EXPECT_EQ(parse_color("#ff8000"), (Color{1, 128 / 255.0F, 0, 1}));
  EXPECT_EQ(parse_color("#ff800040"), (Color{1, 128 / 255.0F, 0, 64 / 255.0F}));
  for (const char* text : {"", "#", "#ff", "#fffff", "#fffffff", "#fffffffff", "fff", "Red"})
    EXPECT_FALSE(parse_color(text).has_value()) << text;
}

TEST(Colors, EveryNameAndListIsReadable) {
  for (const std::string& name : color_names()) EXPECT_TRUE(parse_color(name).has_value()) << name;
  for (const auto lists : {named_palettes(), named_ramps()})
    for (const NamedColors& list : lists) {
      EXPECT_LE(list.colors.size(), static_cast<std::size_t>(max_map_stops)) << list.name;
      for (const std::string_view color : list.colors)
        EXPECT_TRUE(parse_color(color).has_value()) << list.name << ' ' << color;
    }
}

// Frames at 0, 0.1, 0.6, 0.7 and 2 s.
TEST_F(Property, KeyframesInSecondsFollowTheFramesOwnTimes) {
  context_.clip.clock = std::make_shared<const FrameClock>([] {
    return FrameClock::Reading{{0, 0.1, 0.6, 0.7, 2}, true};
  });
  Number n = number(R"({"keyframes": [{"time": 0, "value": 0}, {"time": 2, "value": 20}]})");
  n.bind(context_);
  Number frames = number(R"({"keyframes": [{"frame": 0, "value": 0}, {"frame": 4, "value": 20}]})");
  frames.bind(context_);
  const float wanted[] = {0, 1, 6, 7, 20};
  for (std::int32_t frame = 0; frame < 5; ++frame) {
    const FrameTime time = time_of(context_.clip, frame);
    EXPECT_FLOAT_EQ(n.at(time).constant, wanted[frame]) << frame;
    EXPECT_FLOAT_EQ(frames.at(time).constant, 5.0F * static_cast<float>(frame)) << frame;
  }
}

}  // namespace
}  // namespace overlace
