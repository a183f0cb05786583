// SPDX-License-Identifier: Apache-2.0
// Names of line heads.
#pragma once

#include "graph/core/named.h"
#include "graph/plan/ops.h"

namespace overlace {

inline constexpr Named<LineHead> line_head_names[] = {
    {"none", LineHead::none}, {"triangle", LineHead::triangle}, {"open", LineHead::open},
    {"dot", LineHead::dot},   {"bar", LineHead::bar},           {"diamond", LineHead::diamond}};

}  // namespace overlace
