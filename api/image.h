// SPDX-License-Identifier: Apache-2.0
// The caller's pictures as the renderer's.
#pragma once

#include "api/overlace.h"
#include "graph/data/image.h"

namespace overlace::api {

/// A view of a picture of a clip of this size. Throws Error(usage) for what cannot be one: an
/// unknown format, no pixels, memory that is not there or not aligned, rows that overlap.
[[nodiscard]] ImageView image_view(const ovl_image* image, Size clip);

}  // namespace overlace::api
