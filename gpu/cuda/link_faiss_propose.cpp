// SPDX-License-Identifier: Apache-2.0
// Proposals by FAISS on a GPU. Compiled only if the FAISS that was found supports GPUs.
#include "gpu/host/link_faiss_propose.h"

#include <cuda_runtime_api.h>
#include <faiss/gpu/GpuDistance.h>
#include <faiss/gpu/StandardGpuResources.h>
#include <faiss/impl/FaissException.h>

namespace overlace {
namespace {

/// Few points in two dimensions need little of the 1.5 GiB that FAISS would reserve.
constexpr std::size_t scratch_bytes = std::size_t{64} << 20U;

class GpuProposer final : public FaissProposer {
 public:
  GpuProposer() {
    resources_.setTempMemory(scratch_bytes);
    resources_.setPinnedMemory(0);
  }

  [[nodiscard]] std::size_t most() const override { return 1024; }  // the limit of FAISS before 1.7

  [[nodiscard]] bool propose(FaissPoints queries, FaissPoints points,
                             const FaissProposal& proposal) override {
    faiss::gpu::GpuDistanceParams params;
    params.metric = faiss::METRIC_L2;
    params.k = static_cast<int>(proposal.wanted);
    params.dims = 2;
    params.vectors = points.data();
    params.numVectors = static_cast<decltype(params.numVectors)>(points.size() / 2);
    params.queries = queries.data();
    params.numQueries = static_cast<decltype(params.numQueries)>(queries.size() / 2);
    params.outDistances = proposal.distance;
    params.outIndices = proposal.index;
    try {
      faiss::gpu::bfKnn(&resources_, params);
    } catch (const faiss::FaissException&) {  // no memory, most likely
      return false;
    }
    return true;
  }

 private:
  faiss::gpu::StandardGpuResources resources_;
};

}  // namespace

/// Asks CUDA itself, because FAISS ends the program if there is no driver.
std::unique_ptr<FaissProposer> make_gpu_proposer() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return nullptr;
  return std::make_unique<GpuProposer>();
}

}  // namespace overlace
