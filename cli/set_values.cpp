// SPDX-License-Identifier: Apache-2.0
// Edits the text, then prints or saves it.
#include "cli/set_values.h"

#include <span>

#include "cli/product.h"
#include "cli/unified_diff.h"
#include "graph/document/edit_graph.h"
#include "io/files/atomic_output.h"
#include "io/files/shared_file.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

std::vector<GraphAct> acts_of(const SetOptions& options) {
  std::vector<GraphAct> acts;
  for (const std::string& text : options.settings) {
    Setting setting = parse_setting(text);
    acts.emplace_back(SetAct{std::move(setting.target), Json(setting.value), true});
  }
  for (const std::string& target : options.removed) acts.emplace_back(ResetAct{target});
  if (acts.empty())
    throw Error(ErrorCode::usage, "nothing to change",
                "give TARGET=VALUE, or --remove TARGET: overlace set mine.json boxes.opacity=0.5");
  return acts;
}

std::string edited(const Source& document, const SetOptions& options) {
  return apply_edits(document.text, edit_without_problems(document, acts_of(options), find_document,
                                                          builtin_nodes()));
}

void save_as(const std::string& text, const SetOptions& options) {
  AtomicOutput file(options.output, {.overwrite = options.overwrite, .inputs = {options.file}});
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

/// Changes the file itself. Whoever else has changed it meanwhile keeps that change, too.
void save_in_place(const SetOptions& options) {
  SharedFile file(options.file, JsonLimits{}.bytes);
  for (int attempts = 0; attempts < 100; ++attempts) {
    const std::string text = edited({file.text(), options.file}, options);
    if (text == file.text() || file.replace(text)) return;
    file.reload();
  }
  throw Error(ErrorCode::output, "is being changed by another program all the time", "try again",
              SourceLocation{options.file});
}

}  // namespace

void set_values(const SetOptions& options) {
  const Source document = find_document(options.file);
  if (options.only_shows) {
    print_product("{}", unified_diff(document.text, edited(document, options), document.name));
    return;
  }
  if (!options.output.empty()) {
    save_as(edited(document, options), options);
    return;
  }
  if (document.name != options.file)
    throw Error(ErrorCode::usage, "is no file, and stays as it is", "save your own with -o FILE",
                SourceLocation{document.name});
  save_in_place(options);
}

}  // namespace overlace
