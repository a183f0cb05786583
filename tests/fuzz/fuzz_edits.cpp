// SPDX-License-Identifier: Apache-2.0
// Fuzzes edits: the first lines of the input are acts as JSON, up to one that is "---"; the rest is
// the document. Whatever they are, the edits give valid JSON and can be undone, or there is an
// Error(usage).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graph/document/edit_graph.h"
#include "tests/fuzz/require.h"

namespace overlace {
namespace {

constexpr std::string_view border = "\n---\n";

void run(std::string_view input) {
  const std::size_t end = input.find(border);
  if (end == input.npos) return;
  const std::string text(input.substr(end + border.size()));
  const auto find = [&](const std::string& name) {
    return Source{std::string(preset_text(name)), name};
  };
  try {
    const std::vector<GraphAct> acts = read_acts(parse_json(input.substr(0, end), "acts"));
    if (acts.size() > 16) return;
    const GraphEdit edit = edit_graph({text, "fuzz"}, acts, find, builtin_nodes());
    std::size_t at = 0;
    for (const TextEdit& one : edit.edits) {
      require(one.begin >= at && one.end >= one.begin && one.end <= text.size());
      at = one.end;
    }
    const std::string edited = apply_edits(text, edit.edits);
    static_cast<void>(parse_json(edited, "edited"));
    require(apply_edits(edited, inverse_edits(text, edit.edits)) == text);
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
