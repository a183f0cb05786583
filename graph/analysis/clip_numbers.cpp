// SPDX-License-Identifier: Apache-2.0
// Joins what tables hold, as a node downstream of all of them would get it.
#include "graph/analysis/clip_numbers.h"

#include <utility>

namespace overlace {

ClipNumbers numbers_of(const ClipTables& tables) {
  std::vector<const TrackTable*> made;
  for (const auto& table : tables.of_node) made.push_back(table.get());
  TrackTable all;
  pass_on(made, all);
  return {at_full_size(tables.clip), tables.series, std::move(all.marks)};
}

}  // namespace overlace
