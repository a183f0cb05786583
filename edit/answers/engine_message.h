// SPDX-License-Identifier: Apache-2.0
// What is asked of an engine and what it answers: a JSON head and bytes.
#pragma once

#include <string>

#include "graph/core/json.h"

namespace overlace {

struct EngineMessage {
  Json head;
  std::string body{};
};

/// {"problems": […]} with one problem, as heads of answers to what was refused have it.
[[nodiscard]] Json problem_json(const std::string& message, const std::string& hint = {});

}  // namespace overlace
