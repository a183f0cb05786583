// SPDX-License-Identifier: Apache-2.0
// Fuzzes the document: any bytes give a graph or an Error(usage), what was read is written and read
// back the same, and what can be read at all can be drawn.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graph/document/document.h"
#include "graph/document/graph_svg.h"
#include "tests/fuzz/require.h"

namespace overlace {
namespace {

/// Values that a node has read must be written and read back the same.
void check_params(const GraphNode& node) {
  for (const ParamRow& row : node.type->params) {
    const Json written = row.write(node.params.get());
    const std::shared_ptr<void> copy = node.type->make_params();
    row.read(copy.get(), written);
    require(row.write(copy.get()) == written);
  }
}

/// One that is not correct has a drawing, too.
void check_drawing(const Json& document) {
  try {
    require(graph_svg(document, builtin_nodes()).ends_with("</svg>\n"));
  } catch (const Error& error) {
    require(error.code() == ErrorCode::limit);
  }
}

void run(std::string_view text) {
  const auto find = [&](const std::string& name) {
    return Source{std::string(name == "fuzz" ? text : preset_text(name)), name};
  };
  try {
    const Json parsed = parse_json(text, "fuzz");
    require(parse_json(parsed.dump(), "dumped", {.bytes = 1U << 30U}) == parsed);
    Json document = load_document("fuzz", find);
    check_drawing(document);
    const Graph graph = build_graph(document, "fuzz", builtin_nodes(), {{"tracks", "mot.txt"}});
    for (const GraphNode& node : graph.nodes) check_params(node);
    if (!graph.nodes.empty())
      apply_settings(document, {{graph.nodes.front().name + ".opacity", std::string(text)}},
                     builtin_nodes());
  } catch (const Error& error) {
    require(error.code() == ErrorCode::usage && !error.problems().empty());
  }
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  overlace::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
