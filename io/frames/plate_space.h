// SPDX-License-Identifier: Apache-2.0
// The space in which the light of plates is, by name: one of ours, or one of an OpenColorIO config.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "graph/data/image.h"

namespace overlace {

/// What somebody says of the space of plates.
struct PlateSpace {
  /// "" = what the files state, or scene_linear of `config`; "file" = what the files state.
  std::string name{};
  /// A file of OpenColorIO: `name` is a space, an alias or a role of it.
  std::string config{};
  /// The same for names that are not ours, where `config` is ""; "" = none.
  std::string usual_config{};
};

/// R, G and B of a colour.
using RgbSample = std::array<float, 3>;

/// Red, green, blue and white of sRGB, and greys as parts of white: what a space is known by.
[[nodiscard]] std::span<const RgbSample> space_probes();

/// The primaries of a space that makes `samples` of space_probes(), as seen under D65; where they
/// are those of a space that overlace knows, its own ones with its white. `name` is for messages.
/// Throws Error(usage) for a space whose light is not linear or whose white is not 1.
[[nodiscard]] Primaries primaries_of_space(const std::string& name,
                                           std::span<const RgbSample> samples);

/// The OpenColorIO config that a space is looked up in; "" = none.
[[nodiscard]] std::string config_of(const PlateSpace& space);

/// The primaries of plates; nothing = those that their files state. Throws Error(usage) for a name
/// that there is not, and as primaries_of_space; Error(input) for a config that cannot be read;
/// Error(unavailable) without the module.
[[nodiscard]] std::optional<Primaries> plate_primaries(const PlateSpace& space);

}  // namespace overlace

/// What the module overlace-ocio.so exports: turns colours of a config's sRGB texture space into
/// those of its space `name`. Throws Error(usage), Error(input).
extern "C" void overlace_convert_colors(const std::string& config, const std::string& name,
                                        std::span<overlace::RgbSample> colors);
