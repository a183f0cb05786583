// SPDX-License-Identifier: Apache-2.0
// What nodes call the heads of lines.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/plan/ops.h"

namespace overlace {

inline std::vector<std::pair<std::string, LineHead>> line_head_names() {
  return {{"none", LineHead::none}, {"triangle", LineHead::triangle},
          {"open", LineHead::open}, {"dot", LineHead::dot},
          {"bar", LineHead::bar},   {"diamond", LineHead::diamond}};
}

}  // namespace overlace
