// SPDX-License-Identifier: Apache-2.0
// Proposals from FAISS, flat on the CPU: part of the module "faiss".
#include <faiss/utils/distances.h>

#include "tracking/similarity_propose.h"

void overlace_propose_vectors(const overlace::VectorSet& queries,
                              const overlace::VectorSet& vectors, bool squared_distance,
                              overlace::VectorProposals& proposals) {
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
}
