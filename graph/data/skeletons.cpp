// SPDX-License-Identifier: Apache-2.0
// Points and bones of well-known skeletons.
#include "graph/data/skeletons.h"

#include <initializer_list>

namespace overlace {
namespace {

/// A range of a face's points, and whether the last one is joined to the first.
struct Contour {
  const char* name;
  int first, last;
  bool closed;
};

/// Joins points in sequence.
void add_chain(std::initializer_list<std::uint16_t> points, Skeleton& face) {
  for (auto point = points.begin(); point + 1 < points.end(); ++point)
    face.bones.push_back({point[0], point[1]});
}

/// Adds a part's bones, and its points with `prefix` before their names.
void add_part(const Skeleton& part, const std::string& prefix, Skeleton& whole) {
  const auto first = static_cast<std::uint16_t>(whole.points.size());
  for (const std::string& point : part.points) whole.points.push_back(prefix + point);
  for (const auto [from, to] : part.bones)
    whole.bones.push_back(
        {static_cast<std::uint16_t>(from + first), static_cast<std::uint16_t>(to + first)});
}

}  // namespace

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

Skeleton halpe_26_skeleton() {
  Skeleton person{"Halpe 26", coco_skeleton().points, {}};
  for (const char* point : {"head", "neck", "mid_hip", "left_big_toe", "right_big_toe",
                            "left_small_toe", "right_small_toe", "left_heel", "right_heel"})
    person.points.emplace_back(point);
  person.bones = {{0, 1},   {0, 2},   {1, 3},   {2, 4},   {5, 18},  {6, 18},  {5, 7},   {7, 9},
                  {6, 8},   {8, 10},  {17, 18}, {18, 19}, {19, 11}, {19, 12}, {11, 13}, {12, 14},
                  {13, 15}, {14, 16}, {20, 24}, {21, 25}, {22, 24}, {23, 25}, {15, 24}, {16, 25}};
  return person;
}

Skeleton mpii_16_skeleton() {
  return {"MPII",
          {"right_ankle", "right_knee", "right_hip", "left_hip", "left_knee", "left_ankle",
           "mid_hip", "thorax", "neck", "head_top", "right_wrist", "right_elbow", "right_shoulder",
           "left_shoulder", "left_elbow", "left_wrist"},
          {{0, 1},
           {1, 2},
           {2, 6},
           {3, 6},
           {3, 4},
           {4, 5},
           {6, 7},
           {7, 8},
           {8, 9},
           {7, 12},
           {11, 12},
           {10, 11},
           {7, 13},
           {13, 14},
           {14, 15}}};
}

Skeleton face_68_skeleton() {
  Skeleton face{"face", {}, {}};
  for (const auto& [name, first, last, closed] :
       std::initializer_list<Contour>{{"jaw", 0, 16, false},
                                      {"right_brow", 17, 21, false},
                                      {"left_brow", 22, 26, false},
                                      {"nose_bridge", 27, 30, false},
                                      {"nose", 31, 35, false},
                                      {"right_eye", 36, 41, true},
                                      {"left_eye", 42, 47, true},
                                      {"outer_lip", 48, 59, true},
                                      {"inner_lip", 60, 67, true}}) {
    for (int point = first; point <= last; ++point) {
      face.points.push_back(std::string(name) + "_" + std::to_string(point - first + 1));
      if (point == last && !closed) continue;
      const int next = point == last ? first : point + 1;
      face.bones.push_back({static_cast<std::uint16_t>(point), static_cast<std::uint16_t>(next)});
    }
  }
  return face;
}

Skeleton face_mesh_skeleton(bool irises) {
  constexpr int plain = 468, with_irises = 478;
  Skeleton face{"face mesh", {}, {}};
  for (int point = 0; point < (irises ? with_irises : plain); ++point)
    face.points.push_back("point_" + std::to_string(point));
  // The outer lips, lower then upper, followed by the inner ones.
  add_chain({61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291}, face);
  add_chain({61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291}, face);
  add_chain({78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308}, face);
  add_chain({78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308}, face);
  // The left eye, lower then upper, and the brow's two edges; then the right ones.
  add_chain({263, 249, 390, 373, 374, 380, 381, 382, 362}, face);
  add_chain({263, 466, 388, 387, 386, 385, 384, 398, 362}, face);
  add_chain({276, 283, 282, 295, 285}, face);
  add_chain({300, 293, 334, 296, 336}, face);
  add_chain({33, 7, 163, 144, 145, 153, 154, 155, 133}, face);
  add_chain({33, 246, 161, 160, 159, 158, 157, 173, 133}, face);
  add_chain({46, 53, 52, 65, 55}, face);
  add_chain({70, 63, 105, 66, 107}, face);
  // The oval, leftwards from the forehead.
  add_chain({10,  338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397,
             365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58,
             132, 93,  234, 127, 162, 21,  54,  103, 67,  109, 10},
            face);
  if (irises) {
    add_chain({474, 475, 476, 477, 474}, face);
    add_chain({469, 470, 471, 472, 469}, face);
  }
  return face;
}

Skeleton coco_133_skeleton() {
  Skeleton person = coco_skeleton();
  person.name = "COCO-WholeBody";
  const Skeleton feet{"feet",
                      {"left_big_toe", "left_small_toe", "left_heel", "right_big_toe",
                       "right_small_toe", "right_heel"},
                      {}};
  add_part(feet, "", person);
  for (const Skeleton::Bone bone :
       {Skeleton::Bone{15, 17}, {15, 18}, {15, 19}, {16, 20}, {16, 21}, {16, 22}})
    person.bones.push_back(bone);
  add_part(face_68_skeleton(), "face_", person);
  add_part(hand_skeleton(), "left_hand_", person);
  add_part(hand_skeleton(), "right_hand_", person);
  return person;
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
