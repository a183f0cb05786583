// SPDX-License-Identifier: Apache-2.0
// Pictures with alpha: clearing them, and converting premultiplied colour to straight.
#pragma once

#include "graph/data/image.h"

namespace overlace {

/// Makes every pixel transparent black. Precondition: the format has alpha; host memory.
void make_transparent(const ImageView& picture);

/// Divides colour's distance from black by alpha; where alpha is 0, colour becomes black.
/// Subsampled chroma is divided by the mean alpha of its pixels. Precondition: as above.
void straighten(const ImageView& picture);

}  // namespace overlace
