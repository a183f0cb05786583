// SPDX-License-Identifier: Apache-2.0
// A small registry for document tests: one node type of each shape, with every kind of parameter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/document/document.h"

namespace overlace::test {

struct SampleTracks {
  std::string path;
  std::vector<std::string> classes{"person"};
  int skip = 0;
};
struct SampleLinks {
  Number reach{percent(20)};
  Number speed{1};
  bool mutual = false;
};
enum class SampleStyle : std::uint8_t { solid, dotted };
struct SampleDrawing {
  Number width{2};
  Number offset{0};
  Number opacity{1};
  Paint color{Color{1, 1, 1, 1}};
  SampleStyle style = SampleStyle::solid;
};

/// track_sample, track_filter, link_sample, draw_sample, draw_lines_sample, composite.
[[nodiscard]] const Registry& sample_nodes();

/// A valid document that uses them.
[[nodiscard]] std::string_view sample_document();

/// Builds a document's graph; "$tracks" stands for "mot.txt".
[[nodiscard]] Graph build(std::string_view text);
/// The problems that building reports; empty if there are none.
[[nodiscard]] std::vector<Diagnostic> problems_of(std::string_view text);
[[nodiscard]] std::vector<Diagnostic> problems_in(const Json& document);
/// Whether a problem at `pointer` contains `text` in its message or hint.
[[nodiscard]] bool has_problem(const std::vector<Diagnostic>& problems, std::string_view pointer,
                               std::string_view text);
/// All problems as one text, for failing tests.
[[nodiscard]] std::string listed(const std::vector<Diagnostic>& problems);

/// The parameters of a node of a graph.
template <class Params>
[[nodiscard]] const Params& params_of(const Graph& graph, std::string_view node) {
  for (const GraphNode& candidate : graph.nodes)
    if (candidate.name == node) return *static_cast<const Params*>(candidate.params.get());
  throw Error(ErrorCode::internal, "no such node in the test");
}

}  // namespace overlace::test
