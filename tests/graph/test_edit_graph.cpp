// SPDX-License-Identifier: Apache-2.0
// Edits by name: knobs, parameters, ports and pointers, in documents and in patches of them.
#include <gtest/gtest.h>

#include "graph/document/edit_graph.h"
#include "sample_nodes.h"

namespace overlace::test {
namespace {

constexpr std::string_view patch = R"({
  "overlace": 1,
  "extends": "sample",
  "nodes": { "boxes": { "params": { "width": 5 } } }
}
)";

Source find_sample(const std::string& name) {
  if (name != "sample") throw Error(ErrorCode::usage, "there is no preset '" + name + "'");
  return {std::string(sample_document()), "preset:sample"};
}

std::string edited(std::string_view text, const std::string& target,
                   const std::optional<std::string>& value) {
  const Source document{std::string(text), "mine.json"};
  GraphAct act = ResetAct{target};
  if (value) act = SetAct{target, Json(*value), true};
  return apply_edits(text, edit_without_problems(document, {act}, find_sample, sample_nodes()));
}

std::vector<Diagnostic> refused(std::string_view text, const std::string& target,
                                const std::optional<std::string>& value) {
  try {
    ADD_FAILURE() << "accepted: " << edited(text, target, value);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.problems().front().location.file, "mine.json") << error.what();
    return error.problems();
  }
  return {};
}

std::string with(std::string_view text, std::string_view before, std::string_view after) {
  std::string changed(text);
  const std::size_t at = changed.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return changed.replace(at, before.size(), after);
}

TEST(EditGraph, ParametersAreTypedAsSettingsAre) {
  const auto doc = sample_document();
  EXPECT_EQ(edited(doc, "links.reach", "30%"), with(doc, "\"15%\"", "\"30%\""));
  EXPECT_EQ(edited(doc, "links.reach", "30"), with(doc, "\"15%\"", "30"));
  EXPECT_EQ(edited(doc, "links.mutual", "true"),
            with(doc, "\"15%\" }", "\"15%\", \"mutual\": true }"));
  EXPECT_EQ(edited(doc, "boxes.color", "#0f0"),
            with(doc, "{ \"tracks\": \"people\" } }",
                 "{ \"tracks\": \"people\" }, \"params\": { \"color\": \"#0f0\" } }"));
  EXPECT_EQ(edited(doc, "boxes.width", "$width"),
            with(doc, "{ \"tracks\": \"people\" } }",
                 "{ \"tracks\": \"people\" }, \"params\": { \"width\": \"$width\" } }"));
  EXPECT_EQ(edited(doc, "people.classes", "car,dog"),
            with(doc, "\"$tracks\" }", "\"$tracks\", \"classes\": [\"car\", \"dog\"] }"));
}

TEST(EditGraph, KnobsPortsAndPointers) {
  const auto doc = sample_document();
  EXPECT_EQ(edited(doc, "accent", "#00f"), with(doc, "\"#f00\"", "\"#00f\""));
  EXPECT_EQ(edited(doc, "boxes.inputs.tracks", "people"), doc);
  EXPECT_EQ(edited(doc, "/title", "\"New\""), with(doc, "\"Sample\"", "\"New\""));
  EXPECT_EQ(
      edited(doc, "/composite/2", "\"boxes\"").find("\"boxes\", \"boxes\"]") != std::string::npos,
      true);
}

TEST(EditGraph, TakingAValueAwayBringsTheDefaultBack) {
  const auto doc = sample_document();
  EXPECT_EQ(edited(doc, "links.reach", std::nullopt),
            with(doc, ", \"params\": { \"reach\": \"15%\" }", ""));
  EXPECT_EQ(edited(patch, "boxes.width", std::nullopt),
            with(patch, ",\n  \"nodes\": { \"boxes\": { \"params\": { \"width\": 5 } } }", ""));
  refused(doc, "links.speed", std::nullopt);
  refused(patch, "links.reach", std::nullopt);
}

TEST(EditGraph, APatchGetsAValueOfItsOwn) {
  EXPECT_EQ(edited(patch, "boxes.width", "6"), with(patch, "5", "6"));
  EXPECT_EQ(
      edited(patch, "links.reach", "30%"),
      with(patch, " } } }\n}", " } }, \"links\": { \"params\": { \"reach\": \"30%\" } } }\n}"));
  EXPECT_EQ(edited(patch, "accent", "#00f"),
            with(patch, " } } }\n}",
                 " } } },\n  \"knobs\": { \"accent\": { \"default\": \"#00f\" } }\n}"));
  EXPECT_EQ(edited(patch, "/composite/0", "\"boxes\""),
            with(patch, " } } }\n}", " } } },\n  \"composite\": [\"boxes\", \"boxes\"]\n}"));
  refused(patch, "/composite/3", "\"boxes\"");
}

TEST(EditGraph, WhatDoesNotFitIsRefused) {
  const auto doc = sample_document();
  const auto expect = [&](const std::string& target, const std::string& value,
                          std::string_view pointer, std::string_view words) {
    const auto problems = refused(doc, target, value);
    EXPECT_TRUE(has_problem(problems, pointer, words)) << listed(problems);
  };
  expect("links.raech", "3", "", "reach");
  expect("link.reach", "3", "", "links");
  expect("acent", "#fff", "", "accent");
  expect("boxes.inputs.tracks", "lines", "/nodes/boxes/inputs/tracks", "");
  expect("boxes.inputs.trakcs", "people", "/nodes/boxes/inputs/trakcs", "tracks");
  expect("bixes.inputs.tracks", "people", "", "boxes");
  expect("/nodes/boxes/type", "\"draw_smaple\"", "/nodes/boxes/type", "draw_sample");
  expect("/nodes", "{}", "/composite/1", "boxes");
  expect("/composite", "[", "", "not valid JSON");
  refused(doc, "width", "99");
  refused(doc, "links.mutual", "maybe");
  refused(doc, "people.classes", "\xFF");
  refused(doc, "", "1");
  refused("{\"overlace\": 1, ", "accent", "#fff");
  refused(R"({"extends": "no", "overlace": 1})", "accent", "#fff");
}

// One problem can be removed while others stay, and new ones are still refused.
TEST(EditGraph, ABrokenDocumentCanBeMended) {
  const std::string broken =
      with(with(sample_document(), "\"15%\"", "\"wide\""), "\"draw_sample\"", "\"draw_smaple\"");
  const std::string half = edited(broken, "links.reach", "15%");
  EXPECT_EQ(edited(half, "/nodes/boxes/type", "\"draw_sample\""), sample_document());
  refused(half, "/nodes/people/type", "\"track_no\"");
}

}  // namespace
}  // namespace overlace::test
