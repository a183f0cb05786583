// SPDX-License-Identifier: Apache-2.0
// link_pairs: joins each object to the one it names: passes, relations, matches.
#include <algorithm>
#include <utility>

#include "node_list.h"
#include "nodes/parts/link_params.h"

namespace overlace {
namespace {

Number target_attribute() {
  Number number;
  number.map.push_back({.attribute = {},
                        .series = {},
                        .expression = std::make_shared<const Expression>("target"),
                        .direct = true,
                        .of_objects = true,
                        .input = {},
                        .categories = {},
                        .output = {},
                        .missing = {}});
  return number;
}

struct Params : LinkParams {
  Number to = target_attribute();
  bool once = true;
};

class PairLinks {
 public:
  explicit PairLinks(std::shared_ptr<const Params> params) : params_(std::move(params)) {}

  void append(const HostInputs& in, std::vector<Link>& links) {
    list_ids(in.tracks);
    const FrameNumber to = params_->to.at(in.time);
    pairs_.clear();
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      const std::uint32_t other = row_of(to.at(in.tracks, {.row = row}));
      if (other == no_row || other == row || !has_place(in, row) || !has_place(in, other)) continue;
      const bool turned = params_->once && in.tracks.id[other] < in.tracks.id[row];
      pairs_.push_back(turned ? std::pair(other, row) : std::pair(row, other));
    }
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    for (const auto& [a, b] : pairs_) append_link(in.tracks, a, b, params_->anchor, links);
  }

 private:
  /// Ids are rounded to floats, like the attributes that name them: above 2^24 neither is exact.
  void list_ids(const TrackView& tracks) {
    ids_.clear();
    for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row)
      if (tracks.id[row] != no_id) ids_.emplace_back(static_cast<float>(tracks.id[row]), row);
    std::ranges::sort(ids_);
  }
  [[nodiscard]] std::uint32_t row_of(float id) const {
    const auto at = std::ranges::lower_bound(ids_, std::pair(id, 0U));  // NaN equals no id
    return at != ids_.end() && at->first == id ? at->second : no_row;
  }
  [[nodiscard]] bool has_place(const HostInputs& in, std::uint32_t row) const {
    return is_finite(anchor_point(in.tracks.box[row], params_->anchor));
  }

  std::shared_ptr<const Params> params_;
  std::vector<std::pair<float, std::uint32_t>> ids_;  ///< ids and rows of the frame, ascending
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return links_on_host(params, 1, [params] { return host_links(PairLinks(params)); });
}

}  // namespace

NodeType link_pairs() {
  return Node<Params>("link_pairs", Stage::links,
                      "Links each object to the one that it names: a pass, a match, a relation.")
      .input("points", Stage::tracks, "The objects to link.")
      .number_of_objects(
          "to", &Params::to, {},
          "The id of the other object: an attribute of the track file, or an expression. An object "
          "without one, or whose partner is not there, has no link.")
      .boolean("once", &Params::once,
               "Draw one line for two objects that name each other, from the lower id.")
      .with(link_rows)
      .shown_with(R"js({"to": {"expr": "floor(x / 20)"}})js")
      .shown_with("once", R"({"to": {"expr": "11 - id"}})")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
