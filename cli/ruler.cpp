// SPDX-License-Identifier: Apache-2.0
#include "cli/ruler.h"

#include "render/graph_source.h"

namespace overlace {

std::string with_ruler(const std::string& document) {
  Json json = load_document(document, find_document);
  Json* const nodes = json.find("nodes");
  Json* const composite = json.find("composite");
  if (nodes == nullptr || !nodes->is_object() || composite == nullptr || !composite->is_array())
    return document;  // it is refused where it is
  std::string name = "ruler";
  while (nodes->find(name) != nullptr) name += "_";
  nodes->set(name, Json::Object{{"type", "draw_ruler"}});
  composite->push_back(name);
  return json.dump();
}

}  // namespace overlace
