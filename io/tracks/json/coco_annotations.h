// SPDX-License-Identifier: Apache-2.0
// COCO's annotations, for every format that uses them.
#pragma once

#include "io/tracks/detection.h"
#include "io/tracks/json/json_parts.h"

namespace overlace {

/// The meaning of the third number of a key point.
enum class KeyPointMark : std::uint8_t {
  visibility,  ///< 0 absent, 1 hidden, 2 visible, as in ground truth
  score        ///< 0 absent, else visible with this score, as in results
};

/// Reads "keypoints": K times x, y and a mark.
void read_coco_key_points(const Json& list, KeyPointMark mark, Detection& detection);

/// Reads a "segmentation": polygons, or a mask whose size gives height first and whose runs go down
/// the columns, as numbers or as text. Returns why it cannot be read, or "".
std::string read_coco_segmentation(const Json& segmentation, Detection& detection);

/// Reads bbox (left, top, width, height), score, segmentation and key points of an annotation.
/// Anything unreadable is remarked on.
[[nodiscard]] Detection read_coco_annotation(const Json& annotation, KeyPointMark mark,
                                             TrackBuilder& builder);

/// A category's skeleton: "keypoints" has the names, "skeleton" the bones, counted from 1.
[[nodiscard]] Skeleton read_coco_skeleton(const Json& category);

}  // namespace overlace
