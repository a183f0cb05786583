// SPDX-License-Identifier: Apache-2.0
// Analysis reads files and plays the clip as rarely as possible: every read and play is counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "graph/analysis/named_files.h"
#include "graph/compile/compile.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"
#include "tests/tracking/painted_clip.h"

namespace overlace::test {
namespace {

constexpr Size picture{200, 100};
constexpr int frames = 12;

/// A white lamp that wanders over a wall of grey blocks.
PlayVideo lamp() {
  return painted_clip(frames, picture, [](int f, int x, int y) {
    const bool lit = x >= 40 + 3 * f && x < 60 + 3 * f && y >= 40 && y < 60;
    return lit ? Bgr{255, 255, 255} : block_texture(x, y);
  });
}

TrackTable two_walkers(float y) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < frames; ++f)
    for (const TrackId id : {1, 2})
      rows.push_back({f, id, {static_cast<float>(5 * f + 50 * id), y, 10, 20}});
  return make_track_table(rows, {});
}

/// A clip that counts its reads and plays.
struct Clip {
  std::map<std::string, int> reads;  ///< per file
  int plays = 0;
  TrackCache cache;
  ClipSources sources;

  Clip() {
    sources.clip = {.size = picture, .frame_rate = {10}, .frame_count = frames};
    sources.read_tracks = [this](const std::string& path) {
      ++reads[path];
      return two_walkers(path == "high" ? 10.0F : 60.0F);
    };
    sources.play_video = [this](const std::function<void(const BgrFrame&)>& visit) {
      ++plays;
      lamp()(visit);
    };
  }
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;

  ClipTables analyse(const Graph& graph) { return overlace::analyse(graph, sources, cache); }
};

Graph graph_of(const std::string& nodes, const std::string& composite) {
  const std::string text =
      fmt::format(R"({{"overlace": 1, "nodes": {{{}}}, "composite": [{}]}})", nodes, composite);
  return build_graph(parse_json(text, "test.json"), "test.json", builtin_nodes());
}

std::size_t index_of(const Graph& graph, std::string_view name) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].name == name) return i;
  throw Error(ErrorCode::internal, "no such node");
}

/// Parameters of a graph with files, pixels, and one node of every later stage.
struct Settings {
  const char *low = "low", *smooth = "1", *k = "1", *bend = "0.3", *width = "2";
};
Graph full_graph(const Settings& s = {}) {
  return graph_of(fmt::format(R"(
        "high": {{"type": "track_file", "params": {{"path": "high"}}}},
        "low": {{"type": "track_file", "params": {{"path": "{}"}}}},
        "lamp": {{"type": "track_blobs"}},
        "calm": {{"type": "track_smooth", "inputs": {{"tracks": "low"}}, "params": {{"cutoff": {}}}}},
        "all": {{"type": "track_merge", "inputs": {{"tracks": ["high", "calm", "lamp"]}}}},
        "links": {{"type": "link_knn", "inputs": {{"points": "all"}}, "params": {{"k": {}}}}},
        "curves": {{"type": "curve_bezier", "inputs": {{"links": "links"}}, "params": {{"bend": {}}}}},
        "lines": {{"type": "draw_lines", "inputs": {{"curves": "curves"}}, "params": {{"width": {}}}}})",
                              s.low, s.smooth, s.k, s.bend, s.width),
                  R"("lines")");
}

TEST(Analyse, ReadsAndPlaysOnceForLinksCurvesAndDrawings) {
  Clip clip;
  const Graph first = full_graph();
  const ClipTables tables = clip.analyse(first);
  EXPECT_EQ(clip.reads, (std::map<std::string, int>{{"high", 1}, {"low", 1}}));
  EXPECT_EQ(clip.plays, 1);
  for (const Settings& changed :
       {Settings{.k = "2"}, Settings{.bend = "0"}, Settings{.width = "7"}}) {
    const Graph graph = full_graph(changed);
    const ClipTables again = clip.analyse(graph);
    EXPECT_EQ(again.of_node, tables.of_node);
    EXPECT_NE(compile(graph, again), nullptr);
  }
  EXPECT_EQ(clip.reads, (std::map<std::string, int>{{"high", 1}, {"low", 1}}));
  EXPECT_EQ(clip.plays, 1);
}

/// Problems without a location are put where the graph names the file, others in the file itself.
TEST(Analyse, TrackFilesAreAtFaultWhereTheyAreNamed) {
  Clip clip;
  bool is_named = true;
  clip.sources.read_tracks = [&](const std::string& path) -> TrackTable {
    const Error error(ErrorCode::input, "has no rows", "write some", SourceLocation{path, "", 7});
    if (is_named) throw_as_named(path, error);
    throw error;
  };
  const Graph graph = graph_of(R"(
        "t": {"type": "track_file", "params": {"path": "low"}},
        "b": {"type": "draw_boxes", "inputs": {"tracks": "t"}})",
                               R"("b")");
  const auto problem = [&] {
    try {
      static_cast<void>(clip.analyse(graph));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(problem(), "test.json:2 /nodes/t/params/path: low:7: has no rows; write some");
  is_named = false;
  EXPECT_EQ(problem(), "low:7: has no rows; write some");
}

TEST(Analyse, RunsAChangedTrackNodeAndWhatDependsOnIt) {
  Clip clip;
  const Graph graph = full_graph();
  const ClipTables before = clip.analyse(graph);
  const auto expect_rerun = [&](const Settings& changed, const std::set<std::string>& rerun) {
    const ClipTables after = clip.analyse(full_graph(changed));
    for (const char* name : {"high", "low", "lamp", "calm", "all"}) {
      const std::size_t i = index_of(graph, name);
      EXPECT_EQ(before.of_node[i] != after.of_node[i], rerun.contains(name)) << name;
    }
  };
  expect_rerun({.smooth = "2"}, {"calm", "all"});
  EXPECT_EQ(clip.reads["low"], 1);
  expect_rerun({.low = "other"}, {"low", "calm", "all"});
  EXPECT_EQ(clip.reads, (std::map<std::string, int>{{"high", 1}, {"low", 1}, {"other", 1}}));
  EXPECT_EQ(clip.plays, 1);
  expect_rerun({}, {});  // the earlier tables are still cached
}

TEST(Analyse, PlaysTheClipOnceForAllWhoLookAtPixels) {
  constexpr const char* nodes = R"(
    "lamp": {"type": "track_blobs"}, "corners": {"type": "track_features", "params": {"min_length": 2}},
    "found": {"type": "track_input", "params": {"find": "blobs"}}, "moving": {"type": "track_motion"},)";
  constexpr const char* draw =
      R"("draw_{0}": {{"type": "draw_boxes", "inputs": {{"tracks": "{0}"}}}})";
  const auto with = [&](const std::vector<std::string>& names) {
    std::string all = nodes, composite;
    for (const std::string& name : names) {
      all += fmt::format(fmt::runtime(draw), name) + (&name == &names.back() ? "" : ",");
      composite += fmt::format(R"("draw_{}"{})", name, &name == &names.back() ? "" : ",");
    }
    return graph_of(all, composite);
  };
  Clip clip;
  const Graph single_pass = with({"lamp", "corners", "found"});
  (void)clip.analyse(single_pass);
  EXPECT_EQ(clip.plays, 1);

  Clip other;  // motion needs a second pass, which the others must not receive
  const Graph all = with({"lamp", "corners", "found", "moving"});
  const ClipTables together = other.analyse(all);
  EXPECT_EQ(other.plays, 2);
  for (const char* name : {"lamp", "corners", "found", "moving"}) {
    Clip fresh;
    const Graph alone = with({name});
    const ClipTables table = fresh.analyse(alone);
    const TrackTable& expected = *table.of_node[index_of(alone, name)];
    const TrackTable& got = *together.of_node[index_of(all, name)];
    ASSERT_GT(expected.row_count(), 0U) << name;
    EXPECT_EQ(got.box, expected.box) << name;
    EXPECT_EQ(got.id, expected.id) << name;
    EXPECT_EQ(got.frame_begin, expected.frame_begin) << name;
  }
}

TEST(Analyse, MakesEqualNodesOnce) {
  Clip clip;
  const Graph graph = graph_of(R"(
      "a": {"type": "track_file", "params": {"path": "high"}},
      "b": {"type": "track_file", "params": {"path": "high"}},
      "c": {"type": "track_blobs"}, "d": {"type": "track_blobs"},
      "all": {"type": "track_merge", "inputs": {"tracks": ["a", "b", "c", "d"]}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "all"}})",
                               R"("boxes")");
  const ClipTables tables = clip.analyse(graph);
  EXPECT_EQ(clip.reads["high"], 1);
  EXPECT_EQ(clip.plays, 1);
  EXPECT_EQ(tables.of_node[index_of(graph, "a")], tables.of_node[index_of(graph, "b")]);
  EXPECT_EQ(tables.of_node[index_of(graph, "c")], tables.of_node[index_of(graph, "d")]);
}

TEST(Analyse, LeavesAloneWhatNothingPaints) {
  Clip clip;
  const Graph graph = graph_of(R"(
      "a": {"type": "track_file", "params": {"path": "high"}}, "b": {"type": "track_motion"},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "a"}})",
                               R"("boxes")");
  const ClipTables tables = clip.analyse(graph);
  EXPECT_EQ(clip.plays, 0);
  EXPECT_EQ(tables.of_node[index_of(graph, "b")], nullptr);
}

TEST(Analyse, KeepsNodesWhoseSeriesAPaintedNodeNames) {
  const auto made = [](const std::string& painted) {
    Clip clip;
    const Graph graph = graph_of(R"(
        "a": {"type": "track_file", "params": {"path": "high"}},
        "gate": {"type": "track_line", "inputs": {"tracks": "a"}, "params": {"name": "gate"}},)" +
                                     painted,
                                 R"("top")");
    const ClipTables tables = clip.analyse(graph);
    EXPECT_NE(compile(graph, tables), nullptr) << painted;
    return tables.of_node[index_of(graph, "gate")] != nullptr;
  };
  EXPECT_TRUE(made(R"("top": {"type": "draw_text", "params": {"text": "{gate.in}"}})"));
  EXPECT_TRUE(made(R"("top": {"type": "draw_fill", "params": {
      "color": {"series": "gate.total", "from": [0, 1], "to": ["#000", "#fff"]}}})"));
  EXPECT_TRUE(
      made(R"("top": {"type": "draw_gauge", "params": {"value": {"expr": "gate.in / 2"}}})"));
  EXPECT_FALSE(made(R"("top": {"type": "draw_text", "params": {"text": "the gate"}})"));
  EXPECT_FALSE(made(R"("top": {"type": "draw_text", "params": {"text": "floodgate.in"}})"));
}

TEST(Analyse, KnowsOneClipFromAnother) {
  Clip clip;
  const Graph graph = full_graph();
  (void)clip.analyse(graph);
  clip.sources.name = "another";
  (void)clip.analyse(graph);
  EXPECT_EQ(clip.plays, 2);
  clip.sources.clip.frame_rate = {25};
  (void)clip.analyse(graph);
  EXPECT_EQ(clip.plays, 3);
  EXPECT_EQ(clip.reads["low"], 3);
}

TEST(Analyse, ReadsAFileAgainOnceItHasChanged) {
  Clip clip;
  std::string version = "monday";
  clip.sources.file_version = [&](const std::string& path) {
    return path == "low" ? version : std::string();
  };
  const Graph graph = full_graph();
  (void)clip.analyse(graph);
  (void)clip.analyse(graph);
  EXPECT_EQ(clip.reads, (std::map<std::string, int>{{"high", 1}, {"low", 1}}));
  version = "tuesday";
  (void)clip.analyse(graph);
  EXPECT_EQ(clip.reads, (std::map<std::string, int>{{"high", 1}, {"low", 2}}));
  EXPECT_EQ(clip.plays, 1);
}

TEST(FilesRead, AreThoseThatParametersName) {
  const Graph graph = graph_of(R"(
      "a": {"type": "track_file", "params": {"path": "CMakeLists.txt"}},
      "b": {"type": "track_file", "params": {"path": "not painted"}},
      "c": {"type": "track_input"},
      "all": {"type": "track_merge", "inputs": {"tracks": ["a", "c"]}},
      "plain": {"type": "draw_labels", "inputs": {"tracks": "all"}, "params": {"text": "CMakeLists.txt"}},
      "own": {"type": "draw_text", "params": {"text": "x", "font": "fonts/Own.ttf"}})",
                               R"("plain", "own")");
  const std::vector<FileUse> files = files_read(graph);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].path, "CMakeLists.txt");
  EXPECT_EQ(files[0].location.text(), "test.json:2 /nodes/a/params/path");
  EXPECT_EQ(files[1].path, "fonts/Own.ttf");
  EXPECT_EQ(files[1].location.pointer, "/nodes/own/params/font");
}

TEST(Analyse, NamesTheNodeThatFails) {
  Clip clip;
  clip.sources.play_video = nullptr;
  try {
    (void)clip.analyse(full_graph());
    ADD_FAILURE() << "there are no pixels";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().location.file, "test.json");
    EXPECT_EQ(error.problems().front().location.pointer, "/nodes/lamp");
  }
}

TEST(Analyse, PlansShareItsTables) {
  Clip clip;
  const Graph graph = full_graph();
  const ClipTables tables = clip.analyse(graph);
  const auto a = compile(graph, tables), b = compile(graph, tables);
  ASSERT_EQ(a->track_names.back(), "all");
  EXPECT_EQ(a->tracks.back().get(), tables.of_node[index_of(graph, "all")].get());
  EXPECT_EQ(a->tracks, b->tracks);
}

std::shared_ptr<const TrackTable> rows(std::size_t count) {
  return std::make_shared<const TrackTable>(
      make_track_table(std::vector<TrackRow>(count, {.id = 1}), {}));
}

TEST(TrackCache, LetsTheLeastRecentlyUsedGo) {
  const auto table = rows(100);
  TrackCache cache(2 * table_bytes(*table));
  cache.keep({1, 0}, rows(100));
  cache.keep({2, 0}, rows(100));
  EXPECT_NE(cache.find({1, 0}), nullptr);
  cache.keep({3, 0}, rows(100));  // number 2 is the least recently used
  EXPECT_NE(cache.find({1, 0}), nullptr);
  EXPECT_EQ(cache.find({2, 0}), nullptr);
  EXPECT_NE(cache.find({3, 0}), nullptr);
  cache.keep({4, 0}, rows(1000));  // larger than the whole capacity
  EXPECT_NE(cache.find({4, 0}), nullptr);
  EXPECT_EQ(cache.find({3, 0}), nullptr);
}

TEST(TrackCache, CountsATableOnceUnderOneKey) {
  const auto table = rows(100);
  TrackCache cache(2 * table_bytes(*table));
  cache.keep({1, 0}, rows(100));
  for (int i = 0; i < 5; ++i) cache.keep({2, 0}, table);
  EXPECT_EQ(cache.find({2, 0}), table);
  EXPECT_NE(cache.find({1, 0}), nullptr);
}

/// At a height of 100 px nothing is clamped. Lengths in px never are.
TEST(Analyse, PercentagesThatAreHeldAreSaid) {
  const auto notes = [](int height, const char* sigma) {
    Clip clip;
    clip.sources.clip.size = {200, height};
    const Graph graph = graph_of(fmt::format(R"(
        "b": {{"type": "draw_fill"}},
        "soft": {{"type": "effect_blur", "inputs": {{"layer": "b"}}, "params": {{"sigma": {}}}}})",
                                             sigma),
                                 R"("soft")");
    std::vector<std::string> said;
    static_cast<void>(compile(graph, clip.analyse(graph),
                              {.log = [&](const std::string& text) { said.push_back(text); }}));
    return said;
  };
  const std::vector<std::string> held{
      "soft: \"sigma\" is held at 100 px: 60% of the height are 300"};
  EXPECT_EQ(notes(100, R"("60%")"), std::vector<std::string>{});
  EXPECT_EQ(notes(500, R"("60%")"), held);
  EXPECT_EQ(notes(500, R"({"keyframes": [{"time": 0, "value": 1}, {"time": 1, "value": "60%"}]})"),
            held);
  EXPECT_EQ(notes(500, "100"), std::vector<std::string>{});
}

/// The code of the error that ends an analysis; nothing if it ends well.
std::optional<ErrorCode> failure_of(Clip& clip, const std::string& nodes) {
  try {
    static_cast<void>(clip.analyse(graph_of(nodes + R"(,
        "boxes": {"type": "draw_boxes", "inputs": {"tracks": "last"}})",
                                            R"("boxes")")));
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

TEST(Analysis, MergesThatDoubleAreRefusedBeforeTheyAreMade) {
  constexpr int merges = 40;  // of 24 boxes: 2.6e13
  std::string nodes = R"("m0": {"type": "track_file", "params": {"path": "low"}})";
  for (int i = 1; i <= merges; ++i)
    nodes +=
        fmt::format(R"(, "{}": {{"type": "track_merge", "inputs": {{"tracks": ["m{}", "m{}"]}}}})",
                    i == merges ? "last" : fmt::format("m{}", i), i - 1, i - 1);
  Clip clip;
  EXPECT_EQ(failure_of(clip, nodes), ErrorCode::limit);
}

/// Pictures have a limit of their own each, and one together.
TEST(Analysis, ManyPicturesAreRefused) {
  Clip clip;
  clip.sources.read_texture = [](const std::string& /*path*/) {
    const std::vector<std::uint16_t> white(std::size_t{100} * 100 * 4, 65535);
    return std::make_shared<const Texture>(make_texture({100, 100}, white));
  };
  const Graph graph = graph_of(R"(
      "a": {"type": "draw_image", "params": {"path": "a.png"}},
      "again": {"type": "draw_image", "params": {"path": "a.png"}},
      "b": {"type": "draw_image", "params": {"path": "b.png"}})",
                               R"("a", "again", "b")");
  clip.sources.limits.texels = 20'000;
  EXPECT_EQ(clip.analyse(graph).textures.size(), 2U);
  clip.sources.limits.texels = 19'999;
  try {
    static_cast<void>(clip.analyse(graph));
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::limit);
    EXPECT_EQ(error.problems().front().location.pointer, "/nodes/b/params/path");
  }
}

TEST(Analysis, FewBoxesDoNotBecomeMany) {
  const std::string low = R"("low": {"type": "track_file", "params": {"path": "low"}})";
  const std::string extended =
      low + R"(, "last": {"type": "track_extend", "inputs": {"tracks": "low"},
                          "params": {"after": 1000000}})";
  Clip clip;
  EXPECT_EQ(failure_of(clip, extended), std::nullopt) << "the clip ends with the tracks";
  clip.sources.clip.frame_count = 0;  // a length that is not known
  clip.sources.limits.boxes = 1000;
  EXPECT_EQ(failure_of(clip, extended), ErrorCode::limit);
  Clip gap;
  gap.sources.limits.boxes = 1000;
  gap.sources.read_tracks = [](const std::string& /*path*/) {
    const std::vector<TrackRow> ends{{0, 1, {0, 0, 9, 9}}, {1'000'000, 1, {9, 9, 9, 9}}};
    return make_track_table(ends, {});
  };
  EXPECT_EQ(failure_of(gap, low + R"(, "last": {"type": "track_fill", "inputs": {"tracks": "low"},
                                                 "params": {"max_gap": 1000000}})"),
            ErrorCode::limit);
  Clip slow;
  slow.sources.limits.boxes = 1000;
  EXPECT_EQ(failure_of(slow, low + R"(, "last": {"type": "track_resample",
                                                  "inputs": {"tracks": "low"},
                                                  "params": {"frame_rate": 0.01}})"),
            ErrorCode::limit);
}

}  // namespace
}  // namespace overlace::test
