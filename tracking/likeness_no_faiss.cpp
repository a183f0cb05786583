// SPDX-License-Identifier: Apache-2.0
// What stands in for FAISS in a build without.
#include "tracking/likeness_propose.h"

namespace overlace {

bool propose(const VectorSet&, const VectorSet&, bool, VectorProposals&) {
  return false;
}

}  // namespace overlace
