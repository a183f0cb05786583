// SPDX-License-Identifier: Apache-2.0
// Gets proposals from the module that links FAISS.
#include "tracking/similarity_propose.h"

#include "graph/core/module.h"

namespace overlace {

bool propose(const VectorSet& queries, const VectorSet& vectors, bool squared_distance,
             VectorProposals& proposals) {
  auto* const ask =
      module_function<decltype(overlace_propose_vectors)>("faiss", "overlace_propose_vectors");
  if (ask == nullptr) return false;
  ask(queries, vectors, squared_distance, proposals);
  return true;
}

}  // namespace overlace
