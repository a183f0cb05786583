// SPDX-License-Identifier: Apache-2.0
// track_plan: objects on a plan, a picture of the ground from above.
#include <algorithm>
#include <cmath>
#include <optional>

#include "graph/data/box_place.h"
#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/ground_points.h"
#include "nodes/parts/running_counts.h"
#include "nodes/parts/shared_params.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  std::string name = "plan";
  std::string ground = "ground";
  std::vector<std::string> extent;
  BoxPosition position = BoxPosition::bottom_right;
  Number width{percent(40)};
  Number margin{percent(2.5F)};
  Number size{percent(1.2F)};
  bool y_up = true;
};

/// An area of the ground, metres.
struct Extent {
  double left = 0, right = 0, low = 0, high = 0;

  [[nodiscard]] bool contains(double x, double y) const {
    return x >= left && x <= right && y >= low && y <= high;
  }
};

/// Positions on the ground, from track_ground.
struct GroundColumns {
  const std::vector<float>& x;
  const std::vector<float>& y;
};

GroundColumns ground_of(const TrackTable& table, const std::string& name) {
  const auto column = [&](const std::string& wanted) -> const std::vector<float>& {
    const auto found = std::ranges::find(table.attributes, wanted, &AttributeColumn::name);
    if (found == table.attributes.end())
      throw Error(ErrorCode::usage, fmt::format("the objects have no '{}'", wanted),
                  "put track_ground before track_plan, and name it in 'ground'");
    return found->values;
  };
  return {column(name + "_x"), column(name + "_y")};
}

/// The smallest and largest value, without the outermost hundredth on either side, so that a single
/// jumping box does not shrink the plan.
std::pair<double, double> usual_range(std::vector<float> values) {
  std::erase_if(values, [](float value) { return std::isnan(value); });
  if (values.empty()) return {0, 1};
  std::ranges::sort(values);
  const std::size_t cut = values.size() / 100;
  return {values[cut], values[values.size() - 1 - cut]};
}

/// The area of the ground where objects go, with a margin of 1/20 of its longer side, at least
/// 0.5 m.
Extent walked_extent(const GroundColumns& ground) {
  const auto [left, right] = usual_range(ground.x);
  const auto [low, high] = usual_range(ground.y);
  const double more = std::max({(right - left) / 20, (high - low) / 20, 0.5});
  return {left - more, right + more, low - more, high + more};
}

Extent parse_extent(const std::vector<std::string>& corners) {
  const auto corner = [&](std::size_t i) {
    return i < corners.size() ? parse_ground_point(corners[i]) : std::nullopt;
  };
  const std::optional<PlanePoint> a = corner(0), b = corner(1);
  const auto apart = [](double from, double to) { return from != to && std::isfinite(to - from); };
  if (corners.size() != 2 || !a || !b || !apart(a->x, b->x) || !apart(a->y, b->y))
    throw Error(ErrorCode::usage, "the extent of a plan is two of its corners",
                R"(write them in metres: ["-5 0", "25 40"])");
  const auto [left, right] = std::minmax(a->x, b->x);
  const auto [low, high] = std::minmax(a->y, b->y);
  return {left, right, low, high};
}

/// A plan in the picture.
class Plan {
 public:
  Plan(const Params& p, const Extent& extent, const ClipInfo& clip)
      : extent_(extent), y_up_(p.y_up) {
    const auto width = static_cast<float>(in_pixels(p.width, clip));
    scale_ = width / (extent.right - extent.left);
    const Box picture{0, 0, static_cast<float>(clip.size.width),
                      static_cast<float>(clip.size.height)};
    const Vec2 size{width, static_cast<float>((extent.high - extent.low) * scale_)};
    place_ =
        place_box(p.position, picture, size, static_cast<float>(in_pixels(p.margin, clip)), true);
  }

  [[nodiscard]] Vec2 operator()(double x, double y) const {
    const double down = y_up_ ? extent_.high - y : y - extent_.low;
    return {static_cast<float>(place_.x + (x - extent_.left) * scale_),
            static_cast<float>(place_.y + down * scale_)};
  }
  [[nodiscard]] std::vector<Vec2> corners() const {
    return {{place_.x, place_.y},
            {place_.x + place_.width, place_.y},
            {place_.x + place_.width, place_.y + place_.height},
            {place_.x, place_.y + place_.height}};
  }

 private:
  Extent extent_;
  bool y_up_;
  double scale_;  ///< pixels per metre
  Box place_;
};

/// Removes data in pixels around the objects' old places.
void forget_shapes(TrackTable& table) {
  table.rotation.clear();
  table.key_points = {};
  table.skeleton.clear();
  table.outlines = {};
  table.mask_runs = {};
  table.mask_size.clear();
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& input = *context.inputs.front();
  const GroundColumns ground = at_param("ground", [&] { return ground_of(input, p.ground); });
  const Extent extent = p.extent.empty()
                            ? walked_extent(ground)
                            : at_param("extent", [&] { return parse_extent(p.extent); });
  const Plan plan(p, extent, context.clip);
  TrackTable moved = input;
  forget_shapes(moved);
  const auto side = static_cast<float>(in_pixels(p.size, context.clip));
  for (std::uint32_t row = 0; row < input.row_count(); ++row) {
    const Vec2 at = plan(ground.x[row], ground.y[row]);
    moved.box[row] = {at.x - side / 2, at.y - side / 2, side, side};
  }
  TrackTable table = select_rows(
      moved, [&](std::uint32_t row) { return extent.contains(ground.x[row], ground.y[row]); });
  table.shapes.push_back({p.name, plan.corners(), true});
  log(context, fmt::format("{} shows {:.1f} to {:.1f} m across and {:.1f} to {:.1f} m along",
                           p.name, extent.left, extent.right, extent.low, extent.high));
  return table;
}

}  // namespace

NodeType track_plan() {
  return Node<Params>("track_plan", Stage::tracks,
                      "Places objects on a plan of the ground, as small boxes.")
      .input("tracks", Stage::tracks, "Objects that went through track_ground.")
      .text("name", &Params::name,
            "Name of the plan's rectangle, a shape that other nodes can draw.")
      .names_made_by_others("ground", &Params::ground, "Name of the ground.")
      .text_list("extent", &Params::extent,
                 "Two corners of the part that the plan shows, as \"-5 0\" in metres; empty is "
                 "where objects are, without the outermost 1 % of their places.")
      .choice<BoxPosition>("position", &Params::position, box_position_names,
                           "Place in the picture.")
      .fixed_number("width", &Params::width, {1, 1e5, Unit::px},
                    "Width of the plan; its height follows from the extent.")
      .fixed_number("margin", &Params::margin, {0, 1e4, Unit::px},
                    "Distance from the edge of the picture.")
      .fixed_number("size", &Params::size, {0, 1e4, Unit::px}, "Side of the boxes.")
      .boolean("y_up", &Params::y_up, "The ground's y grows upwards on the plan, as on a map.")
      .makes(make);
}

}  // namespace overlace
