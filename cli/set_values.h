// SPDX-License-Identifier: Apache-2.0
// What `overlace set` does.
#pragma once

#include <string>
#include <vector>

namespace overlace {

struct SetOptions {
  std::string file;                    ///< graph to change, or a preset
  std::string output;                  ///< where to save it; empty: in place
  std::vector<std::string> settings;   ///< "TARGET=VALUE"
  std::vector<std::string> removed{};  ///< targets whose value is taken away
  bool only_shows = false;             ///< prints a diff, and saves nothing
  bool overwrite = false;              ///< may replace an existing output
};

/// Makes the changes, all or none. Throws Error (usage, input, output).
void set_values(const SetOptions& options);

}  // namespace overlace
