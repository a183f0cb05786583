// SPDX-License-Identifier: Apache-2.0
// Draws part of an overlay: only what chosen nodes and objects draw.
#pragma once

#include <functional>
#include <memory>

#include "gpu/replay.h"
#include "graph/data/primitive_owner.h"

namespace overlace {

/// Whether an owner's primitives are painted; its step and row are those of the plan.
using OwnerFilter = std::function<bool(const PrimitiveOwner& owner)>;

/// A replay on worker threads of this machine that paints only what `paints` accepts, with the
/// groups and effects around it: a glow is that of the remaining primitives. Pieces of one line
/// stay together. Its `bounds` are those of the whole overlay. Throws as make_cpu_replay.
[[nodiscard]] std::unique_ptr<Replay> make_owner_replay(std::shared_ptr<const Plan> plan,
                                                        ReplayOptions options, OwnerFilter paints);

}  // namespace overlace
