// SPDX-License-Identifier: Apache-2.0
// Draws with libovl.
#include "plugins/gstreamer/overlay.h"

#include <vector>

#include "plugins/program.h"
#include "plugins/settings_text.h"

namespace overlace::gstreamer {
namespace {

ovl_device_options device_of(const OverlaySettings& settings) {
  ovl_device_options device{};
  device.struct_size = sizeof device;
  device.device = settings.device;
  return device;
}

}  // namespace

Failure Overlay::open(const OverlaySettings& settings, const std::string& set,
                      const StreamFacts& stream) {
  close();
  ovl_clip clip{};
  clip.struct_size = sizeof clip;
  clip.width = stream.width;
  clip.height = stream.height;
  clip.rate_num = stream.rate_num;
  clip.rate_den = stream.rate_den;
  return settings.is_live ? open_live(settings, set, clip) : open_file(settings, set, clip);
}

Failure Overlay::open_file(const OverlaySettings& settings, const std::string& set,
                           const ovl_clip& clip) {
  plugin::Program program;
  if (Failure failure = plugin::make_program({.graph = settings.graph,
                                              .tracks = settings.tracks,
                                              .settings = settings_in(set),
                                              .clip = clip},
                                             program))
    return failure;
  return plugin::make_renderer(program, device_of(settings), renderer_);
}

Failure Overlay::open_live(const OverlaySettings& settings, const std::string& set,
                           const ovl_clip& clip) {
  const std::vector<std::string> texts = settings_in(set);
  const std::vector<const char*> pointers = plugin::pointers_to(texts);
  ovl_live_options options{};
  options.struct_size = sizeof options;
  options.memory = settings.window;
  options.max_rows = static_cast<std::uint32_t>(settings.max_boxes);
  options.graph = settings.graph.c_str();
  options.settings = pointers.data();
  options.setting_count = pointers.size();
  options.clip = &clip;
  const ovl_device_options device = device_of(settings);
  ovl_live* made = nullptr;
  Failure failure = plugin::call(ovl_live_create, &options, &device, &made);
  live_.reset(made);
  return failure;
}

void Overlay::close() {
  renderer_.reset();
  live_.reset();
}

Failure Overlay::change(const std::string& set) {
  const std::vector<std::string> texts = settings_in(set);
  const std::vector<const char*> pointers = plugin::pointers_to(texts);
  return plugin::call(ovl_live_set, live_.get(), pointers.data(), pointers.size());
}

Failure Overlay::put(std::int32_t frame, const ovl_columns& rows) {
  return plugin::call(ovl_live_put, live_.get(), frame, &rows);
}

void Overlay::restart() {
  ovl_live_restart(live_.get(), nullptr);
}

Failure Overlay::draws(std::int32_t frame, bool& anything) {
  ovl_rect rect{};
  Failure failure = live_ != nullptr ? plugin::call(ovl_live_bounds, live_.get(), frame, &rect)
                                     : plugin::call(ovl_bounds, renderer_.get(), frame, &rect);
  anything = rect.width > 0 && rect.height > 0;
  return failure;
}

Failure Overlay::draw(std::int32_t frame, const ovl_image& image) {
  return live_ != nullptr ? plugin::call(ovl_live_draw, live_.get(), frame, &image, nullptr)
                          : plugin::call(ovl_draw, renderer_.get(), frame, &image, nullptr);
}

}  // namespace overlace::gstreamer
