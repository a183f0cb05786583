// SPDX-License-Identifier: Apache-2.0
// Clips' options, by name.
#include "batch/clip.h"

#include <algorithm>

#include "graph/core/utf8.h"

namespace overlace {

bool is_called(const std::string& id, const std::string& typed) {
  return id == typed || text_of_name(id) == typed;
}

std::string BatchClip::option(std::string_view name) const {
  for (auto option = options.rbegin(); option != options.rend(); ++option)
    if (option->first == name) return option->second;
  return {};
}

void BatchClip::set_option(const std::string& name, std::string value) {
  std::erase_if(options, [&name](const RenderOption& option) { return option.first == name; });
  options.emplace_back(name, std::move(value));
}

}  // namespace overlace
