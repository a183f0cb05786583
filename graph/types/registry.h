// SPDX-License-Identifier: Apache-2.0
// The list of all node types, generated from the file names in nodes/.
#pragma once

#include <span>
#include <string_view>

#include "graph/types/node.h"

namespace overlace {

/// All node types known to a program.
class Registry {
 public:
  explicit Registry(std::vector<NodeType> types) : types_(std::move(types)) {}
  [[nodiscard]] std::span<const NodeType> types() const { return types_; }
  [[nodiscard]] const NodeType* find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<NodeType> types_;
};

/// The node types of nodes/*.cpp, sorted by stage then name (defined in a generated file).
[[nodiscard]] const Registry& builtin_nodes();

}  // namespace overlace
