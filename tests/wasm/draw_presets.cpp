// SPDX-License-Identifier: Apache-2.0
// Draws a frame of every preset with libovl, for what draws the same otherwise:
//   draw_presets TRACKS WIDTH HEIGHT FRAMES FRAME FORMAT… > PICTURES
// For each preset and format it reads a picture from nowhere (byte i is i x 31 modulo 251), draws,
// and writes a line "PRESET FORMAT BYTES", and the picture. Where a preset cannot be drawn, BYTES
// is 0 and the rest of the line is why.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "api/overlace.h"

namespace {

struct Free {
  void operator()(ovl_program* program) const { ovl_program_unref(program); }
  void operator()(ovl_renderer* renderer) const { ovl_renderer_free(renderer); }
  void operator()(ovl_error* error) const { ovl_error_free(error); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

/// What is drawn on.
struct Scene {
  const char* tracks;
  ovl_clip clip{};
  int frame;
};

std::vector<std::uint8_t> given_picture(std::size_t bytes) {
  std::vector<std::uint8_t> picture(bytes);
  for (std::size_t i = 0; i < bytes; ++i) picture[i] = static_cast<std::uint8_t>(i * 31 % 251);
  return picture;
}

/// A picture with a preset's overlay; `why` is set if there is none.
std::vector<std::uint8_t> drawn(const char* preset, const Scene& scene, std::uint32_t format,
                                std::string& why) {
  ovl_program_options options{};
  options.struct_size = sizeof options;
  options.graph = preset;
  options.clip = &scene.clip;
  options.tracks = scene.tracks;
  ovl_error* error = nullptr;
  ovl_program* program = nullptr;
  ovl_renderer* renderer = nullptr;
  ovl_device_options device{};
  device.struct_size = sizeof device;
  device.device = OVL_DEVICE_CPU;
  ovl_image image{};
  image.struct_size = sizeof image;
  image.format = format;
  image.alpha = OVL_ALPHA_STRAIGHT;
  image.width = scene.clip.width;
  image.height = scene.clip.height;
  std::vector<std::uint8_t> picture =
      given_picture(ovl_image_bytes(format, image.width, image.height));
  const bool is_drawn = ovl_program_create(&options, &program, &error) == OVL_OK &&
                        ovl_renderer_create(program, &device, &renderer, &error) == OVL_OK &&
                        ovl_image_place(&image, picture.data(), &error) == OVL_OK &&
                        ovl_draw(renderer, scene.frame, &image, nullptr, &error) == OVL_OK;
  const Owned<ovl_program> owned_program(program);
  const Owned<ovl_renderer> owned_renderer(renderer);
  const Owned<ovl_error> owned_error(error);
  if (is_drawn) return picture;
  why = ovl_error_text(error);
  std::ranges::replace(why, '\n', ' ');
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int first_format = 6;
  if (argc <= first_format) return 2;
  Scene scene{.tracks = argv[1], .frame = std::atoi(argv[5])};
  scene.clip.struct_size = sizeof scene.clip;
  scene.clip.width = std::atoi(argv[2]);
  scene.clip.height = std::atoi(argv[3]);
  scene.clip.frame_count = std::atoi(argv[4]);
  const char* preset = nullptr;
  for (std::size_t i = 0; (preset = ovl_preset(i)) != nullptr; ++i)
    for (int at = first_format; at < argc; ++at) {
      std::string why;
      const std::vector<std::uint8_t> picture = drawn(preset, scene, ovl_format_of(argv[at]), why);
      std::printf("%s %s %zu %s\n", preset, argv[at], picture.size(), why.c_str());
      std::fwrite(picture.data(), 1, picture.size(), stdout);
    }
}
