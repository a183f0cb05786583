// SPDX-License-Identifier: Apache-2.0
// Points and bones of well-known skeletons.
#include "io/tracks/skeletons.h"

namespace overlace {

Skeleton coco_skeleton() {
  return {"person",
          {"nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder",
           "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist", "left_hip",
           "right_hip", "left_knee", "right_knee", "left_ankle", "right_ankle"},
          {{15, 13},
           {13, 11},
           {16, 14},
           {14, 12},
           {11, 12},
           {5, 11},
           {6, 12},
           {5, 6},
           {5, 7},
           {6, 8},
           {7, 9},
           {8, 10},
           {1, 2},
           {0, 1},
           {0, 2},
           {1, 3},
           {2, 4},
           {3, 5},
           {4, 6}}};
}

Skeleton body_25_skeleton() {
  return {"BODY_25",
          {"nose",           "neck",        "right_shoulder", "right_elbow",     "right_wrist",
           "left_shoulder",  "left_elbow",  "left_wrist",     "mid_hip",         "right_hip",
           "right_knee",     "right_ankle", "left_hip",       "left_knee",       "left_ankle",
           "right_eye",      "left_eye",    "right_ear",      "left_ear",        "left_big_toe",
           "left_small_toe", "left_heel",   "right_big_toe",  "right_small_toe", "right_heel"},
          {{1, 8},  {1, 2},   {1, 5},   {2, 3},   {3, 4},   {5, 6},   {6, 7},   {8, 9},
           {9, 10}, {10, 11}, {8, 12},  {12, 13}, {13, 14}, {1, 0},   {0, 15},  {15, 17},
           {0, 16}, {16, 18}, {14, 19}, {19, 20}, {14, 21}, {11, 22}, {22, 23}, {11, 24}}};
}

Skeleton coco_18_skeleton() {
  return {"COCO_18",
          {"nose", "neck", "right_shoulder", "right_elbow", "right_wrist", "left_shoulder",
           "left_elbow", "left_wrist", "right_hip", "right_knee", "right_ankle", "left_hip",
           "left_knee", "left_ankle", "right_eye", "left_eye", "right_ear", "left_ear"},
          {{1, 2},
           {1, 5},
           {2, 3},
           {3, 4},
           {5, 6},
           {6, 7},
           {1, 8},
           {8, 9},
           {9, 10},
           {1, 11},
           {11, 12},
           {12, 13},
           {1, 0},
           {0, 14},
           {14, 16},
           {0, 15},
           {15, 17}}};
}

Skeleton pose_33_skeleton() {
  return {"pose",
          {"nose",        "left_eye_inner",  "left_eye",        "left_eye_outer", "right_eye_inner",
           "right_eye",   "right_eye_outer", "left_ear",        "right_ear",      "mouth_left",
           "mouth_right", "left_shoulder",   "right_shoulder",  "left_elbow",     "right_elbow",
           "left_wrist",  "right_wrist",     "left_pinky",      "right_pinky",    "left_index",
           "right_index", "left_thumb",      "right_thumb",     "left_hip",       "right_hip",
           "left_knee",   "right_knee",      "left_ankle",      "right_ankle",    "left_heel",
           "right_heel",  "left_foot_index", "right_foot_index"},
          {{0, 1},   {1, 2},   {2, 3},   {3, 7},   {0, 4},   {4, 5},   {5, 6},   {6, 8},   {9, 10},
           {11, 12}, {11, 13}, {13, 15}, {15, 17}, {15, 19}, {15, 21}, {17, 19}, {12, 14}, {14, 16},
           {16, 18}, {16, 20}, {16, 22}, {18, 20}, {11, 23}, {12, 24}, {23, 24}, {23, 25}, {24, 26},
           {25, 27}, {26, 28}, {27, 29}, {28, 30}, {29, 31}, {30, 32}, {27, 31}, {28, 32}}};
}

Skeleton hand_skeleton() {
  Skeleton hand{"hand", {"wrist"}, {}};
  std::uint16_t point = 0;
  for (const char* finger : {"thumb", "index", "middle", "ring", "pinky"}) {
    for (int joint = 1; joint <= 4; ++joint) {
      hand.points.push_back(std::string(finger) + "_" + std::to_string(joint));
      ++point;
      const auto before = static_cast<std::uint16_t>(joint == 1 ? 0 : point - 1);
      hand.bones.push_back({before, point});
    }
  }
  return hand;
}

Skeleton usual_skeleton(std::size_t points) {
  switch (points) {
    case 17:
      return coco_skeleton();
    case 18:
      return coco_18_skeleton();
    case 25:
      return body_25_skeleton();
    case 33:
      return pose_33_skeleton();
    default:
      return {};
  }
}

}  // namespace overlace
