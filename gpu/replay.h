// SPDX-License-Identifier: Apache-2.0
// Replays a plan: one frame's overlay drawn onto a picture. The same interface for every back-end.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gpu/image.h"
#include "graph/plan.h"

namespace overlace {

/// Instruction set of the CPU back-end. `best` picks at run time; all give the same bytes.
enum class SimdLevel : std::uint8_t { best, scalar, avx2, avx512 };
[[nodiscard]] std::string_view simd_name(SimdLevel level);
/// The best level that this machine has.
[[nodiscard]] SimdLevel detect_simd();

struct ReplayOptions {
  int threads = 0;  ///< workers; 0 = one per core
  SimdLevel simd = SimdLevel::best;
};

/// What one frame took.
struct ReplayStats {
  std::size_t links = 0, curves = 0, primitives = 0, segments = 0;
  std::size_t tiles = 0;  ///< tiles with anything in them
  /// Into the picture: all luma samples of 8 x 2 blocks that paint covers anywhere, and the chroma
  /// samples that see such a block; in packed and float pictures the covered pixels only.
  std::size_t bytes_written = 0;
  /// A capacity of the plan was exceeded and enlarged; nothing was dropped. Set by a Replay only:
  /// the rasteriser's own buffers follow the scene.
  bool regrown = false;
};

/// Runs a plan on one device. Frames may be asked for in any order. One object serves one thread at
/// a time; several objects may share a plan.
class Replay {
 public:
  virtual ~Replay() = default;
  /// Draws the overlay of one frame onto `picture`, in place. Precondition: the size is the clip's.
  virtual ReplayStats draw(const FrameTime& time, const ImageView& picture) = 0;

  /// The records of the last frame drawn, for `overlace dump`; views are valid until the next draw.
  [[nodiscard]] virtual std::span<const Link> links(std::size_t slot) const = 0;
  [[nodiscard]] virtual std::span<const Curve> curves(std::size_t slot) const = 0;
  [[nodiscard]] virtual const DisplayList& display_list() const = 0;
};

/// A replay on worker threads of this machine.
[[nodiscard]] std::unique_ptr<Replay> make_cpu_replay(std::shared_ptr<const Plan> plan,
                                                      const ReplayOptions& options);

}  // namespace overlace
