// SPDX-License-Identifier: Apache-2.0
// What shells complete beside options: names that overlace knows.
#pragma once

#include <string>

namespace overlace {

enum class NameKind {
  presets,
  nodes,    ///< node types
  params,   ///< what --set takes
  formats,  ///< of tracks
  codecs,   ///< of video
};

/// The names of this kind that begin with `prefix`, each as a line "name<Tab>what it is". `graph`,
/// a preset or a file, is what params are of; if it cannot be read, there are none.
[[nodiscard]] std::string completions(NameKind kind, const std::string& prefix,
                                      const std::string& graph);

}  // namespace overlace
