// SPDX-License-Identifier: Apache-2.0
// Look-up of node types by name.
#include "graph/types/registry.h"

namespace overlace {

const NodeType* Registry::find(std::string_view name) const {
  for (const NodeType& type : types_)
    if (type.name == name) return &type;
  return nullptr;
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> names;
  for (const NodeType& type : types_) names.push_back(type.name);
  return names;
}

}  // namespace overlace
