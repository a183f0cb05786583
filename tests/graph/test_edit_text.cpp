// SPDX-License-Identifier: Apache-2.0
// Edits change one value and leave all other bytes, in texts of any style.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "graph/core/error.h"
#include "graph/document/document.h"
#include "graph/document/edit_text.h"
#include "graph/document/edited_text.h"

namespace overlace::test {
namespace {

std::string set(std::string_view text, std::string_view pointer, const Json& value) {
  return apply_edits(text, set_value(text, pointer, value));
}

std::string removed(std::string_view text, std::string_view pointer) {
  return apply_edits(text, remove_value(text, pointer));
}

std::string renamed(std::string_view text, std::string_view pointer, std::string_view name) {
  return apply_edits(text, rename_key(text, pointer, name));
}

std::string moved(std::string_view text, std::string_view pointer, std::size_t to) {
  return apply_edits(text, move_item(text, pointer, to));
}

std::string error_of(const std::function<void()>& edit) {
  try {
    edit();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "accepted";
}

/// Calls `visit(pointer, value)` for every value of a document, itself included.
void walk(Json& value, const std::string& pointer,
          const std::function<void(const std::string&, Json&)>& visit) {
  visit(pointer, value);
  if (value.is_object())
    for (auto& [key, member] : value.as_object())
      walk(member, pointer + "/" + escape_pointer(key), visit);
  if (value.is_array())
    for (std::size_t i = 0; i < value.as_array().size(); ++i)
      walk(value.as_array()[i], fmt::format("{}/{}", pointer, i), visit);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::size_t lines_that_differ(std::string_view a, std::string_view b) {
  const auto left = lines_of(a), right = lines_of(b);
  EXPECT_EQ(left.size(), right.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
    if (left[i] != right[i]) ++count;
  return count;
}

constexpr std::string_view document = R"({
  "//": "by hand",
  "nodes": {
    "lines":  { "type": "draw_lines",   "params": { "width": 2, "color": "$accent" } },
    "boxes": {
      "type": "draw_boxes",
      "params": {
        "opacity": 0.5
      }
    },
    "dim": { "type": "draw_fill" }
  },
  "composite": ["dim", "lines", "boxes"]
}
)";

std::string with(std::string_view before, std::string_view after) {
  std::string text(document);
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return text.replace(at, before.size(), after);
}

TEST(EditText, AValueIsReplacedInPlace) {
  EXPECT_EQ(set(document, "/nodes/lines/params/width", Json("0.4%")),
            with("\"width\": 2", "\"width\": \"0.4%\""));
  EXPECT_EQ(set(document, "/composite/1", Json("li\"nes")), with("\"lines\", ", "\"li\\\"nes\", "));
}

TEST(EditText, AMemberOfOneLineStaysOnIt) {
  EXPECT_EQ(set(document, "/nodes/lines/params/opacity", Json(0.5)),
            with("\"$accent\" }", "\"$accent\", \"opacity\": 0.5 }"));
}

TEST(EditText, AMemberOfSeveralLinesGetsItsOwn) {
  EXPECT_EQ(set(document, "/nodes/boxes/params/enter", Json(8)),
            with("\"opacity\": 0.5\n", "\"opacity\": 0.5,\n        \"enter\": 8\n"));
  EXPECT_EQ(
      set(document, "/nodes/top", Json(Json::Object{{"type", "draw_fill"}})),
      with("\"draw_fill\" }\n", "\"draw_fill\" },\n    \"top\": { \"type\": \"draw_fill\" }\n"));
}

TEST(EditText, MissingObjectsAreAdded) {
  EXPECT_EQ(set(document, "/nodes/dim/params/color", Json("#000")),
            with("\"draw_fill\" }", "\"draw_fill\", \"params\": { \"color\": \"#000\" } }"));
}

TEST(EditText, ElementsAreAddedAtTheEnd) {
  const std::string added = with("\"boxes\"]", "\"boxes\", \"top\"]");
  EXPECT_EQ(set(document, "/composite/3", Json("top")), added);
  EXPECT_EQ(set(document, "/composite/-", Json("top")), added);
  EXPECT_NE(error_of([] { (void)set_value(document, "/composite/4", Json(1)); }).find("3 elements"),
            std::string::npos);
}

TEST(EditText, EmptyContainers) {
  EXPECT_EQ(set("{}", "/a", Json(1)), "{ \"a\": 1 }");
  EXPECT_EQ(set("{\n}\n", "/a", Json(1)), "{\n  \"a\": 1\n}\n");
  EXPECT_EQ(set("[ ]", "/0", Json(1)), "[1]");
}

TEST(EditText, TheStyleOfTheTextIsKept) {
  EXPECT_EQ(set(R"({"a":{"b":1,"c":[1,2]}})", "/a/d", Json(Json::Array{1, 2})),
            R"({"a":{"b":1,"c":[1,2],"d":[1,2]}})");
  EXPECT_EQ(set(R"({"a": {"b": 1}})", "/a/d", Json(Json::Object{{"e", 1}, {"f", 2}})),
            R"({"a": {"b": 1, "d": {"e": 1, "f": 2}}})");
  EXPECT_EQ(set("{\r\n\t\"a\": 1\r\n}\r\n", "/b", Json(2)),
            "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n");
  EXPECT_EQ(set("\xEF\xBB\xBF{\"a\": 1}", "/a", Json(2)), "\xEF\xBB\xBF{\"a\": 2}");
  EXPECT_EQ(set(R"({"a~/b": 1, "\u0061": 2})", "/a~0~1b", Json(3)), R"({"a~/b": 3, "\u0061": 2})");
  EXPECT_EQ(set(R"({"a~/b": 1, "\u0061": 2})", "/a", Json(3)), R"({"a~/b": 1, "\u0061": 3})");
}

TEST(EditText, TooLongLinesBreakAsInThePresets) {
  const std::string text = R"({
  "nodes": {
    "scan": { "type": "draw_pattern", "params": { "kind": "scan_lines", "color": "$ink", "speed": 1, "share": 0.35 } }
  }
}
)";
  EXPECT_EQ(set(text, "/nodes/scan/params/amount", Json(0.07)), R"({
  "nodes": {
    "scan": {
      "type": "draw_pattern",
      "params": { "kind": "scan_lines", "color": "$ink", "speed": 1, "share": 0.35, "amount": 0.07 }
    }
  }
}
)");
  std::string long_text(100, 'x');
  const std::string broken = set(text, "/nodes/scan/params/text", Json(long_text));
  EXPECT_NE(broken.find("\n        \"share\": 0.35,\n        \"text\": \"xx"), std::string::npos)
      << broken;
}

TEST(EditText, RemovingTakesTheCommaAndTheLine) {
  EXPECT_EQ(removed(document, "/nodes/lines/params/color"), with(", \"color\": \"$accent\"", ""));
  EXPECT_EQ(removed(document, "/nodes/lines/params/width"), with("\"width\": 2, ", ""));
  EXPECT_EQ(removed(document, "/composite/2"), with(", \"boxes\"]", "]"));
  EXPECT_EQ(removed(document, "/nodes/dim"),
            with(",\n    \"dim\": { \"type\": \"draw_fill\" }", ""));
  EXPECT_EQ(removed(document, "/nodes/boxes/params/opacity"),
            with("{\n        \"opacity\": 0.5\n      }", "{}"));
}

TEST(EditText, AKeyIsRenamedInPlace) {
  EXPECT_EQ(renamed(document, "/nodes/lines", "curves"), with("\"lines\": ", "\"curves\": "));
  EXPECT_EQ(renamed(document, "/nodes/lines", "lines"), document);
  EXPECT_EQ(renamed(R"({"\u0061": 1})", "/a", "b\"c"), R"({"b\"c": 1})");
  EXPECT_NE(error_of([] { (void)rename_key(document, "/nodes/lines", "dim"); }).find("already"),
            std::string::npos);
  EXPECT_NE(error_of([] { (void)rename_key(document, "/composite/0", "a"); }).find("no name"),
            std::string::npos);
  EXPECT_NE(error_of([] { (void)rename_key(document, "/nodes/no", "a"); }).find("'no'"),
            std::string::npos);
}

TEST(EditText, AnItemMovesWithItsLine) {
  EXPECT_EQ(moved(document, "/composite/0", 2),
            with("\"dim\", \"lines\", \"boxes\"", "\"lines\", \"boxes\", \"dim\""));
  EXPECT_EQ(moved(document, "/composite/2", 1),
            with("\"lines\", \"boxes\"", "\"boxes\", \"lines\""));
  const std::string last = ",\n    \"dim\": { \"type\": \"draw_fill\" }";
  std::string first = with(last, "");
  first.insert(first.find("\"lines\":"), last.substr(last.find('"')) + ",\n    ");
  EXPECT_EQ(moved(document, "/nodes/dim", 0), first);
  EXPECT_EQ(moved(first, "/nodes/dim", 2), document);
  EXPECT_EQ(moved(document, "/nodes/dim", 2), document);
  EXPECT_NE(error_of([] { (void)move_item(document, "/composite/0", 3); }).find("last one is 2"),
            std::string::npos);
}

TEST(EditText, WhatLeadsNowhereIsRefused) {
  EXPECT_NE(error_of([] { (void)remove_value(document, ""); }), "accepted");
  EXPECT_NE(error_of([] { (void)remove_value(document, "/nodes/no"); }).find("'no'"),
            std::string::npos);
  EXPECT_NE(error_of([] { (void)set_value(document, "nodes", Json(1)); }).find("begins with"),
            std::string::npos);
  EXPECT_NE(error_of([] { (void)set_value(document, "/a~2", Json(1)); }).find("~"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              (void)set_value(document, "/nodes/lines/params/width/x", Json(1));
            }).find("no members"),
            std::string::npos);
  EXPECT_NE(error_of([] { (void)set_value("{\"a\": ", "/a", Json(1)); }).find("not valid JSON"),
            std::string::npos);
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "/a";
  EXPECT_NE(error_of([&] { (void)set_value(document, deep, Json(1)); }).find("deeper"),
            std::string::npos);
}

/// Texts with blanks, line breaks and escapes anywhere.
class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}

  std::string value(int depth) {
    const int kind = pick(depth > 0 ? 8 : 4);
    if (kind == 0) return "-1.5e3";
    if (kind == 1) return "null";
    if (kind < 4) return R"("a\\\"}]\u00e9 ,:")";
    const bool object = kind < 6;
    std::string text = object ? "{" : "[";
    for (int i = 0, count = pick(4); i < count; ++i) {
      if (i > 0) text += ",";
      text += blanks();
      if (object) text += "\"k/" + std::to_string(i) + "~\"" + blanks() + ":" + blanks();
      text += value(depth - 1) + blanks();
    }
    return text + blanks() + (object ? "}" : "]");
  }
  int pick(int count) { return std::uniform_int_distribution(0, count - 1)(random_); }

 private:
  std::string blanks() {
    static const char* const some[] = {"", "", " ", "  ", "\t", "\n", "\r\n    ", "\n  "};
    return some[pick(8)];
  }

  std::mt19937 random_;
};

TEST(EditText, AnyValueOfAnyTextIsSetAddedAndRemoved) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    RandomText random(seed);
    const std::string text = random.value(4);
    Json json = parse_json(text, "random");
    walk(json, "", [&](const std::string& pointer, Json& value) {
      const Json before = value;
      const auto expect = [&](const std::vector<TextEdit>& edits) {
        const std::string edited = apply_edits(text, edits);
        ASSERT_EQ(parse_json(edited, "edited"), json) << pointer << " of " << text;
        ASSERT_EQ(apply_edits(edited, inverse_edits(text, edits)), text);
      };
      value = Json("new");
      expect(set_value(text, pointer, value));
      value = before;
      if (value.is_object()) {
        value.set("new/~", Json(1));
        expect(set_value(text, pointer + "/new~1~0", Json(1)));
      }
      if (value.is_array()) {
        value.push_back(Json(1));
        expect(set_value(text, pointer + "/-", Json(1)));
      }
      value = before;
      if (before.is_array() && !before.as_array().empty()) {
        const auto index = static_cast<std::ptrdiff_t>(before.as_array().size() / 2);
        value.as_array().erase(value.as_array().begin() + index);
        expect(remove_value(text, fmt::format("{}/{}", pointer, index)));
        value = before;
        const auto to = static_cast<std::ptrdiff_t>(before.as_array().size() - 1);
        value.as_array().erase(value.as_array().begin() + index);
        value.as_array().insert(value.as_array().begin() + to,
                                before.as_array()[static_cast<std::size_t>(index)]);
        expect(move_item(text, fmt::format("{}/{}", pointer, index), static_cast<std::size_t>(to)));
        value = before;
      }
      if (before.is_object() && !before.as_object().empty()) {
        value.as_object().back().first = "new";
        expect(rename_key(text, pointer + "/" + escape_pointer(before.as_object().back().first),
                          "new"));
        value = before;
      }
    });
  }
}

// Several steps are one list of edits, which touches no more than the steps did.
TEST(EditText, StepsJoinIntoOneListOfEdits) {
  EditedText text{std::string(document)};
  text.apply(set_value(text.text(), "/nodes/lines/params/width", Json(300)));
  text.apply(rename_key(text.text(), "/nodes/dim", "shade"));
  text.apply(set_value(text.text(), "/nodes/lines/params/width", Json(30)));
  text.apply(set_value(text.text(), "/composite/0", Json("shade")));
  const std::vector<TextEdit> edits = text.edits();
  ASSERT_EQ(edits.size(), 3U);
  EXPECT_EQ(edits[0].text, "30");
  EXPECT_EQ(edits[1].text, "shade");
  EXPECT_EQ(edits[2].text, "shade");
  EXPECT_EQ(apply_edits(document, edits), text.text());
  text.apply(set_value(text.text(), "/nodes/lines/params/width", Json(2)));
  EXPECT_EQ(text.edits().size(), 2U);
}

TEST(EditText, RandomStepsJoin) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomText random(seed);
    const std::string first = random.value(3);
    EditedText text(first);
    for (int step = 0; step < 8; ++step) {
      const auto size = static_cast<int>(text.text().size());
      std::vector<TextEdit> edits;
      for (int at = random.pick(size + 1); at <= size && edits.size() < 3;) {
        const int end = at + random.pick(size - at + 1);
        edits.push_back({static_cast<std::size_t>(at), static_cast<std::size_t>(end),
                         std::string(static_cast<std::size_t>(random.pick(4)), 'x')});
        at = end + 1 + random.pick(5);
      }
      const std::string expected = apply_edits(text.text(), edits);
      text.apply(edits);
      ASSERT_EQ(text.text(), expected);
      ASSERT_EQ(apply_edits(first, text.edits()), expected);
      ASSERT_EQ(apply_edits(expected, inverse_edits(first, text.edits())), first);
    }
  }
}

/// Every value of every preset.
class EditOfPresets : public ::testing::Test {
 protected:
  static void for_each_value(
      const std::function<void(const std::string& text, const std::string& pointer, Json& document,
                               Json& value)>& visit) {
    for (const std::string& name : preset_names()) {
      const std::string text(preset_text(name));
      Json json = parse_json(text, name);
      walk(json, "",
           [&](const std::string& pointer, Json& value) { visit(text, pointer, json, value); });
    }
  }
};

TEST_F(EditOfPresets, SetsWhatParsingThenGives) {
  std::size_t count = 0;
  for_each_value([&](const std::string& text, const std::string& pointer, Json& json, Json& value) {
    const bool is_scalar = !value.is_object() && !value.is_array();
    const Json before = value;
    value = is_scalar ? Json("changed") : Json(Json::Array{1, Json::Object{{"a", 2}}});
    const std::vector<TextEdit> edits = set_value(text, pointer, value);
    const std::string edited = apply_edits(text, edits);
    ASSERT_EQ(parse_json(edited, "edited"), json) << pointer;
    ASSERT_EQ(apply_edits(edited, inverse_edits(text, edits)), text) << pointer;
    if (is_scalar) ASSERT_EQ(lines_that_differ(text, edited), 1U) << pointer;
    value = before;
    ++count;
  });
  EXPECT_GT(count, 5'000U);
}

TEST_F(EditOfPresets, AddsWhatParsingThenGives) {
  for_each_value([](const std::string& text, const std::string& pointer, Json& json, Json& value) {
    if (!value.is_object()) return;
    const Json before = value;
    value.set("added", Json(Json::Object{{"x", Json(Json::Array{1, 2})}}));
    const std::vector<TextEdit> edits = set_value(text, pointer + "/added", *value.find("added"));
    const std::string edited = apply_edits(text, edits);
    ASSERT_EQ(parse_json(edited, "edited"), json) << pointer;
    ASSERT_EQ(apply_edits(edited, inverse_edits(text, edits)), text) << pointer;
    ASSERT_EQ(removed(edited, pointer + "/added").find("added"), std::string::npos);
    value = before;
  });
}

TEST_F(EditOfPresets, LinesAreAsLongAsBefore) {
  constexpr std::size_t longest = 120;
  const auto is_long = [](std::string_view line) {
    return line.size() > longest + (line.ends_with(',') ? 1 : 0);
  };
  for_each_value([&](const std::string& text, const std::string& pointer, Json&, Json& value) {
    if (!value.is_object()) return;
    const auto before = lines_of(text);
    const std::string edited =
        apply_edits(text, set_value(text, pointer + "/added", Json("some text of thirty letters")));
    const auto after = lines_of(edited);
    // A line that was too long before may be long, and longer, still.
    ASSERT_LE(std::ranges::count_if(after, is_long), std::ranges::count_if(before, is_long))
        << pointer;
  });
}

}  // namespace
}  // namespace overlace::test
