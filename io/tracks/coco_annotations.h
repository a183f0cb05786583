// SPDX-License-Identifier: Apache-2.0
// What COCO's annotations say, in every format that took them over.
#pragma once

#include "io/tracks/detection.h"
#include "io/tracks/json_parts.h"

namespace overlace {

/// How the third number of a key point is meant.
enum class KeyPointMark : std::uint8_t {
  visibility,  ///< 0 absent, 1 hidden, 2 visible, as in ground truth
  score        ///< 0 absent, else visible and this sure, as in results
};

/// Reads "keypoints", K times x, y and a mark.
void read_coco_key_points(const Json& list, KeyPointMark mark, Detection& detection);

/// Reads a "segmentation": polygons, or a mask whose size is height first and whose runs go down
/// the columns, as numbers or as text. Returns why it cannot be read, or "".
std::string read_coco_segmentation(const Json& segmentation, Detection& detection);

/// Reads bbox (left, top, width, height), score, segmentation and key points of an annotation.
/// What cannot be read is remarked on.
[[nodiscard]] Detection read_coco_annotation(const Json& annotation, KeyPointMark mark,
                                             TrackBuilder& builder);

/// A category's skeleton: the names of "keypoints", and "skeleton" with bones that count from 1.
[[nodiscard]] Skeleton read_coco_skeleton(const Json& category);

}  // namespace overlace
