// SPDX-License-Identifier: Apache-2.0
// Primaries of the working spaces of scene-linear pictures.
#pragma once

#include <array>
#include <string_view>

#include "graph/data/image.h"

namespace overlace {

/// AP1, as in ACEScg: Academy S-2014-004.
inline constexpr Primaries acescg_primaries{
    {0.713F, 0.293F}, {0.165F, 0.830F}, {0.128F, 0.044F}, {0.32168F, 0.33767F}};
/// AP0, as in ACES2065-1: SMPTE ST 2065-1.
inline constexpr Primaries aces2065_primaries{
    {0.7347F, 0.2653F}, {0.0F, 1.0F}, {0.0001F, -0.0770F}, {0.32168F, 0.33767F}};
/// SMPTE EG 432-1 with the D65 white of displays.
inline constexpr Primaries p3_d65_primaries{
    {0.680F, 0.320F}, {0.265F, 0.690F}, {0.150F, 0.060F}, {0.3127F, 0.3290F}};

/// The Color Interop Forum's name for scene-linear light with these primaries, as in the built-in
/// configs of OpenColorIO 2.6; "" if there is none.
[[nodiscard]] constexpr std::string_view interop_id(const Primaries& primaries) {
  struct Named {
    Primaries primaries;
    std::string_view id;
  };
  constexpr std::array spaces{
      Named{bt709_primaries, "lin_rec709_scene"}, Named{bt2020_primaries, "lin_rec2020_scene"},
      Named{p3_d65_primaries, "lin_p3d65_scene"}, Named{acescg_primaries, "lin_ap1_scene"},
      Named{aces2065_primaries, "lin_ap0_scene"}};
  for (const Named& space : spaces)
    if (space.primaries == primaries) return space.id;
  return "";
}

}  // namespace overlace
