// SPDX-License-Identifier: Apache-2.0
// Random clips: a graph of every kind of node, tracks for it, and the plan they compile to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "graph/plan/plan.h"

namespace overlace::test {

/// Where random numbers of 32 bits come from: a generator, or a fuzzer's bytes.
using RandomSource = std::function<std::uint32_t()>;

struct RandomClip {
  Size size{96, 64};
  int frames = 4;
  int objects = 12;      ///< tracks; some are missing in some frames
  bool layered = false;  ///< every drawing on a layer of its own
  bool effects = false;  ///< on drawings and on the picture
  Orientation stored{};
};

/// Tracks that move at random, with classes, scores, an attribute column "heat" and embeddings;
/// some boxes have no size.
[[nodiscard]] TrackTable random_tracks(const RandomSource& random, const RandomClip& clip);
/// A graph over the track file "given": links, curves, lines, boxes and points in random styles,
/// and now and then labels, trails, fills, groups with blend modes and mapped colours. With
/// `effects`, some of all that there are change drawings, or the picture among what is painted.
[[nodiscard]] std::string random_document(const RandomSource& random, bool effects = false);

/// The plan of a graph whose "given" track file is `tracks`.
[[nodiscard]] std::shared_ptr<const Plan> plan_of(const std::string& document,
                                                  const TrackTable& tracks, const ClipInfo& clip,
                                                  bool layered = false);

/// A preset's plan over random tracks.
[[nodiscard]] std::shared_ptr<const Plan> preset_plan(const std::string& preset,
                                                      const RandomClip& clip);

/// The plan of a random graph over random tracks.
[[nodiscard]] std::shared_ptr<const Plan> random_plan(std::uint32_t seed, const RandomClip& clip);

}  // namespace overlace::test
