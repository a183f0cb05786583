// SPDX-License-Identifier: Apache-2.0
// Renderers of one program, as many as frames are drawn concurrently.
#pragma once

#include <overlace.h>

#include <cstdint>
#include <mutex>
#include <vector>

#include "plugins/program.h"

namespace overlace::vapoursynth {

using plugin::Failure;
using plugin::Renderer;

/// Threads take a renderer each and give it back. VapourSynth draws frames in parallel, so each
/// renderer works on a single thread.
class Renderers {
 public:
  /// Makes the program, but no renderer yet. Precondition: not open.
  [[nodiscard]] Failure open(const plugin::Drawing& drawing, std::uint32_t device);

  /// May be called from any thread.
  [[nodiscard]] Failure take(Renderer& renderer);
  void give_back(Renderer renderer);

 private:
  plugin::Program program_;
  std::uint32_t device_ = OVL_DEVICE_AUTO;
  std::mutex mutex_;
  std::vector<Renderer> idle_;
};

}  // namespace overlace::vapoursynth
