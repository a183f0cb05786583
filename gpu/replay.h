// SPDX-License-Identifier: Apache-2.0
// Replays a plan: one frame's overlay drawn onto a picture. The same interface for every back-end.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "graph/core/pixel_rect.h"
#include "graph/data/image.h"
#include "graph/plan/plan.h"

namespace overlace {

class Trace;

/// Instruction set of the CPU back-end. `best` picks at run time; all give the same bytes.
enum class SimdLevel : std::uint8_t { best, scalar, avx2, avx512 };
[[nodiscard]] std::string_view simd_name(SimdLevel level);
/// The best level that this machine has.
[[nodiscard]] SimdLevel detect_simd();

struct ReplayOptions {
  int threads = 0;  ///< workers; 0 = one per core
  SimdLevel simd = SimdLevel::best;
  Trace* trace = nullptr;  ///< gets a span for every step; borrowed, may be null
  /// Frames that links with a memory look back on: so many at least, less than twice as many. 0 is
  /// the whole clip: exact, but all of it is walked before the first frame. A bounded memory is for
  /// previews while a knob is dragged.
  int link_memory = 0;
  bool keep_owners = false;  ///< the display list tells which node and row drew each primitive
};

/// What one frame took. A GPU counts neither curves nor bytes: they are 0.
struct ReplayStats {
  std::size_t links = 0, curves = 0, primitives = 0;
  std::size_t segments = 0;  ///< segments of strokes that can be seen, and one for each other item
  std::size_t tiles = 0;     ///< tiles with anything in them
  /// Into the picture: all luma samples of 8 x 2 blocks that paint covers anywhere, and the chroma
  /// samples that see such a block; in packed and float pictures the covered pixels only. A ground,
  /// and what is repeated on it, is not counted.
  std::size_t bytes_written = 0;
  /// A capacity of the plan was exceeded and enlarged; nothing was dropped. Set by a Replay only:
  /// the rasteriser's own buffers follow the scene.
  bool reallocated = false;
};

/// Gives the picture of a frame; asked for at most once.
using PictureSource = std::function<ImageView()>;

/// Runs a plan on one device. Frames may be asked for in any order, and up to `slots` of them may
/// be in flight at once. One object serves one thread at a time; several objects may share a plan.
class Replay {
 public:
  virtual ~Replay() = default;

  /// Memory that pictures need not be moved from or to; the host's is always taken as well. May
  /// change to the host's on the way.
  [[nodiscard]] virtual Memory memory() const { return Memory::host; }
  /// Works on somebody's stream of its device from now on: a CUstream of the primary context, which
  /// must live until the next call or the replay's end; null is a stream of its own. A CPU has none
  /// and does not mind. Precondition: no frame is under way. Throws Error(usage) for a stream of
  /// another context.
  virtual void set_stream(void* /*stream*/) {}
  /// Ring slots, numbered from 0: frames that can be in flight at once.
  [[nodiscard]] virtual std::size_t slots() const = 0;
  /// Begins to draw the overlay of one frame onto `picture`, in place, and on its ground where it
  /// has one; its memory must stay and be left alone until `finish`. Preconditions: the size is the
  /// clip's in memory; the slot has no frame.
  virtual void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) = 0;
  /// As `submit`, for a picture that costs something to be drawn on: it is asked for, inside this
  /// call, only when there is something to draw. Back-ends that cannot know ask always.
  virtual void submit_lazily(std::size_t slot, const FrameTime& time,
                             const PictureSource& picture) {
    submit(slot, time, picture());
  }
  /// Waits until the slot's frame is drawn. Precondition: it has been submitted.
  virtual ReplayStats finish(std::size_t slot) = 0;

  /// Where the overlay of a frame may paint, in pixels of the picture as it is shown; empty where
  /// nothing is painted. Runs the frame's stages on the host as far as the scene, and paints
  /// nothing. Subsampled chroma changes where one of the pixels that a sample sees is inside.
  /// Around solid lines, shapes and glyphs at most 2 px are left, around areas 16; dashes, images
  /// with transparent edges, blends and effects may leave more. Precondition: no frame is under
  /// way.
  [[nodiscard]] virtual PixelRect bounds(const FrameTime& time) = 0;
  /// Whether anything is painted on a frame; where not, its picture stays as it is.
  [[nodiscard]] bool draws(const FrameTime& time) { return !bounds(time).is_empty(); }

  /// Draws one frame and waits for it. Precondition: no frame is in flight.
  ReplayStats draw(const FrameTime& time, const ImageView& picture) {
    submit(0, time, picture);
    return finish(0);
  }
};

/// A replay that keeps the records of the last frame drawn, for `overlace dump`; views are valid
/// until the next call.
class InspectableReplay : public Replay {
 public:
  [[nodiscard]] virtual std::span<const Link> links(std::size_t slot) const = 0;
  [[nodiscard]] virtual std::span<const Curve> curves(std::size_t slot) const = 0;
  [[nodiscard]] virtual const DisplayList& display_list() const = 0;
};

/// A replay on worker threads of this machine; it has one slot. Draws on host memory.
[[nodiscard]] std::unique_ptr<InspectableReplay> make_cpu_replay(std::shared_ptr<const Plan> plan,
                                                                 const ReplayOptions& options);

struct CudaReplayOptions {
  int device = 0;         ///< as the CUDA runtime counts
  std::size_t slots = 3;  ///< frames in flight at once
  /// CUstream to work on, of the device's primary context; null = one of its own.
  void* stream = nullptr;
  /// Kernels may be put in place while those before them still run; where a GPU cannot, they wait.
  bool launch_early = true;
  Trace* trace = nullptr;  ///< gets a span for every kernel; borrowed, may be null
};

/// A replay on an NVIDIA GPU. Draws on host or device memory. Threads find the CUDA context that
/// they had current again after every call. Throws Error(unavailable) when the build or the machine
/// has no usable GPU, Error(usage) for a stream of another context than the primary one,
/// Error(out_of_memory) when the plan does not fit into its memory.
[[nodiscard]] std::unique_ptr<Replay> make_cuda_replay(std::shared_ptr<const Plan> plan,
                                                       const CudaReplayOptions& options = {});

}  // namespace overlace
