// SPDX-License-Identifier: Apache-2.0
// Makes a libovl program of what a host was told.
#pragma once

#include <overlace.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/handles.h"

namespace overlace::plugin {

/// What is drawn, and on what.
struct Drawing {
  std::string graph, tracks;          ///< no tracks: ""
  std::vector<std::string> settings;  ///< "KNOB=VALUE" and "NODE.PARAM=VALUE"
  ovl_clip clip{};                    ///< its struct_size is set
  bool overlay_only = false;          ///< pictures are empty
};

/// The number of the device "auto", "cpu" or "cuda".
[[nodiscard]] inline std::optional<std::uint32_t> device_named(const std::string& name) {
  static constexpr std::array<const char*, 3> names{"auto", "cpu", "cuda"};
  static_assert(OVL_DEVICE_AUTO == 0 && OVL_DEVICE_CPU == 1 && OVL_DEVICE_CUDA == 2);
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - names.begin());
}

/// Texts as libovl takes them; valid as long as the texts.
[[nodiscard]] inline std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

[[nodiscard]] inline Failure make_program(const Drawing& drawing, Program& program) {
  const std::vector<const char*> settings = pointers_to(drawing.settings);
  ovl_clip clip = drawing.clip;
  clip.struct_size = sizeof clip;
  ovl_program_options options{};
  options.struct_size = sizeof options;
  options.graph = drawing.graph.c_str();
  options.tracks = drawing.tracks.empty() ? nullptr : drawing.tracks.c_str();
  options.settings = settings.data();
  options.setting_count = settings.size();
  options.clip = &clip;
  options.overlay_only = drawing.overlay_only ? 1 : 0;
  ovl_program* made = nullptr;
  Failure failure = call(ovl_program_create, &options, &made);
  program.reset(made);
  return failure;
}

/// `options` without their struct_size.
[[nodiscard]] inline Failure make_renderer(const Program& program, ovl_device_options options,
                                           Renderer& renderer) {
  options.struct_size = sizeof options;
  ovl_renderer* made = nullptr;
  Failure failure = call(ovl_renderer_create, program.get(), &options, &made);
  renderer.reset(made);
  return failure;
}

}  // namespace overlace::plugin
