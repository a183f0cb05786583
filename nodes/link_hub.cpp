// SPDX-License-Identifier: Apache-2.0
// link_hub: joins all objects to one of them, to those of a class, or to a point in the picture.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "graph/core/error.h"
#include "graph/types/at_param.h"
#include "node_list.h"
#include "nodes/parts/link_params.h"
#include "nodes/parts/track_sources.h"
#include "tracking/zone.h"

namespace overlace {
namespace {

enum class Hub : std::uint8_t { largest, oldest, center, id, nearest_of_class, point };

struct Params : LinkParams {
  Hub to = Hub::largest;
  TrackId id = 0;
  std::vector<std::string> classes;
  std::string point = "50% 50%";
  Number max_distance{0};
};

/// A clip's hub: the parameters, and what they refer to.
struct BoundHub {
  std::shared_ptr<const Params> params;
  Vec2 point;  ///< px
  std::set<std::int32_t> classes;
};

class HubLinks {
 public:
  explicit HubLinks(BoundHub hub) : hub_(std::move(hub)) {}

  void append(const HostInputs& in, std::vector<Link>& links) const {
    const Params& p = *hub_.params;
    const std::uint32_t middle = p.to == Hub::point || p.to == Hub::nearest_of_class
                                     ? no_row
                                     : best(in, [&](std::uint32_t row) { return rank(in, row); });
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      if (!is_finite(place(in, row))) continue;
      if (p.to == Hub::point) {
        join(in, {.row_a = row, .row_b = row, .a = place(in, row), .b = hub_.point}, links);
        continue;
      }
      const std::uint32_t hub = p.to == Hub::nearest_of_class ? nearest_hub(in, row) : middle;
      if (hub != no_row && hub != row)
        join(in, {.row_a = row, .row_b = hub, .a = place(in, row), .b = place(in, hub)}, links);
    }
  }

 private:
  using Rank = std::tuple<double, TrackId, std::uint32_t>;  ///< the lowest is the hub
  static constexpr double never = std::numeric_limits<double>::infinity();

  /// The row of lowest rank, if any is below `never`.
  template <class F>
  [[nodiscard]] static std::uint32_t best(const HostInputs& in, const F& rank) {
    Rank least{never, 0, no_row};
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      const Rank here{rank(row), in.tracks.id[row], row};
      if (std::get<double>(here) < never && here < least) least = here;
    }
    return std::get<std::uint32_t>(least);
  }

  /// Rank of an object as the hub of all; the lowest wins.
  [[nodiscard]] double rank(const HostInputs& in, std::uint32_t row) const {
    const Params& p = *hub_.params;
    const Box& box = in.tracks.box[row];
    if (!is_finite(place(in, row))) return never;
    switch (p.to) {
      case Hub::largest:
        return -double{box.width} * double{box.height};
      case Hub::oldest:
        return -double{in.tracks.age[row]};
      case Hub::center:
        return squared_distance(place(in, row), hub_.point);
      case Hub::id:
        return in.tracks.id[row] == p.id ? 0 : never;
      case Hub::nearest_of_class:
      case Hub::point:
        break;
    }
    return never;
  }

  /// The hub nearest to a row, among objects of the hubs' classes; none if it is a hub itself.
  [[nodiscard]] std::uint32_t nearest_hub(const HostInputs& in, std::uint32_t row) const {
    const auto is_hub = [&](std::uint32_t r) {
      return hub_.classes.contains(in.tracks.class_index[r]) && is_finite(place(in, r));
    };
    if (is_hub(row)) return no_row;
    return best(in, [&](std::uint32_t r) {
      return is_hub(r) ? squared_distance(place(in, r), place(in, row)) : never;
    });
  }

  void join(const HostInputs& in, const Link& link, std::vector<Link>& links) const {
    const double most = hub_.params->max_distance.at(in.time).constant;
    if (most == 0 || squared_distance(link.a, link.b) <= most * most) links.push_back(link);
  }
  [[nodiscard]] Vec2 place(const HostInputs& in, std::uint32_t row) const {
    return anchor_point(in.tracks.box[row], hub_.params->anchor);
  }
  [[nodiscard]] static double squared_distance(Vec2 a, Vec2 b) {
    const double x = double{a.x} - b.x, y = double{a.y} - b.y;
    return x * x + y * y;
  }

  BoundHub hub_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  note_far_links(*params, context);
  const std::vector<Vec2> point = at_param("point", [&] {
    return parse_points(std::span(&params->point, 1), context.clip.size, "point");
  });
  BoundHub hub{params, point.front(), {}};
  if (params->to == Hub::nearest_of_class && context.tracks != nullptr) {
    if (params->classes.empty())
      throw Error(ErrorCode::usage, "links go to objects of a class, and 'classes' names none",
                  "name it: \"classes\": [\"ball\"]", {.file = {}, .pointer = "classes"});
    hub.classes = wanted_classes(params->classes, *context.tracks);
  }
  return links_on_host(params, 1, [hub] { return host_links(HubLinks(hub)); });
}

}  // namespace

NodeType link_hub() {
  return Node<Params>("link_hub", Stage::links,
                      "Links all objects to one of them, to those of a class, or to a place.")
      .input("points", Stage::tracks, "The objects to link.")
      .choice<Hub>("to", &Params::to,
                   {{"largest", Hub::largest},
                    {"oldest", Hub::oldest},
                    {"center", Hub::center},
                    {"id", Hub::id},
                    {"class", Hub::nearest_of_class},
                    {"point", Hub::point}},
                   "The hub: the largest object, the one seen longest, the one nearest to the "
                   "point, the one with the id, the nearest one of a class, or the point itself.")
      .integer("id", &Params::id, {0, 999'999'999'999'999, Unit::none}, "Id of the hub.")
      .text_list("classes", &Params::classes,
                 "Names (or numbers) of the classes of hubs; hubs are not linked to each other.")
      .text("point", &Params::point,
            "A place, as \"50% 90%\" of the picture's width and height or \"64 108\" in pixels.")
      .number("max_distance", &Params::max_distance, {0, 1e6, Unit::px},
              "Longest link; 0 sets no limit.")
      .with(link_rows)
      .shown_with(R"({"max_distance": 60})")
      .shown_with("leave_distance", R"({"max_distance": 38})")
      .shown_with("fade_out", R"({"max_distance": 38})")
      .shown_with("id", R"({"to": "id"})")
      .shown_with("classes", R"({"to": "class", "classes": ["0"]})")
      .shown_with("point", R"({"to": "point"})")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
