// SPDX-License-Identifier: Apache-2.0
// Checks what was timed: pictures against slow drawing, links against all distances.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/picture.h"
#include "bench/subject.h"
#include "graph/data/links.h"

namespace overlace {

/// Keeps hashes of some of the timed frames, picked by the seed, and draws the same frames slowly
/// afterwards.
class PictureCheck {
 public:
  static constexpr int picked = 2;

  /// Picks among the first `frames`, of which there must be at least `picked`.
  PictureCheck(std::uint32_t seed, int frames);

  [[nodiscard]] bool wants(int frame) const;
  /// Keeps the hash of a drawn frame.
  void keep(const ImageView& drawn, SlowDrawing again);
  /// Whether every picked frame was kept and equals what slow drawing makes of `clean`.
  [[nodiscard]] bool verify(const BenchPicture& clean) const;
  /// One hash over all kept frames.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  struct Kept {
    std::uint64_t hash;
    SlowDrawing again;
  };
  std::array<int, picked> picks_{};
  std::vector<Kept> kept_;
};

/// Whether links go to the k nearest points. Checks `samples` points that the seed picks: each must
/// have min(k, points - 1) links to different points, of the least possible lengths. Rows of links
/// index `points`.
[[nodiscard]] bool links_are_nearest(std::span<const Vec2> points, std::span<const Link> links,
                                     int k, int samples, std::uint32_t seed);

}  // namespace overlace
