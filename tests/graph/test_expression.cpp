// SPDX-License-Identifier: Apache-2.0
// Expressions: their values, and what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "graph/core/error.h"
#include "graph/values/expression.h"

namespace overlace {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double value_of(const std::string& text, std::vector<double> values = {}) {
  return Expression(text).evaluate(values);
}

std::string refusal(const std::string& text) {
  try {
    (void)Expression(text);
  } catch (const Error& error) {
    return error.problems().front().message + " " + error.problems().front().hint;
  }
  return {};
}

// The same as in C.
TEST(Expression, PrecedenceIsThatOfC) {
  const std::pair<const char*, double> cases[] = {
      {"1 + 2 * 3", 7},
      {"2 * 3 + 1", 7},
      {"10 - 4 - 3", 3},
      {"24 / 4 / 3", 2},
      {"-2 * -3", 6},
      {"--2", 2},
      {"!0 + !7", 1},
      {"1 < 2 == 2 > 1", 1},
      {"3 > 2 > 1", 0},
      {"1 + 1 < 2 + 1", 1},
      {"1 || 0 && 0", 1},
      {"(1 || 0) && 0", 0},
      {"1 <= 1 && 2 >= 3 || 3 != 4", 1},
      {"1 ? 2 : 0 ? 3 : 4", 2},
      {"0 ? 2 : 0 ? 3 : 4", 4},
      {"(1 ? 0 : 1) ? 5 : 6", 6},
      {"1 < 2 ? 3 + 4 : 5 * 6", 7},
      {"2.5e2 + .5", 250.5},
      {"5!=5", 0},
      {"2*!0", 2},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(value_of(text), expected) << text;
}

TEST(Expression, FunctionsAtKnownPoints) {
  const std::pair<const char*, double> cases[] = {
      {"abs(-3)", 3},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 7, 2)", 7},
      {"clamp(5, 0, 1)", 1},
      {"clamp(-5, 0, 1)", 0},
      {"clamp(0.25, 0, 1)", 0.25},
      {"floor(-1.5)", -2},
      {"round(2.5)", 3},
      {"round(-2.5)", -3},
      {"sqrt(9)", 3},
      {"lerp(10, 20, 0.25)", 12.5},
      {"smoothstep(0, 10, 5)", 0.5},
      {"smoothstep(0, 10, 2.5)", 0.15625},
      {"smoothstep(0, 10, 99)", 1},
      {"smoothstep(3, 3, 3)", 1},
      {"step(2, 1.9)", 0},
      {"step(2, 2)", 1},
      {"sin(pi / 2)", 1},
      {"cos(pi)", -1},
      {"exp(0)", 1},
      {"log(1)", 0},
      {"pow(2, 10)", 1024},
      {"atan2(1, 1)", 0.78539816339744831},
      {"7 % 3", 1},
      {"-7 % 3", 2},
      {"7.5 % 2", 1.5},
      {"pulse(0.2, 0.5)", 1},
      {"pulse(0.7, 0.5)", 0},
      {"pulse(-0.8, 0.5)", 1},
      {"hash(3) == hash(3)", 1},
      {"hash(0) == hash(-0)", 1},
      {"hash(3) != hash(4)", 1},
      {"noise(7.5) == (noise(7) + noise(8)) / 2", 1},
  };
  for (const auto& [text, expected] : cases) EXPECT_DOUBLE_EQ(value_of(text), expected) << text;
}

TEST(Expression, EveryFunctionTakesItsArguments) {
  for (const ExpressionFunction& function : expression_functions()) {
    std::string call = std::string(function.name) + "(0.5";
    for (int i = 1; i < function.arguments; ++i) call += ", 0.75";
    EXPECT_TRUE(std::isfinite(value_of(call + ")"))) << call;
    EXPECT_NE(refusal(std::string(function.name) + "()"), "");
    EXPECT_EQ(refusal(call + ", 1)").empty(), function.or_more) << call;
  }
}

// Mean 1/2 and variance 1/12, like a uniform distribution, and hardly any equal values.
TEST(Expression, HashesAreEven) {
  const Expression hash("hash(x)");
  double sum = 0, squares = 0;
  std::set<double> seen;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double x = i, h = hash.evaluate({&x, 1});
    ASSERT_GE(h, 0);
    ASSERT_LT(h, 1);
    sum += h;
    squares += h * h;
    seen.insert(h);
  }
  EXPECT_NEAR(sum / count, 0.5, 0.01);
  EXPECT_NEAR(squares / count - sum / count * sum / count, 1 / 12.0, 0.002);
  EXPECT_GT(seen.size(), count - 40U);
}

TEST(Expression, NoiseIsSmooth) {
  const Expression noise("noise(x)");
  double before = 0, x = 0;
  before = noise.evaluate({&x, 1});
  for (int i = 1; i < 20000; ++i) {
    x = i * 1e-3;
    const double now = noise.evaluate({&x, 1});
    ASSERT_LE(std::fabs(now), 1);
    // The slope of smoothstep is at most 1.5, and its values are up to 2 apart.
    ASSERT_LE(std::fabs(now - before), 3.1e-3);
    before = now;
  }
}

TEST(Expression, NamesInOrder) {
  const Expression e("b * door.in + a_1 - b");
  ASSERT_EQ(e.names().size(), 3U);
  EXPECT_EQ(e.names()[0], "b");
  EXPECT_EQ(e.names()[1], "door.in");
  EXPECT_EQ(e.names()[2], "a_1");
  EXPECT_EQ(e.evaluate(std::vector<double>{3, 5, 7}), 3 * 5 + 7 - 3);
}

// Missing values stay missing, except in comparisons, which are false.
TEST(Expression, NaNGoesThrough) {
  for (const char* text : {"x + 1", "min(x, 1)", "min(1, x)", "max(x, 1)", "clamp(x, 0, 1)",
                           "lerp(0, 1, x)", "smoothstep(0, 1, x)", "sin(x)", "pow(x, 2)",
                           "atan2(x, 1)", "floor(x)", "0 ? 1 : x", "x % 2", "noise(x)", "hash(x)"})
    EXPECT_TRUE(std::isnan(value_of(text, {nan}))) << text;
  EXPECT_EQ(value_of("x > 0.5 ? 1 : 2", {nan}), 2);
  EXPECT_EQ(value_of("x == x", {nan}), 0);
}

TEST(Expression, RefusesWithThePlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "ends too early at character 1"},
      {"1 +", "ends too early at character 4"},
      {"(1", "expected ')' at character 3"},
      {"1)", "unexpected ')' at character 2"},
      {"1 2", "unexpected '2' at character 3"},
      {"a ? b", "expected ':'"},
      {"1 = 2", "unexpected '=' at character 3"},
      {"\"a\"", "unexpected '\"'"},
      {"a & b", "unexpected '&'"},
      {"sinn(1)", "unknown function 'sinn' at character 1 of \"sinn(1)\" did you mean 'sin'?"},
      {"sin(1, 2)", "sin takes 1 value"},
      {"clamp(1)", "clamp takes 3 values"},
      {"max(1)", "max takes 2 or more values"},
      {"1e999", "a number that cannot be read"},
      {"while(1)", "unknown function 'while'"},
  };
  for (const auto& [text, expected] : cases)
    EXPECT_NE(refusal(text).find(expected), std::string::npos) << text << ": " << refusal(text);
}

// Every size has a limit, which is reached without deep recursion on the machine's stack.
TEST(Expression, HostileTexts) {
  const auto repeated = [](std::string_view part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  EXPECT_NE(refusal(repeated("(", 4000)).find("64 nested parentheses"), std::string::npos);
  EXPECT_NE(refusal(repeated("-", 4000) + "1").find("64 operations"), std::string::npos);
  EXPECT_NE(refusal(repeated("1+", 2000) + "1").find("64 operations"), std::string::npos);
  EXPECT_NE(refusal(repeated("1?1:", 1000) + "1").find("64 operations"), std::string::npos);
  EXPECT_NE(refusal(repeated("sin(", 1000)).find("64 operations"), std::string::npos);
  EXPECT_NE(refusal(repeated(" ", 5000)).find("4096 characters"), std::string::npos);
  EXPECT_EQ(value_of(repeated("1+", 64) + "1"), 65);
  EXPECT_EQ(value_of(repeated("(", 64) + "1" + repeated(")", 64)), 1);
  // The deepest stack: every operation waits for its last operand.
  EXPECT_EQ(value_of(repeated("clamp(1,0,", 64) + "2" + repeated(")", 64)), 1);
}

}  // namespace
}  // namespace overlace
