// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours by FAISS, made exact.
#pragma once

#include "gpu/cpu/link_points.h"
#include "gpu/kernels/knn.h"

namespace overlace {

/// True when this program was built with FAISS.
[[nodiscard]] bool has_faiss();

/// Finds the same neighbours as LinkStrips::search. FAISS proposes more candidates than are wanted,
/// by distances that are off by cancellation; they are ranked again exactly, and more are asked for
/// until the error bound proves that no point outside the proposal can be nearer. Allocates.
/// Precondition: has_faiss().
void search_faiss(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                  Neighbours& found);

}  // namespace overlace
