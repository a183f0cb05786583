// SPDX-License-Identifier: Apache-2.0
// overlace-bench effects: how long effects take on this machine's cores, in copies of the picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/graph_table.h"
#include "graph/core/json.h"
#include "graph/plan/plan.h"

namespace overlace {

/// An effect to time: a node of this type with these parameters.
struct BenchEffect {
  std::string type;  ///< empty: no effect, but the drawing is still on layers
  Json params = Json(Json::Object{});
  bool of_objects = false;  ///< its second port takes the scene's objects
};

/// "effect_blur, sigma 0.0925926%".
[[nodiscard]] std::string name_of(const BenchEffect& effect);

/// Throws Error(usage) if one of `types` is not an effect.
void check_effect_names(const std::vector<std::string>& types);
/// The effects of these types, or all effects if none is named: each with the parameters of its
/// rows. Throws Error(usage) if a type is not an effect.
[[nodiscard]] std::vector<BenchEffect> bench_effects(const std::vector<std::string>& types = {});

/// A graph with the effect: `effect_*` on curves and filled boxes, as in the reference scene, and
/// `picture_*` under boxes that cover about a tenth of the picture. Everything moves. Throws
/// Error(usage) if the type is not an effect, and for wrong parameters.
[[nodiscard]] std::shared_ptr<const Plan> bench_effect_plan(const BenchEffect& effect, Size size,
                                                            std::uint32_t seed);

/// Prints what the machine delivers, how long drawing on layers takes without an effect, and a row
/// for each effect; times include compositing into the picture. Some frames of each, picked by the
/// seed, are compared with what one thread of scalar code draws. Returns the exit code: 0, or 1 if
/// a frame was wrong. Throws Error(usage) for an unknown row.
int run_bench_effects(const BenchGraphsOptions& options);

}  // namespace overlace
