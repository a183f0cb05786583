// SPDX-License-Identifier: Apache-2.0
// Finds the cuts of a clip: the frames at which another shot begins.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "graph/data/bgr_frame.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Finds cuts from small pictures in a sliding window (Yeo and Liu 1995): a frame begins a shot if
/// it differs from the one before it by far more than the frames around it do. Motion, a fade and a
/// dissolve last too long for that, a flash is two such steps close to each other, and a change of
/// light leaves the picture's structure as it was.
class ShotDetector {
 public:
  /// Frames after a cut until it is known; two cuts are further apart.
  static constexpr std::size_t delay = 5;

  /// Takes the next frame. Returns the first frame of a shot once it is known.
  std::optional<std::int32_t> see(const BgrFrame& frame);
  /// The same for a cut in the last frames, after the last of them.
  std::optional<std::int32_t> finish();

 private:
  static constexpr int width = 64, height = 36;
  using Cells = std::array<std::uint8_t, std::size_t{width} * height>;
  /// A picture as means of its parts, and the range of each with its neighbours, so that motion
  /// within a part makes no difference.
  struct Small {
    Cells luma{}, low{}, high{};
  };
  /// From a frame to the next one.
  struct Step {
    std::int32_t to = 0;
    double difference = 0;  ///< mean over the parts, code values
    bool keeps_structure = false;
  };

  [[nodiscard]] static constexpr std::size_t cell(int column, int row) {
    return static_cast<std::size_t>(row * width + column);
  }
  [[nodiscard]] static Small reduce(const BgrFrame& frame);
  [[nodiscard]] static double difference(const Small& a, const Small& b);
  [[nodiscard]] static double correlation(const Cells& a, const Cells& b);
  [[nodiscard]] bool is_cut(std::size_t step) const;

  std::optional<Small> before_;
  std::deque<Step> steps_;  ///< the last ones; the first `decided_` need no answer any more
  std::size_t decided_ = 0;
};

/// Gives `table` these cuts, and the rows after each of them other ids than those before it.
void end_tracks_at(std::span<const std::int32_t> cuts, TrackTable& table);

}  // namespace overlace
