// SPDX-License-Identifier: Apache-2.0
// Renderers of one program, as many as frames are drawn at a time.
#pragma once

#include <overlace.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace overlace::vapoursynth {

struct FreeError {
  void operator()(ovl_error* error) const { ovl_error_free(error); }
};
/// Null: nothing went wrong.
using Failure = std::unique_ptr<ovl_error, FreeError>;

struct FreeRenderer {
  void operator()(ovl_renderer* renderer) const { ovl_renderer_free(renderer); }
};
using Renderer = std::unique_ptr<ovl_renderer, FreeRenderer>;

/// What is drawn, as a script has it.
struct DrawSettings {
  std::string graph, tracks;     ///< no tracks: ""
  std::vector<std::string> set;  ///< "KNOB=VALUE" and "NODE.PARAM=VALUE"
  std::uint32_t device = OVL_DEVICE_AUTO;
};

/// Threads take a renderer each and give it back. VapourSynth draws frames side by side, so that
/// each renderer has a thread of its own and no others.
class Renderers {
 public:
  /// Makes the program; no renderer yet. Precondition: not open.
  [[nodiscard]] Failure open(const DrawSettings& settings, const ovl_clip& clip);

  /// Any thread.
  [[nodiscard]] Failure take(Renderer& renderer);
  void give_back(Renderer renderer);

 private:
  struct Unref {
    void operator()(ovl_program* program) const { ovl_program_unref(program); }
  };
  std::unique_ptr<ovl_program, Unref> program_;
  std::uint32_t device_ = OVL_DEVICE_AUTO;
  std::mutex mutex_;
  std::vector<Renderer> idle_;
};

}  // namespace overlace::vapoursynth
