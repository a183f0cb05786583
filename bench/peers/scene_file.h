// SPDX-License-Identifier: Apache-2.0
// The reference scene as text, for external programs.
#pragma once

#include <string>

#include "bench/reference_scene.h"

namespace overlace {

/// Writes frames of a scene, one line for each object, in paint order, numbers in px and 0..1:
///   overlace-scene 1
///   size WIDTH HEIGHT
///   frame NUMBER
///   curve X0 Y0 CX CY X1 Y1 WIDTH R G B A            a quadratic Bezier with round caps
///   box X Y W H RADIUS WIDTH R G B A R G B A         a rounded box: stroke on its edge, and area
/// Coordinates start at the picture's top left corner; pixel (0, 0) covers [0, 1) x [0, 1). Colours
/// are not premultiplied. An area is painted before its stroke. Throws Error(output).
void write_scene(const std::string& path, const BenchSceneOptions& options, int frames);

}  // namespace overlace
