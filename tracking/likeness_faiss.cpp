// SPDX-License-Identifier: Apache-2.0
// Proposals by FAISS, flat on the CPU.
#include <faiss/utils/distances.h>

#include "tracking/likeness_propose.h"

namespace overlace {

bool propose(const VectorSet& queries, const VectorSet& vectors, bool squared_distance,
             VectorProposals& proposals) {
  proposals.keys.resize(queries.count() * proposals.wanted);
  proposals.indices.resize(proposals.keys.size());
  const auto search = [&](auto knn) {
    knn(queries.values.data(), vectors.values.data(), vectors.size, queries.count(),
        vectors.count(), proposals.wanted, proposals.keys.data(), proposals.indices.data(),
        nullptr);
  };
  if (squared_distance) {
    search([](auto... args) { faiss::knn_L2sqr(args...); });
  } else {
    search([](auto... args) { faiss::knn_inner_product(args...); });
    for (float& key : proposals.keys) key = -key;
  }
  return true;
}

}  // namespace overlace
