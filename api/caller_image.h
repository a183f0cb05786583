// SPDX-License-Identifier: Apache-2.0
// Turns the caller's pictures into the renderer's.
#pragma once

#include "api/overlace.h"
#include "graph/data/image.h"

namespace overlace::api {

/// A view of a picture of a clip of this size. Throws Error(usage) if it is invalid: an unknown
/// format, no pixels, missing or misaligned memory, overlapping rows.
[[nodiscard]] ImageView image_view(const ovl_image* image, Size clip);

}  // namespace overlace::api
