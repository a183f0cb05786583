// SPDX-License-Identifier: Apache-2.0
// Where the values of a parameter usually lie: how far a slider goes.
#pragma once

#include "graph/core/json.h"
#include "graph/types/node_type.h"

namespace overlace {

/// Part of a range, both ends within.
struct UsualRange {
  double low = 0, high = 0;
};

/// What nodes_json calls "usual": the whole range of a number or an integer where that is short,
/// else four times the default. In the unit of `default_value`: a percentage is one of a picture of
/// 1080 rows.
[[nodiscard]] UsualRange usual_range(const ParamRow& row, const Json& default_value);

}  // namespace overlace
