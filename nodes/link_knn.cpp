// SPDX-License-Identifier: Apache-2.0
// link_knn: joins each tracked object to its nearest neighbours.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "node_list.h"
#include "nodes/parts/link_params.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params : LinkParams {
  Number k{5};
  Number max_distance{percent(25)};
  Number min_distance{0};
  Number max_delta_y{0};
  int max_degree = 0;
  bool mutual = false;
  bool once = true;
  ClassRule classes = ClassRule::any;
  std::vector<std::string> from, to;
  KnnBackend backend = KnnBackend::grid;
};

LinkKnnOp lower(const Params& p, const FrameTime& time) {
  return {
      .k = static_cast<std::int32_t>(std::lround(p.k.at(time).constant)),
      .max_distance = p.max_distance.at(time).constant,
      .min_distance = p.min_distance.at(time).constant,
      .max_delta_y = p.max_delta_y.at(time).constant,
      .max_degree = p.max_degree,
      .mutual = p.mutual,
      .once = p.once,
      .classes = p.classes,
      .anchor = p.anchor,
      .backend = p.backend,
      .memory = p.memory(time),
  };
}

/// Classes of objects; an empty set means all.
struct LinkedClasses {
  std::set<std::int32_t> from, to;
};

/// Applies the rules of LinkKnnOp between classes, by comparing all pairs. Links start at the
/// object that chose.
class ClassLinks {
 public:
  ClassLinks(std::shared_ptr<const Params> params, LinkedClasses classes)
      : params_(std::move(params)), classes_(std::move(classes)) {}

  void append(const HostInputs& in, std::vector<Link>& links) {
    const LinkKnnOp rules = lower(*params_, in.time);
    take_points(in, rules.anchor);
    choose(rules);
    join(rules, links);
  }

 private:
  struct Point {
    std::uint32_t row;
    TrackId id;
    Vec2 at;
    std::int32_t class_index;
    bool chooses, is_chosen;
    [[nodiscard]] auto rank() const { return std::pair(id, row); }
  };
  /// Two points, the one with the lower id and row first, and which of them chose the other.
  struct Pair {
    double squared = 0;
    std::uint32_t a = 0, b = 0;
    bool a_chose = false, b_chose = false;
  };

  void take_points(const HostInputs& in, Anchor anchor) {
    const auto has = [](const std::set<std::int32_t>& classes, std::int32_t one) {
      return classes.empty() || classes.contains(one);
    };
    points_.clear();
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      const Vec2 at = anchor_point(in.tracks.box[row], anchor);
      const std::int32_t class_index = in.tracks.class_index[row];
      if (is_finite(at))
        points_.push_back({row, in.tracks.id[row], at, class_index, has(classes_.from, class_index),
                           has(classes_.to, class_index)});
    }
    std::ranges::sort(points_, {}, &Point::rank);
  }

  [[nodiscard]] static double squared_distance(const Point& a, const Point& b) {
    const double x = double{a.at.x} - b.at.x, y = double{a.at.y} - b.at.y;
    return x * x + y * y;
  }
  [[nodiscard]] static bool admits(const LinkKnnOp& rules, const Point& from, const Point& to) {
    const double squared = squared_distance(from, to);
    const double least = rules.min_distance, most = rules.max_distance;
    const bool is_same = from.class_index == to.class_index;
    return to.is_chosen && from.row != to.row && squared >= least * least &&
           (!(most > 0) || squared <= most * most) &&
           (!(rules.max_delta_y > 0) ||
            std::abs(double{from.at.y} - to.at.y) <= double{rules.max_delta_y}) &&
           (rules.classes == ClassRule::any || is_same == (rules.classes == ClassRule::same));
  }

  /// Finds the nearest points of each point that chooses; ties go to the lower id, then row.
  void choose(const LinkKnnOp& rules) {
    pairs_.clear();
    for (std::uint32_t from = 0; from < points_.size(); ++from) {
      if (!points_[from].chooses) continue;
      near_.clear();
      for (std::uint32_t to = 0; to < points_.size(); ++to)
        if (admits(rules, points_[from], points_[to]))
          near_.emplace_back(squared_distance(points_[from], points_[to]), to);
      const std::size_t count = std::min(near_.size(), static_cast<std::size_t>(rules.k));
      std::ranges::partial_sort(near_, near_.begin() + static_cast<std::ptrdiff_t>(count));
      for (const auto& [squared, to] : std::span(near_).first(count))
        pairs_.push_back({squared, std::min(from, to), std::max(from, to), from < to, to < from});
    }
    // Two points that chose each other become one pair.
    std::ranges::sort(pairs_, {}, [](const Pair& p) { return std::tuple(p.a, p.b, p.b_chose); });
    std::size_t kept = 0;
    for (const Pair& pair : pairs_) {
      const bool again = kept > 0 && pairs_[kept - 1].a == pair.a && pairs_[kept - 1].b == pair.b;
      if (again)
        pairs_[kept - 1].b_chose = true;
      else
        pairs_[kept++] = pair;
    }
    pairs_.resize(kept);
  }

  /// Links pairs, the shortest first.
  void join(const LinkKnnOp& rules, std::vector<Link>& links) {
    if (rules.mutual) std::erase_if(pairs_, [](const Pair& p) { return !p.a_chose || !p.b_chose; });
    std::ranges::sort(pairs_, {}, [](const Pair& p) { return std::tuple(p.squared, p.a, p.b); });
    degree_.assign(points_.size(), 0);
    const std::size_t first = links.size();
    const auto link = [&](std::uint32_t from, std::uint32_t to) {
      links.push_back({.row_a = points_[from].row,
                       .row_b = points_[to].row,
                       .a = points_[from].at,
                       .b = points_[to].at});
    };
    for (const Pair& pair : pairs_) {
      const auto is_full = [&](std::uint32_t i) { return degree_[i] >= rules.max_degree; };
      if (rules.max_degree > 0 && (is_full(pair.a) || is_full(pair.b))) continue;
      ++degree_[pair.a];
      ++degree_[pair.b];
      if (pair.a_chose) link(pair.a, pair.b);
      if (pair.b_chose && !(rules.once && pair.a_chose)) link(pair.b, pair.a);
    }
    std::ranges::sort(std::span(links).subspan(first), {},
                      [](const Link& l) { return std::pair(l.row_a, l.row_b); });
  }

  std::shared_ptr<const Params> params_;
  LinkedClasses classes_;
  // Memory reused between frames.
  std::vector<Point> points_;
  std::vector<std::pair<double, std::uint32_t>> near_;  ///< squared distance and point
  std::vector<Pair> pairs_;
  std::vector<int> degree_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  note_far_links(*params, context);
  if ((params->from.empty() && params->to.empty()) || context.tracks == nullptr)
    return [params](const FrameTime& time) { return LinkOp(lower(*params, time)); };
  const LinkedClasses classes{wanted_classes(params->from, *context.tracks, "from"),
                              wanted_classes(params->to, *context.tracks, "to")};
  const auto k = static_cast<std::size_t>(std::max(params->k.extent().max, 1.0));
  return links_on_host(params, k,
                       [params, classes] { return host_links(ClassLinks(params, classes)); });
}

}  // namespace

NodeType link_knn() {
  constexpr Range distance{0, 1e6, Unit::px};
  return Node<Params>("link_knn", Stage::links,
                      "Links each tracked object to its k nearest neighbours, exactly.")
      .input("points", Stage::tracks, "The objects to link.")
      .number("k", &Params::k, {1, 64, Unit::count}, "Neighbours per object.")
      .number("max_distance", &Params::max_distance, distance, "Longest link; 0 sets no limit.")
      .number("min_distance", &Params::min_distance, distance, "Shortest link.")
      .number("max_delta_y", &Params::max_delta_y, distance,
              "Largest vertical distance between linked objects; 0 sets no limit.")
      .integer("max_degree", &Params::max_degree, {0, 1000, Unit::count},
               "Maximum links per object, shortest first; 0 sets no limit.")
      .boolean("mutual", &Params::mutual,
               "Link two objects only if each is among the other's nearest.")
      .boolean("once", &Params::once, "Draw one line per pair, instead of one per direction.")
      .choice<ClassRule>("classes", &Params::classes, class_rule_names,
                         "Link within one class, across classes, or both.")
      .text_list("from", &Params::from,
                 "Names (or numbers) of the classes whose objects look for neighbours; all if "
                 "empty. Links run from them.")
      .text_list("to", &Params::to, "The same for the classes that they look for; all if empty.")
      .choice<KnnBackend>("backend", &Params::backend,
                          {{"grid", KnnBackend::grid}, {"faiss", KnnBackend::faiss}},
                          "Search engine; both give the same links. Between classes of from "
                          "and to, all pairs are compared.")
      .with(link_rows)
      .shown_with(R"({"k": 2, "max_distance": 45})")
      .never_seen("backend", "both search engines find the same links")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
