// SPDX-License-Identifier: Apache-2.0
// Proposals by FAISS on the CPU, and the table of the module "faiss".
#include "gpu/host/link_faiss_propose.h"

#include <faiss/utils/distances.h>

namespace overlace {
namespace {

class CpuProposer final : public FaissProposer {
 public:
  [[nodiscard]] std::size_t most() const override { return 4096; }

  [[nodiscard]] bool propose(FaissPoints queries, FaissPoints points,
                             const FaissProposal& proposal) override {
    faiss::knn_L2sqr(queries.data(), points.data(), 2, queries.size() / 2, points.size() / 2,
                     proposal.wanted, proposal.distance, proposal.index);
    return true;
  }
};

std::unique_ptr<FaissProposer> make_cpu_proposer() {
  return std::make_unique<CpuProposer>();
}

}  // namespace
}  // namespace overlace

const overlace::FaissProposers* overlace_faiss_proposers() {
  static constexpr overlace::FaissProposers table{
      .on_cpu = overlace::make_cpu_proposer,
#ifdef OVERLACE_HAVE_FAISS_GPU
      .on_gpu = overlace::make_gpu_proposer,
#else
      .on_gpu = nullptr,
#endif
  };
  return &table;
}
