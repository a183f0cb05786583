// SPDX-License-Identifier: Apache-2.0
// What two people have changed is in the merged text, in the layout that one of them wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graph/core/error.h"
#include "graph/document/document.h"
#include "graph/document/edit_text.h"
#include "graph/document/merge_texts.h"

namespace overlace::test {
namespace {

constexpr std::string_view base = R"({
  "//": "by hand",
  "nodes": {
    "lines": { "type": "draw_lines", "params": { "width": 2, "color": "#fff" } },
    "boxes": { "type": "draw_boxes" }
  },
  "composite": ["lines", "boxes"],
  "points": [[0, 0], [1, 1]]
}
)";

std::string with(std::string_view text, std::string_view before, std::string_view after) {
  std::string changed(text);
  const std::size_t at = changed.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return changed.replace(at, before.size(), after);
}

using Pointers = std::vector<std::string>;

TEST(MergeTexts, ChangesAtDifferentPlacesAreAllThere) {
  const std::string mine = with(base, "\"width\": 2", "\"width\": 5");
  const std::string theirs =
      with(with(base, "\"#fff\"", "\"#f00\""), "by hand", "by  another hand");
  const MergedText merged = merge_texts(base, mine, theirs);
  EXPECT_EQ(merged.text, with(theirs, "\"width\": 2", "\"width\": 5"));
  EXPECT_EQ(merged.both, Pointers{});
}

TEST(MergeTexts, WhatBothChangedIsMineAndListed) {
  const MergedText merged = merge_texts(base, with(base, "\"width\": 2", "\"width\": 5"),
                                        with(base, "\"width\": 2", "\"width\": 7"));
  EXPECT_EQ(merged.text, with(base, "\"width\": 2", "\"width\": 5"));
  EXPECT_EQ(merged.both, Pointers{"/nodes/lines/params/width"});
}

TEST(MergeTexts, TheSameChangeIsNoConflict) {
  const std::string changed = with(base, "\"width\": 2", "\"width\": 5");
  const MergedText merged = merge_texts(base, changed, changed);
  EXPECT_EQ(merged.text, changed);
  EXPECT_EQ(merged.both, Pointers{});
}

TEST(MergeTexts, OneRemovesWhatTheOtherChanges) {
  const std::string without = apply_edits(base, remove_value(base, "/nodes/lines"));
  const std::string changed = with(base, "\"width\": 2", "\"width\": 5");
  const MergedText removed = merge_texts(base, without, changed);
  EXPECT_EQ(removed.text, without);
  EXPECT_EQ(removed.both, Pointers{"/nodes/lines"});
  const MergedText kept = merge_texts(base, changed, without);
  EXPECT_EQ(parse_json(kept.text, ""), [&] {
    Json expected = parse_json(without, "");
    Json::Object& nodes = expected.find("nodes")->as_object();
    nodes.insert(nodes.begin(), {"lines", *parse_json(changed, "").find("nodes")->find("lines")});
    return expected;
  }());
}

TEST(MergeTexts, BothAddNodesAndPaintThem) {
  const std::string mine =
      with(with(base, "\"draw_boxes\" }", "\"draw_boxes\" },\n    \"dim\": {}"), "[\"lines\"",
           "[\"dim\", \"lines\"");
  const std::string theirs =
      with(with(base, "    \"lines\":", "    \"heat\": {},\n    \"lines\":"), "\"boxes\"]",
           "{\"node\": \"boxes\", \"opacity\": 0.5}, \"heat\"]");
  const MergedText merged = merge_texts(base, mine, theirs);
  EXPECT_EQ(merged.both, Pointers{});
  const Json document = parse_json(merged.text, "");
  EXPECT_EQ(document.find("composite")->dump(),
            R"(["dim","lines",{"node":"boxes","opacity":0.5},"heat"])");
  EXPECT_NE(document.find("nodes")->find("dim"), nullptr);
  EXPECT_NE(document.find("nodes")->find("heat"), nullptr);
}

TEST(MergeTexts, OneOrdersWhatTheOtherAddsTo) {
  const std::string mine = with(base, "[\"lines\", \"boxes\"]", "[\"boxes\", \"lines\"]");
  const std::string theirs = with(base, "\"boxes\"]", "\"boxes\", \"top\"]");
  for (const MergedText& merged :
       {merge_texts(base, mine, theirs), merge_texts(base, theirs, mine)}) {
    EXPECT_EQ(merged.both, Pointers{});
    EXPECT_EQ(parse_json(merged.text, "").find("composite")->dump(), R"(["boxes","top","lines"])");
  }
}

TEST(MergeTexts, ListsWithoutNamesAreOneValue) {
  const std::string mine = with(base, "[0, 0]", "[0, 5]"), theirs = with(base, "[1, 1]", "[1, 5]");
  const MergedText merged = merge_texts(base, mine, theirs);
  EXPECT_EQ(merged.text, mine);
  EXPECT_EQ(merged.both, Pointers{"/points"});
}

TEST(MergeTexts, ATextThatIsNotJsonIsRefused) {
  EXPECT_THROW((void)merge_texts(base, "{", base), Error);
  EXPECT_THROW((void)merge_texts(base, base, "nothing"), Error);
}

/// All pointers of numbers and texts.
void list_scalars(const Json& value, const std::string& pointer, Pointers& pointers) {
  if (value.is_object())
    for (const auto& [key, member] : value.as_object())
      list_scalars(member, pointer + "/" + escape_pointer(key), pointers);
  else if (!value.is_array())
    pointers.push_back(pointer);
}

TEST(MergeTexts, ChangesOfPresetsMeet) {
  std::mt19937 random(7);
  for (const std::string& name : preset_names()) {
    SCOPED_TRACE(name);
    const std::string first(preset_text(name));
    Pointers pointers;
    list_scalars(parse_json(first, name), "", pointers);
    std::ranges::shuffle(pointers, random);
    ASSERT_GE(pointers.size(), 2U);
    const auto changed = [&](const std::string& text, std::size_t begin) {
      std::string result = text;
      for (std::size_t i = begin; i < pointers.size(); i += 2)
        result = apply_edits(result, set_value(result, pointers[i], Json(7)));
      return result;
    };
    const MergedText merged = merge_texts(first, changed(first, 0), changed(first, 1));
    EXPECT_EQ(merged.both, Pointers{});
    EXPECT_EQ(merged.text, changed(changed(first, 1), 0));
    EXPECT_EQ(merge_texts(first, first, changed(first, 1)).text, changed(first, 1));
    EXPECT_EQ(merge_texts(first, changed(first, 0), first).text, changed(first, 0));
  }
}

}  // namespace
}  // namespace overlace::test
