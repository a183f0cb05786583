// SPDX-License-Identifier: Apache-2.0
// Points in every spelling, and what is none.
#include <gtest/gtest.h>

#include "graph/core/error.h"
#include "graph/values/points.h"

namespace overlace {
namespace {

using Texts = std::vector<std::string>;

Texts points(const char* json) {
  return read_points(parse_json(json, "points"), 2);
}

TEST(Points, EverySpellingMeansTheSame) {
  const Texts expected{"10% 25%", "64 108"};
  for (const char* const json :
       {R"(["10% 25%", "64 108"])", R"("10% 25%, 64 108")", R"("10%,25%,64,108")",
        R"("10% 25%; 64 108")", R"([["10%", "25%"], [64, 108]])", R"(["10% 25%", [64, 108]])",
        R"("[[10%, 25%], [64, 108]]")", R"x("(10%, 25%) (64, 108)")x",
        R"("[\"10% 25%\", \"64 108\"]")", R"(["10%, 25%, 64, 108"])",
        R"(["10%", "25%", "64", "108"])"})
    EXPECT_EQ(points(json), expected) << json;
  EXPECT_EQ(points("[1.5, -2, 3, 4]"), (Texts{"1.5 -2", "3 4"}));
  EXPECT_EQ(points("[[1e3, 2], [3, 4]]"), (Texts{"1000.0 2", "3 4"}));
}

TEST(Points, NoneAreNone) {
  for (const char* const json : {"[]", R"("")", R"(" , ")"}) EXPECT_EQ(points(json), Texts{});
}

void expect_refused(const char* json, const char* message, const char* pointer = "") {
  try {
    static_cast<void>(points(json));
    ADD_FAILURE() << json << " is taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage) << json;
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    EXPECT_EQ(error.problems().front().location.pointer, pointer) << json;
  }
}

TEST(Points, WhatIsNoPointIsNamedWithItsPlace) {
  expect_refused("7", "expected points, got 7");
  expect_refused("{}", "an object");
  expect_refused(R"("1, 2, 3")", "3 coordinates");
  expect_refused("[1, 2, 3]", "3 coordinates");
  expect_refused("[[1, 2], [3]]", "1 coordinate", "/1");
  expect_refused(R"([[1, 2], "3 4 5"])", "5 coordinates");
  expect_refused("[[1, 2], true]", "true", "/1");
  expect_refused("[[1, 2], [[3, 4]]]", "", "/1");
  expect_refused(R"(["1 2", "3 x"])", "'x'", "/1");
  expect_refused(R"("1 2, nan 4")", "'nan'");
  expect_refused(R"("1 2, 3 4%%")", "'4%%'");
  expect_refused("[[1, 2]]", "at least 2 points, got 1");
}

}  // namespace
}  // namespace overlace
