// SPDX-License-Identifier: Apache-2.0
// link_chain: joins objects one after another: a queue, a path, a ring.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "node_list.h"
#include "nodes/parts/link_params.h"

namespace overlace {
namespace {

struct Params : LinkParams {
  Number order{0};
  Number group{0};
  Number max_distance{0};
  bool closed = false;
};

/// An object's place in its chain.
struct Bead {
  float group, order;
  TrackId id;
  std::uint32_t row;
};

class ChainLinks {
 public:
  explicit ChainLinks(std::shared_ptr<const Params> params) : params_(std::move(params)) {}

  void append(const HostInputs& in, std::vector<Link>& links) {
    line_up(in);
    for (auto begin = beads_.begin(); begin != beads_.end();) {
      const auto end = std::find_if(begin, beads_.end(),
                                    [&](const Bead& bead) { return bead.group != begin->group; });
      for (auto bead = begin; bead + 1 != end; ++bead) join(in, bead[0].row, bead[1].row, links);
      const bool is_ring = params_->closed && end - begin > 2;
      if (is_ring) join(in, begin->row, end[-1].row, links);
      begin = end;
    }
  }

 private:
  /// Sorts objects by group, order, id and row. An object without a position is in no chain.
  void line_up(const HostInputs& in) {
    const FrameNumber order = params_->order.at(in.time), group = params_->group.at(in.time);
    beads_.clear();
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      const Bead bead{group.at(in.tracks, {.row = row}), order.at(in.tracks, {.row = row}),
                      in.tracks.id[row], row};
      const Vec2 at = anchor_point(in.tracks.box[row], params_->anchor);
      if (is_finite(at)) beads_.push_back(bead);
    }
    std::ranges::sort(beads_, {}, [](const Bead& bead) {
      return std::tie(bead.group, bead.order, bead.id, bead.row);
    });
  }

  void join(const HostInputs& in, std::uint32_t a, std::uint32_t b,
            std::vector<Link>& links) const {
    const float most = params_->max_distance.at(in.time).constant;
    append_link(in.tracks, a, b, params_->anchor, links);
    const Vec2 way = links.back().b - links.back().a;
    if (most > 0 && std::hypot(way.x, way.y) > most) links.pop_back();
  }

  std::shared_ptr<const Params> params_;
  std::vector<Bead> beads_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  note_far_links(*params, context);
  return links_on_host(params, 1, [params] { return host_links(ChainLinks(params)); });
}

}  // namespace

NodeType link_chain() {
  return Node<Params>("link_chain", Stage::links,
                      "Links objects one after another: a queue, a path, a ring.")
      .input("points", Stage::tracks, "The objects to link.")
      .number_of_objects("order", &Params::order, {},
                         "What objects are sorted by, in ascending order, and by id if equal: an "
                         "expression such as \"x\" or \"-age\".")
      .number_of_objects("group", &Params::group, {}, "Objects with equal values form one chain.")
      .number("max_distance", &Params::max_distance, {0, 1e6, Unit::px},
              "Longest link; the chain breaks at a longer one. 0 sets no limit.")
      .boolean("closed", &Params::closed,
               "Link the last object to the first, if there are three or more.")
      .with(link_rows)
      .shown_with(R"({"order": {"expr": "y"}, "max_distance": 70})")
      .shown_with("closed", R"({"order": {"expr": "y"}})")
      .never_seen("group", "one number for all objects is one chain")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
