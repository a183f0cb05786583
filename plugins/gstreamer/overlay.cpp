// SPDX-License-Identifier: Apache-2.0
// Draws with libovl.
#include "plugins/gstreamer/overlay.h"

#include "plugins/settings_text.h"

namespace overlace::gstreamer {
namespace {

std::vector<const char*> pointers_to(std::span<const std::string> texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

}  // namespace

Failure Overlay::open(const OverlaySettings& settings, const StreamFacts& stream,
                      const LiveRows* live) {
  renderer_.reset();
  ovl_clip clip{};
  clip.struct_size = sizeof clip;
  clip.width = stream.width;
  clip.height = stream.height;
  clip.rate_num = stream.rate_num;
  clip.rate_den = stream.rate_den;
  const std::vector<std::string> changes = settings_in(settings.set);
  const std::vector<const char*> change_pointers = pointers_to(changes);
  ovl_program_options options{};
  options.struct_size = sizeof options;
  options.graph = settings.graph.c_str();
  options.settings = change_pointers.data();
  options.setting_count = change_pointers.size();
  options.clip = &clip;
  std::vector<const char*> classes;
  if (live != nullptr) {
    classes = pointers_to(live->class_names);
    static constexpr ovl_row nobody{};  // an empty list is a list, too: nothing has been seen yet
    options.rows = live->rows.empty() ? &nobody : live->rows.data();
    options.row_count = live->rows.size();
    options.row_size = sizeof(ovl_row);
    options.class_names = classes.data();
    options.class_count = classes.size();
  } else if (!settings.tracks.empty()) {
    options.tracks = settings.tracks.c_str();
  }
  ovl_program* made = nullptr;
  ovl_error* error = nullptr;
  if (ovl_program_create(&options, &made, &error) != OVL_OK) return Failure(error);
  const plugin::Program program(made);
  ovl_device_options device{};
  device.struct_size = sizeof device;
  device.device = settings.device;
  ovl_renderer* renderer = nullptr;
  if (ovl_renderer_create(program.get(), &device, &renderer, &error) != OVL_OK)
    return Failure(error);
  renderer_.reset(renderer);
  return {};
}

Failure Overlay::draws(std::int32_t frame, bool& anything) {
  ovl_rect rect{};
  ovl_error* error = nullptr;
  if (ovl_bounds(renderer_.get(), frame, &rect, &error) != OVL_OK) return Failure(error);
  anything = rect.width > 0 && rect.height > 0;
  return {};
}

Failure Overlay::draw(std::int32_t frame, const ovl_image& image) {
  ovl_error* error = nullptr;
  return ovl_draw(renderer_.get(), frame, &image, nullptr, &error) == OVL_OK ? Failure()
                                                                             : Failure(error);
}

}  // namespace overlace::gstreamer
