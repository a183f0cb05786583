// SPDX-License-Identifier: Apache-2.0
// Performs acts, and compares the problems before and after.
#include "graph/document/edit_graph.h"

#include <algorithm>
#include <utility>

#include "graph/document/act_performer.h"

namespace overlace {
namespace {

std::vector<Diagnostic> problems_of(const Json& merged, const std::string& name,
                                    const Registry& registry) {
  try {
    static_cast<void>(build_graph(merged, name, registry, {{"tracks", ""}}));
    return {};
  } catch (const Error& error) {
    return error.problems();
  }
}

bool is_at(const std::string& pointer, const std::string& changed) {
  return pointer.starts_with(changed) &&
         (pointer.size() == changed.size() || pointer[changed.size()] == '/');
}

/// Problems of `after` that are not in `before`, wherever their lines are now.
std::vector<Diagnostic> new_problems(const std::vector<Diagnostic>& before,
                                     std::vector<Diagnostic> after,
                                     const std::vector<std::string>& changed) {
  const auto is_old = [&](const Diagnostic& problem) {
    const std::string& at = problem.location.pointer;
    const bool at_change = std::ranges::any_of(
        changed, [&](const std::string& pointer) { return is_at(at, pointer); });
    return (!before.empty() && !at_change) ||
           std::ranges::any_of(before, [&](const Diagnostic& known) {
             return known.location.pointer == at && known.message == problem.message;
           });
  };
  std::erase_if(after, is_old);
  return after;
}

/// Names the document where an error names no place.
[[noreturn]] void rethrow_placed(const Error& error, const std::string& document) {
  std::vector<Diagnostic> problems = error.problems();
  for (Diagnostic& problem : problems)
    if (problem.location.file.empty()) problem.location.file = document;
  throw Error(error.code(), std::move(problems));
}

}  // namespace

GraphEdit edit_graph(const Source& document, const std::vector<GraphAct>& acts,
                     const FindSource& find, const Registry& registry) {
  try {
    EditedDocument edited(document, find);
    const Json before = edited.merged();
    ActPerformer performer(edited, registry);
    for (const GraphAct& act : acts)
      std::visit([&](const auto& one) { performer.perform(one); }, act);
    return {edited.edits(),
            new_problems(problems_of(before, document.name, registry),
                         problems_of(edited.merged(), document.name, registry), edited.changed()),
            performer.added()};
  } catch (const Error& error) {
    rethrow_placed(error, document.name);
  }
}

std::vector<TextEdit> edit_without_problems(const Source& document,
                                            const std::vector<GraphAct>& acts,
                                            const FindSource& find, const Registry& registry) {
  GraphEdit edit = edit_graph(document, acts, find, registry);
  if (!edit.problems.empty()) throw Error(ErrorCode::usage, std::move(edit.problems));
  return std::move(edit.edits);
}

}  // namespace overlace
