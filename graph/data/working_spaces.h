// SPDX-License-Identifier: Apache-2.0
// Primaries of the spaces in which scene-linear pictures are worked on.
#pragma once

#include "graph/data/image.h"

namespace overlace {

/// AP1: ACEScg's, Academy S-2014-004.
inline constexpr Primaries acescg_primaries{
    {0.713F, 0.293F}, {0.165F, 0.830F}, {0.128F, 0.044F}, {0.32168F, 0.33767F}};
/// AP0: those of ACES2065-1, SMPTE ST 2065-1.
inline constexpr Primaries aces2065_primaries{
    {0.7347F, 0.2653F}, {0.0F, 1.0F}, {0.0001F, -0.0770F}, {0.32168F, 0.33767F}};
/// SMPTE EG 432-1's, with the white D65, as displays have them.
inline constexpr Primaries p3_d65_primaries{
    {0.680F, 0.320F}, {0.265F, 0.690F}, {0.150F, 0.060F}, {0.3127F, 0.3290F}};

}  // namespace overlace
