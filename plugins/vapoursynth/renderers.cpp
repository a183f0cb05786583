// SPDX-License-Identifier: Apache-2.0
#include "plugins/vapoursynth/renderers.h"

#include <utility>

namespace overlace::vapoursynth {

Failure Renderers::open(const plugin::Drawing& drawing, std::uint32_t device) {
  device_ = device;
  return plugin::make_program(drawing, program_);
}

Failure Renderers::take(Renderer& renderer) {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      renderer = std::move(idle_.back());
      idle_.pop_back();
      return {};
    }
  }
  ovl_device_options options{};
  options.device = device_;
  options.threads = 1;
  return plugin::make_renderer(program_, options, renderer);
}

void Renderers::give_back(Renderer renderer) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(renderer));
}

}  // namespace overlace::vapoursynth
