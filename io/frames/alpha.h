// SPDX-License-Identifier: Apache-2.0
// Pictures with alpha: an empty one, and premultiplied colour made straight.
#pragma once

#include "graph/data/image.h"

namespace overlace {

/// Makes every pixel transparent black. Precondition: the format has alpha; host memory.
void make_transparent(const ImageView& picture);

/// Divides the distance of colour from black by alpha; where alpha is 0, colour is black.
/// Subsampled chroma is divided by the mean alpha of its pixels. Precondition: as above.
void straighten(const ImageView& picture);

}  // namespace overlace
