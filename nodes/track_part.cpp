// SPDX-License-Identifier: Apache-2.0
// track_part: a part of every box, such as a head.
#include <cmath>
#include <numbers>

#include "node_list.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  Number left{1}, right{1}, top{1}, bottom{1};
};

/// Which shares of a box's width and height are kept, from its left and top.
struct Part {
  float left, right, top, bottom;

  [[nodiscard]] bool is_whole() const { return left == 0 && right == 1 && top == 0 && bottom == 1; }
};

/// What the parts on all four sides have in common.
Part part_of(const Params& p) {
  const Part part{1 - p.right.constant.value, p.left.constant.value, 1 - p.bottom.constant.value,
                  p.top.constant.value};
  const auto check = [](float from, float to, const char* one, const char* other) {
    if (!(from < to))
      throw Error(ErrorCode::usage,
                  fmt::format("\"{}\" and \"{}\" leave nothing of a box: their shares do not meet",
                              one, other),
                  "together they must be more than 1", {.file = {}, .pointer = one});
  };
  check(part.left, part.right, "left", "right");
  check(part.top, part.bottom, "top", "bottom");
  return part;
}

/// Turns clockwise, with y downwards.
Vec2 turned(Vec2 v, float degrees) {
  const float angle = degrees * std::numbers::pi_v<float> / 180;
  const float c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

/// A rotated box is cut along its own sides, and the part turns about its own centre.
Box cut(const Box& box, float degrees, const Part& part) {
  const float width = box.width * (part.right - part.left);
  const float height = box.height * (part.bottom - part.top);
  if (degrees == 0)
    return {box.x + box.width * part.left, box.y + box.height * part.top, width, height};
  const Vec2 offset{box.width * ((part.left + part.right) / 2 - 0.5F),
                    box.height * ((part.top + part.bottom) / 2 - 0.5F)};
  const Vec2 center = box.center() + turned(offset, degrees);
  return {center.x - width / 2, center.y - height / 2, width, height};
}

bool contains(const Box& box, float degrees, Vec2 point) {
  const Vec2 from_center = turned(point - box.center(), -degrees);
  return std::abs(from_center.x) <= box.width / 2 && std::abs(from_center.y) <= box.height / 2;
}

/// Points elsewhere are absent, so that the others keep their numbers.
void keep_points_inside(TrackTable& table) {
  for (std::uint32_t row = 0; row < table.key_points.end.size(); ++row) {
    const std::size_t begin = row == 0 ? 0 : table.key_points.end[row - 1];
    const float turn = table.rotation.empty() ? 0 : table.rotation[row];
    for (std::size_t i = begin; i < table.key_points.end[row]; ++i)
      if (!contains(table.box[row], turn, table.key_points.items[i].at))
        table.key_points.items[i] = KeyPoint{};
  }
}

TrackTable make(const Params& p, TrackContext& context) {
  const Part part = part_of(p);
  TrackTable table = *context.inputs.front();
  if (part.is_whole()) return table;
  log(context, fmt::format("of every box, {:.3g} x {:.3g} of its sides is kept: the rest counts as "
                           "background",
                           part.right - part.left, part.bottom - part.top));
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    table.box[row] = cut(table.box[row], table.rotation.empty() ? 0 : table.rotation[row], part);
  keep_points_inside(table);
  table.outlines = {};
  table.mask_runs = {};
  table.mask_size.clear();
  return table;
}

}  // namespace

NodeType track_part() {
  constexpr Range share{0.001, 1, Unit::ratio};
  return Node<Params>("track_part", Stage::tracks,
                      "Takes a part of every box, as a head of a person: {\"top\": 0.2} is its "
                      "upper fifth. Outlines and masks are left out.")
      .input("tracks", Stage::tracks, "The tracks; their ids stay.")
      .fixed_number("top", &Params::top, share, "Share of the height that is kept, from the top.")
      .fixed_number("bottom", &Params::bottom, share, "The same from the bottom.")
      .fixed_number("left", &Params::left, share, "Share of the width, from the left.")
      .fixed_number("right", &Params::right, share,
                    "The same from the right. Of several, what they have in common is kept.")
      .makes(make);
}

}  // namespace overlace
