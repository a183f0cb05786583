// SPDX-License-Identifier: Apache-2.0
// What stands in for FAISS in a build without.
#include "gpu/host/link_faiss.h"
#include "gpu/host/link_faiss_propose.h"

namespace overlace {

bool has_faiss() {
  return false;
}

FaissSearch::FaissSearch() = default;
FaissSearch::~FaissSearch() = default;
FaissSearch::FaissSearch(FaissSearch&&) noexcept = default;
FaissSearch& FaissSearch::operator=(FaissSearch&&) noexcept = default;
void FaissSearch::search(const LinkPoints&, const LinkRule&, std::uint32_t, Neighbours&) {}

}  // namespace overlace
