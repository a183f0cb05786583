// SPDX-License-Identifier: Apache-2.0
// The measurements of overlace-bench gpu: how long a GPU takes for a frame, for links, and for
// nothing. Events in the queue itself take the device times. The device is held back until the host
// has queued everything; samples for which that failed are dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/gpu/frame_variants.h"
#include "bench/gpu/noted_paint.h"
#include "gpu/device/kernel_shape.h"
#include "gpu/replay.h"

namespace overlace {

/// Microseconds, one value per repetition, in order.
using Times = std::vector<double>;

/// Times for which the device is known never to have waited for the host.
struct TimeSamples {
  Times us;
  int dropped = 0;  ///< samples where the device began before all was queued

  void add(double time_us, bool held_back) {
    if (held_back) {
      us.push_back(time_us);
    } else {
      ++dropped;
    }
  }
};

/// Whether caches hold what the last work left, or nothing of it.
enum class CacheState : std::uint8_t { warm, cold };

/// In one state of the caches. Warm: copied just after the same copy, and drawn just after that.
struct FrameTimes {
  TimeSamples draw;  ///< of each frame's graph, on the device: upload, kernels, download
  TimeSamples copy;  ///< of a device copy of the same picture
};

struct ReplayTimes {
  FrameTimes cold, warm;
};

/// One kernel of a frame.
struct KernelTimes {
  std::string kernel;  ///< its class
  KernelShape shape;
  TimeSamples warm, cold;  ///< between two events of a stream: a little more than in a graph
  Times stamped;  ///< in the frame's graph, with the edges around it, by the kernels' clock
};

struct HostTimes {
  Times submit;  ///< what the calling thread spends on a frame
  // Counts over all timed frames; all should be 0:
  std::uint64_t allocations = 0, instantiations = 0, synchronisations = 0;
};

/// How links are made: by the kernels that fit their number, or with a kernel for each step, as
/// those of more than 1,024 points are.
enum class LinkSteps : std::uint8_t { usual, kernel_each };

struct LinkTimes {
  TimeSamples device;       ///< of all kernels of a link step
  std::vector<Link> links;  ///< that the step made
};

struct EmptyGraphTimes {
  Times host;          ///< of one launch
  TimeSamples device;  ///< of the graph, between two events
};

/// Measures one GPU. All members throw Error.
class GpuBench {
 public:
  virtual ~GpuBench() = default;

  /// Draws frames onto copies of `clean` in device memory, one after another, each with cold and
  /// then with warm caches; `look` gets each drawn picture in host memory, after its times have
  /// been taken. The first `warm_up` frames are drawn, but neither timed nor shown.
  virtual ReplayTimes time_replay(
      const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameInterval frames,
      std::int32_t warm_up,
      const std::function<void(std::int32_t frame, const ImageView& drawn)>& look) = 0;
  /// The same for a variant of the frame's graph.
  virtual ReplayTimes time_variant(
      FrameVariant variant, const std::shared_ptr<const Plan>& plan, const ImageView& clean,
      FrameInterval frames, std::int32_t warm_up,
      const std::function<void(std::int32_t frame, const ImageView& drawn)>& look) = 0;
  /// The kernels of each frame, in launch order. Kernels that are launched more than once in a
  /// frame have an entry for each launch.
  virtual std::vector<KernelTimes> time_kernels(const std::shared_ptr<const Plan>& plan,
                                                const ImageView& clean, FrameInterval frames,
                                                std::int32_t warm_up) = 0;
  /// The same, but painted from lists of commands, which a kernel before it makes, if the plan has
  /// only lines and boxes on 8-bit 4:2:0 video with chroma sited left: the last kernel is
  /// PaintCommands. `look` gets the last frame's picture.
  virtual std::vector<KernelTimes> time_commands(
      const std::shared_ptr<const Plan>& plan, const ImageView& clean, FrameInterval frames,
      std::int32_t warm_up, const std::function<void(const ImageView& drawn)>& look) = 0;
  /// Draws one frame of a plan, warm, and returns notes of the painting kernel's warps; `look` gets
  /// the picture. Only 8-bit 4:2:0 video with chroma sited left, and plans without groups, give
  /// notes.
  virtual std::vector<PaintNote> note_painting(
      const std::shared_ptr<const Plan>& plan, const ImageView& clean, std::int32_t frame,
      const std::function<void(const ImageView& drawn)>& look) = 0;
  /// Draws frames onto pictures in device memory, with as many in flight as there are slots.
  virtual HostTimes time_host(const std::shared_ptr<const Plan>& plan, const ImageView& clean,
                              FrameInterval frames, std::int32_t warm_up) = 0;
  /// Links of the first frame of a table.
  virtual LinkTimes time_links(const TrackTable& table, const LinkKnnOp& op, LinkSteps steps,
                               int repeats) = 0;
  /// Copies on the device: with neither end in a cache, or just after the same copy.
  virtual TimeSamples time_copy(std::size_t bytes, CacheState caches, int repeats) = 0;
  /// A graph of empty kernels, one after another.
  virtual EmptyGraphTimes time_empty_graph(int kernels, int repeats) = 0;
  /// The current clock of the multiprocessors, MHz; nothing if unknown.
  virtual std::optional<int> clock_mhz() = 0;
  /// The smallest step of the clock that kernels read, ns.
  virtual double timer_step_ns() = 0;
};

/// Throws Error(unavailable) if the build or the machine has no such GPU.
[[nodiscard]] std::unique_ptr<GpuBench> make_gpu_bench(int device);

}  // namespace overlace
