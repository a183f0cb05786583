// SPDX-License-Identifier: Apache-2.0
// Handles of the C interface as values, and a clip with tracks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/overlace.h"

namespace overlace::test {

struct Free {
  void operator()(ovl_program* program) const { ovl_program_unref(program); }
  void operator()(ovl_renderer* renderer) const { ovl_renderer_free(renderer); }
  void operator()(ovl_error* error) const { ovl_error_free(error); }
  void operator()(ovl_knobs* knobs) const { ovl_knobs_free(knobs); }
  void operator()(ovl_tracks* tracks) const { ovl_tracks_free(tracks); }
  void operator()(ovl_live* live) const { ovl_live_free(live); }
  void operator()(char* text) const { ovl_string_free(text); }
};
template <class T>
using Handle = std::unique_ptr<T, Free>;

/// Three objects that drift through a clip of 320 x 180 px, and options to draw them.
struct Host {
  ovl_clip clip{};
  std::vector<ovl_row> rows;
  ovl_program_options options{};

  explicit Host(const char* graph = "boxes") {
    clip.struct_size = sizeof clip;
    clip.width = 320;
    clip.height = 180;
    for (int frame = 0; frame < 1000; ++frame)
      for (int id = 1; id <= 3; ++id)
        rows.push_back({.frame = frame,
                        .class_index = -1,
                        .id = id,
                        .x = static_cast<float>(80 * id - 60 + frame % 40),
                        .y = static_cast<float>(30 * id),
                        .width = 30,
                        .height = 45,
                        .score = 0.9F});
    options.struct_size = sizeof options;
    options.graph = graph;
    options.clip = &clip;
    options.rows = rows.data();
    options.row_count = rows.size();
    options.row_size = sizeof(ovl_row);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
};

/// A picture without gaps, all samples grey.
struct Picture {
  std::vector<std::byte> bytes;
  ovl_image image{};

  Picture(std::uint32_t format, int width, int height)
      : bytes(ovl_image_bytes(format, width, height), std::byte{96}) {
    image.struct_size = sizeof image;
    image.format = format;
    image.width = width;
    image.height = height;
    static_cast<void>(ovl_image_place(&image, bytes.data(), nullptr));
  }
};

/// Tracks without rows.
inline Handle<ovl_tracks> no_tracks() {
  ovl_tracks* tracks = nullptr;
  static_cast<void>(ovl_tracks_create(&tracks, nullptr));
  return Handle<ovl_tracks>(tracks);
}

/// The program for these options; null after a failure.
inline Handle<ovl_program> program_of(const ovl_program_options& options) {
  ovl_program* program = nullptr;
  static_cast<void>(ovl_program_create(&options, &program, nullptr));
  return Handle<ovl_program>(program);
}

/// A renderer on the CPU with `threads` threads.
inline Handle<ovl_renderer> renderer_of(const Handle<ovl_program>& program, int threads = 1) {
  ovl_device_options device{};
  device.struct_size = sizeof device;
  device.device = OVL_DEVICE_CPU;
  device.threads = threads;
  ovl_renderer* renderer = nullptr;
  static_cast<void>(ovl_renderer_create(program.get(), &device, &renderer, nullptr));
  return Handle<ovl_renderer>(renderer);
}

}  // namespace overlace::test
