// SPDX-License-Identifier: Apache-2.0
// What kernels need for an image whose corners can lie anywhere.
#pragma once

#include <optional>

#include "gpu/kernels/orient.h"
#include "gpu/kernels/projected_image.h"
#include "graph/data/display_list.h"

namespace overlace {

/// The map of a texture of `size` to the corners of an image, turned into the picture that is
/// painted on; none if the corners are not those of a convex quadrilateral. The texture itself is
/// left unset.
[[nodiscard]] std::optional<ProjectedImage> project(const ProjectedImageGeometry& image, Size size,
                                                    const OrientationTransform& turn);

}  // namespace overlace
