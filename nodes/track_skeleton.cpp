// SPDX-License-Identifier: Apache-2.0
// track_skeleton: defines what the key points of objects are, if their file does not.
#include <fmt/format.h>

#include <algorithm>

#include "graph/data/skeletons.h"
#include "node_list.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

enum class SkeletonSet : std::uint8_t {
  coco17,
  coco133,
  halpe26,
  body25,
  mpii16,
  mediapipe33,
  hand21,
  face68,
  facemesh468,
  facemesh478
};

struct Params {
  SkeletonSet set = SkeletonSet::coco17;
  bool keep_names = false;
  bool only = false;
};

Skeleton skeleton_of(SkeletonSet set) {
  switch (set) {
    case SkeletonSet::coco17:
      return coco_skeleton();
    case SkeletonSet::coco133:
      return coco_133_skeleton();
    case SkeletonSet::halpe26:
      return halpe_26_skeleton();
    case SkeletonSet::body25:
      return body_25_skeleton();
    case SkeletonSet::mpii16:
      return mpii_16_skeleton();
    case SkeletonSet::mediapipe33:
      return pose_33_skeleton();
    case SkeletonSet::hand21:
      return hand_skeleton();
    case SkeletonSet::face68:
      return face_68_skeleton();
    case SkeletonSet::facemesh468:
      return face_mesh_skeleton(false);
    case SkeletonSet::facemesh478:
      return face_mesh_skeleton(true);
  }
  return {};
}

/// Index of the skeleton in the table; it is added if missing.
std::int32_t index_of(const Skeleton& skeleton, TrackTable& table) {
  const auto found = std::ranges::find(table.skeletons, skeleton);
  const auto index = static_cast<std::int32_t>(found - table.skeletons.begin());
  if (found == table.skeletons.end()) table.skeletons.push_back(skeleton);
  return index;
}

/// Whether the file says what the key points of a row's object are.
bool has_names(const TrackTable& table, std::uint32_t row) {
  const std::int32_t index = table.skeleton[row];
  return index >= 0 && !table.skeletons[static_cast<std::size_t>(index)].points.empty();
}

TrackTable make(const Params& p, TrackContext& context) {
  TrackTable table = *context.inputs.front();
  const Skeleton skeleton = skeleton_of(p.set);
  if (table.skeleton.empty()) table.skeleton.assign(table.row_count(), -1);
  const std::int32_t index = index_of(skeleton, table);
  std::size_t asked = 0, fitting = 0, others = 0;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::size_t count = table.key_points.of(row).size();
    if (p.keep_names && (count == 0 || has_names(table, row))) continue;
    ++asked;
    const bool fits = count == skeleton.points.size();
    if (fits) table.skeleton[row] = index;
    fitting += fits ? 1 : 0;
    others += !fits && count > 0 ? 1 : 0;
  }
  if (fitting == 0 && (asked > 0 || !p.keep_names))
    log(context, fmt::format("no object has {} key points: track_skeleton names none",
                             skeleton.points.size()));
  else if (others > 0)
    log(context, fmt::format("{} rows have another number of key points than {}: they {}", others,
                             skeleton.points.size(), p.only ? "are left out" : "keep theirs"));
  if (!p.only) return table;
  return select_rows(table, [&](std::uint32_t row) {
    return table.key_points.of(row).size() == skeleton.points.size();
  });
}

}  // namespace

NodeType track_skeleton() {
  return Node<Params>("track_skeleton", Stage::tracks,
                      "Names the key points of objects and defines which of them are joined, if "
                      "there are as many as the set has.")
      .input("tracks", Stage::tracks,
             "The objects; those with another number of points stay as they are.")
      .choice<SkeletonSet>(
          "set", &Params::set,
          {{"coco17", SkeletonSet::coco17},
           {"coco133", SkeletonSet::coco133},
           {"halpe26", SkeletonSet::halpe26},
           {"body25", SkeletonSet::body25},
           {"mpii16", SkeletonSet::mpii16},
           {"mediapipe33", SkeletonSet::mediapipe33},
           {"hand21", SkeletonSet::hand21},
           {"face68", SkeletonSet::face68},
           {"facemesh468", SkeletonSet::facemesh468},
           {"facemesh478", SkeletonSet::facemesh478}},
          "Which points they are: bodies of COCO, COCO-WholeBody, Halpe, OpenPose, MPII and "
          "MediaPipe, a hand, the face of 300-W, or MediaPipe's face mesh without and with irises.")
      .boolean("keep_names", &Params::keep_names,
               "Leave objects alone whose key points already have names.")
      .boolean("only", &Params::only,
               "Leave out objects that have another number of key points, or none.")
      .makes(make);
}

}  // namespace overlace
