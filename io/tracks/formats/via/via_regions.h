// SPDX-License-Identifier: Apache-2.0
// Regions of the VGG Image Annotator, which its JSON and CSV write alike.
#pragma once

#include "graph/core/json.h"
#include "io/tracks/detection.h"

namespace overlace {

/// Adds a region: `shape` has its name (rect, circle, ellipse, polygon, polyline, point) and its
/// numbers. Of the region's attributes, one that means a class or is the only text becomes the
/// class, one that means an id the id. Whatever cannot be read is counted.
void add_via_region(const Json& shape, const Json& attributes, std::int64_t frame,
                    std::uint64_t line, TrackBuilder& builder);

}  // namespace overlace
