// SPDX-License-Identifier: Apache-2.0
// Well-known skeletons, which files assume instead of declaring them.
#pragma once

#include "graph/data/track_columns.h"

namespace overlace {

/// COCO's person: 17 points from nose to ankles (cocodataset.org, "keypoints" of the categories).
[[nodiscard]] Skeleton coco_skeleton();
/// OpenPose's BODY_25 (its doc/02_output.md).
[[nodiscard]] Skeleton body_25_skeleton();
/// OpenPose's COCO model, with a neck as point 1 (its doc/02_output.md).
[[nodiscard]] Skeleton coco_18_skeleton();
/// MediaPipe's pose: 33 landmarks (POSE_CONNECTIONS of its solutions).
[[nodiscard]] Skeleton pose_33_skeleton();
/// A hand: 21 points from the wrist to the fingertips, as in MediaPipe and OpenPose.
[[nodiscard]] Skeleton hand_skeleton();

/// Halpe's person: COCO's 17 points, then head, neck, hip and feet (github.com/Fang-Haoshu/
/// Halpe-FullBody).
[[nodiscard]] Skeleton halpe_26_skeleton();
/// MPII's person: 16 points from the right ankle to the left wrist (human-pose.mpi-inf.mpg.de).
[[nodiscard]] Skeleton mpii_16_skeleton();
/// A face: the 68 points of 300-W (ibug.doc.ic.ac.uk/resources/300-W), joined into contours.
[[nodiscard]] Skeleton face_68_skeleton();
/// MediaPipe's face: 468 points, or 478 with the irises, with its contours joined
/// (FACEMESH_CONTOURS, FACEMESH_IRISES of its face mesh).
[[nodiscard]] Skeleton face_mesh_skeleton(bool irises);
/// COCO-WholeBody's person: COCO's 17 points, six for the feet, a face, a left and a right hand
/// (github.com/jin-s13/COCO-WholeBody).
[[nodiscard]] Skeleton coco_133_skeleton();

/// The usual skeleton of a person with this many points; for other counts, one without names and
/// bones.
[[nodiscard]] Skeleton usual_skeleton(std::size_t points);

}  // namespace overlace
