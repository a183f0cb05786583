// SPDX-License-Identifier: Apache-2.0
// Whether what was timed is right: pictures against slow drawing, links against comparing all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/data/links.h"
#include "tools/bench/picture.h"
#include "tools/bench/subject.h"

namespace overlace {

/// Keeps hashes of some of the frames that are timed, and draws the same frames slowly afterwards.
/// Which frames, the seed decides.
class PictureCheck {
 public:
  static constexpr int picked = 2;

  /// Picks among the first `frames`, which are at least `picked`.
  PictureCheck(std::uint32_t seed, int frames);

  [[nodiscard]] bool wants(int frame) const;
  /// Takes note of a drawn frame.
  void keep(const ImageView& drawn, SlowDrawing again);
  /// Whether all kept frames are what slow drawing makes of `clean`, and there are as many as were
  /// picked.
  [[nodiscard]] bool verify(const BenchPicture& clean) const;
  /// One hash for all kept frames.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  struct Kept {
    std::uint64_t hash;
    SlowDrawing again;
  };
  std::array<int, picked> picks_{};
  std::vector<Kept> kept_;
};

/// Whether links are those to the k nearest, as far as `samples` points that the seed picks show:
/// these have min(k, points - 1) links to different points, and their lengths are the least there
/// are. Rows of links index `points`.
[[nodiscard]] bool links_are_nearest(std::span<const Vec2> points, std::span<const Link> links,
                                     int k, int samples, std::uint32_t seed);

}  // namespace overlace
