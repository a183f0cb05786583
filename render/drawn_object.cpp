// SPDX-License-Identifier: Apache-2.0
// From the owner of a primitive to its row.
#include "render/drawn_object.h"

#include <variant>

namespace overlace {

DrawnObject object_of(const Plan& plan, const PrimitiveOwner& owner) {
  const auto* draw = std::get_if<DrawStep>(&plan.steps[owner.step].work);
  if (draw == nullptr || draw->tracks == no_tracks || owner.row == no_row) return {};
  return {plan.tracks[draw->tracks].get(), owner.row};
}

std::string_view class_of(const DrawnObject& object) {
  if (object.table == nullptr) return {};
  const std::int32_t index = object.table->class_index[object.row];
  const auto& names = object.table->class_names;
  const bool is_known = index >= 0 && static_cast<std::size_t>(index) < names.size();
  return is_known ? std::string_view(names[static_cast<std::size_t>(index)]) : std::string_view();
}

}  // namespace overlace
