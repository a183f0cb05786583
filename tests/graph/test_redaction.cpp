// SPDX-License-Identifier: Apache-2.0
// "redact": which objects are hidden, gaps in tracks, and documents that would hide nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/analysis/redaction.h"
#include "graph/core/frame_clock.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"

namespace overlace::test {
namespace {

/// Ids 1 and 2: the first lacks a box in frames 3, 4 and 7; the second is complete from frame 2 on.
TrackTable with_gaps() {
  std::vector<TrackRow> rows;
  for (std::int32_t f = 0; f < 10; ++f) {
    if (f != 3 && f != 4 && f != 7) rows.push_back({f, 1, {10, 10, 10, 20}});
    if (f >= 2) rows.push_back({f, 2, {50, 10, 10, 20}});
  }
  return make_track_table(rows, {});
}

Graph graph_of(const std::string& redact, int max_gap = 0) {
  const std::string text = fmt::format(
      R"({{"overlace": 1, "nodes": {{
            "people": {{"type": "track_file", "params": {{"path": "given"}}}},
            "whole": {{"type": "track_fill", "inputs": {{"tracks": "people"}},
                       "params": {{"max_gap": {}}}}},
            "cover": {{"type": "draw_boxes", "inputs": {{"tracks": "whole"}},
                       "params": {{"fill": "#102030"}}}},
            "spare": {{"type": "draw_boxes", "inputs": {{"tracks": "whole"}}}},
            "dim": {{"type": "draw_fill"}}}},
          "composite": ["dim", "cover"], "redact": {}}})",
      max_gap, redact);
  return build_graph(parse_json(text, "test.json"), "test.json", builtin_nodes());
}

std::vector<Redaction> redactions_of(const Graph& graph, const TrackTable& table) {
  ClipSources sources;
  sources.clip = {.size = {200, 100}, .frame_rate = {10}, .frame_count = 10};
  sources.read_tracks = [&](const std::string&) { return table; };
  return redactions(graph, analyse(graph, sources));
}

TEST(Redaction, FindsTheGapsOfTracks) {
  const auto found = redactions_of(graph_of(R"(["cover"])"), with_gaps());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].node, "cover");
  EXPECT_EQ(found[0].objects, 2U);
  EXPECT_EQ(found[0].gaps, (std::vector<TrackGap>{{1, 3, 4}, {1, 7, 7}}));
  EXPECT_FALSE(found[0].is_complete());
  EXPECT_EQ(warnings(found), (std::vector<std::string>{"cover: nothing hides track 1 in frames 3-4",
                                                       "cover: nothing hides track 1 in frame 7"}));
}

TEST(Redaction, FilledGapsAreNone) {
  EXPECT_EQ(redactions_of(graph_of(R"(["cover"])", 1), with_gaps())[0].gaps,
            (std::vector<TrackGap>{{1, 3, 4}}));
  EXPECT_TRUE(redactions_of(graph_of(R"(["cover"])", 2), with_gaps())[0].is_complete());
  EXPECT_TRUE(redactions_of(graph_of("[]"), with_gaps()).empty());
}

TEST(Redaction, BoxesWithoutIdsAreNeverComplete) {
  const TrackTable table = make_track_table(std::vector<TrackRow>{{0, no_id, {1, 1, 5, 5}}}, {});
  const auto found = redactions_of(graph_of(R"(["cover"])"), table);
  EXPECT_EQ(found[0].without_id, 1U);
  EXPECT_FALSE(found[0].is_complete());
}

/// If the file has no box in the clip or lost rows, the redaction cannot count as complete.
TEST(Redaction, LostRowsAndClipsWithoutBoxesAreNeverComplete) {
  TrackTable late = make_track_table(std::vector<TrackRow>{{10, 1, {1, 1, 5, 5}}}, {});
  late.origins = {{"late.txt", 0, 10}};
  const Redaction of_late = redactions_of(graph_of(R"(["cover"])"), late)[0];
  EXPECT_EQ(of_late.boxes, 0U);
  EXPECT_EQ(summary(of_late), "no box in the clip, 1 track file longer than the clip");
  TrackTable lossy = make_track_table(std::vector<TrackRow>{{9, 1, {1, 1, 5, 5}}}, {});
  lossy.origins = {{"lossy.txt", 0, 9}};
  EXPECT_TRUE(redactions_of(graph_of(R"(["cover"])"), lossy)[0].is_complete());
  lossy.origins = {{"lossy.txt", 2, 9}};
  const auto of_lossy = redactions_of(graph_of(R"(["cover"])"), lossy);
  EXPECT_EQ(summary(of_lossy[0]), "2 rows left out");
  EXPECT_FALSE(of_lossy[0].is_complete());
  EXPECT_EQ(warnings(of_lossy), std::vector<std::string>{
                                    "cover: nothing hides what 2 rows of lossy.txt would say, left "
                                    "out"});
}

TEST(Redaction, WhatHidesNothingIsRefused) {
  const auto problem = [](const std::string& redact) {
    try {
      (void)graph_of(redact);
    } catch (const Error& error) {
      const Diagnostic& first = error.problems().front();
      return first.location.pointer + ": " + first.message;
    }
    return std::string();
  };
  EXPECT_EQ(problem(R"(["spare"])"), "/redact/0: 'spare' is not painted, and hides nothing");
  EXPECT_EQ(problem(R"(["cover", "dim"])"),
            "/redact/1: 'dim' reads no tracks, and hides no object");
  EXPECT_EQ(problem(R"(["whole"])"), "/redact/0: 'whole' paints nothing, and hides nothing");
  EXPECT_EQ(problem(R"(["covr"])"), "/redact/0: no node 'covr'");
  EXPECT_EQ(problem(R"("cover")"), "/redact: expected a list of nodes, got 'cover'");
}

/// Where "redact" finds the first problem of a document; "" where there is none.
std::string first_problem(const std::string& text) {
  try {
    (void)build_graph(parse_json(text, "test.json"), "test.json", builtin_nodes());
  } catch (const Error& error) {
    const Diagnostic& first = error.problems().front();
    EXPECT_TRUE(first.message.starts_with(R"("redact" names)")) << first.message;
    return first.location.pointer;
  }
  return "";
}

/// The same for a document that hides objects with boxes of these `params`, painted as `composite`.
std::string problem_of_cover(const std::string& params, const std::string& more = "",
                             const std::string& composite = R"(["cover"])") {
  const std::string text =
      R"({"overlace": 1, "nodes": {
            "people": {"type": "track_file", "params": {"path": "given"}},
            "cover": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": )" +
      params + "}" + more + R"(}, "composite": )" + composite + R"(, "redact": ["cover"]})";
  return first_problem(text);
}

TEST(Redaction, WhatTheVideoShowsThroughIsRefused) {
  EXPECT_EQ(problem_of_cover(R"({"fill": "#000"})"), "");
  EXPECT_EQ(problem_of_cover(R"({"fill": "#000", "opacity": 1.0})"), "");
  EXPECT_EQ(problem_of_cover("{}"), "/nodes/cover/params/fill");
  EXPECT_EQ(problem_of_cover(R"({"fill": "#000000fe"})"), "/nodes/cover/params/fill");
  EXPECT_EQ(problem_of_cover(R"({"fill": "#000", "opacity": 0.99})"),
            "/nodes/cover/params/opacity");
  EXPECT_EQ(problem_of_cover(R"({"fill": "#000", "opacity":
                {"keyframes": [{"time": 0, "value": 1}, {"time": 1, "value": 0}]}})"),
            "/nodes/cover/params/opacity");
  EXPECT_EQ(problem_of_cover(R"({"fill": {"map": "id", "palette": "bright"}})"),
            "/nodes/cover/params/fill");
}

/// A cover must contain the whole box in every frame.
TEST(Redaction, WhatDoesNotFillTheObjectIsRefused) {
  const auto box = [](const std::string& param) {
    return problem_of_cover(R"({"fill": "#000", )" + param + "}");
  };
  EXPECT_EQ(box(R"("padding": "10%")"), "");
  EXPECT_EQ(box(R"("padding": -1)"), "/nodes/cover/params/padding");
  EXPECT_EQ(box(R"("padding": "-1%")"), "/nodes/cover/params/padding");
  EXPECT_EQ(box(R"("padding": {"expr": "0 - height / 2"})"), "/nodes/cover/params/padding");
  EXPECT_EQ(box(R"("padding": {"map": "height", "from": [0, 9], "to": [2, -2]})"),
            "/nodes/cover/params/padding");
  EXPECT_EQ(
      box(R"("padding": {"keyframes": [{"frame": 0, "value": 1}, {"frame": 9, "value": -9}]})"),
      "/nodes/cover/params/padding");
  EXPECT_EQ(box(R"("style": "corners")"), "");
  EXPECT_EQ(box(R"("style": "diamond")"), "/nodes/cover/params/style");
  EXPECT_EQ(box(R"("corner_radius": 1000)"), "/nodes/cover/params/corner_radius");
  const auto other = [](const std::string& type, const std::string& params) {
    return first_problem(R"({"overlace": 1, "nodes": {
            "people": {"type": "track_file", "params": {"path": "given"}},
            "cover": {"type": ")" +
                         type + R"(", "inputs": {"tracks": "people"}, "params": )" + params +
                         R"(}}, "composite": ["cover"], "redact": ["cover"]})");
  };
  for (const char* type : {"draw_points", "draw_labels", "draw_particles", "draw_trails"})
    EXPECT_EQ(other(type, "{}"), "/nodes/cover") << type;
  EXPECT_EQ(other("draw_outlines", R"({"fill": "#000", "missing": "box"})"), "");
  EXPECT_EQ(other("draw_outlines", R"({"fill": "#000"})"), "/nodes/cover/params/missing");
}

/// A node that shows the video elsewhere would copy objects before they are covered.
TEST(Redaction, WhatMovesTheVideoBeforeTheCoverIsRefused) {
  for (const std::string type : {"insets", "zoom", "warp", "aberration"}) {
    const std::string in = type == "insets" ? R"("tracks": "people")" : R"("region": "all")";
    const std::string more = R"(, "all": {"type": "draw_fill"}, "move": {"type": "picture_)" +
                             type + R"(", "inputs": {)" + in + "}}";
    const auto painted = [&](const std::string& composite) {
      return problem_of_cover(R"({"fill": "#000"})", more, composite);
    };
    EXPECT_EQ(painted(R"(["move", "cover"])"), "/composite/0") << type;
    EXPECT_EQ(painted(R"(["cover", "move"])"), "") << type;
    EXPECT_EQ(painted(R"(["cover", "move", "cover"])"), "/composite/1") << type;
  }
}

TEST(Redaction, WhatPaintsTheCoverHidesToo) {
  const auto group = [](const std::string& params) {
    return problem_of_cover(R"({"fill": "#000"})",
                            R"(, "all": {"type": "composite", "inputs": {"layers": ["cover"]},
                                 "params": )" +
                                params + "}",
                            R"(["all"])");
  };
  EXPECT_EQ(group("{}"), "");
  EXPECT_EQ(group(R"({"opacity": 0.5})"), "/nodes/all/params/opacity");
  EXPECT_EQ(group(R"({"blend": "screen"})"), "/nodes/all/params/blend");
  EXPECT_EQ(group(R"({"clip_left": 0.1})"), "/nodes/all/params/clip_left");
  const auto layer = [](const std::string& entry) {
    return problem_of_cover(R"({"fill": "#000"})", "", entry);
  };
  EXPECT_EQ(layer(R"([{"node": "cover", "opacity": 0.5}])"), "/composite/0");
  EXPECT_EQ(layer(R"([{"node": "cover", "blend": "add"}])"), "/composite/0");
}

/// Nothing else may remove the cover, or leave only an effect's version of it.
TEST(Redaction, WhatUndoesTheCoverIsRefused) {
  const auto nodes = [](const std::string& more, const std::string& composite) {
    return problem_of_cover(R"({"fill": "#000"})", ", " + more, composite);
  };
  const auto beside = [&](const std::string& blend, const std::string& layers) {
    return nodes(R"("logo": {"type": "draw_fill"},
                    "cut": {"type": "composite", "inputs": {"layers": ["logo"]},
                            "params": {"blend": ")" +
                     blend + R"("}},
                    "all": {"type": "composite", "inputs": {"layers": )" +
                     layers + "}}",
                 R"(["all"])");
  };
  EXPECT_EQ(beside("erase", R"(["cover", "cut"])"), "/nodes/cut/params/blend");
  EXPECT_EQ(beside("inside", R"(["cover", "cut"])"), "/nodes/cut/params/blend");
  EXPECT_EQ(beside("multiply", R"(["cover", "cut"])"), "");
  EXPECT_EQ(beside("erase", R"(["logo", "cut", "cover"])"), "");  // before the cover is painted
  const std::string blur = R"("soft": {"type": "effect_blur", "inputs": {"layer": "cover"}})";
  EXPECT_EQ(nodes(blur, R"(["soft"])"), "/nodes/cover");
  EXPECT_EQ(nodes(blur, R"(["soft", "cover"])"), "");
  EXPECT_EQ(
      nodes(R"("film": {"type": "picture_grain", "inputs": {"region": "cover"}})", R"(["film"])"),
      "/nodes/cover");
}

TEST(Redaction, AnEffectHidesWhatItsRegionCovers) {
  const auto mosaic = [](const std::string& region, const std::string& params,
                         const std::string& type = "picture_pixelate") {
    const std::string text =
        R"({"overlace": 1, "nodes": {
              "people": {"type": "track_file", "params": {"path": "given"}},
              "where": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": )" +
        region + R"(}, "hide": {"type": ")" + type + R"(", "inputs": {"region": "where"},
                                "params": )" +
        params + R"(}}, "composite": ["hide"], "redact": ["hide"]})";
    return first_problem(text);
  };
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", "{}"), "");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", R"({"strength": 0.5})"), "/nodes/hide/params/strength");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", "{}", "picture_blur"), "");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", "{}", "picture_grain"), "/nodes/hide");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", "{}", "picture_zoom"), "/nodes/hide");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", R"({"block": 7})"), "/nodes/hide/params/block");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", R"({"block": "0.9%"})"), "/nodes/hide/params/block");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", R"({"block": 8})"), "");
  EXPECT_EQ(mosaic(R"({"fill": "#fff"})", R"({"sigma": 0.5})", "picture_blur"),
            "/nodes/hide/params/sigma");
  EXPECT_EQ(mosaic(R"({"fill": "#fff", "padding": -9})", "{}"), "/nodes/where/params/padding");
  EXPECT_EQ(mosaic(R"({"fill": "#ffffff80"})", "{}"), "/nodes/where/params/fill");
  EXPECT_EQ(mosaic(R"({"fill": "#fff", "opacity": 0.5})", "{}"), "/nodes/where/params/opacity");
}

TEST(Redaction, AnEffectOnObjectsHidesThem) {
  const auto obscured = [](const std::string& params) {
    const std::string text =
        R"({"overlace": 1, "nodes": {
              "people": {"type": "track_file", "params": {"path": "given"}},
              "hide": {"type": "picture_obscure", "inputs": {"tracks": "people"}, "params": )" +
        params + R"(}}, "composite": ["hide"], "redact": ["hide"]})";
    return first_problem(text);
  };
  EXPECT_EQ(obscured("{}"), "");
  EXPECT_EQ(obscured(R"({"strength": 0.9})"), "/nodes/hide/params/strength");
  EXPECT_EQ(obscured(R"({"share": 0.05})"), "/nodes/hide/params/share");
  EXPECT_EQ(obscured(R"({"shape": "ellipse"})"), "/nodes/hide/params/shape");
}

/// Boxes of a file that counts 10 per second; the clip's frames are elsewhere at a variable rate.
TEST(Redaction, BoxesMoveToTheFramesOfAVariableRate) {
  ClipInfo clip{.frame_rate = {10}};
  EXPECT_EQ(moved_by(10, clip), 0);
  EXPECT_EQ(moved_by(5, clip), 0);
  EXPECT_NEAR(moved_by(7, clip), 0.05, 1e-9);
  clip.clock = std::make_shared<const FrameClock>([] {
    return FrameClock::Reading{{0, 0.03, 0.1, 0.17, 0.3}, true};
  });
  EXPECT_NEAR(moved_by(10, clip), 0.05, 1e-9) << "half of a tenth, as gaps are longer";
  EXPECT_NEAR(moved_by(2, clip), 0.065, 1e-9) << "half of the longest gap";
  EXPECT_EQ(moved_by(1000, clip), 0) << "less than times are precise to";
}

}  // namespace
}  // namespace overlace::test
