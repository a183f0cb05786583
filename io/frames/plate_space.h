// SPDX-License-Identifier: Apache-2.0
// The named space of a plate's light: one of ours, or one of an OpenColorIO config.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "graph/data/image.h"

namespace overlace {

/// What the user says about the space of plates.
struct PlateSpace {
  /// "" = what the files state, or scene_linear of `config`; "file" = what the files state.
  std::string name{};
  /// An OpenColorIO file, of which `name` is a space, an alias or a role.
  std::string config{};
  /// Used instead of `config` where that is "" and `name` is not one of ours; "" = none.
  std::string usual_config{};
};

/// R, G and B of a colour.
using RgbSample = std::array<float, 3>;

/// Red, green, blue and white of sRGB, and greys as fractions of white, which identify a space.
[[nodiscard]] std::span<const RgbSample> space_probes();

/// The primaries of a space that converts space_probes() to `samples`, as seen under D65; where
/// they match a space that overlace knows, that space's own ones with its white. `name` is for
/// messages. Throws Error(usage) for a space that is not linear or whose white is not 1.
[[nodiscard]] Primaries primaries_of_space(const std::string& name,
                                           std::span<const RgbSample> samples);

/// The OpenColorIO config in which a space is looked up; "" = none.
[[nodiscard]] std::string config_of(const PlateSpace& space);

/// The primaries of plates; nothing = those that the files state. Throws Error(usage) for an
/// unknown name, and as primaries_of_space; Error(input) for a config that cannot be read;
/// Error(unavailable) without the module.
[[nodiscard]] std::optional<Primaries> plate_primaries(const PlateSpace& space);

}  // namespace overlace

/// Exported by the module overlace-ocio.so: converts colours from a config's sRGB texture space to
/// its space `name`. Throws Error(usage), Error(input).
extern "C" void overlace_convert_colors(const std::string& config, const std::string& name,
                                        std::span<overlace::RgbSample> colors);
