// SPDX-License-Identifier: Apache-2.0
// A problem without a place.
#include "edit/answers/engine_message.h"

#include <utility>

namespace overlace {

Json problem_json(const std::string& message, const std::string& hint) {
  Json problem = Json::Object{{"message", message}, {"hint", hint}, {"pointer", ""},
                              {"line", 0},          {"begin", 0},   {"end", 0}};
  return Json::Object{{"problems", Json::Array{std::move(problem)}}};
}

}  // namespace overlace
