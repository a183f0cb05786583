// SPDX-License-Identifier: Apache-2.0
// What an exact vector search asks of FAISS.
#pragma once

#include "tracking/similarity.h"

namespace overlace {

/// The nearest vectors of each query: `wanted` entries per query, nearest first. A key is minus the
/// inner product, or the squared distance, in FP32; an index is negative if there is none.
struct VectorProposals {
  std::size_t wanted = 0;
  std::vector<float> keys;
  std::vector<std::int64_t> indices;
};

/// Fills in proposals for `queries` among `vectors`. False if the module "faiss" is not installed.
[[nodiscard]] bool propose(const VectorSet& queries, const VectorSet& vectors,
                           bool squared_distance, VectorProposals& proposals);

}  // namespace overlace

/// What the module exports.
extern "C" void overlace_propose_vectors(const overlace::VectorSet& queries,
                                         const overlace::VectorSet& vectors, bool squared_distance,
                                         overlace::VectorProposals& proposals);
