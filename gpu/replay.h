// SPDX-License-Identifier: Apache-2.0
// Replays a plan: draws a frame's overlay onto a picture. Every back-end has this interface.
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
/// The best level that this machine supports.
[[nodiscard]] SimdLevel detect_simd();

struct ReplayOptions {
  int threads = 0;  ///< workers; 0 = one per core
  SimdLevel simd = SimdLevel::best;
  Trace* trace = nullptr;  ///< gets a span for every step; borrowed, may be null
  /// How many frames links with a memory look back: at least this many, fewer than twice as many. 0
  /// means the whole clip: exact, but the whole clip is walked before the first frame. A bounded
  /// memory is for previews while a knob is dragged.
  int link_memory = 0;
  bool keep_owners = false;  ///< the display list records which node and row drew each primitive
};

/// Counts for one frame. A GPU counts neither curves nor bytes: they are 0.
struct ReplayStats {
  std::size_t links = 0, curves = 0, primitives = 0;
  std::size_t segments = 0;  ///< visible segments of strokes, plus one for each other item
  std::size_t tiles = 0;     ///< tiles with anything in them
  /// Bytes written into the picture: all luma samples of 8 x 2 blocks that paint touches, and the
  /// chroma samples whose footprint meets such a block; in packed and float pictures only the
  /// covered pixels. A ground, and what is repeated on it, is not counted.
  std::size_t bytes_written = 0;
  /// A capacity of the plan was exceeded and has been enlarged; nothing was dropped. Only a Replay
  /// sets this: the rasteriser's own buffers grow with the scene.
  bool reallocated = false;
};

/// Provides the picture of a frame; called at most once.
using PictureSource = std::function<ImageView()>;

/// Runs a plan on one device. Frames may be asked for in any order, and up to `slots` of them may
/// be in flight at once. One object serves one thread at a time; several objects may share a plan.
class Replay {
 public:
  virtual ~Replay() = default;

  /// Memory in which pictures are drawn on without a copy; host memory is always accepted as well.
  /// May change to host memory when a device fails.
  [[nodiscard]] virtual Memory memory() const { return Memory::host; }
  /// Makes the replay work on the caller's stream: a CUstream of the device's primary context,
  /// which must live until the next call or the replay's end; null is a stream of the replay's own.
  /// A CPU ignores it. Precondition: no frame is in flight. Throws Error(usage) for a stream of
  /// another context.
  virtual void set_stream(void* /*stream*/) {}
  /// Goes on with another plan, such as that of a changed knob or of a live clip's next frame, and
  /// keeps buffers, glyphs and threads. Returns false, and changes nothing, where a new replay must
  /// be made instead: for pictures of another size, and on a GPU. Throws as the making of a replay
  /// does, and is then of no more use. Precondition: no frame is in flight.
  [[nodiscard]] virtual bool adopt(std::shared_ptr<const Plan> /*plan*/) { return false; }
  /// Ring slots, numbered from 0: frames that can be in flight at once.
  [[nodiscard]] virtual std::size_t slots() const = 0;
  /// Starts drawing the overlay of one frame onto `picture`, in place, and onto its ground if it
  /// has one. The memory must stay valid and untouched until `finish`. Preconditions: the picture
  /// has the clip's size as stored; the slot holds no frame.
  virtual void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) = 0;
  /// As `submit`, for a picture that is costly to provide: it is requested, within this call, only
  /// if there is something to draw. Back-ends that cannot tell always request it.
  virtual void submit_lazily(std::size_t slot, const FrameTime& time,
                             const PictureSource& picture) {
    submit(slot, time, picture());
  }
  /// Waits until the slot's frame is drawn. Precondition: it has been submitted.
  virtual ReplayStats finish(std::size_t slot) = 0;

  /// Where the overlay of a frame may paint, in pixels of the picture as shown; empty if it paints
  /// nothing. Runs the frame's stages on the host up to the scene, without painting. A subsampled
  /// chroma sample may change if any pixel of its footprint is inside. The margin is at most 2 px
  /// around solid lines, shapes and glyphs and 16 px around areas; dashes, images with transparent
  /// edges, blends and effects may have a wider one. Precondition: no frame is in flight.
  [[nodiscard]] virtual PixelRect bounds(const FrameTime& time) = 0;
  /// Whether anything may be painted on a frame; if not, its picture stays as it is.
  [[nodiscard]] bool draws(const FrameTime& time) { return !bounds(time).is_empty(); }

  /// Draws one frame and waits for it. Precondition: no frame is in flight.
  ReplayStats draw(const FrameTime& time, const ImageView& picture) {
    submit(0, time, picture);
    return finish(0);
  }
};

/// A replay that keeps the records of the last frame drawn, for `overlace dump`. The views stay
/// valid until the next call.
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
  int device = 0;         ///< index in the CUDA runtime's numbering
  std::size_t slots = 3;  ///< frames in flight at once
  /// CUstream to work on, of the device's primary context; null = one of its own.
  void* stream = nullptr;
  /// Kernels may be launched while their predecessors still run; on GPUs that can't, they wait.
  bool launch_early = true;
  Trace* trace = nullptr;  ///< gets a span for every kernel; borrowed, may be null
};

/// A replay on an NVIDIA GPU. Draws on host or device memory. Every call restores the calling
/// thread's current CUDA context. Throws Error(unavailable) without the module overlace-cuda.so or
/// a usable GPU, Error(usage) for a stream of a context other than the primary one,
/// Error(out_of_memory) when the plan does not fit into the GPU's memory.
[[nodiscard]] std::unique_ptr<Replay> make_cuda_replay(std::shared_ptr<const Plan> plan,
                                                       const CudaReplayOptions& options = {});

}  // namespace overlace
