// SPDX-License-Identifier: Apache-2.0
// Random clips: graphs of every kind of node, tracks for them, and the plans they compile to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "graph/plan/plan.h"

namespace overlace::test {

/// A source of 32-bit random numbers: a generator, or a fuzzer's bytes.
using RandomSource = std::function<std::uint32_t()>;

struct RandomClip {
  Size size{96, 64};
  int frames = 4;
  int objects = 12;      ///< tracks; some are missing in some frames
  bool layered = false;  ///< gives every drawing its own layer
  bool effects = false;  ///< includes effects on drawings and on the picture
  Orientation stored{};
};

/// Tracks that move at random, with classes, scores, an attribute column "heat" and embeddings.
/// Some boxes have no size.
[[nodiscard]] TrackTable random_tracks(const RandomSource& random, const RandomClip& clip);
/// A graph over the track file "given": links, curves, lines, boxes and points in random styles,
/// and sometimes labels, trails, fills, groups with blend modes and mapped colours. With `effects`,
/// also random effects on drawings, and on the picture at random positions in the paint order.
[[nodiscard]] std::string random_document(const RandomSource& random, bool effects = false);

/// Compiles a graph whose track file "given" is `tracks`.
[[nodiscard]] std::shared_ptr<const Plan> plan_of(const std::string& document,
                                                  const TrackTable& tracks, const ClipInfo& clip,
                                                  bool layered = false);

/// A preset compiled over random tracks.
[[nodiscard]] std::shared_ptr<const Plan> preset_plan(const std::string& preset,
                                                      const RandomClip& clip);

/// A random graph compiled over random tracks.
[[nodiscard]] std::shared_ptr<const Plan> random_plan(std::uint32_t seed, const RandomClip& clip);

}  // namespace overlace::test
