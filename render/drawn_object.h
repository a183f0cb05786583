// SPDX-License-Identifier: Apache-2.0
// The objects that primitives are drawn for.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph/data/primitive_owner.h"
#include "graph/plan/plan.h"

namespace overlace {

/// A row of one of a plan's track tables.
struct DrawnObject {
  const TrackTable* table = nullptr;  ///< of the plan; null = no object
  std::uint32_t row = no_row;
};

/// The object that a primitive was drawn for; none for titles, fills and panels.
[[nodiscard]] DrawnObject object_of(const Plan& plan, const PrimitiveOwner& owner);

/// The name of an object's class, stored in its table; "" if it has none, or there is no object.
[[nodiscard]] std::string_view class_of(const DrawnObject& object);

}  // namespace overlace
