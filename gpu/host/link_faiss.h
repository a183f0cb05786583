// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours by FAISS, made exact.
#pragma once

#include <memory>

#include "gpu/host/link_points.h"
#include "gpu/kernels/knn.h"

namespace overlace {

/// True when the module "faiss" is installed; loads it.
[[nodiscard]] bool has_faiss();

class FaissProposer;

/// Finds the same neighbours as LinkBands. FAISS proposes more candidates than are wanted, by
/// distances with cancellation errors; these are ranked again exactly, and more are requested until
/// the error bound proves that no point outside the proposal can be nearer. A FAISS with GPU
/// support proposes on a GPU if the machine has one. Keeps its device from frame to frame.
class FaissSearch {
 public:
  FaissSearch();
  ~FaissSearch();
  FaissSearch(FaissSearch&&) noexcept;
  FaissSearch& operator=(FaissSearch&&) noexcept;

  /// Allocates. Precondition: has_faiss().
  void search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k, Neighbours& found);

 private:
  std::unique_ptr<FaissProposer> proposer_;  ///< made by the first search
};

}  // namespace overlace
