// SPDX-License-Identifier: Apache-2.0
// overlace bench effects: what effects take on this machine's cores, beside a copy of the picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "graph/plan/plan.h"
#include "tools/bench/graph_table.h"

namespace overlace {

/// An effect to time: a node of this type with these parameters.
struct BenchEffect {
  std::string type;  ///< empty: none, and the drawing is on layers all the same
  Json params = Json(Json::Object{});
  bool of_objects = false;  ///< its second port is the scene's objects
};

/// "effect_blur, sigma 0.0925926%".
[[nodiscard]] std::string name_of(const BenchEffect& effect);

/// Throws Error(usage) where one of `types` is no effect.
void check_effect_names(const std::vector<std::string>& types);
/// The effects of these types, or of all that there are where none is named: each with the
/// parameters of its rows. Throws Error(usage) for what is no effect.
[[nodiscard]] std::vector<BenchEffect> bench_effects(const std::vector<std::string>& types = {});

/// The effect in a graph: `effect_*` on curves and filled boxes, as in the reference scene, and
/// `picture_*` under boxes that cover about a tenth of the picture. Everything wanders.
/// Throws Error(usage) for what is no effect, and for wrong parameters.
[[nodiscard]] std::shared_ptr<const Plan> bench_effect_plan(const BenchEffect& effect, Size size,
                                                            std::uint32_t seed);

/// Prints what the machine grants, what the drawing takes on layers without an effect, and a row
/// for each effect that there is, with the composite into the picture. Some frames of each, which
/// the seed picks, are compared with what one thread of scalar code draws. Returns the exit code:
/// 0, or 1 when a frame was wrong. Throws Error(usage) for a row that there is not.
int run_bench_effects(const BenchGraphsOptions& options);

}  // namespace overlace
