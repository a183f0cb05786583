// SPDX-License-Identifier: Apache-2.0
// parse_json and dump: round trips, error locations, and hostile input.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/core/error.h"
#include "graph/core/json.h"

namespace overlace {
namespace {

Json parse(std::string_view text) {
  return parse_json(text, "test.json");
}

/// The single problem that parsing reports.
Diagnostic problem_of(std::string_view text, const JsonLimits& limits = {}) {
  try {
    (void)parse_json(text, "test.json", limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.problems().size(), 1U);
    EXPECT_EQ(error.problems().front().location.file, "test.json");
    return error.problems().front();
  }
  ADD_FAILURE() << "accepted: " << text.substr(0, 80);
  return {};
}

bool mentions(const Diagnostic& problem, std::string_view text) {
  return problem.text().find(text) != std::string::npos;
}

TEST(Json, ReadsEveryType) {
  const Json json = parse(R"({"a": [null, true, -7, 2.5, "x\u00e9\ud83d\ude00"], "b": {}})");
  const Json::Array& list = json.find("a")->as_array();
  EXPECT_TRUE(list[0].is_null());
  EXPECT_TRUE(list[1].as_bool());
  EXPECT_EQ(list[2].as_integer(), -7);
  EXPECT_EQ(list[3].as_number(), 2.5);
  EXPECT_EQ(list[4].as_string(), "x\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_TRUE(json.find("b")->is_object());
  EXPECT_EQ(json.find("c"), nullptr);
}

TEST(Json, KeepsTheOrderOfKeys) {
  EXPECT_EQ(parse(R"({"z":1,"a":2,"m":3})").dump(), R"({"z":1,"a":2,"m":3})");
}

TEST(Json, WritesTheShortestNumberThatReadsBack) {
  EXPECT_EQ(Json(0.1).dump(), "0.1");
  EXPECT_EQ(Json(1.0).dump(), "1.0");
  EXPECT_EQ(Json(1e300).dump(), "1e+300");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).dump(), "-9223372036854775808");
  for (const double value : {1.0 / 3.0, 5e-324, 1.7976931348623157e308, -123456.789})
    EXPECT_EQ(parse(Json(value).dump()).as_number(), value);
  EXPECT_EQ(Json(std::nan("")).dump(), "null");
}

TEST(Json, DumpReadsBackEqual) {
  const std::string text =
      R"({"s":"\"\\\n\u0001/","list":[1,[2,3.5],{}],"empty":[],"flag":false,"none":null})";
  const Json json = parse(text);
  for (const int indent : {-1, 0, 2}) EXPECT_EQ(parse(json.dump(indent)), json) << indent;
}

TEST(Json, DumpIndentsAndKeepsPairsOnOneLine) {
  EXPECT_EQ(parse(R"({"a":{"b":[1,2]},"c":[[1,2],[3,4]]})").dump(2),
            "{\n  \"a\": {\n    \"b\": [1, 2]\n  },\n  \"c\": [\n    [1, 2],\n    [3, 4]\n  ]\n}");
}

TEST(Json, KnowsLines) {
  const Json json = parse("{\n \"a\": 1\n,\n \"b\":\n\n [2\n, 3],\n \"c\": {\r\n \"d\": \"x\"}}\n");
  EXPECT_EQ(json.line, 1U);
  EXPECT_EQ(json.find("a")->line, 2U);
  EXPECT_EQ(json.find("b")->line, 6U);
  EXPECT_EQ(json.find("b")->as_array()[0].line, 6U);
  EXPECT_EQ(json.find("b")->as_array()[1].line, 7U);
  EXPECT_EQ(json.find("c")->find("d")->line, 9U);
}

TEST(Json, ByteOrderMarkIsNoContent) {
  EXPECT_EQ(parse("\xEF\xBB\xBF{\"a\":1}").find("a")->as_integer(), 1);
}

TEST(Json, ErrorsNameLineAndPointer) {
  const Diagnostic problem = problem_of("{\n \"nodes\": {\n  \"a/b\": [1, 2, x]\n }\n}");
  EXPECT_EQ(problem.location.line, 3U);
  EXPECT_EQ(problem.location.pointer, "/nodes/a~1b/2");
  EXPECT_TRUE(mentions(problem, "not valid JSON"));
}

TEST(Json, RefusesWhatIsNoJson) {
  for (const char* text :
       {"",           " ",        "{",       "[1,2",  "{\"a\"}", "{\"a\":}", "[1,]",
        "{\"a\":1,}", "tru",      "01",      "+1",    ".5",      "1.",       "0x10",
        "\"a",        "\"\x01\"", "\"\\x\"", "{} {}", "{a:1}",   "[1 2]",    "\xEF\xBB"})
    EXPECT_TRUE(mentions(problem_of(text), "not valid JSON")) << text;
}

TEST(Json, RefusesLiteralsThatAreNoNumbers) {
  for (const char* text : {"[NaN]", "[nan]", "[Infinity]", "[-Infinity]"})
    EXPECT_TRUE(mentions(problem_of(text), "no NaN and no infinities")) << text;
  EXPECT_TRUE(mentions(problem_of("nul"), "null for no value"));
  for (const char* text : {"[nuul]", "[None]", "[NULL]", "[nil]"})
    EXPECT_TRUE(mentions(problem_of(text), "null for no value")) << text;
  EXPECT_FALSE(mentions(problem_of("[north]"), "null for no value"));
  EXPECT_TRUE(mentions(problem_of("[1] // one"), "comments"));
  EXPECT_TRUE(mentions(problem_of("['a']"), "double quotes"));
}

TEST(Json, RefusesNumbersThatDoNotFit) {
  EXPECT_TRUE(mentions(problem_of("[1e999]"), "1e999"));
  EXPECT_TRUE(mentions(problem_of("[-1e999]"), "overflow"));
  EXPECT_TRUE(mentions(problem_of("[9223372036854775808]"), "64 bits"));
  EXPECT_TRUE(mentions(problem_of("[-9223372036854775809]"), "64 bits"));
  EXPECT_TRUE(mentions(problem_of("[" + std::string(5000, '9') + "]"), ""));
  EXPECT_EQ(parse("[9223372036854775807]").as_array()[0].as_integer(),
            std::numeric_limits<std::int64_t>::max());
}

TEST(Json, RefusesDuplicateKeys) {
  const Diagnostic problem = problem_of("{\"n\": {\n\"a\": 1,\n\"b\": 2,\n\"a\": 3}}");
  EXPECT_EQ(problem.location.pointer, "/n/a");
  EXPECT_EQ(problem.location.line, 4U);
  EXPECT_EQ(problem.hint, "first on line 2");
  EXPECT_TRUE(mentions(problem_of(R"({"a":1,"\u0061":2})"), "twice"));
}

TEST(Json, RefusesBadUtf8) {
  // A lone byte, a truncated sequence, an overlong form, a surrogate, a code point above U+10FFFF.
  for (const char* bytes : {"\xFF", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80"})
    EXPECT_TRUE(mentions(problem_of(std::string("\"") + bytes + "\""), "UTF-8"));
  EXPECT_TRUE(mentions(problem_of(R"(["\ud800"])"), "surrogate"));
  EXPECT_TRUE(mentions(problem_of(R"(["\udc00"])"), "surrogate"));
  EXPECT_TRUE(mentions(problem_of(R"(["\ud800\u0041"])"), "surrogate"));
}

TEST(Json, RefusesDepth) {
  const auto nested = [](std::size_t depth, char open, char close) {
    return std::string(depth, open) + std::string(depth, close);
  };
  EXPECT_NO_THROW(parse(nested(64, '[', ']')));
  EXPECT_TRUE(mentions(problem_of(nested(65, '[', ']')), "64 levels"));
  EXPECT_TRUE(mentions(problem_of(nested(200'000, '[', ']')), "64 levels"));
  EXPECT_TRUE(mentions(problem_of(std::string(200'000, '[')), "64 levels"));
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  EXPECT_TRUE(mentions(problem_of(objects), "64 levels"));
}

TEST(Json, RefusesWhatIsOverALimit) {
  EXPECT_TRUE(mentions(problem_of("[1,2,3]", {.bytes = 6}), "7 bytes"));
  EXPECT_TRUE(mentions(problem_of("[1,2,3]", {.values = 3}), "more than 3 values"));
  EXPECT_NO_THROW((void)parse_json("[1,2,3]", "", {.values = 4}));
  EXPECT_TRUE(mentions(problem_of("[\"abcd\"]", {.string_bytes = 3}), "string of 4 bytes"));
  EXPECT_TRUE(mentions(problem_of("{\"abcd\":1}", {.string_bytes = 3}), "string of 4 bytes"));
}

TEST(Json, ABadStringDoesNotFloodTheMessage) {
  const Diagnostic problem = problem_of("[\"" + std::string(1'000'000, 'x') + "\x01\"]");
  EXPECT_LT(problem.text().size(), 400U);
}

TEST(Json, AMillionKeysInBoundedTime) {
  std::string text = "{";
  for (int i = 0; i < 900'000; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
  EXPECT_EQ(parse(text + "}").as_object().size(), 900'000U);
  EXPECT_TRUE(mentions(problem_of(text + ",\"7\":0}"), "twice"));
}

TEST(Json, SetReplacesAndAppends) {
  Json json;
  json.set("a", 1);
  json.set("b", "x");
  json.set("a", 2);
  json.set("list", Json()).push_back(3);
  EXPECT_EQ(json.dump(), R"({"a":2,"b":"x","list":[3]})");
  EXPECT_NE(Json(1), Json(1.0));
}

TEST(Json, PointersAreEscaped) {
  EXPECT_EQ(escape_pointer("a~/b"), "a~0~1b");
}

TEST(Error, TextHasPlaceMessageAndHint) {
  const Error error(ErrorCode::usage, "no node 'lnks'", "did you mean 'links'?",
                    {"graph.json", "/composite/0", 12});
  EXPECT_STREQ(error.what(), "graph.json:12 /composite/0: no node 'lnks'; did you mean 'links'?");
}

TEST(Error, SuggestsTheNearestName) {
  const std::vector<std::string> names = {"color", "width", "opacity"};
  EXPECT_EQ(nearest_name("colour", names), "color");
  EXPECT_EQ(nearest_name("widht", names), "width");  // one transposition
  EXPECT_EQ(nearest_name("zebra", names), "");
  EXPECT_EQ(suggest("opacty", names), "did you mean 'opacity'?");
  EXPECT_EQ(suggest("zebra", names), "one of: color, width, opacity");
  EXPECT_EQ(suggest("zebra", {}), "");
}

TEST(Error, SuggestsWhatMeansTheSame) {
  const std::vector<std::string> names = {"x", "width", "score", "speed", "class"};
  EXPECT_EQ(suggest("confidence", names), "did you mean 'score'?");
  EXPECT_EQ(suggest("velocity", names), "did you mean 'speed'?");
  EXPECT_EQ(suggest("w", names), "did you mean 'width'?");  // and not 'x', which is nearer
  EXPECT_EQ(suggest("confidence", {"x", "width"}), "one of: x, width");
}

TEST(Error, SuggestsWhatBeginsWithTheName) {
  const std::vector<std::string> names = {"dashes", "heat_recent", "heat_total", "opacity"};
  EXPECT_EQ(suggest("dash", names), "did you mean 'dashes'?");
  EXPECT_EQ(suggest("opa", names), "did you mean 'opacity'?");
  EXPECT_EQ(suggest("heat", names), "one of: heat_recent, heat_total");
}

TEST(Error, SuggestingStaysCheap) {
  const std::vector<std::string> names(100'000, std::string(60, 'a'));
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'a'), names), "");
  EXPECT_EQ(nearest_name(std::string(59, 'a') + "b", names), names.front());
}

}  // namespace
}  // namespace overlace
