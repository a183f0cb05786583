// SPDX-License-Identifier: Apache-2.0
#include "plugins/vapoursynth/renderers.h"

#include <utility>

namespace overlace::vapoursynth {

Failure Renderers::open(const DrawSettings& settings, const ovl_clip& clip) {
  std::vector<const char*> texts;
  for (const std::string& text : settings.set) texts.push_back(text.c_str());
  ovl_program_options options{};
  options.struct_size = sizeof options;
  options.graph = settings.graph.c_str();
  options.tracks = settings.tracks.empty() ? nullptr : settings.tracks.c_str();
  options.clip = &clip;
  options.settings = texts.data();
  options.setting_count = texts.size();
  ovl_program* program = nullptr;
  ovl_error* error = nullptr;
  ovl_program_create(&options, &program, &error);
  program_.reset(program);
  device_ = settings.device;
  return Failure(error);
}

Failure Renderers::take(Renderer& renderer) {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      renderer = std::move(idle_.back());
      idle_.pop_back();
      return nullptr;
    }
  }
  ovl_device_options options{};
  options.struct_size = sizeof options;
  options.device = device_;
  options.threads = 1;
  ovl_renderer* made = nullptr;
  ovl_error* error = nullptr;
  ovl_renderer_create(program_.get(), &options, &made, &error);
  renderer.reset(made);
  return Failure(error);
}

void Renderers::give_back(Renderer renderer) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(renderer));
}

}  // namespace overlace::vapoursynth
