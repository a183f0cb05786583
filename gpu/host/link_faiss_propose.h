// SPDX-License-Identifier: Apache-2.0
// What exact searches need of FAISS, wherever it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace overlace {

/// Points as FAISS takes them: x, y, x, y, ...
using FaissPoints = std::span<const float>;

/// Where a proposal goes: `wanted` places for each query, nearest first. Squared distances may be
/// off by the rounding of |x|^2 + |y|^2 - 2 x.y in FP32; the index of a missing neighbour is
/// negative.
struct FaissProposal {
  std::size_t wanted = 0;
  float* distance = nullptr;
  std::int64_t* index = nullptr;
};

/// One way of asking FAISS. For one thread at a time.
class FaissProposer {
 public:
  virtual ~FaissProposer() = default;
  /// The most neighbours that a query may ask for.
  [[nodiscard]] virtual std::size_t most() const = 0;
  /// False if it failed: then another proposer must be asked.
  [[nodiscard]] virtual bool propose(FaissPoints queries, FaissPoints points,
                                     const FaissProposal& proposal) = 0;
};

/// Null if no GPU can be used. Only if FAISS was built for GPUs.
[[nodiscard]] std::unique_ptr<FaissProposer> make_gpu_proposer();

/// What the module "faiss" offers.
struct FaissProposers {
  std::unique_ptr<FaissProposer> (*on_cpu)();  ///< one that never fails
  /// One for a GPU, or null if none can be used; unset if FAISS was not built for GPUs.
  std::unique_ptr<FaissProposer> (*on_gpu)();
};

}  // namespace overlace

/// What the module exports.
extern "C" const overlace::FaissProposers* overlace_faiss_proposers();
