// SPDX-License-Identifier: Apache-2.0
// One frame's links, from rows to records.
#include "gpu/host/link_search.h"

#include <algorithm>

namespace overlace {

void LinkSearch::run(const LinkKnnOp& op, const TrackView& tracks, std::vector<Link>& links) {
  points_.gather(tracks, op.anchor);
  if (points_.size() < 2 || op.k < 1) return;
  const std::uint32_t k = std::min(static_cast<std::uint32_t>(op.k), points_.size() - 1);
  if (op.backend == KnnBackend::faiss) {
    faiss_.search(points_, link_rule(op), k, found_);
  } else {
    bands_.search(points_, link_rule(op), k, found_);
  }
  pairs_.append(op, points_, found_, links);
}

}  // namespace overlace
